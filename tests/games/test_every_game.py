"""Laws that every game keeps, whatever is played."""

import random
from collections.abc import Callable
from dataclasses import asdict, fields, replace
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.bots.trying import points_after
from shared.errors import IllegalMove, NotYourTurn
from shared.games.chance import Draw, Drawn
from shared.games.game import Game
from shared.games.registry import GAMES
from shared.platform.match import Match as OfPlatform
from shared.platform.match.drawn import drawn_things
from tests.games.scenario import Match, evolved, key, play, settled_down

FACTS = [import_module(f"tests.games.{slug}.facts") for slug in GAMES]
"""Of every game that can be played: what the laws have to know about it."""


class Table(NamedTuple):
    """What is played, and by how many."""

    facts: ModuleType
    options: Any
    seats: int

    @property
    def game(self) -> Game:
        found: Game = self.facts.GAME
        return found

    def __str__(self) -> str:
        return "-".join([self.game.slug, *(str(value) for value in asdict(self.options).values()), str(self.seats)])


TABLES = [Table(facts, options, seats) for facts in FACTS for options in facts.OPTIONS for seats in facts.GAME.seats]
CHUNK = 100
FIRST_OF_TEN = [0, *(pytest.param(chunk, marks=pytest.mark.slow) for chunk in range(1, 10))]

every_table = pytest.mark.parametrize("table", TABLES, ids=str)
seeds = st.integers(0, 2**64 - 1)
turns = st.integers(0, 64)


def played(table: Table, seed: int, turns: int | None = None, before: Callable[[], object] = int) -> Match:
    """To its end, or for some turns: a count beyond the end of a match starts again at 0."""
    at = None if turns is None else turns % (table.facts.turns(table.options, table.seats) + 1)
    return play(table.game, table.seats, seed, at, table.options, before)


def few(examples: int):
    return settings(max_examples=examples, deadline=None)


@pytest.mark.long
@every_table
@pytest.mark.parametrize("chunk", FIRST_OF_TEN)
def test_a_thousand_matches_of_legal_moves_end_in_time_keep_all_pieces_and_can_be_replayed(table: Table, chunk):
    game, seats = table.game, table.seats
    for seed in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        match = played(table, seed)
        assert game.to_move(match.state) == ()
        moved = [step.seat for step in match.steps]
        moves_by_seat = [moved.count(seat) for seat in range(seats)]
        assert len(moved) == table.facts.turns(table.options, seats)
        assert max(moves_by_seat) - min(moves_by_seat) <= bool(len(moved) % seats)  # as even as can be
        assert game.replay(seats, table.options, match.events) == match.state
        table.facts.count_pieces(match.events, match.state)


@pytest.mark.long
@every_table
@few(3)
@given(seed=seeds, turn=turns)
def test_every_well_formed_move_is_accepted_exactly_if_it_is_listed(table: Table, seed, turn):
    moves_are_those_that_are_listed(table, seed, turn)


@pytest.mark.slow
@every_table
@few(50)
@given(seed=seeds, turn=turns)
def test_every_well_formed_move_is_accepted_exactly_if_it_is_listed_at_many_turns(table: Table, seed, turn):
    moves_are_those_that_are_listed(table, seed, turn)


def moves_are_those_that_are_listed(table: Table, seed: int, turn: int) -> None:
    game, seats = table.game, table.seats
    state = played(table, seed, turn).state
    for seat in range(seats):
        listed = game.legal_moves(state, seat)
        assert len(set(listed)) == len(listed)
        assert bool(listed) == (seat in game.to_move(state))
        accepted = {move for move in table.facts.well_formed(state) if is_accepted(game, state, seat, move)}
        assert accepted == set(listed)


def is_accepted(game: Game, state, seat, move) -> bool:
    try:
        game.decide(state, seat, move)
    except (IllegalMove, NotYourTurn) as refusal:
        refusal.template.format(**refusal.values)  # raises if the values don't fit
        return False
    return True


@every_table
@few(15)
@given(seed=seeds)
def test_deciding_the_stored_moves_again_gives_the_stored_events(table: Table, seed):
    game, seats = table.game, table.seats
    match = played(table, seed)
    state = game.replay(seats, table.options, match.opening)
    for step in match.steps:
        assert game.decide(state, step.seat, step.move) == step.decided
        state, followed = settled_down(game, evolved(game, state, step.decided))
        assert followed == step.followed


@every_table
@few(3)
@given(seed=seeds)
def test_pieces_are_neither_lost_nor_doubled_at_any_turn(table: Table, seed):
    match = played(table, seed)
    events, state = [*match.opening], table.game.replay(table.seats, table.options, match.opening)
    table.facts.count_pieces(events, state)
    for step in match.steps:
        new = [*step.decided, *step.followed]
        events, state = [*events, *new], evolved(table.game, state, new)
        table.facts.count_pieces(events, state)


