"""A tournament of bots from its opening to its end, in memory."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from hashlib import sha256
from hmac import digest
from multiprocessing import get_context
from os import fsencode
from signal import SIG_IGN, SIGINT, signal
from typing import Any, NamedTuple

from services.console.cup.moments import BEGINNING, Clock, still
from services.console.cup.named import names
from services.console.cup.table import Ended, Table, ended, salts
from services.console.practice import SERVICE
from shared.bots import player
from shared.games.game import Game
from shared.games.registry import GAMES
from shared.ledger.decider import Message
from shared.ledger.envelope import stamp
from shared.ledger.ids import id_from
from shared.ledger.memory import MemoryLedger
from shared.platform.records.tournament_file import exported, matches_of
from shared.platform.streams import Streams, cite
from shared.platform.tournament import Command, Rules, Tournament, due
from shared.platform.tournament.commands import (
    BeginFinal,
    EndRound,
    EndTime,
    EndTournament,
    Enter,
    LinkMatch,
    OpenTournament,
    PairRound,
    RecordResult,
    StartTournament,
)
from shared.platform.tournament.divisions import season_after
from shared.platform.tournament.duplicate import commit_of
from shared.platform.tournament.pairings import OURS, made
from shared.platform.tournament.season import Season

Files = dict[str, bytes]
Place = tuple[int, int]  # round and table


class Held(NamedTuple):
    """What gives its record, the tournament at its end, and what its entrants are called, in every season the same."""

    record: Callable[[], bytes]
    tournament: Tournament
    named: Sequence[str]


def held(
    game: Game, options: Any, rules: Rules, bots: Sequence[str], seed: str, cores: int
) -> tuple[Callable[[], bytes], Tournament]:
    return seasons_held(game, options, rules, bots, seed, cores, None, 1)[:2]


def seasons_held(
    game: Game,
    options: Any,
    rules: Rules,
    bots: Sequence[str],
    seed: str,
    cores: int,
    season: Season | None,
    seasons: int,
) -> Held:
    """The last one of so many; each follows from the one before."""
    streams, former, named = Streams(MemoryLedger()), b"", names(bots)
    for number in range(seasons):
        record, now = _held(streams, game, options, rules, bots, f"{seed}:{number}" if number else seed, cores, season)
        last = former
        if number + 1 < seasons:
            folded = streams.tournaments.load(f"tournament:{now.id}")
            season = season_after(now, cite(folded))
            order = [one.entrant for division in season.carried for one in division]
            bots, named = [bots[one] for one in order], tuple(named[one] for one in order)
            past = streams.ledger.read(f"tournament:{now.id}")
            former = exported(now.id, past, dict.fromkeys(matches_of(now), b""))
    return Held(lambda: record() + last, now, named)


def _held(
    streams: Streams,
    game: Game,
    options: Any,
    rules: Rules,
    bots: Sequence[str],
    seed: str,
    cores: int,
    season: Season | None,
) -> tuple[Callable[[], bytes], Tournament]:
    own = sha256(fsencode(f"tournament:{game.slug}:{options}:{rules}:{','.join(bots)}:{seed}")).hexdigest()
    id_, files = id_from(bytes.fromhex(own)), Files()
    span = Span(Clock(), rules.minutes * 60)
    still(streams.tournaments, salts(own, "tournament"), span.clock)
    with workers(cores) as pool:
        now = _opened(streams, id_, game, options, rules, bots, own, season)
        while due(now) != "over":
            now = _stepped(streams, now, bots, files, pool, span)
    ids = matches_of(now)
    return lambda: exported(id_, streams.ledger.read(f"tournament:{id_}"), {one: files[one] for one in ids}), now


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


def _opened(
    streams: Streams,
    id_: str,
    game: Game,
    options: Any,
    rules: Rules,
    bots: Sequence[str],
    seed: str,
    season: Season | None,
) -> Tournament:
    opening = OpenTournament(by=SERVICE, game=game, options=options, rules=rules, seed=seed, season=season)
    there = len(obey(streams, id_, opening, "open").entrants)
    for number, bot in enumerate(bots[there:]):
        obey(streams, id_, Enter(by=SERVICE, player=player(bot)), f"enter-{number}")
    return obey(streams, id_, StartTournament(by=None), "start")


def obey(streams: Streams, id_: str, command: Command, cause: str) -> Tournament:
    stream = f"tournament:{id_}"
    streams.tournaments.handle(Message(stream=stream, by=SERVICE, cause=cause, command=command))
    return streams.tournaments.load(stream).state


class Span:
    """The time of an arena, in seconds, and when the tables that play will have ended, with how."""

    def __init__(self, clock: Clock, length: int) -> None:
        self.clock, self.length = clock, length
        self.playing: dict[Place, tuple[int, Ended]] = {}

    def begin(self, places: Sequence[Place], found: Iterable[Ended]) -> None:
        for place, one in zip(places, found, strict=True):
            self.playing[place] = (self.clock.seconds + one.played.version, one)

    def is_over_next(self, now: Tournament) -> bool:
        next_ = min((end for end, _ in self.playing.values()), default=self.length)
        return not now.is_time_over and next_ >= self.length

    def next(self) -> tuple[Place, Ended]:
        """The table that ends first; of several the one that began first."""
        place = min(self.playing, key=lambda one: (self.playing[one][0], one))
        self.clock.seconds, one = self.playing.pop(place)
        return place, one


def _stepped(
    streams: Streams, now: Tournament, bots: Sequence[str], files: Files, pool: Executor | None, span: Span
) -> Tournament:
    number = len(now.rounds)
    match due(now):
        case "pair":
            return obey(streams, now.id, pairing(now), f"pair-{number}")
        case "play" if now.lasts:
            return _played_on(streams, now, bots, files, pool, span)
        case "play":
            return _played(streams, now, bots, files, pool)
        case "end_round":
            over = next(one.number for one in now.rounds if not one.is_ended and not one.open)
            return obey(streams, now.id, EndRound(round=over), f"end-{over}")
        case "final":
            return obey(streams, now.id, BeginFinal(), "final")
        case _:
            return obey(streams, now.id, EndTournament(by=None), "end")


def pairing(now: Tournament) -> PairRound:
    """By the library where the rules are its own."""
    found = made(now)
    library = None if found.by == OURS else found.pairing
    return PairRound(round=len(now.rounds), library=library, made_by=found.by, instead=found.instead)


def _played(streams: Streams, now: Tournament, bots: Sequence[str], files: Files, pool: Executor | None) -> Tournament:
    places = [(round_, table) for round_, table, _ in now.playing()]
    for place, one in zip(places, _found(now, places, bots, pool), strict=True):
        now = _ended(streams, now, place, one, files)
    return now


def _played_on(
    streams: Streams, now: Tournament, bots: Sequence[str], files: Files, pool: Executor | None, span: Span
) -> Tournament:
    """In an arena: up to the end of the next table, or of its time."""
    new = [(round_, table) for round_, table, _ in now.playing() if (round_, table) not in span.playing]
    span.begin(new, _found(now, new, bots, pool))
    if span.is_over_next(now):
        span.clock.seconds = span.length
        return obey(streams, now.id, EndTime(), "time")
    return _ended(streams, now, *span.next(), files)


def _found(now: Tournament, places: Sequence[Place], bots: Sequence[str], pool: Executor | None) -> Iterable[Ended]:
    tables = [_table(now, round_, table, now.rounds[round_].tables[table], bots) for round_, table in places]
    return map(ended, tables) if pool is None else pool.map(ended, tables)


def _ended(streams: Streams, now: Tournament, place: Place, one: Ended, files: Files) -> Tournament:
    (round_, table), files[one.played.match] = place, one.file
    link = LinkMatch(round=round_, table=table, match=one.played.match)
    obey(streams, now.id, link, f"link-{round_}-{table}")
    return obey(streams, now.id, recorded(round_, table, one), f"result-{round_}-{table}")


def _table(now: Tournament, round_: int, table: int, seats: Sequence[int], bots: Sequence[str]) -> Table:
    seed = digest(now.key, f"match:{round_}:{table}".encode(), "sha256").hex()
    opened, game = now.opening, GAMES[now.opening.game]
    at = tuple(player(bots[one]) for one in seats)
    deal = commit_of(now, round_, game, stamp(BEGINNING)) if now.rounds[round_].deal else None
    return Table(opened.game, game.options(**opened.options), at, seed, deal)


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
