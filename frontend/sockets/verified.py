"""Whose cookie this process has looked into: sockets of others take the whole way, and some are closed again.

A socket is open for hours, so a cookie that was good when it opened may be worthless a moment later. The stream
`people:news` says whose claim has to be looked at again.
"""

from collections import OrderedDict
from collections.abc import Iterable
from threading import Lock

from frontend.people.claims import Claims
from frontend.sockets.hub import Hub
from frontend.sockets.watcher import Watcher

MOST = 20_000  # people who are remembered
SIGNED_OUT = 1008  # the code with which their sockets are closed (RFC 6455, 7.4.1: policy)


class Verified:
    """By person: the secret that was right, or None for a guest."""

    def __init__(self, claims: Claims) -> None:
        self.claims = claims
        self._lock = Lock()
        self._known: OrderedDict[str, str | None] = OrderedDict()
        self._forgotten = 0

    @property
    def forgotten(self) -> int:
        """How often something was. Asked before a cookie is looked into: news that comes meanwhile is about it too."""
        return self._forgotten

    def note(self, person: str, secret: str | None, forgotten: int) -> None:
        """Unless anything was forgotten since."""
        with self._lock:
            if forgotten != self._forgotten:
                return
            self._known[person] = secret
            self._known.move_to_end(person)
            if len(self._known) > MOST:
                self._known.popitem(last=False)

    def holds(self, person: str | None, secret: str | None) -> bool:
        """Whether nobody needs to ask the server; a visitor who is nobody claims nothing."""
        with self._lock:
            return person is None or (person in self._known and self._known[person] == secret)

    def forget(self, people: set[str] | None = None) -> None:
        """These, or everybody: news may have been missed."""
        with self._lock:
            self._forgotten += 1
            for person in list(self._known) if people is None else people:
                self._known.pop(person, None)

    def close_others(self, hub: Hub, people: set[str] | None = None) -> None:
        """End the sockets of whoever is signed out, of these people or of all. Raises Unavailable."""
        self.forget(people)
        self._look_into(hub, (one for one in hub.everybody() if people is None or one.viewer.person in people))

    def close_newcomers(self, hub: Hub, newcomers: Iterable[Watcher]) -> None:
        """The same for those who were on their way in when the news came. Raises Unavailable."""
        self._look_into(hub, [one for one in newcomers if not self.holds(one.viewer.person, one.secret)])

    def _look_into(self, hub: Hub, watchers: Iterable[Watcher]) -> None:
        found: dict[tuple[str, str | None], list[Watcher]] = {}
        for one in watchers:
            if person := one.viewer.person:
                found.setdefault((person, one.secret), []).append(one)
        for (person, secret), theirs in found.items():
            forgotten = self.forgotten
            if self.claims.is_true(person, secret):
                self.note(person, secret, forgotten)
            else:
                hub.close(theirs, SIGNED_OUT)
