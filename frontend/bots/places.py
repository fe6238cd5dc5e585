"""How many programs of one bot have streams here, so that no bot takes the time that all are told in."""

from collections import Counter, defaultdict
from threading import Lock

from shared.errors import NotAllowed

MOST = 4  # clients of a bot


class Places:
    """A client has one place, however many of its streams are about to replace each other."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._clients: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def take(self, player: str, client: str) -> None:
        """Raises NotAllowed."""
        with self._lock:
            clients = self._clients[player]
            if client not in clients and len(clients) >= MOST:
                raise NotAllowed("a bot has streams of at most {most} clients at the same time: close one", most=MOST)
            clients[client] += 1

    def give_back(self, player: str, client: str) -> None:
        with self._lock:
            self._clients[player] -= Counter([client])
            if not self._clients[player]:
                del self._clients[player]
