"""Real sockets to the real process: news, audiences, refusals, goodbyes, and a server that goes and comes back."""

import os
import signal
import socket
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from wsproto.connection import Connection, ConnectionType
from wsproto.events import Event, Ping, Pong, TextMessage
from wsproto.extensions import PerMessageDeflate

from shared.platform.match import Resign
from shared.platform.rows import row_of
from shared.platform.table import OpenTable, TakeSeat
from shared.settings import settings
from tests.frontend.listeners import (
    ADA,
    BOB,
    GAME,
    MATCH,
    SOCKETS,
    TABLE,
    Live,
    goodbye,
    last_part,
    next_match,
    next_part,
    sockets,
    version_in,
    wait_until,
    wait_until_empty,
)

pytestmark = pytest.mark.server
EVE = "eveeveeveeve"
HIDDEN = "only those who play this match see it until it is over\n"
OTHER_THREADS = 5  # the loop, and those that listen


@pytest.fixture(scope="module")
def process() -> Iterator[Live]:
    with tempfile.TemporaryDirectory(prefix="urbanist-") as folder:
        found = Live(Path(folder) / "var", two_ports())
        try:
            found.start_match()
            yield found
        finally:
            found.stop()


def two_ports() -> list[int]:
    with ExitStack() as stack:
        trials = [stack.enter_context(closing(socket.socket())) for _ in range(2)]
        for trial in trials:
            trial.bind(("127.0.0.1", 0))
        return [trial.getsockname()[1] for trial in trials]


def test_who_watches_is_shown_the_match_and_every_change(process: Live):
    with closing(process.watch(f"/m/{MATCH}/live")) as eve:
        assert version_in(next_match(eve)) == process.streams.match(MATCH).version
        after = process.move()
        assert version_in(last_part(eve, after)) == after  # the notice of the start may come late, and push it again


def test_who_has_the_newest_version_hears_beats_only(process: Live):
    have = process.streams.match(MATCH).version
    with closing(process.watch(f"/m/{MATCH}/live?have={have}")) as eve:
        assert eve.receive(timeout=5) == '{"beat":1}'
    with closing(process.watch(f"/m/{MATCH}/live?have={have - 1}")) as eve:
        assert version_in(next_match(eve)) == have


def test_the_mover_alone_is_offered_the_turn(process: Live):
    with closing(process.watch(f"/m/{MATCH}/live", process.mover())) as mover:
        assert "Your turn" in next_match(mover)
    with closing(process.watch(f"/m/{MATCH}/live")) as eve:
        assert "You are watching" in next_match(eve)


def test_sockets_are_for_our_own_pages(process: Live):
    path = f"/m/{MATCH}/live"
    for origin in (
        "http://evil.example",
        f"http://127.0.0.1:{process.port}",
        "http://127.0.0.1",
        f"http://127.0.0.1.evil.example:{process.page_port}",
        "null",
        "http://[",
    ):
        assert process.knock(path, Origin=origin).status_code == 403, origin
    assert process.knock(path).status_code == 403


def test_what_is_not_there_is_refused_before_the_socket_opens(process: Live):
    for path in ("/m/zzzzzzzzzzzz/live", "/t/zzzzzzzzzzzz/live", "/nowhere/live"):
        assert process.knock(path, **process.headers()).status_code == 404, path


def test_a_match_for_nobody_else_opens_no_socket_to_others(process: Live):
    """Neither where nobody watches it yet nor beside its players."""
    id_ = "hidden000001"
    process.rows.client.hset(f"house:{id_}", mapping={"entry": "public", "talk": "seats", "watch": "nobody"})
    process.start_match(id_)
    eve = process.headers(EVE)
    for _ in range(2):
        for path in (f"/m/{id_}/live", f"/t/{id_}/talk/live"):
            refused = process.knock(path, **eve)
            assert (refused.status_code, refused.text) == (403, HIDDEN), path
        with closing(process.watch(f"/m/{id_}/live", ADA)) as ada:
            next_match(ada)
            assert process.knock(f"/m/{id_}/live", **process.headers()).status_code == 403


