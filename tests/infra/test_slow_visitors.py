"""Visitors who send slowly, send nothing or don't read: no thread waits for them, however many they are."""

import resource
import selectors
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress

import httpx
import pytest

from infra.ready import still_missing
from infra.receiving_worker import MOST_WAITING
from tests.infra.failing_app import LARGE
from tests.infra.test_web import served
from tests.servers import CLEAN
from tests.waiting import BUSY

MANY = 2300
HEAD = b"GET /health HTTP/1.1\r\nHost: localhost\r\n"
BODY = b"POST /echo HTTP/1.1\r\nHost: localhost\r\n"
SLOW = {
    "silent": b"",
    "header": HEAD + b"X: ",
    "body": BODY + b"Content-Length: 9\r\n\r\nhalf",
    "chunk": BODY + b"Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n5\r\nha",
    "trailer": BODY + b"Transfer-Encoding: chunked\r\n\r\n0\r\nX: ",
}


@pytest.fixture(scope="module")
def few_threads() -> Iterator[int]:
    """The port of one process with two threads, which lets one address have 100 connections."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(CLEAN, "WEB_THREADS", "2")
        patch.setitem(CLEAN, "WEB_CONCURRENCY", "1")
        patch.setitem(CLEAN, "URBANIST_PROXIES", "127.0.0.1")
        with socket.socket() as trial:
            trial.bind(("127.0.0.1", 0))
            port = trial.getsockname()[1]
        with served(port) as (url, _):
            assert still_missing({"web": f"{url}/health"}, patience=30) == []
            yield port
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@contextmanager
def crowd(port: int, count: int, said: bytes) -> Iterator[list[socket.socket]]:
    with ExitStack() as stack:
        those = []
        for _ in range(count):
            visitor = stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=BUSY))
            visitor.sendall(said)
            those.append(visitor)
        yield those


def is_served(port: int) -> bool:
    """Pages, each by a connection of its own."""
    pages = [httpx.get(f"http://127.0.0.1:{port}/health", timeout=BUSY).text for _ in range(3)]
    return pages == 3 * ["well"]


@pytest.mark.parametrize("kind", ["header", "chunk"])
def test_thousands_of_slow_senders_keep_nobody_out(few_threads: int, kind: str):
    with crowd(few_threads, MANY, SLOW[kind]) as those:
        for visitor in those[-500:]:
            visitor.sendall(b"1")
        assert is_served(few_threads)
        assert open_ones(those) <= MOST_WAITING  # the oldest had to go, not the newest


def open_ones(those: list[socket.socket]) -> int:
    time.sleep(0.2)  # that nobody else is dropped can't be waited for
    with selectors.DefaultSelector() as selector:
        for visitor in those:
            selector.register(visitor, selectors.EVENT_READ)
        return len(those) - len(selector.select(0))


@pytest.mark.parametrize("kind", sorted(SLOW))
def test_a_request_that_is_not_whole_takes_no_thread(few_threads: int, kind: str):
    with crowd(few_threads, 60, SLOW[kind]) as those:
        assert is_served(few_threads)
        assert open_ones(those) == len(those)  # they had not reached their deadline, which would have freed a thread


def test_a_visitor_who_does_not_read_the_answer_takes_no_thread(few_threads: int):
    with crowd(few_threads, 20, b"GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n") as those:
        assert is_served(few_threads)
        whole = b""
        while part := those[0].recv(1 << 20):  # and a late reader still gets all of it
            whole += part
            if len(whole) > LARGE and whole.endswith(b"x" * 100):
                break
        assert len(whole.partition(b"\r\n\r\n")[2]) == LARGE


def test_a_request_that_comes_letter_by_letter_is_answered(few_threads: int):
    with closing(socket.create_connection(("127.0.0.1", few_threads), timeout=BUSY)) as slow:
        for letter in HEAD + b"\r\n":
            slow.sendall(bytes([letter]))
        assert heard_until(slow, b"well")
        for letter in BODY + b"Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n2\r\nof\r\n0\r\n\r\n":
            slow.sendall(bytes([letter]))
        assert heard_until(slow, b"halfof")


def heard_until(visitor: socket.socket, end: bytes) -> bytes:
    heard = b""
    while not heard.endswith(end):
        part = visitor.recv(4096)
        assert part, heard
        heard += part
    return heard


def test_requests_that_come_at_once_are_answered_in_turn(few_threads: int):
    with closing(socket.create_connection(("127.0.0.1", few_threads), timeout=BUSY)) as hasty:
        post = BODY + b"Content-Length: 5\r\n\r\nfirst"
        hasty.sendall(post + HEAD + b"\r\n" + HEAD + b"Connection: close\r\n\r\n")
        heard = b""
        while part := hasty.recv(4096):
            heard += part
        assert (heard.count(b"200 OK"), heard.count(b"first"), heard.count(b"well")) == (3, 1, 2)


def test_a_body_that_was_not_read_never_becomes_the_next_request(few_threads: int):
    hidden = HEAD + b"\r\n"
    with closing(socket.create_connection(("127.0.0.1", few_threads), timeout=BUSY)) as sly:
        sly.sendall(BODY + b"Content-Length: 70000\r\n\r\n" + b"x" * 66_000)
        time.sleep(0.3)  # so that they are two pieces for whoever reads: nobody says when that is
        sly.sendall(b"x" * 4000 + hidden)
        heard = b""
        while part := sly.recv(4096):
            heard += part
        assert heard.count(b"HTTP/1.1") == 1


def test_a_program_that_asks_first_is_told_to_go_on(few_threads: int):
    with closing(socket.create_connection(("127.0.0.1", few_threads), timeout=BUSY)) as polite:
        polite.sendall(BODY + b"Expect: 100-continue\r\nContent-Length: 4\r\n\r\n")
        assert polite.recv(4096).startswith(b"HTTP/1.1 100 ")
        polite.sendall(b"body")
        assert polite.recv(4096).startswith(b"HTTP/1.1 200 ")  # one sign only: some take a second one for the answer


@pytest.mark.parametrize(
    ("length", "body", "status"), [(4, b"body", b"200"), (4, b"bo", b"100"), (9_999_999, b"", b"200")]
)
def test_a_program_that_has_sent_all_or_sends_too_much_is_not_told_to_go_on(
    few_threads: int, length: int, body: bytes, status: bytes
):
    with closing(socket.create_connection(("127.0.0.1", few_threads), timeout=BUSY)) as visitor:
        visitor.sendall(BODY + b"Expect: 100-continue\r\nContent-Length: %d\r\n\r\n" % length + body)
        assert visitor.recv(4096).split(b" ", 2)[1] == status


def test_a_request_has_a_deadline_and_whoever_misses_it_reads_why(few_threads: int):
    with closing(socket.create_connection(("127.0.0.1", few_threads), timeout=BUSY)) as slow:
        began = time.monotonic()
        slow.sendall(HEAD)
        slow.settimeout(0.5)
        told = trickled(slow, began)
        assert b"408" in told
        assert b"did not arrive completely in time" in told


def trickled(slow: socket.socket, began: float) -> bytes:
    """The answer to a visitor who sends a letter twice a second."""
    while time.monotonic() < began + 20:
        try:
            if told := slow.recv(8192):
                return told
        except TimeoutError:
            slow.sendall(b"X")
    return b""


COOKIES = {8_300: b"200", 30_000: b"200", 33_000: b"431", 70_000: b"431"}


@pytest.mark.parametrize("size", COOKIES)
def test_cookies_of_other_programs_are_accepted_or_refused_in_our_own_words(few_threads: int, size: int):
    with closing(socket.create_connection(("127.0.0.1", few_threads), timeout=BUSY)) as sweet:
        sweet.sendall(HEAD + b"Cookie: a=" + b"x" * size + b"\r\n\r\n")
        heard = sweet.recv(16_384)
    assert heard.split(b" ", 2)[1] == COOKIES[size]
    assert (b"Delete the cookies" in heard) == (COOKIES[size] == b"431")


BROKEN = {
    b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\n\r\n": (414, "This address is too long."),
    b"GET / HTTP/9.9\r\n\r\n": (400, "We could not read this request."),
    b"nonsense\r\n\r\n": (400, "We could not read this request."),
    HEAD + b"Transfer-Encoding: magic\r\n\r\n": (501, "in a way that we can't read"),
    HEAD + b"Expect: 200-ok\r\n\r\n": (417, "expects more than we can do"),
    b"GET /api/x HTTP/1.1\r\na b: c\r\n\r\n": (400, '"code": "http_400"'),
}


@pytest.mark.parametrize("broken", BROKEN)
def test_what_no_app_can_read_is_refused_in_our_own_words(few_threads: int, broken: bytes):
    status, sentence = BROKEN[broken]
    with closing(socket.create_connection(("127.0.0.1", few_threads), timeout=BUSY)) as plain:
        plain.sendall(broken)
        heard = b""
        while part := plain.recv(8192):
            heard += part
    assert heard.split(b" ", 2)[1] == str(status).encode()
    assert sentence in heard.decode()
    assert b"Content-Security-Policy" in heard
    assert b"gunicorn" not in heard.lower()


def test_quiet_connections_of_browsers_delay_no_restart(free_ports, monkeypatch: pytest.MonkeyPatch):
    """Nor does one with half a request, nor one that does not hang up after its answer."""
    monkeypatch.setitem(CLEAN, "GUNICORN_CMD_ARGS", f"--graceful-timeout={int(2 * BUSY)}")
    port = free_ports[0]
    with served(port) as (url, process), ExitStack() as stack:
        assert still_missing({"web": f"{url}/health"}, patience=30) == []
        for kind in (b"\r\n", b"X: ", b"Connection: close\r\n\r\n"):
            visitor = stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=BUSY))
            visitor.sendall(HEAD + kind)
            assert kind == b"X: " or visitor.recv(1000).startswith(b"HTTP/1.1 200")
        process.terminate()
        process.communicate(timeout=BUSY)  # it could have waited for twice as long


def test_whoever_sends_many_requests_and_reads_late_gets_all_answers_in_turn(few_threads: int):
    """The next request may be here before the answer to the one before it is sent, or can be."""
    with closing(socket.create_connection(("127.0.0.1", few_threads), timeout=BUSY)) as hasty:
        bodies = [f"{number:05}".encode() * 2000 for number in range(400)]
        sent = 0
        hasty.setblocking(False)
        heard = b""
        whole = b"".join(BODY + b"Content-Length: 10000\r\n\r\n" + body for body in bodies)
        until_read = time.monotonic() + 0.5
        while heard.count(b"\r\n\r\n") < len(bodies) or not heard.endswith(bodies[-1]):
            with suppress(BlockingIOError):
                sent += hasty.send(whole[sent : sent + 30_000]) if sent < len(whole) else 0
            if time.monotonic() > until_read:
                with suppress(BlockingIOError):
                    part = hasty.recv(1 << 20)
                    assert part, "it hung up"
                    heard += part
    answers = heard.split(b"HTTP/1.1 200 OK\r\n")[1:]
    assert [answer.partition(b"\r\n\r\n")[2] for answer in answers] == bodies


def test_a_connection_that_goes_on_is_served_again_at_once_however_often(few_threads: int):
    with closing(socket.create_connection(("127.0.0.1", few_threads), timeout=BUSY)) as steady:
        for _ in range(300):
            steady.sendall(HEAD + b"\r\n")
            assert heard_until(steady, b"well").startswith(b"HTTP/1.1 200 OK")


def test_a_visitor_who_hangs_up_while_a_thread_works_leaves_nothing_behind(few_threads: int):
    for _ in range(200):
        with socket.create_connection(("127.0.0.1", few_threads), timeout=BUSY) as gone:
            gone.sendall(HEAD + b"\r\n")
    assert is_served(few_threads)
