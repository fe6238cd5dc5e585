"""Sprawlopolis in numbers. Places are counted from the city's own corner, so a city looks the same wherever it lies."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, get_args

import numpy as np

from shared.errors import IllegalMove
from shared.games.grid import Cell
from shared.games.sprawlopolis.play.cards import CARDS, FACES
from shared.games.sprawlopolis.play.ground import MIDDLE, SIDES, WIDTH
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


@lru_cache(maxsize=1 << 8)
def corner(cards: tuple[Laid, ...]) -> Corner:
    """Of a city of these cards."""
    row = min([laid.spot // WIDTH for laid in cards]) - MIDDLE - MARGIN
    column = min([laid.spot % WIDTH for laid in cards]) - MIDDLE - MARGIN
    return Corner(row, column)


def action(view: State, seat: int, move: PlayCard) -> int:
    """Raises ValueError for a card that the seat does not hold, or a place that no card could touch."""
    at = corner(view.laid)
    row, column = move.place.row - at.row, move.place.column - at.column
    if row not in range(LINES) or column not in range(LINES):
        raise ValueError(f"{move} is too far away from the city")
    return ((view.cards_of(seat).index(move.card) * TURNS + move.turned) * LINES + row) * LINES + column


def move(view: State, seat: int, action: int) -> PlayCard:
    hand, at = view.cards_of(seat), corner(view.laid)
    if not 0 <= action < ACTIONS:
        raise IllegalMove("there is no action {action}", action=action)
    way, place = divmod(int(action), PLACES)
    card, turned = divmod(way, TURNS)
    if card >= len(hand):
        raise IllegalMove("there is no card {card} in this hand", card=card + 1)
    row, column = divmod(place, LINES)
    return PlayCard(card=hand[card], place=Cell(at.row + row, at.column + column), turned=bool(turned))


def mask(view: State, seat: int) -> Small:
    """Each card of the hand, turned or not, on each spot that the city's cards have reached, as in `play/legal.py`."""
    found = np.zeros((FULL_HAND, TURNS, LINES, LINES), np.int8)
    if to_move(view) == (seat,):
        found[: len(view.cards_of(seat))] = _within_reach(view)
    return found.ravel()


def _within_reach(view: State) -> Small:
    at, reached = corner(view.laid), view.city.reached.to_bytes(WIDTH * WIDTH // 8, "little")
    spots = np.unpackbits(np.frombuffer(reached, np.uint8), bitorder="little").reshape(WIDTH, WIDTH)
    row, column = at.row + MIDDLE, at.column + MIDDLE
    return spots[row : row + LINES, column : column + LINES].view(np.int8)


def observed(view: State, seat: int) -> Small:
    """Part by part, as `LAYOUT` lists them."""
    return np.concatenate([_city(view), joined(_beside_the_city(view, seat))])


def _city(view: State) -> Small:
    city, at = np.zeros((WINDOW, WINDOW, len(BLOCK)), np.int8), corner(view.laid)
    for card, spot, turned in view.laid:
        row, column = spot // WIDTH - MIDDLE - at.row, spot % WIDTH - MIDDLE - at.column
        city[row : row + 2, column : column + 2] = FACE[card, turned]
    return city.ravel()


def _beside_the_city(view: State, seat: int) -> list[bytes]:
    seats, hand = len(view.hands), view.cards_of(seat)
    starts = NOBODY if view.starts is None else view.starts
    return [
        *[CARD_BYTES[card] for card in hand],
        NO_CARD * (FULL_HAND - len(hand)),
        NO_CARD if view.top is None else CARD_BYTES[view.top],
        *[PLACE[place] for place in _where(view, seat)],
        padded([len(view.hands[(seat + step) % seats]) for step in range(seats)], MOST_SEATS),
        bytes([len(view.deck), view.target, view.moves_left]),
        padded([1] * seats, MOST_SEATS),
        *[
            SEAT[NOBODY if whose == NOBODY else (whose - seat) % seats]
            for whose in (starts, next(iter(to_move(view)), NOBODY))
        ],
        DIFFICULTY[DIFFICULTIES.index(view.difficulty)],
    ]


def _where(view: State, seat: int) -> list[int]:
    """By card: where it is, as far as the seat knows."""
    where, seats = dict.fromkeys(CARDS, UNKNOWN), len(view.hands)
    for holder, cards in enumerate(view.remembered):
        where.update(dict.fromkeys(cards, HAND + (holder - seat) % seats))
    where.update(dict.fromkeys(view.goals, GOAL))
    where.update((laid.card, CITY) for laid in view.laid)
    where.update(dict.fromkeys(view.cards_of(seat), HAND))
    if view.top is not None:
        where[view.top] = TOP
    return list(where.values())


def _face(blocks: Sequence[Block]) -> Small:
    """Its blocks as they lie, in two rows of two."""
    rows = [[block.zone is zone for zone in ZONES] + [step in block.road for step in STEPS] for block in blocks]
    return np.array(rows, np.int8).reshape(2, 2, len(BLOCK))


FACE = {way: _face(blocks) for way, blocks in FACES.items()}
CARD_BYTES = {card: FACE[card, False].tobytes() for card in CARDS}
NO_CARD = bytes(4 * len(BLOCK))
PLACE, SEAT, DIFFICULTY = (one_of(count) for count in (len(WHERE), MOST_SEATS, len(DIFFICULTIES)))

CODING = Coding(actions=ACTIONS, layout=LAYOUT, action=action, move=move, mask=mask, observed=observed)
