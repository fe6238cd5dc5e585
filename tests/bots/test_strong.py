"""The bot that plans, and the four levels: the same view and luck give the same move, and work is bounded by counts."""

from dataclasses import replace

import pytest

from shared.bots import levels, mind, plan, player, together
from shared.games.game import Result
from shared.games.registry import GAMES
from tests.bots.matches import ended
from tests.games.scenario import key, play
from tests.games.secret_bids import GAME as SECRET_BIDS

every_seat_number = pytest.mark.parametrize(
    ("game", "seats"), [(game, seats) for game in GAMES.values() for seats in game.seats]
)


def watched(game, counts):
    """The game, and how many moves it was asked about, call by call."""

    def promises(state, seat, moves):
        counts.append(len(moves))
        return game.promises(state, seat, moves)

    def points_after(state, seat, moves):
        counts.append(len(moves))
        return game.points_after(state, seat, moves)

    return replace(game, promises=promises, points_after=points_after)


def moment(game, seats, turns, luck=3):
    state = play(game, seats, luck, turns).state
    (seat,) = game.to_move(state)
    return state, seat, game.legal_moves(state, seat)


@every_seat_number
def test_worlds_that_look_the_same_get_the_same_move(game, seats):
    whole = play(game, seats, seats)
    state, seat, moves = moment(game, seats, len(whole.steps) - 3, seats)
    view, bot = game.view(state, seat), mind(player("strong"), game, seat)
    worlds = [state, *(game.imagine(view, seat, key(number)) for number in range(2))]
    chosen = [bot(game.view(world, seat), moves, key(7)) for world in worlds]
    assert chosen == chosen[:1] * 3
    assert chosen[0] in moves


@pytest.mark.parametrize("seats", [2, 4])
def test_it_weighs_no_more_turns_than_it_says_in_competitive_games(seats):
    counts: list[int] = []
    game = GAMES["quadropolis"]
    state, seat, moves = moment(game, seats, 0)
    mind(player("strong"), watched(game, counts), seat)(game.view(state, seat), moves, key(1))
    assert plan.FIRST < len(counts) <= 1 + plan.FIRST * plan.TURNS


def test_it_weighs_no_more_positions_than_it_says_where_all_play_together():
    counts: list[int] = []
    game = GAMES["sprawlopolis"]
    state, seat, moves = moment(game, 1, 8)
    mind(player("strong"), watched(game, counts), seat)(game.view(state, seat), moves, key(1))
    deeper = (together.DEEP - 1) * (together.MOST + max(counts))
    assert together.MOST < sum(counts) <= len(moves) + deeper


def test_it_considers_what_others_answer():
    ways = {"": (0, 0), "a": (3, 0), "b": (2, 0), "ac": (3, 5), "ad": (3, 0), "be": (2, 1)}
    assert chosen_by("level_3", ways) == "a"
    assert chosen_by("strong", ways) == "b"


def chosen_by(name, ways):
    """In a game where letters are called in turn, and which promises nothing: `ways` gives the points by seat."""
    longest = max(map(len, ways))
    letters = replace(
        SECRET_BIDS,
        promises=None,
        points_after=None,
        dealt=None,
        decide=lambda state, seat, move: [move],
        follow=lambda state: [],
        evolve=lambda state, event: state + event,
        to_move=lambda state: (len(state) % 2,) if len(state) < longest else (),
        legal_moves=lambda state, seat: [way[-1] for way in ways if way[:-1] == state != way],
        points=lambda state, seat: ways[state][seat],
        result=lambda state: Result(points=ways[state], places=(None, None), lines=({}, {})),
        imagine=lambda view, seat, chance: view,
    )
    return mind(player(name), letters, 0)("", letters.legal_moves("", 0), key(1))


def test_it_stops_before_what_nobody_can_know():
    counts: list[int] = []
    game = GAMES["quadropolis"]
    state, seat, moves = moment(game, 2, 7)  # the last turn of the first round
    mind(player("strong"), watched(game, counts), seat)(game.view(state, seat), moves, key(1))
    assert len(counts) == 1


@pytest.mark.parametrize(("level", "most"), [(1, levels.FEW), (2, levels.SOME), (3, None)])
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_level_looks_at_so_many_moves(game, level, most):
    counts: list[int] = []
    state, seat, moves = moment(game, 2, 6)
    assert mind(player(f"level_{level}"), watched(game, counts), seat)(game.view(state, seat), moves, key(1)) in moves
    assert counts == [most or len(moves)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("stronger", "weaker"), [("level_2", "level_1"), ("level_3", "level_2"), ("strong", "level_3")]
)
def test_each_level_beats_the_one_below_it(stronger, weaker):
    game, leads = GAMES["quadropolis"], []
    for luck in range(8):
        first, second = (ended(game, luck, *names).points for names in ((stronger, weaker), (weaker, stronger)))
        leads += [first[0] - first[1], second[1] - second[0]]
    assert sum(leads) > 0
