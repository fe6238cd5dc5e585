"""A state that is kept and taken further is the state that a full fold gives, also after a backup came back."""

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.errors import Broken, Malformed
from shared.evidence import Asked
from shared.ledger.codec import Unknown
from shared.ledger.decider import Decider, Message
from shared.ledger.envelope import Envelope, Stored
from shared.ledger.fold import Answer, Archived, Folder
from shared.ledger.handler import Handler
from shared.ledger.memory import MemoryLedger
from shared.ledger.past import Reader, check_bytes
from shared.platform.match import Abort, Command, Match
from shared.platform.match.events import TurnStarted
from shared.platform.records.export import export
from tests.ledger.tiny import ANNA, BOB, ID, MATCH, REGISTRY, cite, played, started

STREAM = f"match:{ID}"
WHOLE = played().read(STREAM)


def folder(ledger: Any, kept: int = 512) -> Folder[Any, Any]:
    return Folder(Reader(ledger, REGISTRY), MATCH, kept)


def up_to(version: int, stored: list[Stored] = WHOLE) -> MemoryLedger:
    ledger = MemoryLedger()
    ledger.streams[STREAM] = stored[:version]
    return ledger


class Counting(MemoryLedger):
    def __init__(self) -> None:
        super().__init__()
        self.reads: list[int] = []

    def read(self, stream: str, after: int = 0) -> list[Stored]:
        self.reads.append(after)
        return super().read(stream, after)


@given(st.lists(st.integers(0, len(WHOLE)), max_size=6), st.integers(0, 2))
def test_a_state_taken_further_is_the_state_of_a_full_fold(versions, kept):
    """Whatever the versions are, also when the ledger goes back to an earlier one."""
    ledger = MemoryLedger()
    one = folder(ledger, kept)
    for version in versions:
        ledger.streams[STREAM] = WHOLE[:version]
        assert one.fold(STREAM) == folder(up_to(version)).fold(STREAM)


def test_only_the_tail_is_read_again():
    ledger = Counting()
    ledger.streams[STREAM] = WHOLE[:5]
    one = folder(ledger)
    one.fold(STREAM)
    ledger.streams[STREAM] = WHOLE
    assert one.fold(STREAM).version == len(WHOLE)
    assert ledger.reads == [0, 4]


def test_a_ledger_with_another_past_is_folded_anew():
    ledger = up_to(len(WHOLE))
    one = folder(ledger)
    one.fold(STREAM)
    other = started()
    for stored in (other.read(STREAM), other.read(STREAM) + WHOLE[3:4]):
        ledger.streams[STREAM] = stored[:3]
        assert one.fold(STREAM).state == folder(up_to(3, stored)).fold(STREAM).state


def test_the_fold_knows_where_the_stream_stands():
    folded = folder(up_to(len(WHOLE))).fold(STREAM)
    assert (folded.version, folded.digest) == cite(up_to(len(WHOLE)), STREAM)
    assert folded.at.endswith("Z")


def test_the_answers_of_all_commands_are_found_by_who_and_key():
    answers = folder(up_to(len(WHOLE))).fold(STREAM).answers
    assert answers[("service:game-command", "key-0")] == Answer(1, 3)
    assert {by for by, _ in answers} == {"service:game-command", ANNA, BOB}
    assert [version for answer in answers.values() for version in range(answer.first, answer.last + 1)] == list(
        range(1, len(WHOLE) + 1)
    )


def test_a_stream_that_is_not_there_is_at_version_0():
    folded = folder(MemoryLedger()).fold(STREAM)
    assert (folded.version, folded.digest, folded.state.started) == (0, None, None)


def test_the_state_at_any_version_can_be_seen():
    one = folder(up_to(len(WHOLE)))
    assert one.at(STREAM, 3) == folder(up_to(3)).fold(STREAM).state


def test_the_states_at_many_versions_are_those_at_each():
    one = folder(up_to(len(WHOLE)))
    assert one.at_each(STREAM, {5, 1, 3}) == {version: one.at(STREAM, version) for version in (1, 3, 5)}
    assert one.at_each(STREAM, []) == {}


