"""Sprawlopolis in numbers. Places are counted from the city's own corner, so a city looks the same wherever it lies."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, get_args

import numpy as np

from shared.errors import IllegalMove
from shared.games.sprawlopolis.play.cards import CARDS, FACES
from shared.games.sprawlopolis.play.city import City
from shared.games.sprawlopolis.play.ground import MIDDLE, SIDES, WIDTH, Spot, cell_of
from shared.games.sprawlopolis.play.moves import PlayCard
from shared.games.sprawlopolis.play.pieces import Block, Difficulty, Zone
from shared.games.sprawlopolis.play.state import FULL_HAND, GOALS, IN_CITY, NOBODY, Laid, State, to_move
from shared.research.arrays import Coding, Layout, Part, Small, joined, one_of, padded

MOST_SEATS = 4
MARGIN = 2  # rows above and columns left of a city where a card may begin
LINES = 2 * IN_CITY + 1  # rows, and columns, where a card may begin: 14 cards make a city 28 long at most
PLACES = LINES * LINES
TURNS = 2
ACTIONS = FULL_HAND * TURNS * PLACES
WINDOW = 2 * IN_CITY + MARGIN  # rows, and columns, of a window around a finished city

ZONES, STEPS, DIFFICULTIES = tuple(Zone), tuple(SIDES.values()), get_args(Difficulty)
BLOCK = (*ZONES, *SIDES)  # its zone, and the sides that its road joins
WHERE = ("goal", "city", "top", "hand", "left", "opposite", "right", "unknown")
GOAL, CITY, TOP, HAND = range(4)
UNKNOWN = len(WHERE) - 1

LAYOUT = Layout(
    Part("city", (WINDOW, WINDOW, len(BLOCK))),
    Part("hand", (FULL_HAND, 2, 2, len(BLOCK))),
    Part("top", (2, 2, len(BLOCK))),
    Part("cards", (len(CARDS), len(WHERE))),
    Part("hands", (MOST_SEATS,), FULL_HAND),
    Part("deck", (1,), len(CARDS)),
    Part("target", (1,), sum(sorted(CARDS)[-GOALS:])),
    Part("moves_left", (1,), IN_CITY),
    Part("seats", (MOST_SEATS,)),
    Part("starts", (MOST_SEATS,)),
    Part("moves", (MOST_SEATS,)),
    Part("difficulty", (len(DIFFICULTIES),)),
)


class Corner(NamedTuple):
    """Where row 0 and column 0 of actions and observations are: two above and two left of the city."""

    row: int
    column: int


def corner(city: City) -> Corner:
    """The first row and the first column where a card may begin."""
    spot = _corner_spot(city.reached)
    return Corner(spot // WIDTH - MIDDLE, spot % WIDTH - MIDDLE)


@lru_cache(maxsize=1 << 8)
def _corner_spot(reached: int) -> Spot:
    """Of a bit set of spots: where its first row and its first column cross."""
    first = _lowest(reached) // WIDTH
    columns = reached >> first * WIDTH
    for rows in (16, 8, 4, 2, 1):  # the lower half onto the upper half, until one row of 32 is left
        columns |= columns >> rows * WIDTH
    return first * WIDTH + _lowest(columns) % WIDTH


def _lowest(spots: int) -> Spot:
    return (spots & -spots).bit_length() - 1


def action(view: State, seat: int, move: PlayCard) -> int:
    """Raises ValueError for a card that the seat does not hold, or a place that no card could touch."""
    at = corner(view.city)
    row, column = move.place.row - at.row, move.place.column - at.column
    if row not in range(LINES) or column not in range(LINES):
        raise ValueError(f"{move} is too far away from the city")
    return ((view.cards_of(seat).index(move.card) * TURNS + move.turned) * LINES + row) * LINES + column


def move(view: State, seat: int, action: int) -> PlayCard:
    hand = view.cards_of(seat)
    if not 0 <= action < ACTIONS:
        raise IllegalMove("there is no action {action}", action=action)
    way, place = divmod(int(action), PLACES)
    card, turned = divmod(way, TURNS)
    if card >= len(hand):
        raise IllegalMove("there is no card {card} in this hand", card=card + 1)
    row, column = divmod(place, LINES)
    spot = _corner_spot(view.city.reached) + row * WIDTH + column
    return PlayCard(card=hand[card], place=cell_of(spot), turned=bool(turned))


def mask(view: State, seat: int) -> Small:
    """Each card of the hand, turned or not, on each spot that the city's cards have reached, as in `play/legal.py`."""
    if to_move(view) != (seat,):
        return np.zeros(ACTIONS, np.int8)
    ways = TURNS * len(view.cards_of(seat))
    return joined([_within_reach(view.city.reached) * ways, bytes(ACTIONS - PLACES * ways)])


