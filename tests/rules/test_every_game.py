"""Laws that every game keeps, whatever is played."""

import random
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.errors import IllegalMove, NotYourTurn
from shared.rules.game import Game
from shared.rules.games import GAMES
from tests.rules.quadropolis import facts as quadropolis
from tests.rules.scenario import evolved, key, play, settled_down

FACTS: dict[str, ModuleType] = {"quadropolis": quadropolis}
TABLES = [pytest.param(game, seats, id=f"{game.slug}-{seats}") for game in GAMES.values() for seats in game.seats]
CHUNK = 100

every_table = pytest.mark.parametrize(("game", "seats"), TABLES)
seeds = st.integers(0, 2**64 - 1)
turns = st.integers(0, 64)


def few(examples: int):
    return settings(max_examples=examples, deadline=None)


@every_table
@pytest.mark.parametrize("chunk", range(10))
def test_a_thousand_matches_of_legal_moves_end_after_their_turns_and_can_be_replayed(game: Game, seats, chunk):
    for seed in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        match = play(game, seats, seed)
        assert game.to_move(match.state) == ()
        moved = [step.seat for step in match.steps]
        assert [moved.count(seat) for seat in range(seats)] == [FACTS[game.slug].TURNS] * seats
        assert game.replay(seats, game.options(), match.events) == match.state


@every_table
@few(25)
@given(seed=seeds, turn=turns)
def test_every_well_formed_move_is_accepted_exactly_if_it_is_listed(game: Game, seats, seed, turn):
    state = play(game, seats, seed, turn).state
    for seat in range(seats):
        listed = game.legal_moves(state, seat)
        assert len(set(listed)) == len(listed)
        assert bool(listed) == (seat in game.to_move(state))
        assert {move for move in FACTS[game.slug].WELL_FORMED if is_accepted(game, state, seat, move)} == set(listed)


def is_accepted(game: Game, state, seat, move) -> bool:
    try:
        game.decide(state, seat, move)
    except (IllegalMove, NotYourTurn) as refusal:
        refusal.template.format(**refusal.values)  # they fit, else this raises
        return False
    return True


@every_table
@few(15)
@given(seed=seeds)
def test_deciding_the_stored_moves_again_gives_the_stored_events(game: Game, seats, seed):
    match = play(game, seats, seed)
    state = game.replay(seats, game.options(), match.opening)
    for step in match.steps:
        assert game.decide(state, step.seat, step.move) == step.decided
        state, followed = settled_down(game, evolved(game, state, step.decided))
        assert followed == step.followed


@every_table
@few(15)
@given(seed=seeds, turn=turns)
def test_pieces_are_neither_lost_nor_doubled(game: Game, seats, seed, turn):
    match = play(game, seats, seed, turn)
    FACTS[game.slug].count_pieces(match.events, match.state)


@every_table
@few(5)
@given(seed=seeds)
def test_disturbing_the_global_random_changes_nothing(game: Game, seats, seed):
    assert play(game, seats, seed, before=lambda: random.seed(1)) == play(game, seats, seed, before=random.random)


@every_table
@few(25)
@given(seed=seeds, turn=turns)
def test_worlds_that_differ_only_in_hidden_things_look_the_same(game: Game, seats, seed, turn):
    state = play(game, seats, seed, turn).state
    other = FACTS[game.slug].otherwise(state)
    for seat in (None, *range(seats)):
        view = game.view(state, seat)
        assert view == game.view(other, seat) == game.view(view, seat)
        assert game.plain(view) == game.plain(game.view(other, seat))
    for seat in range(seats):
        view, from_other = game.view(state, seat), game.view(other, seat)
        assert game.legal_moves(state, seat) == game.legal_moves(view, seat) == game.legal_moves(from_other, seat)
        for chosen in FACTS[game.slug].CHOSEN:
            assert game.choices(view, seat, chosen) == game.choices(from_other, seat, chosen)


@every_table
@few(25)
@given(seed=seeds, turn=turns, luck=st.integers(0, 255))
def test_an_imagined_state_looks_like_the_view_and_can_be_played_to_its_end(game: Game, seats, seed, turn, luck):
    state = play(game, seats, seed, turn).state
    for seat in (None, *range(seats)):
        view = game.view(state, seat)
        imagined = game.imagine(view, seat, key(luck))
        assert game.view(imagined, seat) == view
    while called := game.to_move(imagined):
        move = game.legal_moves(imagined, called[0])[0]
        imagined, _ = settled_down(game, evolved(game, imagined, game.decide(imagined, called[0], move)))


@every_table
@few(15)
@given(seed=seeds, turn=turns)
def test_a_view_answers_like_its_state(game: Game, seats, seed, turn):
    state = play(game, seats, seed, turn).state
    view = game.view(state, None)
    assert game.to_move(view) == game.to_move(state)
    assert game.result(view) == game.result(state)
    assert game.result(state).points == tuple(game.points(state, seat) for seat in range(seats))
    for seat in game.to_move(state):
        move = game.legal_moves(state, seat)[-1]
        assert game.decide(view, seat, move) == game.decide(state, seat, move)
