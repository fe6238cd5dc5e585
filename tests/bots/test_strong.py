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

    def worth_after(state, seat, moves):
        counts.append(len(moves))
        return game.worth_after(state, seat, moves)

    asked = {"promises": promises, "points_after": points_after, "worth_after": worth_after}
    return replace(game, **{name: ask for name, ask in asked.items() if getattr(game, name)})


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


@pytest.mark.parametrize(("version", "search"), [(1, together.IN_A_WORLD), (2, together.AS_FAR_AS_KNOWN)])
def test_it_weighs_no_more_positions_than_it_says_where_all_play_together(version, search):
    counts: list[int] = []
    game = GAMES["sprawlopolis"]
    state, seat, moves = moment(game, 1, 8)
    mind(f"bot:strong@{version}", watched(game, counts), seat)(game.view(state, seat), moves, key(1))
    deeper = (together.DEEP - 1) * (search.most + max(counts))
    assert len(moves) + search.wide * search.again < sum(counts) <= len(moves) + deeper


@pytest.mark.parametrize("seats", GAMES["sprawlopolis"].seats)
def test_where_all_play_together_it_plans_with_what_its_view_shows(seats):
    game, planned, worths = GAMES["sprawlopolis"], set[int](), GAMES["sprawlopolis"].worth_after
    assert worths is not None

    def worth_after(state, seat, moves):
        planned.update(move.card for move in moves)
        return worths(state, seat, moves)

    def imagine(view, seat, chance):
        raise AssertionError("it guesses what is hidden")

    state, seat, moves = moment(game, seats, 3)
    view = game.view(state, seat)
    mind(player("strong"), replace(game, worth_after=worth_after, imagine=imagine), seat)(view, moves, key(1))
    hand = set(view.cards_of(seat))
    assert hand <= planned <= hand | {view.top}
    assert view.top in planned or seats > 1  # what it draws it plays in its own next turn, which may be too far away


def test_where_its_view_shows_everything_it_plans_to_the_end():
    """In the game of letters nothing is hidden: the last letters decide, however good the first one looks."""
    ways = {"": (0,), "a": (3,), "b": (1,), "ac": (4,), "bd": (9,)}

    def worth_after(state, seat, moves):
        return [1000 * ways[state + move][0] for move in moves]

    assert chosen_together("strong", ways, worth_after) == "b"


def test_what_a_game_expects_decides_between_equal_points():
    ways = {"": (0,), "a": (1,), "b": (1,), "c": (1,)}
    worths = {"a": 1000, "b": 1700, "c": 1200}
    assert chosen_together("strong", ways, lambda state, seat, moves: [worths[move] for move in moves]) == "b"


def test_a_game_that_expects_nothing_is_judged_by_points():
    ways = {"": (0,), "a": (3,), "b": (1,), "ac": (4,), "bd": (9,)}
    assert chosen_together("strong", ways, None) == "b"


def test_it_considers_what_others_answer():
    ways = {"": (0, 0), "a": (3, 0), "b": (2, 0), "ac": (3, 5), "ad": (3, 0), "be": (2, 1)}
    assert chosen_by("level_3", ways) == "a"
    assert chosen_by("strong", ways) == "b"


def chosen_by(name, ways):
    letters = letters_of(ways)
    return mind(player(name), letters, 0)("", letters.legal_moves("", 0), key(1))


def chosen_together(name, ways, worth_after):
    letters = replace(letters_of(ways), worth_after=worth_after)
    return mind(player(name), letters, 0)("", letters.legal_moves("", 0), key(1))


def letters_of(ways):
    """A game where letters are called in turn, and which promises nothing: `ways` gives the points by seat."""
    seats, longest = len(ways[""]), max(map(len, ways))
    return replace(
        SECRET_BIDS,
        promises=None,
        points_after=None,
        dealt=None,
        decide=lambda state, seat, move: [move],
        follow=lambda state: [],
        evolve=lambda state, event: state + event,
        to_move=lambda state: (len(state) % seats,) if len(state) < longest else (),
        legal_moves=lambda state, seat: [way[-1] for way in ways if way[:-1] == state != way],
        points=lambda state, seat: ways[state][seat],
        result=lambda state: Result(points=ways[state], places=(None,) * seats, lines=({},) * seats),
        imagine=lambda view, seat, chance: view,
    )


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
