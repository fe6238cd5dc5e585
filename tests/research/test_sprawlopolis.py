"""What an observation of Sprawlopolis says, read as docs/research.md describes it."""

import numpy as np
import pytest

from shared.games.grid import Cell
from shared.games.sprawlopolis import GAME
from shared.games.sprawlopolis.play.cards import FACES
from shared.games.sprawlopolis.play.ground import MIDDLE, SIDES, WIDTH
from shared.games.sprawlopolis.play.moves import PlayCard
from shared.games.sprawlopolis.play.setup import Options
from shared.games.sprawlopolis.play.state import State
from shared.research import Environment
from shared.research.arrays import Small
from shared.research.sprawlopolis import ACTIONS, BLOCK, LAYOUT, LINES, PLACES, WHERE, corner
from tests.games.sprawlopolis import facts
from tests.research.tables import Table, allowed, played


def test_the_same_action_is_the_same_place_beside_the_city_wherever_that_lies():
    match = next(played(Table(facts, Options(), 1), 1))
    below = 4 * LINES + 2  # two rows down from the city's two, and in its first column
    move = match.coding.move(match.state_now, 0, below)
    assert (move.place, move.turned) == ((2, 0), False)
    match.step(2)  # two rows above the city, in its first column: its corner goes up
    moved = match.coding.move(match.state_now, 0, below + 2 * LINES)
    assert moved.place == (2, 0)


def test_a_move_far_away_or_of_another_hand_has_no_action():
    match = next(played(Table(facts, Options(), 1), 1))
    card = match.state_now.cards_of(0)[0]
    for move in (
        PlayCard(card=card, place=Cell(30, 0), turned=False),
        PlayCard(card=card, place=Cell(0, -3), turned=False),
    ):
        with pytest.raises(ValueError, match="too far away"):
            match.coding.action(match.state_now, 0, move)
    with pytest.raises(ValueError, match="not in list"):
        match.coding.action(match.state_now, 0, PlayCard(card=match.state_now.goals[0], place=Cell(0, 0), turned=False))


@pytest.mark.parametrize("pick", [0, -1])
def test_the_longest_city_has_room_and_all_its_places_have_actions(pick):
    """Each card goes as far up as it can, or as far down."""
    match = next(played(Table(facts, Options(), 1), 2))
    while not any(match.terminations.values()):
        way = [action for action in allowed(match) if action < PLACES]
        assert len(allowed(match)) == len(GAME.legal_moves(match.state_now, 0))
        match.step(way[pick])
    rows = LAYOUT.part(match.observe("player_0")["observation"], "city").any(axis=(1, 2))
    assert np.flatnonzero(rows).tolist() == list(range(2, 32))
    assert match.action_space("player_0").n == ACTIONS == 5766


@pytest.mark.parametrize("options", facts.OPTIONS)
def test_an_observation_says_what_the_view_shows(options: Options):
    for match in played(Table(facts, options, 4), 8):
        for seat, agent in enumerate(match.possible_agents):
            says_what_is_shown(match, seat, match.observe(agent)["observation"])


def says_what_is_shown(match: Environment, seat: int, seen: Small) -> None:
    view: State = GAME.view(match.state_now, seat)
    order = [(seat + step) % 4 for step in range(4)]
    city, at = LAYOUT.part(seen, "city"), corner(view.city)
    spots = {(row + at.row, column + at.column) for row, column in np.argwhere(city.any(axis=2)).tolist()}
    assert spots == {(spot // WIDTH - MIDDLE, spot % WIDTH - MIDDLE) for spot in view.city.blocks}
    for spot, block in view.city.blocks.items():
        assert told_block(city[spot // WIDTH - MIDDLE - at.row, spot % WIDTH - MIDDLE - at.column]) == block
    for place, card in enumerate(view.cards_of(seat)):
        told = LAYOUT.part(seen, "hand")[place].reshape(4, len(BLOCK))
        assert tuple(map(told_block, told)) == FACES[card, False]
    where = [WHERE[index] for index in LAYOUT.part(seen, "cards").argmax(axis=1)]
    for name, cards in {
        "goal": view.goals,
        "city": [laid.card for laid in view.laid],
        "hand": view.cards_of(seat),
    }.items():
        assert {card for card, place in enumerate(where, 1) if place == name} == set(cards)
    for name, other in zip(("left", "opposite", "right"), order[1:], strict=True):
        assert {card for card, place in enumerate(where, 1) if place == name} == set(view.remembered[other])
    assert [card for card, place in enumerate(where, 1) if place == "top"] == ([] if view.top is None else [view.top])
    assert LAYOUT.part(seen, "hands").tolist() == [len(view.hands[other]) for other in order]
    assert [LAYOUT.part(seen, name).item() for name in ("deck", "target", "moves_left")] == [
        len(view.deck),
        view.target,
        view.moves_left,
    ]
    assert order[LAYOUT.part(seen, "starts").argmax()] == view.starts
    if called := GAME.to_move(view):
        assert order[LAYOUT.part(seen, "moves").argmax()] == called[0]
    assert LAYOUT.part(seen, "difficulty").sum() == 1


def told_block(row: Small) -> object:
    told = dict(zip(BLOCK, row.tolist(), strict=True))
    (zone,) = [name for name in BLOCK[:4] if told[name]]
    return zone, tuple(SIDES[side] for side in SIDES if told[side])