def asking(process: Live, person: str | None = None, **more: str) -> bytes:
    """The request for a socket of the match, as bytes."""
    lines = {"Host": f"127.0.0.1:{process.port}", "Connection": "Upgrade", "Upgrade": "websocket"}
    lines |= {"Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="}
    head = "".join(f"{name}: {value}\r\n" for name, value in (lines | process.headers(person) | more).items())
    return f"GET /m/{MATCH}/live HTTP/1.1\r\n{head}\r\n".encode()


@pytest.mark.parametrize("person", [None, ADA])
def test_a_part_is_compressed_for_a_spectator_and_for_a_player(process: Live, person: str | None):
    deflate = PerMessageDeflate(client_no_context_takeover=True, server_no_context_takeover=True)
    deflate.finalize(PerMessageDeflate.name)
    browser, part, heard = Connection(ConnectionType.CLIENT, [deflate]), "", list[Event]()
    with closing(socket.create_connection(("127.0.0.1", process.port), timeout=5)) as raw:
        raw.sendall(
            asking(process, person, **{"Sec-WebSocket-Extensions": "permessage-deflate; client_max_window_bits"})
        )
        head, _, first = raw.recv(1 << 16).partition(b"\r\n\r\n")
        assert b"permessage-deflate; server_no_context_takeover" in head
        received = len(first)
        browser.receive_data(first)
        while "</aside>" not in part:
            part += "".join(event.data for event in browser.events() if isinstance(event, TextMessage))
            browser.receive_data(more := raw.recv(1 << 16))
            received += len(more)
        raw.sendall(browser.send(TextMessage("hello?")) + browser.send(Ping(b"there?")))
        while Pong(b"there?") not in heard:
            browser.receive_data(raw.recv(1 << 16))
            heard += browser.events()
    assert version_in(part) == process.streams.match(MATCH).version
    assert received < 0.4 * len(part)


def test_fifty_sockets_hear_the_same_news(process: Live):
    with ExitStack() as stack:
        watchers = [stack.enter_context(closing(process.watch(f"/m/{MATCH}/live"))) for _ in range(50)]
        for watcher in watchers:
            next_match(watcher)
        after = process.move()
        assert {version_in(last_part(watcher, after)) for watcher in watchers} == {after}


def test_sockets_cost_no_thread(process: Live):
    wait_until_empty(process)
    have = process.streams.match(MATCH).version
    before = threads(process)
    with ExitStack() as stack:
        for _ in range(SOCKETS):
            stack.enter_context(closing(process.watch(f"/m/{MATCH}/live?have={have}")))
        wait_until(lambda: sockets(process) == SOCKETS)
        assert threads(process) <= max(before, settings().threads + OTHER_THREADS)


def threads(process: Live) -> int:
    """Of the worker."""
    (worker,) = Path(f"/proc/{process.process.pid}/task/{process.process.pid}/children").read_text().split()
    return len(list(Path(f"/proc/{worker}/task").iterdir()))


def test_whatever_a_page_says_the_news_goes_on(process: Live):
    with closing(process.watch(f"/m/{MATCH}/live")) as eve:
        next_match(eve)
        for said in ("hello?", b"\x00" * 100, "x" * 1000):
            eve.send(said)
        assert version_in(last_part(eve, after := process.move())) == after


def test_who_says_too_much_is_sent_away(process: Live):
    eve = process.watch(f"/m/{MATCH}/live")
    eve.send("x" * 1025)
    assert goodbye(eve) == 1009
    wait_until_empty(process)