def _within_reach(reached: int) -> bytes:
    """By row and column: 1 where a card may begin."""
    spots = (reached >> _corner_spot(reached)).to_bytes(LINES * WIDTH // 8, "little")
    lines = np.unpackbits(np.frombuffer(spots, np.uint8), bitorder="little").reshape(LINES, WIDTH)
    return lines[:, :LINES].tobytes()


def observed(view: State, seat: int) -> Small:
    """Part by part, as `LAYOUT` lists them."""
    return joined([_window(view.laid).blocks.data, *_beside_the_city(view, seat)])


class Window(NamedTuple):
    """A city from its corner on. Nobody writes into it."""

    top: int
    left: int
    blocks: Small


@lru_cache(maxsize=1 << 8)
def _window(cards: tuple[Laid, ...]) -> Window:
    """Made from that of all cards but the last one: what was there moves down and right if the corner moves away."""
    card, spot, turned = cards[-1]
    row, column = divmod(spot, WIDTH)
    top, left = row - MARGIN, column - MARGIN
    blocks = np.zeros((WINDOW, WINDOW, len(BLOCK)), np.int8)
    if len(cards) > 1:
        past = _window(cards[:-1])
        top, left = min(top, past.top), min(left, past.left)
        down, right = past.top - top, past.left - left
        blocks[down:, right:] = past.blocks[: WINDOW - down, : WINDOW - right]
    blocks[row - top : row - top + 2, column - left : column - left + 2] = FACE[card, turned]
    return Window(top, left, blocks)


def _beside_the_city(view: State, seat: int) -> list[bytes]:
    seats, hand = len(view.hands), view.cards_of(seat)
    starts, called = NOBODY if view.starts is None else view.starts, next(iter(to_move(view)), NOBODY)
    top = view.top
    return [
        *[CARD_BYTES[card] for card in hand],
        NO_CARD * (FULL_HAND - len(hand)),
        NO_CARD if top is None else CARD_BYTES[top],
        *_where(view, seat, hand),
        padded([len(view.hands[(seat + step) % seats]) for step in range(seats)], MOST_SEATS),
        bytes([len(view.deck), view.target, view.moves_left]),
        padded([1] * seats, MOST_SEATS),
        *[SEAT[NOBODY if whose == NOBODY else (whose - seat) % seats] for whose in (starts, called)],
        DIFFICULTY[DIFFICULTIES.index(view.difficulty)],
    ]


def _where(view: State, seat: int, hand: Sequence[int]) -> list[bytes]:
    """By card, from number 1: where it is, as far as the seat knows."""
    where, seats = [PLACE[UNKNOWN]] * len(CARDS), len(view.hands)
    for holder, cards in enumerate(view.remembered):
        for card in cards:
            where[card - 1] = PLACE[HAND + (holder - seat) % seats]
    for card, _, _ in view.laid:
        where[card - 1] = PLACE[CITY]
    for card in view.goals:
        where[card - 1] = PLACE[GOAL]
    for card in hand:
        where[card - 1] = PLACE[HAND]
    if view.top is not None:
        where[view.top - 1] = PLACE[TOP]
    return where


def _face(blocks: Sequence[Block]) -> Small:
    """Its blocks as they lie, in two rows of two."""
    rows = [[block.zone is zone for zone in ZONES] + [step in block.road for step in STEPS] for block in blocks]
    return np.array(rows, np.int8).reshape(2, 2, len(BLOCK))


FACE = {way: _face(blocks) for way, blocks in FACES.items()}
CARD_BYTES = {card: FACE[card, False].tobytes() for card in CARDS}
NO_CARD = bytes(4 * len(BLOCK))
PLACE, SEAT, DIFFICULTY = (one_of(count) for count in (len(WHERE), MOST_SEATS, len(DIFFICULTIES)))

CODING = Coding(actions=ACTIONS, layout=LAYOUT, action=action, move=move, mask=mask, observed=observed)
