"""Notes who has a page open: nobody is called by push or mail who sees already that it is their turn, and nobody is
taken to be away from a match.
"""

from collections.abc import Callable
from datetime import datetime

from frontend.people.calls import Calls
from frontend.people.ways import Ways
from frontend.people.who import player_of
from frontend.sockets.hub import Hub
from shared.ledger.envelope import moment, stamp
from shared.people.signs import Signs


def noting(hub: Hub, ways: Ways, calls: Calls, signs: Signs, now: Callable[[], datetime]) -> Callable[[], None]:
    """Only of those who asked to be called, or may be taken to be away: the server syncs its file at every write."""

    def note() -> None:
        found = hub.present()
        signs.note(((player_of(person), id_) for person, id_ in found if id_), moment(stamp(now())))
        wanted = ways.who_has_any({person for person, _ in found})
        calls.note_here((person, id_) for person, id_ in found if person in wanted)

    return note
