"""Load, decide, append: the same command twice is one, and every other way out is a verdict."""

from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.errors import Broken, Busy, Conflict, KeyReused, Malformed, NotAllowed, ReadOnly, TableNotOpen, Unavailable
from shared.evidence import Asked, Reveal
from shared.games.chance import nonce_hash
from shared.ledger.codec import Registry, Unknown
from shared.ledger.decider import Decider, Message
from shared.ledger.envelope import Envelope
from shared.ledger.fold import Answer
from shared.ledger.handler import Handler, fresh_salt, utc_now
from shared.ledger.memory import MemoryLedger
from shared.ledger.store import Notice
from shared.platform import table
from shared.platform.events import EVENTS
from shared.platform.match.events import MatchEnded, TurnStarted
from shared.platform.streams import called_by
from shared.platform.table.events import SeatLeft, SeatTaken, TableOpened
from shared.platform.terms import USUAL
from tests.ledger import tiny

STREAM = "table:t1t2t3t4t5t6"
NOON = datetime(2026, 5, 1, 12, 0, 0, 123456, tzinfo=UTC)
SEED = "5e" * 32


@dataclass(frozen=True)
class Open:
    seed: str = SEED


@dataclass(frozen=True)
class Sit:
    seat: int
    player: str = "person:anna"


@dataclass(frozen=True)
class Start:
    seats: tuple[int, ...] = (0,)


@dataclass(frozen=True)
class Move:
    name: str
    seat: int = 0
    turn: int = 1


@dataclass(frozen=True)
class Nothing:
    pass


State = tuple[Any, ...]


def decide(state: State, command: Any) -> list[Any]:
    match command:
        case Open():
            opened = TableOpened(
                opener="person:anna",
                game="go",
                options={},
                seats=2,
                listed=True,
                commitment=SEED,
                branch=None,
                hints=True,
                terms=USUAL,
                host_key=None,
                seed=command.seed,
            )
            return [opened]
        case Sit():
            if SeatTaken(seat=command.seat, player=command.player, nonce_hash=None, key=None) in state:
                raise NotAllowed("you sit there")
            return [SeatTaken(seat=command.seat, player=command.player, nonce_hash=None, key=None)]
        case Start():
            return [SeatLeft(seat=0, player="person:anna"), TurnStarted(seats=command.seats)]
        case Move():
            return [MatchEnded(reason=command.name), MatchEnded(reason="and then")]
    return []


def evolve(state: State, event: Any, asked: Asked | None) -> State:
    return (*state, event)


def evidence(state: State, command: Any) -> dict[int, dict[str, Any]]:
    if not isinstance(command, Move):
        return {}
    return {0: {"move": {"name": command.name}, "seat": command.seat, "turn": command.turn}}


SITTING: Decider[State, Any] = Decider(
    initial=lambda id_: (), decide=decide, evolve=evolve, evidence=evidence, called=called_by
)


def handler(ledger: Any = None, decider: Any = SITTING, **more: Any) -> Handler[Any, Any]:
    return Handler(
        ledger or MemoryLedger(), Registry(EVENTS), decider, now=lambda: NOON, salt=lambda: b"s" * 16, **more
    )


def command(order: Any, cause: str = "first-key", by: str = "person:anna") -> Message[Any]:
    return Message(stream=STREAM, by=by, cause=cause, command=order)


def envelopes(handler: Handler[Any, Any]) -> list[Envelope]:
    return [entry.envelope for entry in handler.reader.verified(STREAM).entries]


def test_a_command_appends_what_is_decided():
    one = handler()
    assert one.handle(command(Sit(1))) == Answer(1, 1)
    assert one.handle(command(Start(), "second-key")) == Answer(2, 3)
    assert one.load(STREAM).state == tuple(decide((), Sit(1)) + decide((), Start()))


def test_the_envelope_says_who_did_what_when_and_why():
    one = handler()
    one.handle(command(Move("pass")))
    first, second = envelopes(one)
    assert (first.by, first.cause, first.at) == ("person:anna", "first-key", "2026-05-01T12:00:00.123Z")
    assert first.move == {"move": {"name": "pass"}, "seat": 0, "turn": 1}
    assert (second.cause, second.move) == ("first-key", None)
    assert (first.previous, second.previous) == (None, first.digest)


