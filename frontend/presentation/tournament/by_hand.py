"""Results of real tables: points that somebody typed or the calculator counted, and the places that follow."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from urllib.parse import urlencode, urlsplit

from frontend.presentation.evenings import evening_of
from frontend.presentation.round import PLACES, WHO, Seat, named, packed
from frontend.presentation.tournament.rounds import TableContext
from frontend.presentation.tournament.shown import Shown
from shared.errors import Malformed
from shared.games.registry import GAMES
from shared.marked import marked

MOST_POINTS = 1000
AWAY = "none"
Points = Sequence[int | None]


def calculator_of(shown: Shown, table: TableContext) -> str | None:
    """Its address with the names of the table; None where the game has none that compares cities."""
    game = GAMES.get(shown.held.opening.game)
    calculator = game.calculator if game else None
    if game is None or calculator is None or calculator.compare is None:
        return None
    names = [named(seat["who"]["name"]) for seat in table["seats"]]
    options = {name: value for name, value in shown.held.opening.options.items() if isinstance(value, str)}
    others = {PLACES[at]: packed(calculator, Seat(name, {})) for at, name in enumerate(names) if at}
    return f"/score/{game.slug}?{urlencode({**options, WHO: names[0], **others})}"


def points_in(shown: Shown, table: TableContext, form: Mapping[str, str]) -> Points:
    """By seat, None for who did not come. Raises Malformed."""
    count = form.get("count", "").strip()
    if count:
        return [each for each, _ in _counted(count, len(table["seats"]))]
    found: list[int | None] = []
    wrong: dict[str, list[str]] = {}
    for number in range(1, len(table["seats"]) + 1):
        text = form.get(f"points-{number}", "").strip()
        is_away = form.get(f"place-{number}") == AWAY
        try:
            found.append(None if is_away else _whole(text))
        except ValueError:
            wrong[f"points-{number}"] = [marked("Write a whole number, or say that this player did not come.")]
    if wrong:
        raise Malformed("some of it can't be understood", fields=wrong)
    return found


def places_of(points: Points, table: TableContext, form: Mapping[str, str]) -> list[int | None]:
    """From 1, equal ones shared; None for who did not come. What is said of places stands above points."""
    count = form.get("count", "").strip()
    if count:
        return [place for _, place in _counted(count, len(table["seats"]))]
    said = [form.get(f"place-{number}", "") for number in range(1, len(points) + 1)]
    there = [own for own in points if own is not None]
    places: list[int | None] = []
    for own, place in zip(points, said, strict=True):
        if own is None:
            places.append(None)
        elif place.isascii() and place.isdecimal() and 1 <= int(place) <= len(points):
            places.append(int(place))
        else:
            places.append(1 + sum(other > own for other in there))
    return places


def _counted(address: str, seats: int) -> list[tuple[int | None, int | None]]:
    """Points and place of each city that is counted at an address of the calculator. Raises Malformed."""
    split = urlsplit(address)
    evening = evening_of(f"{split.path}?{split.query}", "", datetime.now(UTC))
    if len(evening.players) != seats:
        fields = {"count": [marked("Count a city for each player.")]}
        raise Malformed("this count has another number of cities", fields=fields)
    return [(player.points, player.place) for player in evening.players]


def _whole(text: str) -> int:
    """Raises ValueError."""
    number = int(text)
    if abs(number) > MOST_POINTS:
        raise ValueError(text)
    return number
