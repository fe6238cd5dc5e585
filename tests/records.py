"""Whole records of real matches, for the tests of the verifiers: of every game, and of every way a match can go.

Times and salts are fixed, so the bytes are the same in each run.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from hashlib import sha256
from typing import Any, Self

from shared.bots import mind
from shared.games.chance import nonce_hash
from shared.games.game import Game
from shared.games.registry import GAMES
from shared.ledger.canonical import canonical
from shared.ledger.decider import Message
from shared.ledger.envelope import digest_of, moment, seal_of, stamp
from shared.ledger.memory import MemoryLedger
from shared.platform import deal
from shared.platform.branches import branch_from, branched
from shared.platform.cited import Branch, Cited
from shared.platform.match import (
    Abort,
    Adjudicate,
    AgreeToPause,
    AgreeToResume,
    Branched,
    Credit,
    Match,
    Play,
    Resign,
    RunOut,
    SeatStandIn,
    StandIn,
    Start,
    TakeVacation,
    result_of,
)
from shared.platform.match.events import REASONS
from shared.platform.player import is_bot
from shared.platform.records.export import export, header_of
from shared.platform.score import Correct, Count
from shared.platform.streams import Streams
from shared.platform.table import GiveUp, LeaveSeat, OpenTable, ShowNonce, StopWaiting, TakeSeat
from shared.platform.terms import DAY, USUAL, Clock, Terms

ID = "r3c0r4o5f6a7"
DEAL = "d3e4a5l6d7a8"
CUP = "c3u4p5c6u7p8"
WHOLE = "w4o1e0m2t3c5"  # that a branch goes on from
SERVICE = "service:game_command"
MATCHMAKING = "service:matchmaking"
ADA, BEA, BOT = "person:ada", "person:bea", "bot:any_move@1"
SEED, NONCE = "5e" * 32, "a0" * 32
Row = dict[str, Any]


class Told:
    """A record while it is written, command by command."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.streams = Streams(MemoryLedger())
        self.orders = 0
        self.waited = timedelta()
        for handler in (self.streams.tables, self.streams.matches, self.streams.scores, self.streams.deals):
            handler.now, handler.salt = self.now, self.salt

    def now(self) -> datetime:
        return datetime(2026, 5, 1, 12, tzinfo=UTC) + timedelta(seconds=self.orders) + self.waited

    def salt(self) -> bytes:
        return sha256(f"salt:{self.orders}".encode()).digest()[:16]

    def obey(self, kind: str, by: str, command: Any) -> Self:
        self.orders += 1
        streams = self.streams
        handlers = {"table": streams.tables, "match": streams.matches, "score": streams.scores, "deal": streams.deals}
        handler: Any = handlers[kind]
        stream = f"{kind}:{DEAL if kind == 'deal' else ID}"
        handler.handle(Message(stream=stream, by=by, cause=f"order-{self.orders}", command=command))
        return self

    @property
    def match(self) -> Match:
        return self.streams.match(ID).state

    @property
    def file(self) -> bytes:
        return export(self.streams.ledger, ID)

    def open(self, *bots: str, branch: Branch | None = None, terms: Terms = USUAL) -> "Told":
        """A table for two; bots sit down at once."""
        facts: dict[str, Any] = {"game": self.game, "options": self.game.options(), "seats": 2, "seed": SEED}
        opened = OpenTable(by=ADA, listed=True, bots=bots, branch=branch, terms=terms, **facts)
        return self.obey("table", ADA, opened)

    def sit(self, player: str, nonce: str | None = None) -> "Told":
        return self.obey("table", player, TakeSeat(by=player, nonce_hash=nonce and nonce_hash(nonce)))

    def start(self, practice: bool = False, branched: Branched | None = None) -> "Told":
        """With the table's players; without a table, bots play a practice match."""
        folded = self.streams.tables.load(f"table:{ID}")
        table, cited = folded.state, folded.digest and Cited(folded.version, folded.digest)
        start = Start(
            game=self.game,
            options=self.game.options(),
            players=table.players or (BOT, BOT),
            seed=SEED,
            nonces=table.nonces or (None, None),
            table=cited or None,
            practice=practice,
            branched=branched,
            terms=table.opening.terms if table.opened else USUAL,
        )
        return self.obey("match", "service:game_command", start)

    def deal(self) -> "Told":
        """Committed a day before it begins; Ada plays against a bot."""
        facts: dict[str, Any] = {"game": self.game, "options": self.game.options(), "seed": SEED}
        begins, ends = "2026-05-02T00:00:00.000Z", "2026-05-03T00:00:00.000Z"
        name = f"daily:2026-05-02:{self.game.slug}"
        command = deal.Commit(name=name, bots=(None, BOT), begins=begins, ends=ends, **facts)
        return self.obey("deal", MATCHMAKING, command)

    def start_dealt(self) -> "Told":
        folded = self.streams.deal(DEAL)
        return self.obey("match", SERVICE, deal.start_of(folded.state.facts, deal.cited_by(folded), self.game, ADA))

    def play(self, moves: int = 1000) -> "Told":
        """This many moves, or up to the end of the match: bots make their own, and people those of `any_move`."""
        for _ in range(moves):
            match = self.match
            if not match.called:
                break
            seat = match.called[0]
            view, player = match.view(seat), match.players[seat]
            thinks = mind(player if is_bot(player) else BOT, self.game, seat)
            move = thinks(view, self.game.legal_moves(view, seat), match.bot_chance(seat))
            self.obey("match", player, Play(player=player, seat=seat, turn=match.turn, move=move))
        return self

    def count(self) -> "Told":
        folded = self.streams.match(ID)
        assert folded.digest
        cited = Cited(folded.version, folded.digest)
        return self.obey("score", "service:scoring", Count(match=cited, result=result_of(folded.state)))