def test_what_is_sealed_is_kept_beside_the_envelope_with_its_salt():
    one = handler()
    one.handle(command(Open()))
    ((envelope, sealed),) = one.ledger.read(STREAM)
    assert SEED.encode() not in envelope.replace(b'"commitment":"' + SEED.encode(), b"")
    assert sealed == b'{"part":{"seed":"' + SEED.encode() + b'"},"salt":"' + b"73" * 16 + b'"}'


def test_each_sealed_part_has_a_salt_of_its_own():
    assert len(fresh_salt()) == 16
    assert fresh_salt() != fresh_salt()


def test_the_clock_is_in_utc():
    assert utc_now().tzinfo is UTC


def test_time_never_goes_back():
    now = iter([NOON, NOON - timedelta(hours=1), NOON + timedelta(hours=1)])
    one = Handler(MemoryLedger(), Registry(EVENTS), SITTING, now=lambda: next(now))
    for number in range(3):
        one.handle(command(Sit(number), f"key-{number}"))
    assert [envelope.at[11:13] for envelope in envelopes(one)] == ["12", "12", "13"]


def test_the_same_command_again_gets_the_same_answer():
    one = handler()
    first = one.handle(command(Move("pass")))
    one.handle(command(Sit(1), "second-key"))
    assert one.handle(command(Move("pass"))) == first == Answer(1, 2)
    assert one.load(STREAM).version == 3


def test_the_same_order_without_a_move_gets_the_same_answer_though_it_would_be_refused_now():
    one = handler()
    first = one.handle(command(Sit(1)))
    one.handle(command(Sit(0), "second-key"))
    with pytest.raises(NotAllowed):
        one.handle(command(Sit(1), "third-key"))
    assert one.handle(command(Sit(1))) == first


def test_a_repeated_order_is_recognised_by_another_process_too():
    one = handler()
    one.handle(command(Sit(1)))
    assert handler(one.ledger).handle(command(Sit(1))) == Answer(1, 1)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (Move("pass"), Move("take")),
        (Move("pass"), Move("pass", seat=1)),
        (Move("pass"), Move("pass", turn=2)),
        (Move("pass"), Sit(1)),
        (Sit(1), Move("pass")),
        (Sit(1), Sit(2)),
        (Start((0,)), Start((1,))),
        (Sit(1), Nothing()),
    ],
)
def test_another_order_under_the_same_key_is_refused(first, second):
    one = handler()
    one.handle(command(first))
    with pytest.raises(KeyReused, match="this key was used for something else"):
        one.handle(command(second))


def test_an_order_that_would_have_been_refused_is_another_order():
    one = handler()
    one.handle(command(Sit(1), "first-key"))
    one.handle(command(Sit(2), "second-key"))
    with pytest.raises(KeyReused, match="this key was used for something else"):
        one.handle(command(Sit(1), "second-key"))


def test_an_order_that_brings_luck_says_itself_what_is_the_same():
    def same(stored, decided):
        return [replace(event, seed="") for event in stored] == [replace(event, seed="") for event in decided]

    one = handler(decider=replace(SITTING, same=same))
    first = one.handle(command(Open("aa" * 32)))
    assert one.handle(command(Open("bb" * 32))) == first


def test_the_same_key_of_somebody_else_is_another_key():
    one = handler()
    one.handle(command(Sit(1)))
    assert one.handle(command(Sit(2, "person:bob"), by="person:bob")) == Answer(2, 2)


def test_an_order_that_leads_to_nothing_is_answered_and_not_stored():
    one = handler()
    assert one.handle(command(Nothing())) == Answer(1, 0)
    assert one.ledger.last(STREAM) == 0


def test_a_verdict_stores_nothing():
    one = handler()
    one.handle(command(Sit(1)))
    with pytest.raises(NotAllowed):
        one.handle(command(Sit(1), "second-key"))
    assert one.ledger.last(STREAM) == 1


