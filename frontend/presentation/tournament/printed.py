"""What is printed for real tables: where everybody sits, by table and by name, and a sheet for each table."""

import unicodedata
from io import BytesIO
from typing import TypedDict

import segno
from markupsafe import Markup

from frontend.presentation.tournament.rounds import TableContext, round_context, table_context
from frontend.presentation.tournament.shown import EntrantContext, Shown
from shared.tournaments import code_of_table


class PlaceContext(TypedDict):
    """Where somebody sits: `table` from 1, None in a bye."""

    who: EntrantContext
    table: int | None


class PairingsContext(TypedDict):
    number: int
    tables: list[TableContext]
    byes: list[EntrantContext]
    by_name: list[PlaceContext]


class SlipContext(TypedDict):
    """`code` is a drawing; `link` says the same in letters."""

    table: TableContext
    link: str
    code: Markup


def pairings_context(shown: Shown, number: int) -> PairingsContext:
    """`number` from 0."""
    one = shown.held.rounds[number]
    tables = [table_context(shown, one, table) for table in range(len(one.tables))]
    places: list[PlaceContext] = [
        {"who": seat["who"], "table": table["number"]} for table in tables for seat in table["seats"]
    ]
    byes = round_context(shown, number)["byes"]
    places += [{"who": who, "table": None} for who in byes]
    by_name = sorted(places, key=lambda each: (sorted_as(each["who"]["name"]), each["who"]["number"]))
    return {"number": number + 1, "tables": tables, "byes": byes, "by_name": by_name}


def sorted_as(name: str) -> str:
    """Without accents and case, as in a list on a wall."""
    return "".join(sign for sign in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(sign))


def slips_context(shown: Shown, number: int, origin: str, key: bytes) -> list[SlipContext]:
    """`number` from 0. The code lets players in at the form of their table, so only the organiser prints it."""
    one = shown.held.rounds[number]
    found: list[SlipContext] = []
    for table in range(len(one.tables)):
        at = f"{origin}/tournaments/{shown.held.id}/rounds/{number + 1}/tables/{table + 1}"
        right = code_of_table(key, shown.held.id, number, table, one.tables[table])
        link = f"{at}?code={right}" if shown.is_organiser else at
        found.append({"table": table_context(shown, one, table), "link": link, "code": code(link)})
    return found


def code(link: str) -> Markup:
    """A QR code as an inline drawing without a name of its own: its link stands beside it."""
    drawn = BytesIO()
    options = {"xmldecl": False, "svgns": True, "omitsize": True, "light": "#fff", "border": 2}
    segno.make_qr(link, error="m").save(drawn, kind="svg", **options)
    return Markup(drawn.getvalue().decode().replace("<svg ", '<svg aria-hidden="true" ', 1).strip())
