"""Matches of Sprawlopolis dealt by hand, and cities drawn as they are seen from above."""

from collections.abc import Sequence

from shared.games.chance import Drawn, PublicDraw
from shared.games.grid import Cell
from shared.games.sprawlopolis import GAME
from shared.games.sprawlopolis.page.told_city import seen_from_above
from shared.games.sprawlopolis.play.cards import CARDS
from shared.games.sprawlopolis.play.moves import PlayCard
from shared.games.sprawlopolis.play.pieces import Blocks, Difficulty
from shared.games.sprawlopolis.play.setup import Options
from shared.games.sprawlopolis.play.state import State
from tests.games.scenario import settled_down

IN_ORDER = tuple(CARDS)  # the goals are 1, 2, 3, and the starter has 4, 5, 6


def drawn(seats: int, cards: Sequence[int] = IN_ORDER, starts: int = 0) -> Drawn:
    """`cards` from the top: goals, hands, the city's first card, the deck."""
    items = tuple(str(card) for card in CARDS)
    order = tuple(items.index(str(card)) for card in cards)
    first = (starts, *(seat for seat in range(seats) if seat != starts))
    public = PublicDraw("start", tuple(map(str, range(seats))), ()), PublicDraw("cards", items, ())
    return Drawn(draws=public, orders=(first, order))


def dealt(
    seats: int, cards: Sequence[int] = IN_ORDER, starts: int = 0, difficulty: Difficulty = "normal"
) -> State:
    """At the first turn."""
    before = GAME.initial(seats, Options(difficulty=difficulty), 1)
    state: State = settled_down(GAME, GAME.evolve(before, drawn(seats, cards, starts)))[0]
    return state


def lay(card: int, row: int, column: int, turned: bool = False) -> PlayCard:
    return PlayCard(card=card, place=Cell(row, column), turned=turned)


def city(*rows: str) -> Blocks:
    return seen_from_above(rows)
