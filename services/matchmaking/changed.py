"""Every event is noted for the next anchor, before anything else follows from it."""

from collections.abc import Mapping

from shared.games.registry import GAMES
from shared.ledger.anchors import Noted
from shared.ledger.consumer import Newest, Reaction
from shared.ledger.store import Notice
from shared.platform.events import EVENTS


def noting(noted: Noted, reactions: Mapping[str, Reaction]) -> dict[str, Reaction]:
    """These reactions, for all types that there are. Those that shared one share one again."""
    alone = Newest(lambda notice: noted.note(notice.stream))
    types = {*EVENTS, *(type_ for game in GAMES.values() for type_ in game.events)}
    both = {react: _both(noted, react) for react in set(reactions.values())}
    return {type_: both[reactions[type_]] if type_ in reactions else alone for type_ in types}


def _both(noted: Noted, react: Reaction) -> Reaction:
    def note_and_react(notice: Notice) -> None:
        noted.note(notice.stream)
        react(notice)

    return Newest(note_and_react) if isinstance(react, Newest) else note_and_react