def with_nonce(game: Game) -> Told:
    return Told(game).open(BOT).sit(ADA, NONCE).obey("table", ADA, ShowNonce(by=ADA, nonce=NONCE))


def without_nonce(game: Game) -> Told:
    return Told(game).open().sit(BEA).obey("table", BEA, LeaveSeat(by=BEA)).sit(ADA).sit(BEA)


def one_nonce_missed(game: Game) -> Told:
    seated = Told(game).open().sit(ADA, NONCE).sit(BEA, "b0" * 32)
    shown = seated.obey("table", ADA, ShowNonce(by=ADA, nonce=NONCE))
    shown.waited += timedelta(seconds=10)
    return shown.obey("table", "service:matchmaking", StopWaiting())


def given_up(game: Game) -> Told:
    return Told(game).open().sit(ADA, NONCE).obey("table", ADA, GiveUp(by=ADA))


def resigned(game: Game) -> Told:
    left = with_nonce(game).start().play(1).obey("match", ADA, Resign(player=ADA))
    return left.play().count()


def replaced(game: Game) -> Told:
    """The bot was called five times, and failed."""
    told = Told(game).open("bot:greedy@1").sit(ADA).start()
    while 1 not in told.match.called:
        told.play(1)
    told.waited += timedelta(seconds=15)
    return told.obey("match", "service:game_command", SeatStandIn(seat=1)).play().count()