@every_table
@few(5)
@given(seed=seeds)
def test_disturbing_the_global_random_changes_nothing(table: Table, seed):
    assert played(table, seed, before=lambda: random.seed(1)) == played(table, seed, before=random.random)


@every_table
@few(25)
@given(seed=seeds, turn=turns)
def test_worlds_that_differ_only_in_hidden_things_look_the_same(table: Table, seed, turn):
    game, seats = table.game, table.seats
    state = played(table, seed, turn).state
    for seat in (None, *range(seats)):
        other = table.facts.otherwise(state, seat)
        view = game.view(state, seat)
        assert view == game.view(other, seat) == game.view(view, seat)
        assert game.plain(view) == game.plain(game.view(other, seat))
        if seat is None:
            continue
        from_other = game.view(other, seat)
        assert game.legal_moves(state, seat) == game.legal_moves(view, seat) == game.legal_moves(from_other, seat)
        for chosen in table.facts.CHOSEN:
            assert game.choices(view, seat, chosen) == game.choices(from_other, seat, chosen)


@every_table
@few(15)
@given(seed=seeds, turn=turns)
def test_the_log_is_the_same_in_worlds_that_differ_only_in_hidden_things(table: Table, seed, turn):
    game = table.game
    drawn, *told = (match := played(table, seed, turn)).events
    undealt = game.initial(table.seats, table.options, game.rules)
    state, log = settled_down(game, game.evolve(undealt, with_hidden_elsewhere(drawn, told)))
    for step in match.steps:
        decided = game.decide(state, step.seat, step.move)
        state, followed = settled_down(game, evolved(game, state, decided))
        log += [*decided, *followed]
    assert [public(event) for event in log] == [public(event) for event in told]


def with_hidden_elsewhere(event: Drawn, told: list[Any]) -> Drawn:
    """The same draws, but everything that these events did not reveal comes in another order."""
    pairs = list(zip(event.draws, event.orders, strict=True))
    draws = {public.label: Draw(public.label, public.items, order, public.seals) for public, order in pairs}
    match = OfPlatform(id="m1", games={}, draws=draws)
    shown = {(label, position) for each in told for label, position, _ in drawn_things(match, each)}
    orders = []
    for public, order in pairs:
        hidden = [item for at, item in enumerate(order) if (public.label, at) not in shown]
        others = iter([*hidden[1:], *hidden[:1]])
        orders.append(tuple(item if (public.label, at) in shown else next(others) for at, item in enumerate(order)))
    return replace(event, orders=tuple(orders))


def public(event: Any) -> Any:
    """The part of it that the log shows."""
    told = {field.name: getattr(event, field.name) for field in fields(event) if "sealed" not in field.metadata}
    return type(event), told


@every_table
@few(25)
@given(seed=seeds, turn=turns, luck=st.integers(0, 255))
def test_an_imagined_state_looks_like_the_view_and_can_be_played_to_its_end(table: Table, seed, turn, luck):
    game, seats = table.game, table.seats
    state = played(table, seed, turn).state
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
def test_a_view_answers_like_its_state(table: Table, seed, turn):
    game, seats = table.game, table.seats
    state = played(table, seed, turn).state
    view = game.view(state, None)
    assert game.to_move(view) == game.to_move(state)
    assert game.result(view) == game.result(state)
    result = game.result(state)
    assert result.points == tuple(game.points(state, seat) for seat in range(seats))
    if game.outcome:
        assert game.outcome(view) == game.outcome(state) == (result.points, result.places, result.target)
    for seat in game.to_move(state):
        move = game.legal_moves(state, seat)[-1]
        assert game.decide(game.view(state, seat), seat, move) == game.decide(state, seat, move)


@every_table
@few(5)
@given(seed=seeds, turn=turns)
def test_a_faster_way_to_the_points_after_each_move_gives_what_making_the_move_gives(table: Table, seed, turn):
    game = table.game
    state = played(table, seed, turn).state
    for seat in game.to_move(state):
        moves = game.legal_moves(state, seat)
        made = [game.points(evolved(game, state, game.decide(state, seat, move)), seat) for move in moves]
        assert list(points_after(game, state, seat, moves)) == made


@every_table
@few(15)
@given(seed=seeds, turn=turns)
def test_the_reasons_of_every_line_add_up_to_its_points(table: Table, seed, turn):
    game = table.game
    view = game.view(played(table, seed, turn).state, None)
    explained = game.explain(view)
    assert [city["seat"] for city in explained["cities"]] in (list(range(table.seats)), [None])  # None: all share it
    for lines, reasons in zip(game.result(view).lines, explained["reasons"], strict=True):
        told = dict.fromkeys(lines, 0)
        for reason in reasons:
            told[reason["line"]] += reason["points"]
        assert told == lines
