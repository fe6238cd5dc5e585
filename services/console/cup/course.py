"""The course of a tournament of bots: each step that is due, and the matches of its tables, on one core or several."""

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from hmac import digest
from multiprocessing import get_context
from signal import SIG_IGN, SIGINT, signal

from services.console.cup.moments import BEGINNING
from services.console.cup.span import Place, Span
from services.console.cup.table import Ended, Table, ended
from services.console.practice import SERVICE
from shared.bots import player
from shared.games.registry import GAMES
from shared.ledger.decider import Message
from shared.ledger.envelope import stamp
from shared.platform.streams import Streams
from shared.platform.tournament import Command, Tournament, due
from shared.platform.tournament.commands import (
    BeginFinal,
    EndRound,
    EndTime,
    EndTournament,
    LinkMatch,
    PairRound,
    RecordResult,
)
from shared.platform.tournament.duplicate import commit_of
from shared.platform.tournament.pairings import OURS, made


@contextmanager
def workers(cores: int) -> Iterator[Executor | None]:
    """Each process starts afresh (spawn), so that it inherits nothing by chance."""
    if cores == 1:
        yield None
        return
    pool = ProcessPoolExecutor(cores, get_context("spawn"), initializer=signal, initargs=(SIGINT, SIG_IGN))
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


class Course:
    """`bots` by entrant; `files` are the records of the matches that were played, by id."""

    def __init__(self, streams: Streams, id_: str, bots: Sequence[str], span: Span) -> None:
        self.streams, self.id, self.bots, self.span = streams, id_, bots, span
        self.files: dict[str, bytes] = {}

    @property
    def now(self) -> Tournament:
        return self.streams.tournaments.load(f"tournament:{self.id}").state

    def obey(self, command: Command, cause: str) -> None:
        message = Message(stream=f"tournament:{self.id}", by=SERVICE, cause=cause, command=command)
        self.streams.tournaments.handle(message)

    def run(self, pool: Executor | None) -> None:
        """From its start to its end."""
        while (step := due(now := self.now)) != "over":
            match step:
                case "pair":
                    self.obey(pairing(now), f"pair-{len(now.rounds)}")
                case "play" if now.lasts:
                    self._play_on(now, pool)
                case "play":
                    self._play(now, pool)
                case "end_round":
                    over = next(one.number for one in now.rounds if not one.is_ended and not one.open)
                    self.obey(EndRound(round=over), f"end-{over}")
                case "final":
                    self.obey(BeginFinal(), "final")
                case _:
                    self.obey(EndTournament(by=None), "end")

    def _play(self, now: Tournament, pool: Executor | None) -> None:
        places = [(round_, table) for round_, table, _ in now.playing()]
        for place, one in zip(places, self._played(now, places, pool), strict=True):
            self._record(place, one)

    def _play_on(self, now: Tournament, pool: Executor | None) -> None:
        """In an arena: up to the end of the next table, or of its time."""
        new = [(round_, table) for round_, table, _ in now.playing() if (round_, table) not in self.span.playing]
        self.span.begin(new, self._played(now, new, pool))
        if self.span.is_over_next(now):
            self.span.clock.seconds = self.span.length
            self.obey(EndTime(), "time")
        else:
            self._record(*self.span.next())

    def _played(self, now: Tournament, places: Sequence[Place], pool: Executor | None) -> Iterable[Ended]:
        tables = [self._table(now, round_, table) for round_, table in places]
        return map(ended, tables) if pool is None else pool.map(ended, tables)

    def _table(self, now: Tournament, round_: int, table: int) -> Table:
        seed = digest(now.key, f"match:{round_}:{table}".encode(), "sha256").hex()
        opened, game, one = now.opening, GAMES[now.opening.game], now.rounds[round_]
        at = tuple(player(self.bots[entrant]) for entrant in one.tables[table])
        deal = commit_of(now, round_, game, stamp(BEGINNING)) if one.deal else None
        return Table(opened.game, game.options(**opened.options), at, seed, deal)

    def _record(self, place: Place, one: Ended) -> None:
        (round_, table), self.files[one.played.match] = place, one.file
        self.obey(LinkMatch(round=round_, table=table, match=one.played.match), f"link-{round_}-{table}")
        self.obey(recorded(round_, table, one), f"result-{round_}-{table}")


def pairing(now: Tournament) -> PairRound:
    """By the library where the rules are its own."""
    found = made(now)
    library = None if found.by == OURS else found.pairing
    return PairRound(round=len(now.rounds), library=library, made_by=found.by, instead=found.instead)


def recorded(round_: int, table: int, one: Ended) -> RecordResult:
    return RecordResult(
        by=None,
        round=round_,
        table=table,
        how="played",
        played=one.played,
        places=one.places,
        points=one.points,
    )