@pytest.mark.parametrize(
    ("wrong", "name"),
    [
        ({"stream": "table:short"}, "stream"),
        ({"stream": "table:T1t2t3t4t5t6"}, "stream"),
        ({"stream": f"{STREAM}\n"}, "stream"),
        ({"stream": "table:t1t2t3t4t5t\u0666"}, "stream"),
        ({"stream": "{7}:bus"}, "stream"),
        ({"by": "anna"}, "by"),
        ({"by": "person:anna\n"}, "by"),
        ({"by": "person:anna smith"}, "by"),
        ({"by": "person:\u0430nna"}, "by"),
        ({"by": "bot:greedy"}, "by"),
        ({"cause": "two words"}, "cause"),
        ({"cause": ""}, "cause"),
        ({"cause": "key\n"}, "cause"),
        ({"cause": "key\x00"}, "cause"),
        ({"cause": "key\u2028"}, "cause"),
        ({"cause": "cl\u00e9"}, "cause"),
        ({"cause": "x" * 201}, "cause"),
    ],
)
def test_names_that_are_not_in_the_ledgers_form_are_refused(wrong, name):
    with pytest.raises(Malformed) as refused:
        handler().handle(replace(command(Sit(1)), **wrong))
    assert list(refused.value.fields) == [name]


@pytest.mark.parametrize("cause", ["~", "!", '"quoted\\"', "{braces}:#@", "x" * 200])
def test_a_key_may_be_of_all_visible_signs(cause):
    one = handler()
    assert one.handle(command(Sit(1), cause)) == one.handle(command(Sit(1), cause)) == Answer(1, 1)
    assert [envelope.cause for envelope in envelopes(one)] == [cause]


SHORT, LONG, SPACED = "aa" * 31, "aa" * 33, "aa " * 21 + "a"
NONCES = ["", SHORT, LONG, SPACED, "AA" * 32, "gg" * 32, " " * 64, "aa" * 32 + "\n", "\u0661" * 64, "\uff11" * 64]


@pytest.mark.parametrize("nonce", NONCES, ids=repr)
def test_a_nonce_is_64_lower_case_hexadecimal_digits_and_nothing_else(nonce):
    ledger = MemoryLedger()
    for order in (
        tiny.OPEN,
        table.TakeSeat(by=tiny.ANNA, nonce_hash=nonce_hash("aa" * 32)),
        table.SeatBot(by=tiny.ANNA, bot="bot:greedy@1"),
    ):
        tiny.order(ledger, STREAM, tiny.ANNA, order)
    with pytest.raises(NotAllowed):
        tiny.order(ledger, STREAM, tiny.ANNA, table.ShowNonce(by=tiny.ANNA, nonce=nonce))
    assert ledger.last(STREAM) == 4
    tiny.order(ledger, STREAM, tiny.ANNA, table.ShowNonce(by=tiny.ANNA, nonce="aa" * 32))
    assert ledger.last(STREAM) == 6


def test_an_event_with_wrong_fields_is_not_stored():
    one = handler()
    with pytest.raises(Malformed) as refused:
        one.handle(command(Sit("1")))  # type: ignore[arg-type]  # that is the point
    assert list(refused.value.fields) == ["seat"]
    assert one.ledger.last(STREAM) == 0


def test_notices_tell_who_is_called_after_the_command():
    ledger = MemoryLedger()
    one = handler(ledger)
    one.handle(command(Start((1, 0))))
    one.handle(command(Sit(1), "second-key"))
    assert ledger.notices == [
        Notice(STREAM, 1, "table.seat_left", (1, 0)),
        Notice(STREAM, 2, "match.turn_started", (1, 0)),
        Notice(STREAM, 3, "table.seat_taken", ()),
    ]


def test_reveals_are_made_from_the_state_before_the_events():
    def reveals(state, events):
        return [[Reveal("tiles", len(state) + at, "R1", "ab" * 32)] for at, _ in enumerate(events)]

    one = handler(decider=replace(SITTING, reveals=reveals))
    one.handle(command(Sit(1)))
    one.handle(command(Start(), "second-key"))
    assert [[reveal.position for reveal in envelope.reveals] for envelope in envelopes(one)] == [[0], [1], [2]]


