"""The books of ratings in the ledger: found without reading them, opened one after the other, and written to."""

from collections.abc import Iterable, Mapping
from typing import Any

from shared.ledger.decider import Message
from shared.ledger.fold import Answer, Folded
from shared.platform.cited import Cited
from shared.platform.rating import Book, Close, Command, Open, Point, Rate, stream_of
from shared.platform.rating.anew import Rated, history, opening
from shared.platform.rating.events import Rerated
from shared.platform.streams import Streams, cite

MOST = 3  # books in which the way of a player is followed back


class Books:
    """Of all pools. A process asks the ledger only for what is behind the newest book that it has seen."""

    def __init__(self, streams: Streams) -> None:
        self.streams = streams
        self._seen: dict[str, int] = {}

    def newest(self, pool: str) -> int:
        """The number of the newest book; 0 where nothing was ever rated."""
        found, step = self._seen.get(pool, 0), 1
        while self._is_there(pool, found + step):
            found, step = found + step, step * 2
        while step := step // 2:
            found += step if self._is_there(pool, found + step) else 0
        self._seen[pool] = found
        return found

    def book(self, pool: str, number: int) -> Folded[Book]:
        return self.streams.ratings.load(stream_of(pool, number))

    def now(self, pool: str) -> Book:
        """The newest book; one without players where there is none."""
        number = self.newest(pool)
        return self.book(pool, number).state if number else Book()

    def way(self, pool: str, player: str, most: int) -> list[Point]:
        """After the player's newest matches, the newest last. As few books are read as that takes, and at most MOST."""
        found = list[Point]()
        for number in range(last := self.newest(pool), max(last - MOST, 0), -1):
            found += [point for point in self.book(pool, number).state.point(player).back() if point.match]
            if len(found) >= most:
                break
        return found[:most][::-1]

    def change(self, pool: str, number: int, match: str, players: Iterable[str]) -> dict[str, tuple[Point, Point]]:
        """What a match has changed for them, as it was computed then: before and after."""
        book = self.book(pool, number).state
        ways = {player: book.point(player).back() for player in players}
        after = {player: next((point for point in way if point.match == match), None) for player, way in ways.items()}
        return {player: (one.earlier, one) for player, one in after.items() if one and one.earlier}

    def events(self, pool: str) -> list[list[Any]]:
        """Of all books."""
        past = self.streams.ratings.reader.past
        numbers = range(1, self.newest(pool) + 1)
        return [[entry.event for entry in past(stream_of(pool, number)).entries] for number in numbers]

    def history(self, pool: str) -> dict[str, Rated]:
        return history(self.events(pool))

    def rate(self, pool: str, by: str, cause: str, command: Rate) -> Answer:
        """In the newest book, which is opened before if it has to be. Raises MatchOver, NotAllowed."""
        return self._handle(self._open(pool, by), by, cause, command)

    def rerate(self, pool: str, by: str, cause: str, rerated: Rerated) -> None:
        """Close the newest book and open the next one, computed anew. A second call finds that done."""
        if not self._is_closed_for(pool, rerated):
            self._handle(self._open(pool, by), by, cause, Close(rerated=rerated))
        self._open(pool, by)

    def go_on(self, pool: str, by: str) -> None:
        """Open the book that follows one that was closed for a correction, if nobody has."""
        if (closed := self.now(pool).closed) is not None and closed.rerated is not None:
            self._open(pool, by)

    def _is_closed_for(self, pool: str, rerated: Rerated) -> bool:
        last = self.newest(pool)
        closed = (self.book(pool, number).state.closed for number in range(max(1, last - 1), last + 1))
        return any(one is not None and one.rerated == rerated for one in closed)

    def _open(self, pool: str, by: str) -> str:
        """The stream of the newest book, after which none is closed."""
        number = self.newest(pool)
        last = self.book(pool, number) if number else None
        if last is not None and last.state.closed is None:
            return last.stream
        previous: Cited | None = cite(last) if last else None
        stream, before = stream_of(pool, number + 1), f"{last.stream}#{last.version}" if last else f"rating:{pool}#0"
        command = Open(book=number + 1, previous=previous, ratings=self._carried(pool, last))
        self._handle(stream, by, f"{before}:open", command)
        return stream

    def _carried(self, pool: str, last: Folded[Book] | None) -> Mapping[str, Point]:
        """All books are read where a match was rated anew, and none where the last one says it all."""
        if last is None:
            return {}
        is_anew = last.state.closed is not None and last.state.closed.rerated is not None
        return opening(self.events(pool)) if is_anew else last.state.players

    def _handle(self, stream: str, by: str, cause: str, command: Command) -> Answer:
        return self.streams.ratings.handle(Message(stream=stream, by=by, cause=cause, command=command))

    def _is_there(self, pool: str, number: int) -> bool:
        return self.streams.ledger.last(stream_of(pool, number)) > 0
