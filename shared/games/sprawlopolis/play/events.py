"""What happens in Sprawlopolis. Cards are their numbers; seats count from 0.

What a hand holds is sealed. A card becomes public when it lies open: as a goal, on the deck, in the city, or shown by
its holder.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from shared.annotations import aside, drawn, sealed, seat_number
from shared.games.grid import Cell


@dataclass(frozen=True, slots=True, kw_only=True)
class StarterDrawn:
    """Which seat gets three cards and plays first."""

    seat: int = drawn("start")


@dataclass(frozen=True, slots=True, kw_only=True)
class GoalsLaid:
    """Three cards lie with their backs up for the whole match; `target` is the sum of their numbers."""

    target: int
    cards: tuple[int, ...] = drawn("cards")


@dataclass(frozen=True, slots=True, kw_only=True)
class HandDealt:
    seat: int
    count: int
    cards: tuple[int, ...] = sealed()


@dataclass(frozen=True, slots=True, kw_only=True)
class CityStarted:
    """The city's first card was laid, not turned; `place` is where its top left block lies, as in all that follows."""

    place: Cell
    card: int = drawn("cards")


@dataclass(frozen=True, slots=True, kw_only=True)
class TopShown:
    """The card that lies on the deck now, for everybody to see."""

    card: int = drawn("cards")


@aside
@dataclass(frozen=True, slots=True, kw_only=True)
class CardShown:
    """Everybody was shown the card that is laid this turn. The turn goes on."""

    seat: int
    card: int = drawn("cards")


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPlayed:
    seat: int
    place: Cell
    turned: bool
    card: int = drawn("cards")


@dataclass(frozen=True, slots=True, kw_only=True)
class HandPassed:
    """What was left of a hand went to the seat on the left, which plays next."""

    seat: int
    to: int = seat_number()
    count: int
    cards: tuple[int, ...] = sealed()


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDrawn:
    """The top card of the deck, which everybody had seen, went to a hand."""

    seat: int
    card: int = drawn("cards")


Event = StarterDrawn | GoalsLaid | HandDealt | CityStarted | TopShown | CardShown | CardPlayed | HandPassed | CardDrawn

EVENTS: Mapping[str, type] = {
    "sprawlopolis.starter_drawn": StarterDrawn,
    "sprawlopolis.goals_laid": GoalsLaid,
    "sprawlopolis.hand_dealt": HandDealt,
    "sprawlopolis.city_started": CityStarted,
    "sprawlopolis.top_shown": TopShown,
    "sprawlopolis.card_shown": CardShown,
    "sprawlopolis.card_played": CardPlayed,
    "sprawlopolis.hand_passed": HandPassed,
    "sprawlopolis.card_drawn": CardDrawn,
}
