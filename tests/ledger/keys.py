"""Which keys of the server the tables of docs/ledger.md and of shared/people/kept.py name."""

import re
from pathlib import Path
from typing import Any

from shared.people.kept import families_of

PAGE = Path(__file__).parents[2] / "docs/ledger.md"
ROW = re.compile(r"^\| (`[^|]+`) \| [a-z, ]*\|", re.MULTILINE)
MADE_AGAIN = re.compile(r"^Keys of other names hold nothing that can't be made again[^.]*", re.MULTILINE)
QUEUES = re.compile("rq:.*")  # RQ's own
ABOUT_PEOPLE = re.compile("(person|people|report|house|calling|{talk}):.*|queue:(tickets|signs|matched|found)")
NO_PERSON = ("calling:chosen", "{talk}:news")  # about the server, and ids of tables
PLACES = {"{p}": "\\{[0-9a-f]\\}", "…": ".+"}


def undocumented(client: Any) -> list[str]:
    """Keys of the server that no table names."""
    known = documented()
    return [key for key in map(_text, client.keys("*")) if not any(each.fullmatch(key) for each in known)]


def unlisted(client: Any) -> list[str]:
    """Keys about people that the table of what is kept about them lacks, or calls another type."""
    about = [key for key in map(_text, client.keys("*")) if ABOUT_PEOPLE.fullmatch(key) and key not in NO_PERSON]
    return [key for key in about if _text(client.type(key)) not in {family.type for family in families_of(key)[:1]}]


def documented() -> list[re.Pattern[str]]:
    page = PAGE.read_text("utf-8")
    cells = [*ROW.findall(page), *MADE_AGAIN.findall(page)]
    return [QUEUES, *(_pattern(name) for cell in cells for name in re.findall("`([^`]+)`", cell))]


def _pattern(name: str) -> re.Pattern[str]:
    parts = re.split(r"(\{p\}|<[a-z]+>|…)", name)
    return re.compile("".join(PLACES.get(part, "[^:]+" if part.startswith("<") else re.escape(part)) for part in parts))


def _text(key: bytes | str) -> str:
    return key.decode() if isinstance(key, bytes) else key