@pytest.mark.parametrize(
    ("odd", "status"),
    [
        ({"Sec-WebSocket-Version": "8"}, 426),
        ({"Sec-WebSocket-Key": "short"}, 400),
        ({"Sec-WebSocket-Key": ""}, 400),
        ({"Upgrade": "h2c"}, 400),
        ({"Connection": "keep-alive"}, 400),
    ],
)
def test_what_is_no_request_for_a_socket_gets_none(process: Live, odd: dict[str, str], status: int):
    assert process.knock(f"/m/{MATCH}/live", **process.headers(), **odd).status_code == status
    assert sockets(process) == 0


@pytest.mark.parametrize(
    ("path", "status", "sentence"),
    [
        ("/nope", 404, "there is nothing at this address\n"),
        ("/health", 400, "this request can't be understood\n"),
    ],
)
def test_who_knocks_at_a_wrong_door_is_told_so_in_our_words(process: Live, path: str, status: int, sentence: str):
    answer = process.knock(path, **process.headers())
    assert (answer.status_code, answer.text) == (status, sentence)


def test_who_sends_before_the_answer_has_come_is_heard(process: Live):
    with closing(socket.create_connection(("127.0.0.1", process.port), timeout=5)) as raw:
        raw.sendall(asking(process) + b"\x88\x80abcd")  # a goodbye
        answer = b""
        while part := raw.recv(4096):
            answer += part
    assert answer.startswith(b"HTTP/1.1 101")
    wait_until_empty(process)


def test_too_many_sockets_are_refused_in_words(process: Live):
    wait_until_empty(process)
    have = process.streams.match(MATCH).version
    with ExitStack() as stack:
        for _ in range(SOCKETS):
            stack.enter_context(closing(process.watch(f"/m/{MATCH}/live?have={have}")))
        wait_until(lambda: sockets(process) == SOCKETS)
        late = process.knock(f"/m/{MATCH}/live", **process.headers())
    assert late.status_code == 503
    assert "too many people are watching" in late.text
    wait_until_empty(process)


def test_a_table_and_the_lobby_fill_before_ones_eyes(process: Live):
    command = OpenTable(by=f"person:{ADA}", game=GAME, options=GAME.options(), seats=3, listed=True, seed="5e" * 32)
    process.order("table", command.by, "open-00001", command)
    with closing(process.watch("/live")) as lobby, closing(process.watch(f"/t/{TABLE}/live", BOB)) as table:
        assert f"/t/{TABLE}" not in next_part(lobby)
        assert "Sit down" in next_part(table)
        sit = TakeSeat(by=f"person:{BOB}", nonce_hash=None)
        process.order("table", sit.by, "sit-000001", sit)
        assert "(you)" in next_part(table)
        row = row_of(process.streams, TABLE)
        assert row is not None
        process.rows.put(row)
        assert f"/t/{TABLE}" in next_part(lobby)


def test_the_server_goes_and_comes_back_and_nobody_misses_anything(process: Live):
    with closing(process.watch(f"/m/{MATCH}/live")) as eve, closing(process.watch(f"/m/{MATCH}/live", ADA)) as ada:
        for watcher in (eve, ada):
            next_match(watcher)
        before = process.move()  # by then both have joined the talk as well
        for watcher in (eve, ada):
            last_part(watcher, before)
        process.restart_server()
        after = process.move()
        for watcher in (eve, ada):
            assert version_in(last_part(watcher, after)) == after


def test_the_end_is_shown_although_the_page_has_every_version(process: Live):
    command = Resign(player=f"person:{ADA}")
    process.order("match", command.player, "resign-0001", command)
    with closing(process.watch(f"/m/{MATCH}/live")) as eve:
        assert "resigned" in next_match(eve)


def test_everybody_is_told_that_the_process_restarts(process: Live):
    eve = process.watch(f"/m/{MATCH}/live")
    next_match(eve)
    os.kill(process.process.pid, signal.SIGTERM)
    assert goodbye(eve) == 1012
    assert process.process.wait(timeout=10) == 0
