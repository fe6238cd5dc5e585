"""A state that is kept and taken further is the state that a full fold gives, also after a backup came back."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.errors import Broken
from shared.ledger.envelope import Stored
from shared.ledger.fold import Answer, Archived, Folder
from shared.ledger.memory import MemoryLedger
from shared.ledger.past import Reader, check_bytes
from shared.rules.match import Asked
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
    "spoiled",
    [
        FIRST._replace(envelope=FIRST.envelope.replace(b'"rules":1', b'"rules":2')),
        FIRST._replace(sealed=FIRST.sealed.replace(b"5e", b"5f", 1)),
        FIRST._replace(sealed=None),
        WHOLE[2]._replace(sealed=FIRST.sealed),
    ],
    ids=["envelope", "sealed", "lost", "added"],
)
def test_changed_bytes_are_found_when_asked(spoiled):
    with pytest.raises(Broken):
        check_bytes(spoiled)


def test_reveals_of_a_match_are_in_its_envelopes():
    shown = [entry.envelope.reveals for entry in Reader(up_to(99), REGISTRY).past(STREAM).entries]
    assert [reveal.position for reveals in shown for reveal in reveals] == [0, 1, 2]


def test_a_decider_is_a_plain_record():
    assert replace(MATCH, reads_unknown=True).initial(ID).id == ID