class Troubled(MemoryLedger):
    """Fails at an append as often as told, before or after the entries were stored."""

    def __init__(self, trouble: Exception, times: int, stores: bool) -> None:
        super().__init__()
        self.trouble, self.times, self.stores = trouble, times, stores

    def append(self, stream, expected, entries, notices, last=None):
        fails, self.times = self.times > 0, self.times - 1
        if not fails or self.stores:
            super().append(stream, expected, entries, notices, last)
        if fails:
            raise self.trouble


AWAY = Unavailable("away")


@pytest.mark.parametrize("trouble", [Conflict("late"), AWAY])
def test_an_append_that_did_not_happen_is_tried_again(trouble):
    one = handler(Troubled(trouble, times=4, stores=False))
    assert one.handle(command(Sit(1))) == Answer(1, 1)


def test_an_append_whose_reply_was_lost_is_recognised():
    one = handler(Troubled(AWAY, times=1, stores=True))
    assert one.handle(command(Move("pass"))) == Answer(1, 2)
    assert one.ledger.last(STREAM) == 2


BUSY = f"{STREAM} changes too fast: try again"


@pytest.mark.parametrize(
    ("trouble", "verdict", "words"), [(Conflict("late"), Busy, BUSY), (AWAY, Unavailable, str(AWAY))]
)
def test_after_five_tries_the_sender_is_asked_to_come_back(trouble, verdict, words):
    ledger = Troubled(trouble, times=5, stores=False)
    with pytest.raises(verdict, match=words):
        handler(ledger).handle(command(Sit(1)))
    assert (ledger.times, ledger.last(STREAM)) == (0, 0)


def test_the_loser_of_a_race_is_judged_again_on_what_is_there_now():
    one = handler()

    def decide_late(state, order):
        if not state:
            handler(one.ledger).handle(command(Sit(1), "other-key"))
        return decide(state, order)

    one.folder.decider = one.decider = replace(SITTING, decide=decide_late)
    with pytest.raises(NotAllowed):
        one.handle(command(Sit(1)))


def test_an_event_that_nobody_knows_makes_the_stream_read_only():
    one = handler()
    one.handle(command(Sit(1)))
    one.handle(command(Start(), "second-key"))
    older = Handler(one.ledger, Registry({"table.seat_taken": SeatTaken}), SITTING)
    assert older.load(STREAM).state == (SeatTaken(seat=1, player="person:anna", nonce_hash=None, key=None),)
    assert older.load(STREAM).version == 3
    with pytest.raises(ReadOnly, match=r"a newer release wrote table\.seat_left"):
        older.handle(command(Sit(2), "third-key"))


def test_a_decider_that_reads_unknown_events_still_decides():
    one = handler()
    one.handle(command(Start()))
    operator = Handler(one.ledger, Registry({"table.seat_taken": SeatTaken}), replace(SITTING, reads_unknown=True))
    assert [type(event) for event in operator.load(STREAM).state] == [Unknown, Unknown]
    assert operator.handle(command(Sit(1), "abort", by="operator:root")) == Answer(3, 3)


def test_the_platforms_own_table_decider_fits():
    order = table.GiveUp(by=None)
    decider: Decider[table.Table, table.Command] = Decider(
        initial=lambda id_: table.Table(),
        decide=table.decide,
        evolve=lambda state, event, asked: table.evolve(state, event),
    )
    one = handler(decider=decider)
    handler(one.ledger).handle(command(Open()))
    assert one.handle(command(order, "second-key", by="service:matchmaking")) == Answer(2, 2)
    with pytest.raises(TableNotOpen):
        one.handle(command(order, "third-key", by="service:matchmaking"))


class Counting(MemoryLedger):
    def __init__(self) -> None:
        super().__init__()
        self.reads: list[int] = []

    def read(self, stream: str, after: int = 0) -> list[Any]:
        self.reads.append(after)
        return super().read(stream, after)


def test_who_has_just_loaded_a_stream_does_not_load_it_again():
    ledger = Counting()
    one = handler(ledger)
    one.handle(command(Sit(0)))
    ledger.reads.clear()
    assert one.handle(command(Sit(1), "second-key"), one.load(STREAM)) == Answer(2, 2)
    assert ledger.reads == [0]  # the last entry and what comes after it


