"""The score of a city on a real table: what is asked for and the answer, counted from 1."""

from dataclasses import dataclass
from typing import Annotated

from shared.annotations import Json, Range
from shared.games.box import plain_excess
from shared.games.grid import in_rows
from shared.games.quadropolis.page.box import beyond_the_box
from shared.games.quadropolis.page.told_city import MOST_HELD, ToldCity, city_from
from shared.games.quadropolis.play.board import BOARDS, CELLS
from shared.games.quadropolis.play.pieces import Mode
from shared.games.quadropolis.score.placing import Placed
from shared.games.quadropolis.score.score import explain, settle
from shared.games.quadropolis.score.standing import Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class CityOnTheTable:
    """A city with all that its player has received."""

    mode: Mode
    inhabitants: Annotated[int, Range(0, MOST_HELD)]
    energy: Annotated[int, Range(0, MOST_HELD)]
    city: ToldCity


def count(told: CityOnTheTable) -> Json:
    """By the best allocation, with all nine lines in either mode; `allocation` has the rows of the city.

    Everything given is counted; if that is more of a piece than the box holds, `beyond_the_box` says so.
    """
    city = city_from(told.mode, told.city)
    settled = settle(told.mode, city, told.inhabitants, told.energy)
    return {
        "total": settled.total,
        "lines": dict(settled.lines),
        "placed_inhabitants": settled.placed_inhabitants,
        "empty_squares": settled.empty_squares,
        "allocation": in_rows([_placed(given) for given in settled.allocation], BOARDS[told.mode].columns),
        **plain_excess(beyond_the_box(told.mode, city, told.inhabitants, told.energy)),
        "explanation": [_reason(told.mode, reason) for reason in explain(told.mode, city, settled)],
    }


def _placed(given: Placed | None) -> Json | None:
    return None if given is None else given._asdict()


def _reason(mode: Mode, reason: Reason) -> Json:
    """`message` names the sentence, `values` fill it."""
    cells = (CELLS[mode][square] for square in reason.squares)
    return {
        "line": reason.line,
        "squares": [[cell.row + 1, cell.column + 1] for cell in cells],
        "points": reason.points,
        "message": reason.key,
        "values": dict(reason.values),
    }
