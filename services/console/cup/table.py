"""One match of a tournament, from its draws to its count, as a file: by itself, so that any process can play it."""

from collections.abc import Callable
from hashlib import sha256
from typing import Any, NamedTuple

from services.console.cup.moments import still
from services.console.practice import SERVICE, id_of, in_ledger, play_out, practice
from shared.games.registry import GAMES
from shared.ledger.decider import Message
from shared.ledger.fold import Folded
from shared.ledger.ids import id_from
from shared.ledger.memory import MemoryLedger
from shared.platform.deal import Command as DealCommand
from shared.platform.deal import Commit, Deal, End, Sat, cited_by, start_at
from shared.platform.deal.start import TERMS
from shared.platform.match import Start, result_of
from shared.platform.records.export import export
from shared.platform.score import Count
from shared.platform.streams import Streams, cite
from shared.platform.tournament.events import Played


class Table(NamedTuple):
    """`bots` are players by seat, `seed` is the match's own, as hex. `deal`: the draws that it shares with others."""

    game: str
    options: Any
    bots: tuple[str, ...]
    seed: str
    deal: Commit | None = None

    @property
    def match(self) -> str:
        if self.deal:
            return id_from(bytes.fromhex(self.seed))
        return id_of(practised(self))


class Ended(NamedTuple):
    played: Played
    places: tuple[int | None, ...]
    points: tuple[int, ...]
    file: bytes


def ended(table: Table) -> Ended:
    id_, streams = table.match, Streams(MemoryLedger())
    still(streams.matches, salts(table.seed, "match"))
    still(streams.scores, salts(table.seed, "score"))
    start = dealt(streams, table, table.deal) if table.deal else practised(table)
    match, _ = play_out(start, in_ledger(streams, id_))
    end, result = cite(streams.match(id_)), result_of(match)
    count = Count(match=end, result=result)
    streams.scores.handle(Message(stream=f"score:{id_}", by=SERVICE, cause="count", command=count))
    if table.deal:
        in_deal(streams, table.deal, End(), "end")
    counted = cite(streams.scores.load(f"score:{id_}"))
    played = Played(id_, end.version, end.digest, counted.version, counted.digest)
    places = result.places if result.target is None else (1,) * len(table.bots)
    return Ended(played, places, result.points, export(streams.ledger, id_))


def practised(table: Table) -> Start:
    return practice(GAMES[table.game], table.bots, table.options, table.seed)


def dealt(streams: Streams, table: Table, deal: Commit) -> Start:
    """In every process the deal's stream has the same bytes, so all tables of a round cite the same one."""
    still(streams.deals, salts(deal.seed, "deal"))
    folded = in_deal(streams, deal, deal, "commit")
    sat = Sat(table.bots, TERMS)
    return start_at(folded.state.facts, cited_by(folded), deal.game, None, sat)


def in_deal(streams: Streams, deal: Commit, command: DealCommand, cause: str) -> Folded[Deal]:
    stream = f"deal:{id_from(sha256(bytes.fromhex(deal.seed)).digest())}"
    streams.deals.handle(Message(stream=stream, by=SERVICE, cause=cause, command=command))
    return streams.deals.load(stream)


def salts(seed: str, of: str) -> Callable[[], bytes]:
    """As many as are asked for, the same in every run: whoever knows the seed of a practice match knows all of it."""
    count = 0

    def next_() -> bytes:
        nonlocal count
        count += 1
        return sha256(f"{of}:{count}:{seed}".encode()).digest()[:16]

    return next_
