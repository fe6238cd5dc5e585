"""Tables, matches and scores over one ledger: what is kept beside a move, and what is the same order again."""

from dataclasses import replace
from typing import Any

import pytest

from shared.errors import KeyReused, MatchNotFound, MatchOver, ReadOnly, TableNotFound
from shared.games.registry import GAMES
from shared.ledger.codec import Written
from shared.ledger.decider import Message
from shared.ledger.envelope import Envelope
from shared.ledger.memory import MemoryLedger
from shared.ledger.pen import Pen
from shared.ledger.store import Notice
from shared.platform.again.decided_again import first_difference
from shared.platform.cited import Cited
from shared.platform.match import Abort, Play, Resign, SeatStandIn, Start
from shared.platform.match.events import MatchAborted
from shared.platform.records.export import export, streams_of
from shared.platform.records.read_export import read_export
from shared.platform.rows import row_of
from shared.platform.score import Count
from shared.platform.streams import REGISTRY, Streams
from shared.platform.table import OpenTable

GAME = GAMES["quadropolis"]
ID = "k1l2m3n4o5p6"
SEED = "5e" * 32
PLAYERS = ("person:ada", "bot:greedy@1")
START = Start(
    game=GAME, options=GAME.options(), players=PLAYERS, seed=SEED, nonces=(None, None), table=None, practice=True
)
OPEN = OpenTable(by="person:ada", game=GAME, options=GAME.options(), seats=2, listed=True, seed=SEED)


@pytest.fixture
def streams() -> Streams:
    return Streams(MemoryLedger())


def command(kind: str, order: Any, cause: str = "key-1", by: str = "person:ada") -> Message[Any]:
    return Message(stream=f"{kind}:{ID}", by=by, cause=cause, command=order)


def first_move(streams: Streams) -> Play:
    streams.matches.handle(command("match", START, "start"))
    match = streams.match(ID).state
    (seat,) = match.called
    move = GAME.legal_moves(match.view(seat), seat)[0]
    return Play(player=PLAYERS[seat], seat=seat, turn=match.turn, move=move)


def test_a_move_is_kept_beside_the_first_of_its_events(streams: Streams):
    order = first_move(streams)
    answer = streams.matches.handle(command("match", order))
    kept = [Envelope.from_bytes(one.envelope).move for one in streams.ledger.read(f"match:{ID}", answer.first - 1)]
    assert kept[0] == {
        "move": {
            "name": "take_tile",
            "architect": order.move.architect,
            "slot": order.move.slot._asdict(),
            "target": order.move.target and order.move.target._asdict(),
        },
        "seat": order.seat,
        "turn": order.turn,
    }
    assert kept[1:]
    assert kept[1:] == [None] * (len(kept) - 1)


def test_no_other_order_leaves_evidence(streams: Streams):
    streams.matches.handle(command("match", START, "start"))
    streams.matches.handle(command("match", SeatStandIn(seat=1), "stand-in"))
    streams.matches.handle(command("match", Resign(player="person:ada"), "resign"))
    streams.matches.handle(command("match", Abort(reason="idle"), "abort"))
    assert {Envelope.from_bytes(one.envelope).move is None for one in streams.ledger.read(f"match:{ID}")} == {True}


def test_opening_again_with_other_luck_is_the_same_order(streams: Streams):
    first = streams.tables.handle(command("table", OPEN))
    assert streams.tables.handle(command("table", replace(OPEN, seed="0d" * 32))) == first
    opened = streams.table(ID).state.opened
    assert opened
    assert opened.seed == SEED


@pytest.mark.parametrize("other", [{"seats": 3}, {"listed": False}, {"bots": ("bot:greedy@1",)}])
def test_opening_something_else_under_the_same_key_is_refused(streams: Streams, other: dict[str, Any]):
    streams.tables.handle(command("table", OPEN))
    with pytest.raises(KeyReused):
        streams.tables.handle(command("table", replace(OPEN, **other)))


def test_a_match_is_counted_once(streams: Streams):
    streams.matches.handle(command("match", START, "start"))
    order = Count(match=Cited(5, "0" * 64), result=GAME.result(streams.match(ID).state.state))
    assert streams.score(ID) is None
    streams.scores.handle(command("score", order))
    counted = streams.score(ID)
    assert counted
    assert counted.points == order.result.points
    assert counted.lines == order.result.lines
    with pytest.raises(MatchOver, match="this match was counted already"):
        streams.scores.handle(command("score", order, "another-key"))


def test_what_nobody_opened_is_not_found(streams: Streams):
    with pytest.raises(TableNotFound, match=f"there is no table {ID}"):
        streams.table(ID)
    with pytest.raises(MatchNotFound, match=f"there is no match {ID}"):
        streams.match(ID)


def test_the_blind_handler_knows_players_and_ends_and_nothing_of_the_board(streams: Streams):
    order = first_move(streams)
    streams.matches.handle(command("match", order))
    blind = streams.blind.load(f"match:{ID}")
    seen = streams.match(ID)
    assert (blind.version, blind.digest, blind.state.players) == (seen.version, seen.digest, PLAYERS)
    assert blind.state.called == seen.state.called
    assert blind.state.state is None
    assert blind.unknown
    assert blind.unknown.type.startswith("quadropolis.")
    with pytest.raises(ReadOnly):
        streams.blind.handle(command("match", replace(order, turn=seen.state.turn), "blind-move"))
    streams.blind.handle(command("match", Abort(reason="operator", note="broken"), "abort"))
    assert streams.match(ID).state.end == MatchAborted(reason="operator", note="broken")


def written(streams: Streams, type_: str, data: dict[str, Any]) -> None:
    """An event that no command of this release leads to."""
    stream = f"match:{ID}"
    folded = streams.blind.load(stream)
    pen = Pen(stream=stream, by="operator:root", cause="newer", at=folded.at, moves={}, salt=lambda: b"")
    entries = pen.entries(folded.version, folded.digest, [Written(type_, 1, data, None)], [[]])
    streams.ledger.append(stream, folded.version, entries, [Notice(stream, folded.version + 1, type_)])


@pytest.mark.parametrize("name", ["match.postponed", "quadropolis.tile_burnt"])
def test_a_match_with_an_event_of_a_newer_release_can_be_read_and_closed_and_not_played(streams: Streams, name: str):
    order = first_move(streams)
    before = streams.match(ID)
    written(streams, name, {"to": 3})
    folded, verdict = streams.match(ID), f"a newer release wrote {name}: this can only be read"
    assert (folded.state, folded.version) == (before.state, before.version + 1)
    with pytest.raises(ReadOnly, match=verdict):
        streams.matches.handle(command("match", order))
    with pytest.raises(ReadOnly, match=verdict):
        first_difference(ID, streams_of(streams.ledger, ID))
    row = row_of(streams, ID)
    assert row
    assert (row.status, row.version) == ("playing", folded.version)
    streams.blind.handle(command("match", Abort(reason="operator", note="for good"), "abort"))
    assert read_export(export(streams.ledger, ID), REGISTRY).is_finished


def test_the_count_of_a_match_is_found_where_its_end_cant_be_read(streams: Streams):
    """As in a release that was put back: a newer one has played on, ended the match and counted it."""
    first_move(streams)
    assert streams.count_of(streams.match(ID)) is None
    written(streams, "match.of_tomorrow", {})
    result = GAME.result(streams.match(ID).state.state)
    streams.scores.handle(command("score", Count(match=Cited(5, "0" * 64), result=result)))
    assert not streams.match(ID).state.is_over
    assert streams.score(ID)
    assert streams.count_of(streams.match(ID)) == streams.score(ID)
