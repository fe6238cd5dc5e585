"""A hint at the match page: the move that the strongest bot would make, as if its player had chosen it."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from frontend.presentation.seen import Seen
from shared.annotations import Json
from shared.bots.hint import Change, changes, hinted
from shared.errors import NotAllowed, NotYourTurn
from shared.games.chance import Chance
from shared.platform.moves import move_from

HINT = "hint"  # in the address, where a hint chose the move


def suggested(seen: Seen) -> Mapping[str, str]:
    """What the address of the page says once the hint is chosen. The bot sees what its player sees, and no more.

    The same hint for the same turn: asked again, it doesn't change its mind.
    """
    seat, match, chosen_for = seen.you, seen.match, seen.game.chosen_for
    if seat is None or seen.unknown:
        raise NotAllowed("hints are for those who play here")
    if not seen.started.hints or chosen_for is None:
        raise NotAllowed("this match is played without hints")
    if match.turn_of(seat) is None:
        raise NotYourTurn("hints are there when it is your turn")
    view = match.view(seat)
    chance = Chance(sha256(f"hint:{seen.id}:{match.turn}".encode()).digest())
    move = hinted(seen.game, seat, view, seen.game.legal_moves(view, seat), chance)
    return {**chosen_for(move), HINT: "yes"}


def hint_of(seen: Seen, view: Any, choices: Json | None) -> list[Change] | None:
    """None where no move is chosen, and where the table plays without hints."""
    if not choices or not choices["move"] or seen.you is None or not seen.started.hints:
        return None
    return changes(seen.game, seen.you, view, move_from(seen.game.moves, choices["move"]))