def test_what_was_seen_is_looked_at_again_where_the_stream_has_gone_on():
    ledger = Counting()
    one, other = handler(ledger), handler(ledger)
    seen = one.load(STREAM)
    other.handle(command(Sit(0), by="person:bob"))
    assert one.handle(command(Sit(1)), seen) == Answer(2, 2)
    assert one.handle(command(Sit(1)), seen) == Answer(2, 2)  # the same command from the same old page


def test_who_knows_the_whole_stream_appends_without_reading_it():
    ledger = Counting()
    one = handler(ledger)
    one.handle(command(Sit(0)))
    known = one.load(STREAM)
    ledger.reads.clear()
    assert one.attempt(command(Sit(1), "second-key"), known) == Answer(2, 2)
    assert ledger.reads == []
    assert one.folder.kept(STREAM) == handler(ledger).load(STREAM)


def test_who_knows_an_old_stream_gets_no_verdict():
    """Not even where the old state refuses the command, or has its answer: a backup may have come back."""
    ledger = MemoryLedger()
    one, other = handler(ledger), handler(ledger)
    one.handle(command(Sit(0)))
    known = one.load(STREAM)
    other.handle(command(Sit(1), by="person:bob"))
    before = ledger.read(STREAM)
    third = [command(asked, "third-key") for asked in (Sit(2), Sit(0), Nothing())]
    for message in (*third, command(Sit(0))):
        assert one.attempt(message, known) is None
    assert ledger.read(STREAM) == before


def test_a_command_whose_answer_was_lost_is_stored_once_although_nothing_was_read():
    ledger = Troubled(AWAY, times=0, stores=True)
    one = handler(ledger)
    one.handle(command(Sit(0)))
    known, ledger.times = one.load(STREAM), 1
    assert one.attempt(command(Sit(1), "second-key"), known) is None
    assert one.handle(command(Sit(1), "second-key")) == Answer(2, 2)
    assert len(ledger.read(STREAM)) == 2


def test_nothing_is_appended_to_another_past_of_the_same_length():
    """After a backup came back and the match was played on, the version alone would fit."""
    ledger = MemoryLedger()
    one, other = handler(ledger), handler(ledger)
    one.handle(command(Sit(0)))
    known = one.load(STREAM)
    ledger.streams.clear()
    other.handle(command(Sit(1), by="person:bob"))
    assert one.attempt(command(Sit(2), "second-key"), known) is None
    assert [envelope.by for envelope in envelopes(other)] == ["person:bob"]
    assert one.handle(command(Sit(2), "second-key"), known) == Answer(2, 2)
    assert handler(ledger).load(STREAM) == one.folder.kept(STREAM)


COMMANDS = st.sampled_from([Open(), Sit(0), Sit(1), Start((0, 1)), Start(()), Move("pass"), Move("draw", 1, 2)])


@given(st.lists(st.tuples(st.booleans(), st.booleans(), COMMANDS), max_size=12), st.lists(st.integers(0, 11)))
def test_what_is_kept_after_an_append_is_what_a_full_fold_gives(steps, restored):
    """Two processes write in turn, with and without having looked before, and a backup may come back between."""
    ledger = MemoryLedger()
    both = handler(ledger), handler(ledger)
    for number, (which, has_looked, order) in enumerate(steps):
        if number in restored:
            ledger.streams[STREAM] = ledger.read(STREAM)[:-1]
        one = both[which]
        message, kept = command(order, f"key-{number}"), one.folder.kept(STREAM)
        with suppress(NotAllowed):
            if not (kept and one.attempt(message, kept)):
                one.handle(message, one.load(STREAM) if has_looked else None)
            assert one.folder.kept(STREAM) == handler(ledger).load(STREAM)
        for each in both:
            assert each.load(STREAM) == handler(ledger).load(STREAM)


def test_what_cant_be_folded_is_not_stored():
    def stumbles(state: Any, event: Any, asked: Asked | None) -> Any:
        raise ZeroDivisionError

    ledger = MemoryLedger()
    with pytest.raises(Broken):
        handler(ledger, replace(SITTING, evolve=stumbles)).handle(command(Sit(0)))
    assert ledger.read(STREAM) == []
