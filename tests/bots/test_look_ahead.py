"""The bot that thinks ahead: what it sees, how many positions it weighs, and that thinking pays."""

from dataclasses import replace

import pytest

from shared.bots import beam, mind, player, rollouts
from shared.games.game import Result
from shared.games.registry import GAMES
from tests.bots.matches import ended
from tests.games.scenario import evolved, key, play, settled_down
from tests.games.secret_bids import GAME as SECRET_BIDS

BOT = player("look_ahead")
PAIR = ("look_ahead", "greedy")
every_seat_number = pytest.mark.parametrize(
    ("game", "seats"), [(game, seats) for game in GAMES.values() for seats in game.seats]
)


def near_the_end(game, seats, left=3):
    """A position of careless players with so many moves left."""
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


def test_it_weighs_no_more_positions_than_it_says_in_cooperative_games():
    weighed, most = weighed_by("sprawlopolis", 9)
    assert most < weighed <= most + (beam.DEEP - 1) * (beam.MOST + most)


@pytest.mark.parametrize("seats", [2, 4])
def test_it_weighs_hardly_more_positions_than_it_says_in_competitive_games(seats):
    weighed, most = weighed_by("quadropolis", 7, seats)
    a_match = (16 * seats - 8) * most
    assert most < weighed <= most + max(2 * a_match, 1.2 * rollouts.MOST)


def weighed_by(slug, turns, seats=2):
    """How many positions it weighs in a match after so many turns, and the longest list of moves it sees."""
    game, weighed, most = GAMES[slug], 0, 0
    state = play(game, seats, 3, turns).state

    def points(state, seat):
        nonlocal weighed
        weighed += 1
        return game.points(state, seat)

    def points_after(state, seat, moves):
        nonlocal weighed
        weighed += len(moves)
        return [game.points(evolved(game, state, game.decide(state, seat, move)), seat) for move in moves]

    def legal_moves(state, seat):
        nonlocal most
        moves = game.legal_moves(state, seat)
        most = max(most, len(moves))
        return moves

    (seat,) = game.to_move(state)
    watched = replace(game, points=points, legal_moves=legal_moves)
    if game.points_after:
        watched = replace(watched, points_after=points_after)
    mind(BOT, watched, seat)(game.view(state, seat), legal_moves(state, seat), key(1))
    return weighed, most


def test_it_gives_up_a_point_for_more_later():
    ways = {"": (0,), "a": (3,), "b": (1,), "ac": (4,), "bd": (9,)}
    assert chosen_by("greedy", ways) == "a"
    assert chosen_by("look_ahead", ways) == "b"


def test_it_considers_how_others_may_answer():
    ways = {"": (0, 0), "a": (3, 0), "b": (2, 0), "ac": (3, 5), "ad": (3, 0), "be": (2, 1)}
    assert chosen_by("greedy", ways) == "a"
    assert chosen_by("look_ahead", ways) == "b"


def chosen_by(name, ways):
    """In a game where letters are called in turn: `ways` gives the points by seat after each sequence of letters."""
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


@pytest.mark.slow
@pytest.mark.parametrize("matches", [3, 10])
def test_in_cooperative_games_it_does_better_than_greedy(matches):
    game, gains = GAMES["sprawlopolis"], []
    for luck in range(matches):
        ahead, greedy = (ended(game, luck, name, name, careless=7).points[0] for name in ("look_ahead", "greedy"))
        gains.append(ahead - greedy)
    assert sum(gains) > 0


@pytest.mark.parametrize("matches", [1, pytest.param(10, marks=pytest.mark.slow)])
def test_against_greedy_it_does_better(matches):
    game, margins = GAMES["quadropolis"], []
    for luck in range(matches):
        first, second = (ended(game, luck, *names, careless=26).points for names in (PAIR, PAIR[::-1]))
        margins += [first[0] - first[1], second[1] - second[0]]
    assert sum(margins) > 0
