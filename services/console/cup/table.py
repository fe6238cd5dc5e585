"""One match of a tournament, from its draws to its count, as a file: by itself, so that any process can play it."""

from collections.abc import Callable
from hashlib import sha256
from typing import Any, NamedTuple

from services.console.cup.moments import still
from services.console.practice import SERVICE, id_of, in_ledger, play_out, practice
from shared.games.registry import GAMES
from shared.ledger.decider import Message
from shared.ledger.memory import MemoryLedger
from shared.platform.match import result_of
from shared.platform.records.export import export
from shared.platform.score import Count
from shared.platform.streams import Streams, cite
from shared.platform.tournament.events import Played


class Table(NamedTuple):
    """`bots` are players by seat, `seed` is the match's own, as hex."""

    game: str
    options: Any
    bots: tuple[str, ...]
    seed: str

    @property
    def match(self) -> str:
        return id_of(practice(GAMES[self.game], self.bots, self.options, self.seed))


class Ended(NamedTuple):
    played: Played
    places: tuple[int | None, ...]
    points: tuple[int, ...]
    file: bytes


def ended(table: Table) -> Ended:
    id_, streams = table.match, Streams(MemoryLedger())
    still(streams.matches, salts(table.seed, "match"))
    still(streams.scores, salts(table.seed, "score"))
    start = practice(GAMES[table.game], table.bots, table.options, table.seed)
    match, _ = play_out(start, in_ledger(streams, id_))
    end, result = cite(streams.match(id_)), result_of(match)
    count = Count(match=end, result=result)
    streams.scores.handle(Message(stream=f"score:{id_}", by=SERVICE, cause="count", command=count))
    counted = cite(streams.scores.load(f"score:{id_}"))
    played = Played(id_, end.version, end.digest, counted.version, counted.digest)
    return Ended(played, result.places, result.points, export(streams.ledger, id_))


def salts(seed: str, of: str) -> Callable[[], bytes]:
    """As many as are asked for, the same in every run: whoever knows the seed of a practice match knows all of it."""
    count = 0

    def next_() -> bytes:
        nonlocal count
        count += 1
        return sha256(f"{of}:{count}:{seed}".encode()).digest()[:16]

    return next_
