"""Where every point of a city comes from: what is where in the best allocation, and a reason for each point."""

from shared.annotations import Json
from shared.games.grid import in_rows
from shared.games.quadropolis.play.board import BOARDS
from shared.games.quadropolis.play.pieces import Building
from shared.games.quadropolis.play.state import Holding, State
from shared.games.quadropolis.score.placing import Placed
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


def _squares(holding: Holding, settled: Settled, columns: int) -> list[list[Json | None]]:
    squares = [plain_square(*pair) for pair in zip(holding.city, settled.allocation, strict=True)]
    return in_rows(squares, columns)


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