def stood_in(game: Game) -> Told:
    """Every third turn of a bot is played by the stand-in, for each of the reasons."""
    told = Told(game).open("bot:greedy@1").sit(ADA).start()
    while match := playing(told):
        seat, player = match.called[0], match.players[match.called[0]]
        if player == ADA or match.turn % 3:
            told.play(1)
        else:
            view = match.view(seat)
            move = mind(BOT, game, seat)(view, game.legal_moves(view, seat), match.bot_chance(seat))
            reason = sorted(REASONS)[match.turn // 3 % len(REASONS)]
            told.obey("match", BOT, StandIn(player=BOT, seat=seat, turn=match.turn, move=move, reason=reason))
    return told.count()


def on_a_clock(game: Game) -> Told:
    """Late once, away with the server once, paused, on vacation, and at last out of time: for a turn or for good."""
    is_lost = game.slug == "quadropolis"
    terms = Terms(clock=Clock("days", DAY), out="loss" if is_lost else "turn")
    told = Told(game).open(terms=terms).sit(ADA).sit(BEA).start()
    begun = moment(stamp(told.now()))
    told.waited = timedelta(hours=2)
    told.obey("match", SERVICE, Credit(begin=begun, end=begun + 7_200_000))
    told.orders += 1  # as the next command finds it
    told.waited += timedelta(milliseconds=500 + (told.match.time.next_due() or 0) - 1001 - moment(stamp(told.now())))
    told.orders -= 1
    told.play(1)
    for player in (ADA, BEA):
        told.obey("match", player, AgreeToPause(player=player, turn=told.match.turn))
    for player in (ADA, BEA):
        told.obey("match", player, AgreeToResume(player=player))
    told.obey("match", ADA, TakeVacation(player=ADA, until=moment(stamp(told.now())) + 5 * DAY * 1000))
    told.waited += timedelta(days=7)
    match, (seat,) = told.match, told.match.called
    move = mind(BOT, game, seat)(match.view(seat), game.legal_moves(match.view(seat), seat), match.bot_chance(seat))
    by, played = (SERVICE, None) if is_lost else (BOT, move)
    return told.obey("match", by, RunOut(seat=seat, turn=match.turn, player=BOT, move=played)).play().count()


def playing(told: Told) -> Match | None:
    return told.match if told.match.called else None


def aborted(game: Game) -> Told:
    note = 'these words:\u2028 "\\😀"'
    return with_nonce(game).start().play(3).obey("match", "operator:root", Abort(reason="operator", note=note))


def adjudicated(game: Game) -> Told:
    decided = Adjudicate(places=(2, 1), note="the other one has left the town")
    return with_nonce(game).start().play(4).obey("match", "operator:root", decided)


def corrected(game: Game) -> Told:
    counted = with_nonce(game).start().play().count()
    result = replace(game.result(counted.match.state), lines=({}, {}), points=(1, 2), places=(2, 1))
    return counted.obey("score", "operator:root", Correct(result=result, note="counted by hand"))


def branch(game: Game, afresh: bool) -> Told:
    """It continues another match from its middle, with luck of its own."""
    whole = with_nonce(game).start().play().count().streams
    cited = branch_from(whole, ID, whole.match(ID).version // 2, afresh)
    repeats = replace(branched(whole, cited), branch=cited._replace(match=WHOLE))
    told = Told(game).open(BOT, branch=repeats.branch).sit(ADA, "c0" * 32)
    shown = told.obey("table", ADA, ShowNonce(by=ADA, nonce="c0" * 32))
    return shown.start(practice=True, branched=repeats).play().count()


def dealt(game: Game) -> Told:
    """On the day of the deal, from its start to its end."""
    told = Told(game).deal()
    told.waited = timedelta(hours=13)
    return told.start_dealt().play().count()


def dealt_and_opened(game: Game) -> Told:
    told = dealt(game)
    told.waited = timedelta(hours=36)
    return told.obey("deal", MATCHMAKING, deal.End())


def of_a_round(game: Game) -> Told:
    """At a table of a tournament, by the draws of its round. Bea has a number, which is used for nothing."""
    told = Told(game)
    facts: dict[str, Any] = {"game": game, "options": game.options(), "seed": "d0" * 32}
    commit = deal.Commit(
        name=f"{CUP}:0",
        bots=(None, None),
        begins="2026-05-01T12:00:01.000Z",
        ends="9999-12-31T23:59:59.999Z",
        entrants=(ADA, BEA, BOT),
        **facts,
    )
    told.obey("deal", MATCHMAKING, commit)
    opened = OpenTable(by=f"tournament:{CUP}", seats=2, listed=False, bots=(BOT,), **facts | {"seed": SEED})
    told.obey("table", MATCHMAKING, opened).sit(BEA, NONCE).obey("table", BEA, ShowNonce(by=BEA, nonce=NONCE))
    folded, table = told.streams.deal(DEAL), told.streams.tables.load(f"table:{ID}")
    assert table.digest
    sat = deal.Sat(table.state.players, table.state.opening.terms)
    cited = Cited(table.version, table.digest)
    told.obey("match", SERVICE, deal.start_at(folded.state.facts, deal.cited_by(folded), game, cited, sat))
    return told.play().count().obey("deal", MATCHMAKING, deal.End())


WAYS: Mapping[str, tuple[Callable[[Game], Told], str]] = {  # and what can be said of its draws
    "fair": (lambda game: with_nonce(game).start().play().count(), "fair"),
    "committed": (lambda game: without_nonce(game).start().play().count(), "committed only"),
    "one nonce missed": (lambda game: one_nonce_missed(game).start().play().count(), "fair"),
    "resigned": (resigned, "fair"),
    "stood in": (stood_in, "committed only"),
    "replaced": (replaced, "committed only"),
    "on a clock": (on_a_clock, "committed only"),
    "aborted": (aborted, "fair"),
    "adjudicated": (adjudicated, "fair"),
    "corrected": (corrected, "fair"),
    "practice": (lambda game: Told(game).start(practice=True).play().count(), "practice"),
    "practice at a table": (lambda game: with_nonce(game).start(practice=True).play().count(), "practice"),
    "branch afresh": (lambda game: branch(game, afresh=True), "practice"),
    "branch as it was": (lambda game: branch(game, afresh=False), "practice"),
    "of a deal": (dealt_and_opened, "committed only"),
    "of a round": (of_a_round, "committed only"),
    "of a deal that runs": (dealt, "still running"),
    "not counted yet": (lambda game: with_nonce(game).start().play(), "fair"),
    "running": (lambda game: with_nonce(game).start().play(3), "still running"),
    "begun": (lambda game: with_nonce(game).start(), "still running"),
    "starting": (with_nonce, "still running"),
    "open": (lambda game: Told(game).open().sit(ADA, NONCE), "still running"),
    "given up": (given_up, "no match"),
}
CITED = (  # by type and field: the kind of stream whose event is cited there
    ("match.started", "table", "table"),
    ("match.started", "deal", "committed"),
    ("score.counted", "match", "match"),
)
KINDS = [(slug, way) for slug in GAMES for way in WAYS]


@cache
def record(slug: str, way: str) -> bytes:
    return WAYS[way][0](GAMES[slug]).file


def grade(way: str) -> str:
    return WAYS[way][1]


def rows(file: bytes) -> list[Row]:
    """The header, then the lines."""
    return [json.loads(row) for row in file.split(b"\n")[:-1]]


def written(lines: list[Row]) -> bytes:
    return b"".join(canonical(row) + b"\n" for row in lines)


def at(lines: list[Row], name: str, nth: int = 0) -> int:
    """The index, as in `rows`, of the line with the nth event of a type."""
    return [number for number, line in enumerate(lines) if number and line["envelope"]["type"] == name][nth]


def forged(lines: list[Row]) -> bytes:
    """What a forger hands out: seals, versions, digests, the chain, citations and the header all fit again."""
    last: dict[str, Row] = {}
    for line in sorted(lines[1:], key=lambda line: not is_of_deal(line["envelope"])):
        envelope, sealed = line["envelope"], line["sealed"]
        kind = envelope["stream"].partition(":")[0]
        before = last.get(kind)
        cite(envelope, last)
        if sealed is not None:
            envelope["seal"] = seal_of(sealed["part"], bytes.fromhex(sealed["salt"]))
        envelope["version"] = before["version"] + 1 if before else 1
        envelope["previous"] = before and before["digest"]
        envelope["digest"] = digest_of(envelope)
        last[kind] = envelope
        if envelope["type"] == "deal.committed":
            last["committed"] = envelope
    streams: dict[str, list[Row]] = {}
    for line in lines[1:]:
        streams.setdefault(line["envelope"]["stream"].partition(":")[0], []).append(line["envelope"])
    return written([header_of(lines[0]["id"], streams), *lines[1:]])


def is_of_deal(envelope: Row) -> bool:
    return str(envelope["stream"]).startswith("deal:")


def cite(envelope: Row, last: Mapping[str, Row]) -> None:
    """`match.started` cites the table's last event and the deal's first one, a count cites the match's."""
    for type_, field, kind in CITED:
        if envelope["type"] == type_ and envelope["data"].get(field) and kind in last:
            envelope["data"][field] |= {name: last[kind][name] for name in ("version", "digest")}
