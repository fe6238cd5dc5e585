"""All streams of this process, by bot and by match."""

from collections.abc import Collection, Iterable
from threading import Event, Lock

from frontend.bots.stream import Stream
from shared.annotations import Json


class Hub:
    def __init__(self) -> None:
        self._lock = Lock()
        self._streams: set[Stream] = set()
        self._newcomers: list[Stream] = []
        self.left: set[str] = set()  # players whose last stream here has gone
        self.has_some = Event()
        self.has_newcomers = Event()

    @property
    def count(self) -> int:
        return len(self._streams)

    def join(self, stream: Stream) -> None:
        with self._lock:
            self._streams.add(stream)
            self._newcomers.append(stream)
        self.has_some.set()
        self.has_newcomers.set()

    def leave(self, stream: Stream) -> None:
        with self._lock:
            self._streams.discard(stream)
            player = stream.program.player
            others = any(each.program.player == player for each in self._streams)
            if not (others or stream.is_replaced or stream.ends is not None):
                self.left.add(player)
            if not self._streams:
                self.has_some.clear()

    def newcomers(self, patience: float) -> list[Stream]:
        """Waits for them that many seconds."""
        if not self.has_newcomers.wait(patience):
            return []
        self.has_newcomers.clear()
        with self._lock:
            found, self._newcomers = self._newcomers, []
        return found

    def gone(self) -> set[str]:
        """Players that have no stream here any more, each told once."""
        with self._lock:
            found, self.left = self.left, set()
        return found

    def everybody(self) -> list[Stream]:
        with self._lock:
            return list(self._streams)

    def of_players(self, players: Collection[str]) -> Collection[list[Stream]]:
        """Those of each bot."""
        found: dict[str, list[Stream]] = {}
        for stream in self.everybody():
            if stream.program.player in players:
                found.setdefault(stream.program.player, []).append(stream)
        return found.values()

    def of_people(self, people: Collection[str]) -> list[Stream]:
        return [stream for stream in self.everybody() if stream.program.person in people]

    def of_matches(self, ids: Collection[str]) -> list[Stream]:
        return [stream for stream in self.everybody() if not stream.told.keys().isdisjoint(ids)]

    def finish(self, streams: Iterable[Stream], line: Json) -> None:
        for stream in streams:
            stream.finish(line)
