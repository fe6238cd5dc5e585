"""What may be seen of a match of Sprawlopolis: neither others' hands nor the deck below its top card.

What somebody holds in the hand stays known to who held it before, and what lay open on the deck to everybody, wherever
it went: the log says so too.
"""

from shared.rules.chance import Chance
from shared.rules.sprawlopolis.cards import CARDS
from shared.rules.sprawlopolis.state import EVERYBODY, NOBODY, UNKNOWN, Held, State, in_order


def view(state: State, seat: int | None) -> State:
    return State(
        rules=state.rules,
        difficulty=state.difficulty,
        starts=None if state.active == NOBODY else state.starts,
        active=state.active,
        goals=state.goals,
        target=state.target,
        hands=tuple(in_order(tuple(_seen(held, seat) for held in hand)) for hand in state.hands),
        deck=tuple(card if at == 0 and state.is_shown else None for at, card in enumerate(state.deck)),
        is_shown=state.is_shown,
        laid=state.laid,
        city=state.city,
    )


def imagine(view: State, seat: int | None, chance: Chance) -> State:
    """A state that agrees with the view, its hidden cards drawn afresh."""
    seen = {*view.goals, *(laid.card for laid in view.laid), view.top}
    unseen = [card for card in CARDS if card not in seen.union(*map(view.cards_of, range(len(view.hands))))]
    fresh = iter([unseen[index] for index in chance.order("imagine_cards", len(unseen))])
    starts = chance.below("imagine_start", len(view.hands)) if view.deck and view.starts is None else view.starts
    return view._replace(
        starts=starts,
        hands=tuple(
            in_order(tuple(held if held.card else Held(next(fresh), 1 << holder) for held in hand))
            for holder, hand in enumerate(view.hands)
        ),
        deck=tuple(card or next(fresh) for card in view.deck),
    )


def _seen(held: Held, seat: int | None) -> Held:
    """Who else knows a card is nobody's to see, unless everybody does."""
    if held.known == EVERYBODY:
        return held
    return Held(held.card, 1 << seat) if seat is not None and held.known >> seat & 1 else UNKNOWN
