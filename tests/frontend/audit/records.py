"""Exports of whole matches with table, secret numbers and count, as the services write them; made without a server."""

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

from shared.ledger.decider import Command
from shared.ledger.export import export
from shared.ledger.handler import Handler
from shared.ledger.kinds import Count, Streams
from shared.ledger.memory import MemoryLedger
from shared.rules.chance import nonce_hash
from shared.rules.games import GAMES
from shared.rules.match import Abort, Play, Start
from shared.rules.platform import Cited
from shared.rules.table import OpenTable, SeatBot, ShowNonce, TakeSeat

GAME = GAMES["quadropolis"]
ID = "k3f9k3f9k3f9"
ADA, BOB, GREEDY = "person:ada", "person:bob", "bot:greedy@1"
SEED = "5e" * 32
NONCES = {ADA: "a1" * 32, BOB: "b0" * 32}


def seated(bring: bool = True) -> Streams:
    """A table of two people and a bot that closed with a match to follow; `bring`: each person brings a number."""
    streams = Streams(MemoryLedger())
    at = f"table:{ID}"
    opened = OpenTable(by=ADA, game=GAME, options=GAME.options(), seats=3, listed=True, seed=SEED)
    give(streams.tables, at, ADA, opened)
    for person in (ADA, BOB):
        give(streams.tables, at, person, TakeSeat(by=person, nonce_hash=nonce_hash(NONCES[person]) if bring else None))
    give(streams.tables, at, ADA, SeatBot(by=ADA, bot=GREEDY))
    for person in (ADA, BOB) if bring else ():
        give(streams.tables, at, person, ShowNonce(by=person, nonce=NONCES[person]))
    return streams


def started(bring: bool = True, practice: bool = False) -> Streams:
    """Its match, waiting for the first move; one of practice has no table."""
    streams = Streams(MemoryLedger()) if practice else seated(bring)
    table = None if practice else streams.table(ID)
    assert table is None or table.digest is not None
    order = Start(
        game=GAME,
        options=GAME.options(),
        players=(ADA, BOB, GREEDY),
        seed=SEED,
        nonces=table.state.nonces if table else (None, None, None),
        table=Cited(table.version, table.digest) if table and table.digest else None,
        practice=practice,
    )
    give(streams.matches, f"match:{ID}", "service:game_command", order)
    return streams


def played(streams: Streams, turns: int = 48) -> Streams:
    """After so many more turns of careless moves; 48 are all. A match that ended is counted."""
    random = Random(7)
    stream = f"match:{ID}"
    for _ in range(turns):
        match = streams.match(ID).state
        (seat,) = match.called
        move = random.choice(GAME.legal_moves(match.view(seat), seat))
        player = match.players[seat]
        give(streams.matches, stream, player, Play(player=player, seat=seat, turn=match.turn, move=move))
    ended = streams.match(ID)
    if ended.state.is_over:
        assert ended.digest is not None
        count = Count(match=Cited(ended.version, ended.digest), result=GAME.result(ended.state.state))
        give(streams.scores, f"score:{ID}", "service:scoring", count)
    return streams


def aborted(streams: Streams) -> Streams:
    give(streams.matches, f"match:{ID}", "operator:eve", Abort(reason="operator", note="the cat sat on the board"))
    return streams


def give(handler: Handler[Any, Any], stream: str, by: str, order: Any) -> None:
    cause = f"key-{handler.load(stream).version}"
    handler.handle(Command(stream=stream, by=by, cause=cause, order=order))


def file_of(streams: Streams) -> bytes:
    return export(streams.ledger, ID)


RECORDS: dict[str, Callable[[], bytes]] = {
    "fair": cache(lambda: file_of(played(started()))),
    "committed only": cache(lambda: file_of(played(started(bring=False)))),
    "practice": cache(lambda: file_of(played(started(practice=True)))),
    "still running": cache(lambda: file_of(played(started(), 20))),
    "aborted": cache(lambda: file_of(aborted(played(started(), 5)))),
    "seated": cache(lambda: file_of(seated())),
}
