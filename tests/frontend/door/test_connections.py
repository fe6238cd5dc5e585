"""How services are asked: connections are kept, nothing is sent twice, and what is no answer is none."""

import gc
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from threading import Barrier, Thread
from warnings import catch_warnings, simplefilter

import pytest

from frontend.door import connections
from frontend.door.connections import Connections, NoAnswer

BODY = b'{"cause":"open-0001"}'
WELL = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"


@contextmanager
def service(answer: Callable[[socket.socket, bytes], bool]) -> Iterator[tuple[Connections, list[bytes]]]:
    """Answers what comes in one piece, and says of each connection's pieces what they were; False hangs up."""
    heard: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as door:

        def serve() -> None:
            while True:
                try:
                    visitor = door.accept()[0]
                except OSError:  # the test is over
                    return
                heard.append(b"a connection")
                with visitor:
                    while piece := visitor.recv(65_536):
                        heard.append(piece)
                        if not answer(visitor, piece):
                            break

        thread = Thread(target=serve, daemon=True)
        thread.start()
        made = Connections(f"http://127.0.0.1:{door.getsockname()[1]}")
        try:
            yield made, heard
        finally:
            made.close()
            door.shutdown(socket.SHUT_RDWR)
            thread.join(5)


def well(visitor: socket.socket, _piece: bytes) -> bool:
    visitor.sendall(WELL)
    return True


def post(made: Connections) -> int:
    return made.ask("POST", "/tables", {"Content-Type": "application/json"}, BODY).status


def test_requests_share_a_connection_and_come_in_one_piece():
    with service(well) as (made, heard):
        assert [post(made) for _ in range(3)] == [200] * 3
        assert (heard[0], len(heard)) == (b"a connection", 4)
        assert all(piece.startswith(b"POST /tables HTTP/1.1\r\n") and piece.endswith(BODY) for piece in heard[1:])


@pytest.mark.parametrize("said", [b"", b"HTTP/1.1 2", WELL[:-1], WELL.replace(b"Length: 2", b"Length: 2" + b"0" * 9)])
def test_of_half_an_answer_nothing_stays_open(said: bytes):
    def half(visitor: socket.socket, _piece: bytes) -> bool:
        visitor.sendall(said)
        return False

    with service(half) as (made, _), catch_warnings(record=True) as left_open:
        simplefilter("always", ResourceWarning)
        with pytest.raises(NoAnswer) as failed:
            post(made)
        failed.value.args = (failed,)  # whatever it holds is found by the collector alone
        del failed
        gc.collect()
    assert [str(each.message) for each in left_open] == []


def test_requests_about_one_match_go_to_one_process_as_long_as_it_is_there():
    """Each connection leads to one of two processes, in turn. Once both are known, a match stays with one of them."""
    of_connection: dict[int, int] = {}
    answered: list[int] = []
    together = Barrier(2)

    def by_process(visitor: socket.socket, piece: bytes) -> bool:
        port = visitor.getpeername()[1]
        process = of_connection.setdefault(port, len(of_connection) % 2)
        if b"/both/" in piece:
            together.wait(5)
        answered.append(process)
        visitor.sendall(WELL.replace(b"\r\n\r\n", b"\r\nX-Urbanist-Process: %d\r\n\r\n" % process))
        return True

    with processes(by_process) as made:
        matches = [f"m{number:011}" for number in range(40)]
        with ThreadPoolExecutor(2) as both:  # so that both processes are known
            assert [answer.status for answer in both.map(lambda id_: made.ask("GET", f"/both/{id_}", {}, b""), "ab")]
        second = [look(made, each, answered) for each in matches]
        assert [look(made, each, answered) for each in matches] == second
        assert set(second) == {0, 1}
        assert len(of_connection) <= 2 + connections.ENOUGH


def test_a_process_that_ended_with_its_last_request_is_forgotten(monkeypatch: pytest.MonkeyPatch):
    """Else each request about its matches would open another connection."""
    monkeypatch.setattr(connections, "nearness", lambda process, _target: process != "ends")
    came: set[int] = set()

    def ends_once(visitor: socket.socket, piece: bytes) -> bool:
        came.add(visitor.getpeername()[1])
        if b"/last/" in piece:
            visitor.shutdown(socket.SHUT_RDWR)
        else:
            name = b"ends" if len(came) == 1 else b"stays"
            visitor.sendall(WELL.replace(b"\r\n\r\n", b"\r\nX-Urbanist-Process: %b\r\n\r\n" % name))
        return True

    with processes(ends_once) as made:
        assert made.ask("GET", "/matches/a", {}, b"").status == 200
        with pytest.raises(NoAnswer):
            made.ask("GET", "/last/a", {}, b"")
        for _ in range(5):
            assert made.ask("GET", "/matches/a", {}, b"").status == 200
        assert len(came) == 2


