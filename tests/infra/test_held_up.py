"""A process that was held up drops no request that came in time: it just hadn't looked yet."""

import selectors
import socket
import time
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from gunicorn.config import Config

from infra import waiting_room, waiting_worker
from infra.waiting_worker import HOLD, PATIENCE
from infra.web_worker import Worker

WHOLE = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"


class HeldUp(Worker):
    """A worker in this process, whose rounds the test runs one by one, under a clock that the test sets."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        for module in (waiting_room, waiting_worker):
            monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: self.now), raising=False)
        config = Config()
        config.set("keepalive", 2)
        super().__init__(1, 1, [], None, 30, config, None)
        self.alive, self.stall = True, 0.0
        self.served: list[Any] = []
        self.poller = selectors.DefaultSelector()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.listener.setblocking(False)
        self.poller.register(self.listener, selectors.EVENT_READ, self.accept)

    def accept(self, listener: Any) -> None:
        super().accept(listener)
        self.now += self.stall

    def enqueue_req(self, conn: Any) -> None:
        self.served.append(bytes(conn.incoming.data))
        self.drop(conn)

    def turn(self, stall: float = 0.0) -> None:
        self.stall = stall
        time.sleep(0.05)  # what was sent arrives: its reader is this very thread, and nothing says when
        self.wait_for_and_dispatch_events(timeout=0)
        self.murder_pending()

    def visitor(self, says: bytes) -> socket.socket:
        made = socket.create_connection(self.listener.getsockname(), timeout=5)
        made.sendall(says)
        return made


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> Iterator[HeldUp]:
    made = HeldUp(monkeypatch)
    yield made
    made.murder_keepalived(force=True)
    made.listener.close()
    made.poller.close()
    made.tmp.close()


def test_a_request_that_came_while_it_was_held_up_is_served(worker: HeldUp):
    with worker.visitor(WHOLE):
        worker.turn(stall=60)  # let in, and not yet looked at
        worker.turn()
        assert worker.served == [WHOLE]


def test_the_rest_of_a_request_that_came_while_it_was_held_up_counts(worker: HeldUp):
    with worker.visitor(WHOLE[:9]) as slow:
        worker.turn()
        worker.turn()
        with worker.visitor(b""):
            slow.sendall(WHOLE[9:12])
            worker.turn(stall=PATIENCE + 60)
            slow.sendall(WHOLE[12:])
            worker.turn()
            assert worker.served == [WHOLE]


def test_a_connection_that_sent_nothing_is_still_closed(worker: HeldUp):
    with worker.visitor(b"") as silent:
        worker.turn(stall=60)
        worker.turn()
        assert silent.recv(1) == b""
    assert (worker.served, worker.nr_conns) == ([], 0)


def test_an_answer_that_is_held_back_waits_without_a_thread_and_its_visitor_is_not_heard(worker: HeldUp):
    def answer(conn: Any) -> None:
        """As a thread does."""
        conn.hand_over()
        worker.served.append(next(conn.parser).path)
        conn.sock.held = True
        conn.sock.sendall(b"too many")
        worker.hold(conn, goes_on=True)

    worker.enqueue_req = answer  # type: ignore[method-assign]
    with worker.visitor(WHOLE) as guesser:
        worker.turn()
        guesser.sendall(WHOLE)
        worker.turn()
        guesser.setblocking(False)
        with pytest.raises(BlockingIOError):
            guesser.recv(100)
        assert len(worker.served) == 1
        worker.now += HOLD
        for _ in range(
            4
        ):  # it is late, may be written, is heard again, and is served
            worker.turn()
        assert guesser.recv(100) == b"too many"
        assert len(worker.served) == 2
        assert worker.nr_conns == 1
