"""The start of a match of Sprawlopolis: its options, the empty table, and every draw of the match at once."""

from dataclasses import dataclass

from shared.games.chance import Chance, Drawn
from shared.games.sprawlopolis.play.cards import CARDS
from shared.games.sprawlopolis.play.city import NO_CITY
from shared.games.sprawlopolis.play.pieces import Difficulty
from shared.games.sprawlopolis.play.state import NOBODY, State


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """`easier`: roads cost nothing. `harder`: of the zones only the one with the largest group counts."""

    difficulty: Difficulty = "normal"


def initial(seats: int, options: Options, rules: int) -> State:
    return State(
        rules=rules,
        difficulty=options.difficulty,
        starts=None,
        active=NOBODY,
        goals=(),
        target=0,
        hands=((),) * seats,
        remembered=((),) * seats,
        deck=(),
        is_shown=False,
        laid=(),
        city=NO_CITY,
    )


def setup(seats: int, options: Options, chance: Chance) -> list[Drawn]:
    """The item at position 0 of `start` is the seat that starts. `cards`: the goals, the hands from the starting seat
    on, the city's first card, and the deck from its top on.
    """
    draws = (
        chance.draw("start", [str(seat) for seat in range(seats)]),
        chance.draw("cards", [str(card) for card in CARDS]),
    )
    return [Drawn(draws=tuple(draw.public for draw in draws), orders=tuple(draw.order for draw in draws))]


def dealt(state: State) -> dict[str, int]:
    """Including the card that lies open on the deck."""
    return {"start": len(state.hands), "cards": len(CARDS) - len(state.deck) + state.is_shown}
