"""Finished matches by the thousand: tables, matches and scores as the product's own handlers write them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

from msgspec.structs import replace as changed

from shared.bots import mind
from shared.games.registry import GAMES
from shared.ledger.decider import Message
from shared.ledger.envelope import Envelope, Stored, stamp
from shared.ledger.ids import id_from
from shared.ledger.memory import MemoryLedger
from shared.platform.cited import Cited
from shared.platform.match import Play, Start
from shared.platform.records.export import KINDS
from shared.platform.rows import Row, row_of
from shared.platform.score import Count
from shared.platform.streams import Streams, cite
from shared.platform.table import OpenTable, StopWaiting, TakeSeat

BOT = "bot:any_move@1"
PEOPLE = 500
BEGAN = datetime.now(UTC) - timedelta(days=3 * 365)
APART = timedelta(minutes=10)  # from the end of one match to the end of the next


@dataclass(frozen=True, slots=True)
class Finished:
    """A record with its row."""

    id: str
    streams: Mapping[str, Sequence[Stored]]
    row: Row


def played(number: int) -> Finished:
    """The match of this number, always the same but for its salts: two seats, by turns Quadropolis and Sprawlopolis."""
    return _Match(number).play()


def copied(match: Finished, number: int) -> Finished:
    """The same match under another id and at another time, its chain and citations made anew.

    The draws stay those of the first id, so a verifier says of each copy that its draws don't follow from its seed.
    """
    id_, moved = id_of(number), at_of(number) - datetime.fromisoformat(match.row.at)
    digests, streams = dict[str, str](), dict[str, Sequence[Stored]]()
    for kind, entries in match.streams.items():
        streams[kind] = _restamped(f"{kind}:{id_}", entries, moved, digests)
    return Finished(id_, streams, replace(match.row, id=id_, at=stamp(at_of(number))))


def id_of(number: int) -> str:
    return id_from(sha256(f"soak:{number}".encode()).digest())


def at_of(number: int) -> datetime:
    """When it ended."""
    return BEGAN + APART * number


def _restamped(stream: str, entries: Sequence[Stored], moved: timedelta, digests: dict[str, str]) -> list[Stored]:
    found, previous = list[Stored](), None
    for entry in entries:
        before = Envelope.from_bytes(entry.envelope)
        at = stamp(datetime.fromisoformat(before.at) + moved)
        data = {name: _cited(value, digests) for name, value in before.data.items()}
        after = changed(before, stream=stream, at=at, data=data, previous=previous).with_digest()
        previous = digests[before.digest] = after.digest
        found.append(Stored(after.to_bytes(), entry.sealed))
    return found


def _cited(value: Any, digests: Mapping[str, str]) -> Any:
    is_citation = isinstance(value, dict) and value.get("digest") in digests
    return {**value, "digest": digests[value["digest"]]} if is_citation else value


class _Match:
    def __init__(self, number: int) -> None:
        self.number, self.id = number, id_of(number)
        self.game = GAMES["quadropolis" if number % 2 else "sprawlopolis"]
        self.streams = Streams(MemoryLedger())
        for handler in (self.streams.tables, self.streams.matches, self.streams.scores):
            handler.now = lambda: at_of(number)

    def play(self) -> Finished:
        person = f"person:soak{self.number % PEOPLE:08}"
        facts: dict[str, Any] = {"game": self.game, "options": self.game.options(), "seats": 2}
        seed = sha256(f"seed:{self.number}".encode()).hexdigest()
        self.obey("table", person, OpenTable(by=person, listed=True, bots=(BOT,), seed=seed, **facts))
        self.obey("table", person, TakeSeat(by=person))
        table = self.streams.tables.load(f"table:{self.id}")
        if not table.state.closed:
            self.obey("table", "service:matchmaking", StopWaiting())
            table = self.streams.tables.load(f"table:{self.id}")
        state, cited = table.state, Cited(table.version, table.digest or "")
        self.obey(
            "match",
            "service:game_command",
            Start(
                game=self.game,
                options=self.game.options(),
                players=state.players,
                seed=seed,
                nonces=state.nonces,
                table=cited,
                practice=False,
            ),
        )
        self.move_to_the_end()
        over = self.streams.match(self.id)
        result = self.game.result(over.state.state)
        self.obey("score", "service:scoring", Count(match=cite(over), result=result))
        row = row_of(self.streams, self.id)
        assert row
        assert row.status == "ended"
        return Finished(self.id, {kind: self.streams.ledger.read(f"{kind}:{self.id}") for kind in KINDS}, row)

    def move_to_the_end(self) -> None:
        while (match := self.streams.match(self.id).state).called:
            seat = match.called[0]
            view, player = match.view(seat), match.players[seat]
            chosen = mind(BOT, self.game, seat)(view, self.game.legal_moves(view, seat), match.bot_chance(seat))
            self.obey("match", player, Play(player=player, seat=seat, turn=match.turn, move=chosen))

    def obey(self, kind: str, by: str, command: Any) -> None:
        stream = f"{kind}:{self.id}"
        handler: Any = {"table": self.streams.tables, "match": self.streams.matches, "score": self.streams.scores}[kind]
        cause = f"soak-{self.streams.ledger.last(stream)}"
        handler.handle(Message(stream=stream, by=by, cause=cause, command=command))
