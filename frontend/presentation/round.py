"""A round in the calculator: two to four cities of one table, of which one is open. The address holds all of them.

The open city keeps the fields of the game's own sheet, and `who` has its player's name. Each other one is `p1` to `p4`,
by its place in the round: its fields with `~` between them, and the name at the end. The place that is missing is the
open city's.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypedDict

from frontend.presentation.sheet import Entered, SheetContext, address, sheet_context
from frontend.sentences import Sentence, listed, say
from shared.games.game import Calculator, Compared, Game
from shared.people.letters import on_one_line

MOST = 4  # cities
LONGEST_NAME = 24  # characters
WHO = "who"
PLACES = tuple(f"p{number}" for number in range(1, MOST + 1))
BETWEEN = "~"
ADD, DROP = "add-city", "drop-city"
OPENING = {f"open-{number}": number - 1 for number in range(1, MOST + 1)}
PRESSES = (ADD, DROP, *OPENING)


class Seat(NamedTuple):
    """A player of the round: a name, which may be empty, and the fields of the city."""

    who: str
    fields: Mapping[str, str]


class Round(NamedTuple):
    seats: tuple[Seat, ...]
    at: int  # the open city's place, from 0

    @property
    def others(self) -> dict[str, Seat]:
        return {PLACES[at]: seat for at, seat in enumerate(self.seats) if at != self.at}


class RoundSeat(TypedDict):
    """`name` is never empty; `place` the rank."""

    seat: int
    name: str
    who: str
    points: int
    place: int | None
    lines: dict[str, int]
    is_open: bool
    city: Any


class RoundMeasure(TypedDict):
    name: str
    values: list[int]


class RoundContext(TypedDict):
    """`carried` is what the form of the open city sends along. `tied` are seats with equal points."""

    seats: list[RoundSeat]
    who: str
    can_add: bool
    carried: dict[str, str]
    winners: list[str]
    tie_breaks: list[Sentence]
    tied: list[int]
    measures: list[RoundMeasure]


def split(calculator: Calculator, entered: Entered) -> tuple[Round, dict[str, str]]:
    """The round that an address holds, and what of it is the open city's own sheet."""
    own = {name: value for name, value in entered.values.items() if name not in (WHO, *PLACES)}
    kept = {name: unpacked(calculator, entered.values[name]) for name in PLACES if entered.values.get(name)}
    at = next((number for number, name in enumerate(PLACES) if name not in kept), MOST)
    others = [*kept.values()][: MOST - 1]
    at = min(at, len(others))
    return Round((*others[:at], Seat(named(entered.values.get(WHO, "")), {}), *others[at:]), at), own


def stepped_round(
    calculator: Calculator, found: Round, own: Mapping[str, str], press: str
) -> tuple[Round, dict[str, str]]:
    """After opening, adding or dropping a city; the sheet of the open one counts what was typed before."""
    chosen = calculator.sheet(own)["chosen"]
    city = {name: chosen.get(name, "") for name in calculator.of_city}
    common = {name: value for name, value in chosen.items() if name not in (*calculator.of_city, "given", "at")}
    seats = [*found.seats]
    seats[found.at] = Seat(seats[found.at].who, city)
    at = OPENING.get(press, found.at)
    if press == ADD and len(seats) < MOST:
        seats, at = [*seats, Seat("", {})], len(seats)
    elif press == DROP and len(seats) > 1:
        del seats[at]
        at = min(at, len(seats) - 1)
    at = min(at, len(seats) - 1)
    opened = {name: value for name, value in seats[at].fields.items() if value}
    return Round(tuple(seats), at), {**common, **opened}


def round_sheet(game: Game, calculator: Calculator, entered: Entered) -> tuple[SheetContext, RoundContext | None]:
    """The open city's sheet, and the round around it; None for games whose players share a city."""
    path = f"/score/{game.slug}"
    if calculator.compare is None:
        return sheet_context(calculator, entered.values, path, "#score", unread=entered.unread), None
    found, own = split(calculator, entered)
    if own.get("press") in PRESSES:
        press = own.pop("press")
        own.pop("on", None)
        found, own = stepped_round(calculator, found, own, press)
    carried = {name: packed(calculator, seat) for name, seat in found.others.items()}
    if who := found.seats[found.at].who:
        carried[WHO] = who
    sheet = sheet_context(calculator, own, address(path, carried), "#score", unread=entered.unread)
    return sheet, round_context(calculator, found, sheet["chosen"], carried)


def round_context(
    calculator: Calculator, found: Round, chosen: Mapping[str, str], carried: dict[str, str]
) -> RoundContext:
    compared = compared_of(calculator, queries_of(calculator, found, chosen))
    names = [str(seat.who or say("City {number}", number=at)) for at, seat in enumerate(found.seats, 1)]
    points = compared.result.points
    tied = [at for at, own in enumerate(points) if points.count(own) > 1]
    return {
        "seats": [_seat(found, compared, at, name) for at, name in enumerate(names)],
        "who": found.seats[found.at].who,
        "can_add": len(found.seats) < MOST,
        "carried": {name: value for name, value in carried.items() if name != WHO},
        "winners": [names[at] for at in compared.result.winners],
        "tie_breaks": [Sentence(each.template, each.values(names, listed)) for each in compared.ties],
        "tied": tied,
        "measures": [
            {"name": each.name, "values": [each.values[at] for at in tied]} for each in compared.measures if tied
        ],
    }


def _seat(found: Round, compared: Compared, at: int, name: str) -> RoundSeat:
    result = compared.result
    return {
        "seat": at,
        "name": name,
        "who": found.seats[at].who,
        "points": result.points[at],
        "place": result.places[at],
        "lines": dict(result.lines[at]),
        "is_open": at == found.at,
        "city": compared.cities[at],
    }


def queries_of(
    calculator: Calculator, found: Round, chosen: Mapping[str, str]
) -> tuple[tuple[tuple[str, str], ...], ...]:
    """What the game is asked about each city, in a form that can be remembered."""
    common = {name: value for name, value in chosen.items() if name not in (*calculator.of_city, "given", "at", "tool")}
    open_city = {name: chosen[name] for name in calculator.of_city if name in chosen}
    queries = [{**common, **(open_city if at == found.at else seat.fields)} for at, seat in enumerate(found.seats)]
    return tuple(tuple(sorted(query.items())) for query in queries)


@lru_cache(512)
def compared_of(calculator: Calculator, queries: Sequence[Sequence[tuple[str, str]]]) -> Compared:
    """Most steps change nothing of most cities, and many pages show the same round."""
    assert calculator.compare is not None
    return calculator.compare([dict(query) for query in queries])


def packed(calculator: Calculator, seat: Seat) -> str:
    return BETWEEN.join((*(seat.fields.get(name, "").replace(BETWEEN, "") for name in calculator.of_city), seat.who))


def unpacked(calculator: Calculator, text: str) -> Seat:
    count = len(calculator.of_city)
    *values, who = [*text.split(BETWEEN, count), *[""] * count][: count + 1]
    return Seat(named(who), dict(zip(calculator.of_city, values, strict=True)))


def named(text: str) -> str:
    """On one line, without characters that nobody sees."""
    return on_one_line(text)[:LONGEST_NAME].strip()
