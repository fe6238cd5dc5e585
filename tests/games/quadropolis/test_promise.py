"""What a promise looks at, where a match rarely comes to it."""

from shared.games.quadropolis import GAME
from shared.games.quadropolis.play.evolve import built
from shared.games.quadropolis.play.pieces import Kind
from shared.games.quadropolis.play.state import State
from shared.games.quadropolis.play.tiles import TILES
from shared.games.quadropolis.score.promise import NAMES, features
from tests.games.scenario import play

TILE = {tile.kind: number for number, tile in reversed(list(enumerate(TILES)))}


def with_buildings(**kinds: Kind) -> State:
    """Early in an expert match: by square, `on_1=Kind.PARK` stands on the square with the index 1."""
    state: State = play(GAME, 2, 1, 4, GAME.options(mode="expert")).state
    holding = GAME.initial(2, GAME.options(mode="expert"), GAME.rules).holdings[0]
    for square, kind in kinds.items():
        holding = built(holding, TILE[kind], int(square.removeprefix("on_")), 0, 0)
    return state._replace(holdings=(holding, *state.holdings[1:]))


def hurt(state: State, kind: Kind, square: int) -> int:
    return features(state, 0, TILE[kind], square)[NAMES.index("monument_hurt")]


def test_a_monument_minds_factories_and_harbours_and_they_mind_it():
    between = with_buildings(on_0=Kind.FACTORY, on_2=Kind.HARBOUR, on_6=Kind.PARK)
    assert hurt(between, Kind.MONUMENT, 1) == 2 * hurt(with_buildings(on_0=Kind.FACTORY), Kind.MONUMENT, 1) > 0
    assert hurt(with_buildings(on_6=Kind.PARK), Kind.MONUMENT, 1) == 0
    assert hurt(with_buildings(on_0=Kind.MONUMENT), Kind.FACTORY, 1) > 0
    assert hurt(with_buildings(on_0=Kind.MONUMENT), Kind.SHOP, 1) == 0
