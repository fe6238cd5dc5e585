"""What may be seen of a match of Sprawlopolis: no hand but one's own, of the deck only the top card, and what is shown.

In addition a seat remembers what it has passed on, and what lay open on the deck, wherever that went since.
"""

from collections.abc import Iterator

from shared.games.chance import Chance
from shared.games.sprawlopolis.play.cards import CARDS
from shared.games.sprawlopolis.play.state import NOBODY, UNKNOWN, Hand, Held, State, in_order


def view(state: State, seat: int | None) -> State:
    """A spectator sees no hand, and remembers nothing but what is shown in this turn."""
    return State(
        rules=state.rules,
        difficulty=state.difficulty,
        starts=None if state.active == NOBODY else state.starts,
        active=state.active,
        goals=state.goals,
        target=state.target,
        hands=tuple([_shown(hand, holder == seat, 1 << holder) for holder, hand in enumerate(state.hands)]),
        remembered=tuple([_remembered(state, holder, seat) for holder in range(len(state.hands))]),
        deck=(state.top, *(None,) * (len(state.deck) - 1)) if state.deck else (),
        is_shown=state.is_shown,
        laid=state.laid,
        city=state.city,
        shown=state.shown,
    )


def imagine(view: State, seat: int | None, chance: Chance) -> State:
    """A state that agrees with the view: hidden cards are drawn afresh, except those that the seat remembers."""
    seats = range(len(view.hands))
    seen = {*view.goals, *(laid.card for laid in view.laid), view.top}
    seen.update(*view.remembered, *map(view.cards_of, seats))
    unseen = [card for card in CARDS if card not in seen]
    fresh = iter([unseen[index] for index in chance.order("imagine_cards", len(unseen))])
    looking = 0 if seat is None else 1 << seat
    return view._replace(
        starts=chance.below("imagine_start", len(seats)) if view.deck and view.starts is None else view.starts,
        hands=tuple(_filled(view, holder, looking, fresh) for holder in seats),
        remembered=((),) * len(seats),
        deck=tuple(card or next(fresh) for card in view.deck),
    )


def _shown(hand: Hand, is_own: bool, holder: int) -> Hand:
    """A view does not show who else knows one's own cards."""
    return tuple([Held(held.card, holder) for held in hand]) if is_own else (UNKNOWN,) * len(hand)


def _remembered(state: State, holder: int, seat: int | None) -> tuple[int, ...]:
    if seat is None:
        return () if state.shown is None or holder != state.active else (state.shown,)
    if holder == seat:
        return ()
    known = {card for card, knowing in state.hands[holder] if card is not None and knowing >> seat & 1}
    return tuple(sorted(known.union(state.remembered[holder])))


def _filled(view: State, holder: int, looking: int, fresh: Iterator[int]) -> Hand:
    """`looking`: the bit of the viewing seat."""
    known = [held for held in view.hands[holder] if held.card is not None]
    known += [Held(card, looking | 1 << holder) for card in view.remembered[holder]]
    return in_order([*known, *(Held(next(fresh), 1 << holder) for _ in view.hands[holder][len(known) :])])