def test_only_so_many_states_are_kept():
    ledger = Counting()
    one = folder(ledger, kept=2)
    ids = ["aaaaaaaaaaaa", "bbbbbbbbbbbb", "cccccccccccc"]
    for id_ in ids:
        started(ledger, id_)
        one.fold(f"match:{id_}")
    ledger.reads.clear()
    one.fold(f"match:{ids[2]}")
    one.fold(f"match:{ids[0]}")
    assert ledger.reads == [2, 0]


def test_threads_may_fold_at_once():
    one = folder(up_to(len(WHOLE)), kept=1)
    with ThreadPoolExecutor(4) as threads:
        versions = set(threads.map(lambda _: one.fold(STREAM).version, range(50)))
    assert versions == {len(WHOLE)}


def test_an_archived_stream_says_so():
    class Trimmed(MemoryLedger):
        def last(self, stream: str) -> int:
            return 7

    with pytest.raises(Archived):
        folder(Trimmed()).fold(STREAM)


def test_a_stream_that_begins_while_it_is_looked_at_is_not_archived():
    class Beginning(MemoryLedger):
        def read(self, stream: str, after: int = 0) -> list[Stored]:
            found = super().read(stream, after)
            self.streams.setdefault(STREAM, up_to(3).streams[STREAM])
            return found

    assert folder(Beginning()).fold(STREAM).version == 3


def test_what_was_asked_goes_with_the_first_event_of_its_move():
    asked = [entry.asked for entry in Reader(up_to(len(WHOLE)), REGISTRY).past(STREAM).entries]
    assert asked[:5] == [None, None, None, Asked(0, 3, {"name": "take_card", "guess": None}), None]


def test_the_past_can_be_read_from_a_version_on():
    past = Reader(up_to(len(WHOLE)), REGISTRY).past(STREAM)
    assert [entry.version for entry in past.since(len(WHOLE) - 2)] == [len(WHOLE) - 1, len(WHOLE)]
    assert (past.version, past.digest) == (len(WHOLE), past.entries[-1].envelope.digest)


@pytest.mark.parametrize(
    "stored",
    [WHOLE[1:], [WHOLE[0], *WHOLE[2:]], [WHOLE[0], WHOLE[0]], started(id_="zzzzzzzzzzzz").read("match:zzzzzzzzzzzz")],
    ids=["first missing", "second missing", "doubled", "of another stream"],
)
def test_a_broken_chain_is_noticed_on_every_read(stored):
    with pytest.raises(Broken):
        folder(up_to(99, stored)).fold(STREAM)


def test_the_bytes_of_an_honest_ledger_fit():
    assert Reader(up_to(99), REGISTRY).verified(STREAM).version == len(WHOLE)


FIRST = WHOLE[0]
assert FIRST.sealed is not None


@pytest.mark.parametrize(
    ("spoiled", "words"),
    [
        (
            FIRST._replace(envelope=FIRST.envelope.replace(b'"rules":1', b'"rules":2')),
            f"{STREAM} does not match its digest at version 1",
        ),
        (
            FIRST._replace(sealed=FIRST.sealed.replace(b"5e", b"5f", 1)),
            f"{STREAM} does not match its seal at version 1",
        ),
        (FIRST._replace(sealed=None), f"{STREAM} lost its sealed part at version 1"),
        (WHOLE[2]._replace(sealed=FIRST.sealed), f"{STREAM} does not match its seal at version 3"),
    ],
    ids=["envelope", "sealed", "lost", "added"],
)
def test_changed_bytes_are_found_when_asked(spoiled, words):
    with pytest.raises(Broken, match=words):
        check_bytes(spoiled)


SEAT = WHOLE[3]


