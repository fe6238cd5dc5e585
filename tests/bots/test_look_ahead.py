"""The bot that thinks ahead: what it sees, how much it weighs, and that it pays."""

from dataclasses import replace

import pytest

from shared.bots import mind, player
from shared.bots.look_ahead import DEEP, MOST, WIDE
from shared.rules.game import Result
from shared.rules.games import GAMES
from tests.bots.matches import ended
from tests.rules.scenario import evolved, key, play, settled_down
from tests.rules.secret_bids import GAME as SECRET_BIDS

BOT = player("look_ahead")
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
every_seat_number = pytest.mark.parametrize(
    ("game", "seats"), [(game, seats) for game in GAMES.values() for seats in game.seats]
)


def near_the_end(game, seats, left=3):
    """A position in which so many moves are left, of careless players."""
    whole = play(game, seats, seats)
    return play(game, seats, seats, len(whole.steps) - left).state


@every_seat_number
def test_it_plays_to_the_end_with_every_number_of_seats(game, seats):
    state, turn = near_the_end(game, seats), 0
    while called := game.to_move(state):
        turn += 1
        seat = called[0]
        moves = game.legal_moves(state, seat)
        move = mind(BOT, game, seat)(game.view(state, seat), moves, key(turn))
        assert move in moves
        state, _ = settled_down(game, evolved(game, state, game.decide(state, seat, move)))
    assert turn == 3


@every_seat_number
def test_worlds_that_look_the_same_get_the_same_move(game, seats):
    state = near_the_end(game, seats)
    (seat,) = game.to_move(state)
    view = game.view(state, seat)
    worlds = [state, *(game.imagine(view, seat, key(number)) for number in range(2))]
    bot, moves = mind(BOT, game, seat), game.legal_moves(state, seat)
    chosen = [bot(game.view(world, seat), moves, key(7)) for world in worlds]
    assert chosen == chosen[:1] * 3


@every_game
def test_it_weighs_no_more_positions_than_it_says(game):
    state = play(game, 2, 3, 9).state
    (seat,) = game.to_move(state)
    weighed, most = [], 0

    def points(state, seat):
        weighed.append(seat)
        return game.points(state, seat)

    def legal_moves(state, seat):
        nonlocal most
        moves = game.legal_moves(state, seat)
        most = max(most, len(moves))
        return moves

    moves = legal_moves(state, seat)
    mind(BOT, replace(game, points=points, legal_moves=legal_moves), seat)(game.view(state, seat), moves, key(1))
    sides = 1 if game.result(state).target is not None else 2
    answers = WIDE * most if sides == 2 else 0
    assert len(moves) < len(weighed) <= DEEP * (sides * (MOST + most + WIDE) + answers)


def test_it_gives_up_a_point_for_more_later():
    ways = {"": (0,), "a": (3,), "b": (1,), "ac": (4,), "bd": (9,)}
    assert chosen_by("greedy", ways) == "a"
    assert chosen_by("look_ahead", ways) == "b"


def test_it_minds_what_others_make_of_it():
    ways = {"": (0, 0), "a": (3, 0), "b": (2, 0), "ac": (3, 5), "ad": (3, 0), "be": (2, 1)}
    assert chosen_by("greedy", ways) == "a"
    assert chosen_by("look_ahead", ways) == "b"


def chosen_by(name, ways):
    """In a game of letters that are called in turn: `ways` are the points by seat after each sequence of them."""
    seats, longest = len(ways[""]), max(map(len, ways))
    letters = replace(
        SECRET_BIDS,
        decide=lambda state, seat, move: [move],
        follow=lambda state: [],
        evolve=lambda state, event: state + event,
        to_move=lambda state: (len(state) % seats,) if len(state) < longest else (),
        legal_moves=lambda state, seat: [way[-1] for way in ways if way[:-1] == state != way],
        points=lambda state, seat: ways[state][seat],
        result=lambda state: Result(points=ways[state], places=(None,) * seats, lines=({},) * seats),
        imagine=lambda view, seat, chance: view,
    )
    return mind(player(name), letters, 0)("", letters.legal_moves("", 0), key(1))


def test_together_with_others_it_does_better_than_greedy():
    game, gains = GAMES["sprawlopolis"], []
    for luck in range(2):
        ahead, greedy = (ended(game, luck, name, name).points[0] for name in ("look_ahead", "greedy"))
        gains.append(ahead - greedy)
    assert sum(gains) > 0
