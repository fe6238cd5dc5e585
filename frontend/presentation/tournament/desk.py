"""What an organiser's desk shows, and what is typed there: players in lines or CSV, places, and pairings."""

import csv
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Sequence
from io import StringIO
from typing import NamedTuple, TypedDict

from frontend.presentation.tournament.rounds import RoundContext, current, round_context
from frontend.presentation.tournament.shown import NAME_ALONE, EntrantContext, Shown
from frontend.site import Site
from shared.errors import Malformed
from shared.platform.player import as_player
from shared.roster import fitting

MOST = 500  # tables of a round that are listed
MOST_BYTES = 48_000  # of a file
BYE = "bye"
BETWEEN = (",", ";", "\t")
DASHES = ("-", "\N{EN DASH}", "\N{EM DASH}")
NAMES, RATINGS = ("name", "player", "entrant"), ("rating", "strength", "elo")


class Line(NamedTuple):
    name: str
    rating: int = 0


class DeskContext(TypedDict):
    """`pairing` is that of the round as it can be typed again; `seats_of` has names by table. `named`: who is known
    by a name alone.
    """

    here: list[EntrantContext]
    named: list[EntrantContext]
    gone: list[EntrantContext]
    invited: list[str]
    bots: list[str]
    round: RoundContext | None
    seats_of: dict[int, list[str]]
    can_change: bool
    pairing: str


def desk_context(site: Site, id_: str, shown: Shown) -> DeskContext:
    held, number = shown.held, current(shown)
    found = round_context(shown, number) if number is not None else None
    one = held.rounds[number] if number is not None else None
    numbers = range(len(held.entrants))
    bots = fitting(site.roster, held.opening.game, held.rules.seats, held.opening.options) if held.rules.bots else []
    return {
        "here": [shown.entrants[each] for each in numbers if held.entrants[each].is_in],
        "named": [each for each in shown.entrants if each["kind"] == NAME_ALONE and each["name"]],
        "gone": [shown.entrants[each] for each in numbers if not held.entrants[each].is_in],
        "invited": _invited(site, id_),
        "bots": sorted({offer.name for offer in bots}),
        "round": found,
        "seats_of": {table["number"]: [_named(seat["who"]) for seat in table["seats"]] for table in found["tables"]}
        if found
        else {},
        "can_change": bool(one and not one.is_ended and not one.matches and not one.results),
        "pairing": written(one.tables, one.byes) if one else "",
    }


def _invited(site: Site, id_: str) -> list[str]:
    """As they can be typed again: by name, and guests by their link, as nobody else has it."""
    persons = sorted(site.tournaments.announcements.of(id_).invited)
    facts = site.accounts.facts([as_player(person) for person in persons])
    names = site.accounts.names([as_player(person) for person in persons])
    return [
        f"/p/{person}" if facts[as_player(person)].standing.is_guest else names[as_player(person)] for person in persons
    ]


def _named(who: EntrantContext) -> str:
    return who["name"] or str(who["number"])


def written(tables: Sequence[Sequence[int]], byes: Sequence[int]) -> str:
    """A line for each table, with numbers that count from 1."""
    lines = [" ".join(str(entrant + 1) for entrant in seats) for seats in tables]
    return "\n".join([*lines, *([" ".join([BYE, *(str(entrant + 1) for entrant in byes)])] if byes else [])])


def pairing_in(text: str) -> tuple[list[list[int]], list[int]]:
    """What `written` gave. Raises Malformed."""
    tables: list[list[int]] = []
    byes: list[int] = []
    for line in text.splitlines():
        words = line.replace(",", " ").split()
        is_bye = bool(words) and words[0].casefold() == BYE
        numbers = [_number(word) - 1 for word in words[is_bye:]]
        if is_bye:
            byes += numbers
        elif numbers:
            tables.append(numbers)
    return tables, byes


def places_in(text: str) -> list[int | None]:
    """`1 2 2 4`, with a dash for who forfeits. Raises Malformed."""
    return [None if word in DASHES else _number(word) for word in text.replace(",", " ").split()]


def _number(word: str) -> int:
    if not (word.isascii() and word.isdecimal() and len(word) < 6 and int(word)):
        raise Malformed("write numbers with blanks between them, and nothing else", fields={})
    return int(word)


def text_in(file: bytes) -> str:
    """Of a list from a spreadsheet: UTF-8, UTF-16 as Excel's Unicode text, or Windows' letters. Raises Malformed."""
    if len(file) > MOST_BYTES:
        raise Malformed("this file is too large for a list of players: add 200 at a time", fields={})
    if file.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return file.decode("utf-16", "replace")
    try:
        return file.decode("utf-8-sig")
    except UnicodeDecodeError:
        return file.decode("cp1252", "replace")


def lines_in(text: str) -> list[Line]:
    """Names, each with a rating where there is one: lines as people type them, or a table with headings.

    Raises Malformed.
    """
    try:
        return _lines_in(text)
    except csv.Error as error:  # as a cell of a hundred thousand letters
        raise Malformed("nothing can be made of this list", fields={}) from error


def _lines_in(text: str) -> list[Line]:
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    read = csv.reader(StringIO(text), delimiter=max(BETWEEN, key=text.count))
    rows = [row for row in ([cell.strip() for cell in line] for line in read) if any(row)]
    if not rows:
        raise Malformed("name at least one player", fields={})
    headings = [cell.casefold() for cell in rows[0]]
    name = next((at for at, cell in enumerate(headings) if cell in NAMES), None)
    if name is None:
        return [_typed(row) for row in rows]
    rating = next((at for at, cell in enumerate(headings) if cell in RATINGS), len(headings))
    return [Line(_cell(row, name), _rating(_cell(row, rating))) for row in rows[1:]]


def _typed(row: Sequence[str]) -> Line:
    """A comma may be part of a name."""
    *names, last = row
    rating = _rating(last)
    return Line(", ".join(names), rating) if names and rating else Line(", ".join(filter(None, row)))


def _cell(row: Sequence[str], at: int) -> str:
    return row[at] if at < len(row) else ""


def _rating(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else 0
