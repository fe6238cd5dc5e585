"""Notes who has a page open, so that nobody is called by push or mail who sees already that it is their turn."""

from collections.abc import Callable

from frontend.people.calls import Calls
from frontend.people.ways import Ways
from frontend.sockets.hub import Hub


def noting(hub: Hub, ways: Ways, calls: Calls) -> Callable[[], None]:
    """Only those are noted who asked to be called: the server syncs its file at every write."""

    def note() -> None:
        found = hub.present()
        wanted = ways.who_has_any({person for person, _ in found})
        calls.note_here((person, id_) for person, id_ in found if person in wanted)

    return note
