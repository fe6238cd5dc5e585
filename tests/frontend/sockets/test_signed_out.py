"""A socket is open for hours: once its cookie is worth nothing, it is closed, and none opens with that cookie."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import pytest
import redis
from simple_websocket import Client, ConnectionClosed

from shared.people.news import NEWS, tell
from shared.people.register import Register
from shared.people.sessions import Sessions, digest
from tests.frontend.listeners import ADA, BOB, MATCH, Live, goodbye, next_match
from tests.frontend.sockets.test_live import two_ports
from tests.servers import url_of
from tests.waiting import BUSY

pytestmark = pytest.mark.server
PATH, SIGNED_OUT, COME_BACK = f"/m/{MATCH}/live", 1008, 1013


@pytest.fixture(scope="module")
def process() -> Iterator[Live]:
    with tempfile.TemporaryDirectory(prefix="urbanist-") as folder:
        found = Live(Path(folder) / "var", two_ports())
        try:
            found.start_match()
            yield found
        finally:
            found.stop()


@pytest.fixture
def client(process: Live) -> Iterator["redis.Redis"]:
    with redis.Redis.from_url(url_of(process.var), decode_responses=True) as found:
        found.delete(f"person:{ADA}", f"person:{ADA}:sessions", "people:names")
        tell(found, ADA)
        yield found


@contextmanager
def watching(process: Live, person: str, secret: str | None = None) -> Iterator[Client]:
    """Closed at the end, unless the other side has done so."""
    watcher = process.watch(PATH, person, secret)
    try:
        yield watcher
    finally:
        with suppress(ConnectionClosed):
            watcher.close()


def status(process: Live, secret: str | None) -> int:
    return process.knock(PATH, **process.headers(ADA, secret)).status_code


def test_signing_out_everywhere_closes_sockets_and_opens_none(process: Live, client: "redis.Redis"):
    Register(client).sign_up(ADA, "Ada", None)
    secret = Sessions(client).begin(ADA, "a browser")
    with watching(process, ADA, secret) as ada, watching(process, BOB) as bob:
        next_match(ada)
        next_match(bob)
        Sessions(client).end_all(ADA)
        assert goodbye(ada) == SIGNED_OUT
        process.move()
        next_match(bob)
    assert status(process, secret) == 401


def test_a_guest_who_makes_an_account_loses_the_sockets_of_older_cookies(process: Live, client: "redis.Redis"):
    with watching(process, ADA) as ada:
        next_match(ada)
        Register(client).sign_up(ADA, "Ada", None)
        assert goodbye(ada) == SIGNED_OUT
    assert status(process, None) == 401
    with watching(process, ADA, Sessions(client).begin(ADA, "a browser")) as again:
        next_match(again)


def test_one_session_that_ends_leaves_the_others(process: Live, client: "redis.Redis"):
    Register(client).sign_up(ADA, "Ada", None)
    sessions = Sessions(client)
    first, second = sessions.begin(ADA, "one"), sessions.begin(ADA, "another")
    with watching(process, ADA, first) as one, watching(process, ADA, second) as other:
        next_match(one)
        next_match(other)
        sessions.end(ADA, digest(first))
        assert goodbye(one) == SIGNED_OUT
        process.move()
        next_match(other)


@pytest.mark.parametrize("path", ["/health", "/nowhere"])
def test_no_other_address_makes_a_worthless_cookie_open_a_socket(process: Live, client: "redis.Redis", path: str):
    """Somebody who watches already lets newcomers in by the shortcut, for cookies that were looked into."""
    Register(client).sign_up(ADA, "Ada", None)
    secret = Sessions(client).begin(ADA, "a browser")
    Sessions(client).end_all(ADA)
    with watching(process, BOB) as bob:
        next_match(bob)
        httpx.get(f"http://127.0.0.1:{process.port}{path}", headers=process.headers(ADA, secret), timeout=BUSY)
        assert status(process, secret) == 401


def test_what_changed_while_the_server_was_away_is_caught_up_with(process: Live, client: "redis.Redis"):
    """Whoever was still being welcomed is told to come back, and then let in no more; so it may take some tries."""
    Register(client).sign_up(ADA, "Ada", None)
    codes = []
    while SIGNED_OUT not in codes:
        secret = Sessions(client).begin(ADA, "a browser")
        with watching(process, ADA, secret) as ada:
            next_match(ada)
            client.hdel(f"person:{ADA}:sessions", digest(secret))  # as if the news of it were lost
            process.restart_server()
            codes.append(goodbye(ada))
        assert status(process, secret) == 401
        assert codes[-1] in (SIGNED_OUT, COME_BACK)
        assert len(codes) < 5
    assert client.exists(NEWS)
