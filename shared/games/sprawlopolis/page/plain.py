"""A view of Sprawlopolis as JSON for pages, sockets and bots: seats count from 0."""

from shared.annotations import Json
from shared.games.sprawlopolis.play.plain import plain_card, plain_laid
from shared.games.sprawlopolis.play.state import NOBODY, State, to_move
from shared.games.sprawlopolis.score.plain import plain_counted, plain_goal, plain_rows
from shared.games.sprawlopolis.score.result import settled_now


def plain(view: State) -> Json:
    return {
        "difficulty": view.difficulty,
        "goals": [plain_goal(number) for number in view.goals],
        "target": view.target,
        "starts": view.starts,
        "active": None if view.active == NOBODY else view.active,
        "city": {**plain_rows(view.city.blocks), "cards": [plain_laid(laid) for laid in view.laid]},
        "counted": plain_counted(settled_now(view)),
        "hands": [_hand(view, seat) for seat in range(len(view.hands))],
        "deck": {"count": len(view.deck), "top": None if view.top is None else plain_card(view.top)},
        "shown": None if view.shown is None else plain_card(view.shown),
        "moves_left": view.moves_left,
        "to_move": list(to_move(view)),
    }


def _hand(view: State, seat: int) -> Json:
    """`cards` is null if they are hidden; `remembered`: those of them that the viewing seat has seen before."""
    cards, count = view.cards_of(seat), len(view.hands[seat])
    return {
        "seat": seat,
        "count": count,
        "cards": [plain_card(card) for card in cards] if len(cards) == count else None,
        "remembered": [plain_card(card) for card in view.remembered[seat]],
    }