@pytest.mark.parametrize(
    "spoiled",
    [
        Stored(b""),
        Stored(b"[]"),
        Stored(b"{}"),
        Stored(b'{"reveals":[]}'),
        Stored(b"\xff"),
        SEAT._replace(sealed=b"{"),
        SEAT._replace(sealed=b"{}"),
        SEAT._replace(sealed=b'{"part":5,"salt":""}'),
        SEAT._replace(envelope=SEAT.envelope.replace(b'"data":{', b'"data":[],"more":{')),
        SEAT._replace(envelope=SEAT.envelope.replace(b'"move":', b'"move":[],"more":')),
        SEAT._replace(envelope=SEAT.envelope.replace(b'"move":', b'"more":null,"move":')),
        SEAT._replace(envelope=SEAT.envelope.replace(b'"at":"', b'"at":5,"by":"')),
        SEAT._replace(envelope=SEAT.envelope.replace(b'"version":4', b'"version":"4"')),
        SEAT._replace(envelope=re.sub(rb'"digest":"[0-9a-f]{64}",', b"", SEAT.envelope)),
    ],
    ids=lambda stored: f"{stored.envelope[:12]!r} {stored.sealed!r}",
)
def test_an_entry_that_makes_no_sense_is_a_broken_stream_and_no_crash(spoiled):
    ledger = spoilt(spoiled)
    for read in (folder(ledger).fold, Reader(ledger, REGISTRY).past, Reader(ledger, REGISTRY).verified):
        with pytest.raises((Broken, Malformed)):
            read(STREAM)


def spoilt(spoiled: Stored) -> MemoryLedger:
    ledger = MemoryLedger()
    ledger.streams[STREAM] = [*WHOLE[:3], spoiled, *WHOLE[4:]]
    return ledger


BLIND = replace(MATCH, initial=lambda id_: Match(id=id_, games={}), reads_unknown=True)
LOST = spoilt(Stored(b"{"))
LOST.streams[STREAM] = LOST.streams[STREAM][:4]  # what follows would have to name these bytes


def test_who_must_close_a_broken_match_reads_past_what_cant_be_read():
    reader = Reader(LOST, REGISTRY, bears_all=True)
    *_, entry = reader.past(STREAM).entries
    assert (entry.version, entry.event, entry.asked) == (4, Unknown("unreadable", 0, {}), None)
    assert entry.envelope.digest == sha256(b"{").hexdigest()
    folded = Folder(reader, BLIND).fold(STREAM)
    assert (folded.version, folded.unknown, folded.at) == (4, entry.event, Envelope.from_bytes(WHOLE[2].envelope).at)


def test_what_is_written_after_it_names_the_hash_of_its_bytes():
    ledger = MemoryLedger()
    ledger.streams[STREAM] = list(LOST.streams[STREAM])
    command: Command = Abort(reason="operator", note="broken")
    message = Message(stream=STREAM, by="operator:root", cause="close-it", command=command)
    Handler(ledger, REGISTRY, BLIND).handle(message)
    assert Envelope.from_bytes(ledger.read(STREAM)[4].envelope).previous == sha256(b"{").hexdigest()


def test_an_event_that_doesnt_fit_its_state_is_broken_and_is_as_if_unknown_to_who_must_close_it():
    def stumbles(state: Any, event: Any, asked: Asked | None) -> Any:
        if isinstance(event, TurnStarted):
            raise ZeroDivisionError
        return (*state, type(event))

    decider: Decider[Any, Any] = Decider(initial=lambda id_: (), decide=MATCH.decide, evolve=stumbles)
    reader = Reader(up_to(4), REGISTRY)
    with pytest.raises(Broken, match="from version 3 on"):
        Folder(reader, decider).fold(STREAM)
    state = Folder(reader, replace(decider, reads_unknown=True)).fold(STREAM).state
    assert [cls.__name__ for cls in state] == ["MatchStarted", "Drawn", "Unknown", "CardTaken"]


@pytest.mark.parametrize("raw", [b"", b"[]", b"{}", b'{"data":[]}', b'{"data":{},"type":"x"}'])
def test_a_record_that_cant_be_read_cant_be_exported(raw):
    ledger = MemoryLedger()
    ledger.streams[STREAM] = [Stored(raw)]
    with pytest.raises(Broken, match=ID):
        export(ledger, ID)


def test_reveals_of_a_match_are_in_its_envelopes():
    shown = [entry.envelope.reveals for entry in Reader(up_to(99), REGISTRY).past(STREAM).entries]
    assert [reveal.position for reveals in shown for reveal in reveals] == [0, 1, 2]


def test_a_decider_is_a_plain_record():
    assert replace(MATCH, reads_unknown=True).initial(ID).id == ID
