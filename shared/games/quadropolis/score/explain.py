"""Where every point of a city comes from: what is where in the best allocation, and a reason for each point."""

from collections.abc import Iterator
from functools import lru_cache

from shared.annotations import Json
from shared.games.grid import in_rows
from shared.games.quadropolis.play.board import BOARDS
from shared.games.quadropolis.play.pieces import Building
from shared.games.quadropolis.play.state import Holding, State
from shared.games.quadropolis.score.placing import Placed, needs
from shared.games.quadropolis.score.score import Settled, explain, settle
from shared.games.quadropolis.score.standing import Reason


def explained(view: State) -> Json:
    """By seat: `cities` with what each building was given, and `reasons`, line by line in the order of the pad."""
    columns = BOARDS[view.mode].columns
    settled = [settle(view.mode, each.city, each.inhabitants, each.energy) for each in view.holdings]
    pairs = list(zip(view.holdings, settled, strict=True))
    return {
        "cities": [
            {"seat": seat, "squares": _squares(holding, found, columns)} for seat, (holding, found) in enumerate(pairs)
        ],
        "reasons": [
            [plain_reason(each) for each in explain(view.mode, holding.city, found)] for holding, found in pairs
        ],
    }


def allocation(view: State) -> list[Json]:
    """By seat, if the match ended now: who stands where, and what inactive buildings lack to be active.

    A building that lacks nothing and is inactive counts for more that way. Of the same holding it is known already: the
    points that a page shows come from it.
    """
    return [_allocated(view.mode, holding) for holding in view.holdings]


@lru_cache(maxsize=1024)  # pages show a city many times before it changes
def _allocated(mode: str, holding: Holding) -> Json:
    found = settle(mode, holding.city, holding.inhabitants, holding.energy)
    return {
        "inhabitants_left": found.inhabitants_left,
        "energy_left": found.energy_left,
        "squares": in_rows([_standing(*pair, found) for pair in _pairs(holding, found)], BOARDS[mode].columns),
    }


def _standing(building: Building | None, given: Placed | None, settled: Settled) -> Json | None:
    if building is None or given is None:
        return None
    wanted = needs(building)
    return {
        **given._asdict(),
        "lacks_inhabitants": 0 if given.active else max(0, wanted.inhabitants - settled.inhabitants_left),
        "lacks_energy": 0 if given.active else max(0, wanted.energy - settled.energy_left),
    }


def _pairs(holding: Holding, settled: Settled) -> Iterator[tuple[Building | None, Placed | None]]:
    return zip(holding.city, settled.allocation, strict=True)


def _squares(holding: Holding, settled: Settled, columns: int) -> list[list[Json | None]]:
    return in_rows([plain_square(*pair) for pair in _pairs(holding, settled)], columns)


def plain_square(building: Building | None, given: Placed | None) -> Json | None:
    if building is None or given is None:
        return None
    return {
        "building": building.kind.value,
        "floors": building.floors,
        "points": building.points,
        "active": given.active,
        "inhabitants": given.inhabitants,
        "energy": given.energy,
    }


def plain_reason(reason: Reason) -> Json:
    return {**reason._asdict(), "squares": list(reason.squares), "values": dict(reason.values)}
