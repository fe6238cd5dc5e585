"""Who may what: one table, rights.csv, a row for each route of each application. The docs' table is made from it.

A new route needs a row there, and `make rights` for docs/rights.md. An application whose route has none does not start.
"""

import csv
import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import NamedTuple

# Each with what the docs say of it, in the order of the columns.
ROLES: Mapping[str, str] = MappingProxyType(
    {
        "nobody": "a visitor without a cookie of this server; at a service, a request without the gateway's signature",
        "guest": "a visitor whom a cookie names, without an account",
        "account": "whoever is signed in",
        "seat": "the player of a seat at the table or in the match that the address names",
        "owner": "whoever opened that table, without a seat there",
        "organiser": "an account with the role `organiser`",
        "operator": "an account with the role `operator`",
        "service": "a program with the gateway's key that names no person; the frontend believes no signature",
    }
)
APPLICATIONS: Mapping[str, str] = MappingProxyType(
    {
        "frontend": "Pages, and the public door for programs",
        "live": "Sockets",
        "matchmaking": "The service of tables",
        "game-command": "The service of matches",
        "scoring": "The service of scores",
    }
)
FILE = "shared/rights/rights.csv"
COLUMNS = ("application", "method", "address", *ROLES, "reason")
ANSWERS = {"yes": True, "no": False}
PARAMETER = re.compile(r"<(?:[^<>]*:)?(\w+)>")


class Row(NamedTuple):
    """`method` is SOCKET for a socket. HEAD is as GET, and OPTIONS for everybody: it answers with methods alone."""

    application: str
    method: str
    address: str
    allowed: frozenset[str]
    reason: str


class Route(NamedTuple):
    """What an application answers; `address` as in the table."""

    application: str
    method: str
    address: str

    @property
    def example(self) -> str:
        """The line to begin with: it lets everybody in whom a cookie names."""
        answers = ("no" if role in ("nobody", "service") else "yes" for role in ROLES)
        return ",".join((self.application, self.method, self.address, *answers, "why"))


class WithoutRow(LookupError):
    """Whoever added a route reads this: it says what to do."""

    def __init__(self, routes: Iterable[Route]) -> None:
        lines = "\n".join(f"  {route.example}" for route in routes)
        super().__init__(
            f"nobody has said who may use these routes. Add a row for each to {FILE} (its columns are "
            f"{', '.join(COLUMNS)}), then run `make rights`:\n{lines}"
        )


class Misfit(ValueError):
    """A line of the table that can't be understood."""


def plain(address: str, games: Iterable[str] = ()) -> str:
    """A rule as the table has it: without converters, and once for all games."""
    bare = PARAMETER.sub(r"<\1>", address)
    return "/".join("<game>" if part in games else part for part in bare.split("/"))


@cache
def table() -> tuple[Row, ...]:
    """Raises Misfit."""
    return read(files(__package__).joinpath("rights.csv").read_text(encoding="utf-8"))


def read(text: str) -> tuple[Row, ...]:
    lines = csv.DictReader(text.splitlines(), strict=True)
    if tuple(lines.fieldnames or ()) != COLUMNS:
        raise Misfit(f"{FILE}: its columns must be {', '.join(COLUMNS)}")
    rows = tuple(map(_row, lines))
    twice = {row[:3] for row in rows if sum(row[:3] == other[:3] for other in rows) > 1}
    if twice:
        raise Misfit(f"{FILE}: two rows for {sorted(twice)}")
    return rows


def _row(line: Mapping[str, str]) -> Row:
    where = f"{FILE}: {line['application']} {line['method']} {line['address']}"
    if None in line or None in line.values() or any(line[role] not in ANSWERS for role in ROLES):
        raise Misfit(f"{where}: each of {', '.join(ROLES)} must be yes or no, and a reason must follow")
    if line["application"] not in APPLICATIONS:
        raise Misfit(f"{where}: the application must be one of {', '.join(APPLICATIONS)}")
    allowed = frozenset(role for role in ROLES if ANSWERS[line[role]])
    if not line["reason"] or not allowed:
        raise Misfit(f"{where}: says neither why nor who")
    return Row(line["application"], line["method"], line["address"], allowed, line["reason"])
