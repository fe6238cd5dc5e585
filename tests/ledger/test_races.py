"""Many who write at once, and answers that never come: every command happens once, whoever sends it how often."""

import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing, contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from shared.errors import Busy, KeyReused, Unavailable
from shared.ledger.codec import Registry
from shared.ledger.decider import Decider, Message
from shared.ledger.envelope import Stored
from shared.ledger.fold import Answer
from shared.ledger.handler import Handler
from shared.ledger.redis import bus_key, connect, open_ledger, partition
from shared.ledger.store import Notice
from shared.platform.events import EVENTS
from shared.platform.table.events import SeatLeft, TableFilled
from tests.ledger.cutting import Cutting, cutting

pytestmark = pytest.mark.server

ID = "m1k2m3k4m5k6"
STREAM = f"table:{ID}"
PROCESSES, OWN, SHARED = 4, 6, 6

# Any number of people leave, and each is followed by another event: so a command is more than one event.
LEAVING: Decider[int, int] = Decider(
    initial=lambda id_: 0,
    decide=lambda state, seat: [SeatLeft(seat=seat, player="person:anna"), TableFilled()],
    evolve=lambda state, event, asked: state + 1,
)


@contextmanager
def leaving(url: str) -> Iterator[Handler[int, int]]:
    ledger = open_ledger(url)
    with closing(ledger.client):
        yield Handler(ledger, Registry(EVENTS), LEAVING)


def leave(handler: Handler[int, int], seat: int, cause: str, by: str = "person:anna") -> Answer:
    """As a page does: the same again until there is an answer."""
    while True:
        try:
            return handler.handle(Message(stream=STREAM, by=by, cause=cause, command=seat))
        except Busy:
            continue


def send_all(url: str, number: int) -> list[tuple[str, Answer]]:
    """What one process does: its own commands, and between them those that every process sends."""
    with leaving(url) as handler:
        answers = []
        for at in range(max(OWN, SHARED)):
            answers.append((f"own-{number}-{at}", leave(handler, number, f"own-{number}-{at}")))
            answers.append((f"shared-{at}", leave(handler, at, f"shared-{at}")))
        return answers


def told(url: str) -> list[Notice]:
    client: Any = connect(url)
    with closing(client):
        return [Notice.from_bytes(fields[b"notice"]) for _, fields in client.xrange(bus_key(partition(ID)))]


def test_processes_that_write_at_once_write_everything_once(clean_server):
    with ProcessPoolExecutor(PROCESSES, mp_context=get_context("spawn")) as processes:
        found = list(processes.map(send_all, [clean_server] * PROCESSES, range(PROCESSES)))
    answers: dict[str, Answer] = {}
    for cause, answer in (one for each in found for one in each):
        assert answers.setdefault(cause, answer) == answer
    with leaving(clean_server) as handler:
        entries = handler.reader.verified(STREAM).entries
    assert len(entries) == 2 * (PROCESSES * OWN + SHARED) == 2 * len(answers)
    assert [entry.version for entry in entries] == list(range(1, len(entries) + 1))
    for cause, (first, last) in answers.items():
        assert [entry.envelope.cause for entry in entries[first - 1 : last]] == [cause, cause]
    notices = [Notice(STREAM, entry.version, entry.envelope.type) for entry in entries]
    assert told(clean_server) == notices


@pytest.fixture
def line(clean_server: str) -> Iterator[Cutting]:
    folder = tempfile.TemporaryDirectory(prefix="urbanist-")
    with folder as path, cutting(Path(path), clean_server, cuts=1) as line:
        yield line


@pytest.fixture
def sender(line: Cutting) -> Iterator[Handler[int, int]]:
    with leaving(line.url) as handler:
        yield handler


def test_an_append_whose_answer_was_lost_happened_once_and_is_answered(clean_server, line, sender):
    assert leave(sender, 0, "first-key") == Answer(1, 2)
    assert (line.cuts, sender.ledger.last(STREAM), len(told(clean_server))) == (0, 2, 2)


def test_every_append_may_lose_its_answer(clean_server, line, sender):
    for number in range(5):
        line.cuts = 1
        assert leave(sender, number, f"key-{number}") == Answer(2 * number + 1, 2 * number + 2)
        assert line.cuts == 0
    assert [entry.version for entry in sender.reader.verified(STREAM).entries] == list(range(1, 11))
    assert len(told(clean_server)) == 10


def test_who_never_heard_and_sends_it_again_much_later_gets_the_first_answer(clean_server, line, sender):
    answers = [leave(sender, 0, "first-key"), leave(sender, 1, "second-key"), leave(sender, 0, "first-key")]
    assert answers == [Answer(1, 2), Answer(3, 4), Answer(1, 2)]
    with pytest.raises(KeyReused):
        leave(sender, 5, "first-key")
    assert leave(sender, 0, "first-key", by="person:bob") == Answer(5, 6)


def test_the_line_of_these_tests_breaks_where_it_should(line, sender):
    with pytest.raises(Unavailable):
        sender.ledger.append(STREAM, 0, [Stored(b"{}")], [Notice(STREAM, 1, "table.filled")])
    assert sender.ledger.last(STREAM) == 1