@pytest.mark.parametrize(("target", "field"), [("/x: y", "z"), ("/x", "z\r\nHost: elsewhere"), ("/\xfc", "z")])
def test_what_would_be_another_request_is_not_sent(target: str, field: str):
    with service(well) as (made, heard):
        with pytest.raises(NoAnswer, match="can't be sent"):
            made.ask("GET", target, {"X": field}, b"")
        assert heard in ([], [b"a connection"])


def look(made: Connections, id_: str, answered: list[int]) -> int:
    """The process that answered."""
    assert made.ask("GET", f"/matches/{id_}", {}, b"").status == 200
    return answered[-1]


@contextmanager
def processes(answer: Callable[[socket.socket, bytes], bool]) -> Iterator[Connections]:
    """Serves many connections at once."""

    def serve(visitor: socket.socket) -> None:
        with visitor:
            while piece := visitor.recv(65_536):
                answer(visitor, piece)

    def accept() -> None:
        with suppress(OSError):  # the test is over
            while True:
                threads.append(Thread(target=serve, args=(door.accept()[0],), daemon=True))
                threads[-1].start()

    threads: list[Thread] = []
    with socket.create_server(("127.0.0.1", 0)) as door:
        thread = Thread(target=accept, daemon=True)
        thread.start()
        made = Connections(f"http://127.0.0.1:{door.getsockname()[1]}")
        try:
            yield made
        finally:
            made.close()
            door.shutdown(socket.SHUT_RDWR)
            for each in (thread, *threads):
                each.join(5)


def test_the_answer_is_told_whole():
    with service(well) as (made, _):
        answer = made.ask("GET", "/tables?page=2", {}, b"")
        assert answer == (200, {"content-type": "application/json", "content-length": "2"}, b"{}")


def test_a_connection_that_was_quiet_for_long_is_not_used_again(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(connections, "QUIET", 0.0)
    with service(well) as (made, heard):
        assert [post(made) for _ in range(2)] == [200] * 2
        assert heard.count(b"a connection") == 2


def test_a_connection_that_the_service_closed_is_not_used_again():
    """As where a worker of it has ended."""

    def once(visitor: socket.socket, piece: bytes) -> bool:
        well(visitor, piece)
        return False

    with service(once) as (made, heard):
        for _ in range(3):
            assert post(made) == 200
            time.sleep(0.05)  # until it has hung up: nobody says when that is known here
        assert heard.count(b"a connection") == 3


def test_a_request_whose_answer_was_lost_is_not_sent_again():
    with service(lambda _visitor, _piece: False) as (made, heard):
        with pytest.raises(NoAnswer):
            post(made)
        assert len(heard) == 2


def test_nobody_waits_longer_than_patience(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(connections, "PATIENCE", 0.2)
    with service(lambda _visitor, _piece: True) as (made, heard):
        began = time.monotonic()
        with pytest.raises(NoAnswer, match="Timeout"):
            post(made)
        assert 0.2 <= time.monotonic() - began < 2
        assert len(heard) == 2


@pytest.mark.parametrize("said", [b"220 a mail server\r\n", WELL[:-1]])
def test_what_is_no_whole_answer_is_none(said: bytes):
    def broken(visitor: socket.socket, _piece: bytes) -> bool:
        visitor.sendall(said)
        return False

    with service(broken) as (made, _), pytest.raises(NoAnswer):
        post(made)


@pytest.mark.parametrize("said", ["close", "Close", "x, close"])
def test_a_connection_that_the_service_is_about_to_close_is_not_used_again(said: str):
    def last(visitor: socket.socket, _piece: bytes) -> bool:
        visitor.sendall(WELL.replace(b"\r\n\r\n", f"\r\nConnection: {said}\r\n\r\n".encode()))
        return True

    with service(last) as (made, heard):
        assert [post(made) for _ in range(2)] == [200] * 2
        assert heard.count(b"a connection") == 2


def test_nobody_there(free_ports: list[int]):
    with pytest.raises(NoAnswer, match="refused"):
        post(Connections(f"http://127.0.0.1:{free_ports[0]}"))


def test_no_proxy_of_the_environment_is_asked(monkeypatch: pytest.MonkeyPatch, free_ports: list[int]):
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
        monkeypatch.setenv(name, f"http://127.0.0.1:{free_ports[0]}")
    with service(well) as (made, _):
        assert post(made) == 200


def test_a_way_on_is_not_followed():
    def elsewhere(visitor: socket.socket, _piece: bytes) -> bool:
        visitor.sendall(b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n")
        return True

    with service(elsewhere) as (made, heard):
        assert post(made) == 302
        assert len(heard) == 2
