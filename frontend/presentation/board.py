"""What a game itself gives to its board: the view of the viewer's seat, and what explains it."""

from collections.abc import Sequence
from typing import Any, TypedDict

from frontend.presentation.seen import Seen
from shared.annotations import Json


class BoardContext(TypedDict):
    """All of it is the game's own. `lessons` are the numbers of the cards that teach, None once the match is over.

    `allocation`: what each building is given, by seat; None for games that supply nothing.
    """

    plain: Json
    lessons: Json | None
    allocation: Sequence[Json] | None


def board_context(seen: Seen, view: Any) -> BoardContext:
    game, hints = seen.game, seen.started.hints
    return {
        "plain": game.plain(view),
        "lessons": game.teach(view, seen.you, hints=hints) if game.teach and not seen.match.is_over else None,
        "allocation": game.allocation(view) if game.allocation else None,
    }
