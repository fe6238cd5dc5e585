"""The sockets' process over a server of its own, and the ledger that it reads."""

import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
from flask import Flask
from flask.sessions import SecureCookieSessionInterface
from simple_websocket import Client, ConnectionClosed

from frontend.people.sessions import keep_sessions
from shared.games.registry import GAMES
from shared.ledger.decider import Message
from shared.ledger.handler import Handler
from shared.ledger.redis import connect, open_ledger
from shared.platform.match import Command, Play, Start
from shared.platform.rows import Rows
from shared.platform.streams import Streams
from shared.web.key import gateway_key
from tests.servers import end, environment, start_server, url_of, wait_until_up
from tests.waiting import BUSY, until

GAME = GAMES["quadropolis"]
ADA, BOB = "adaadaadaada", "bobbobbobbob"
MATCH, TABLE = "match0000001", "table0000001"
SOCKETS = 60  # the most that the process takes


class Live:
    """`order`, `move` and `rows` change what it shows."""

    def __init__(self, var: Path, ports: list[int], **more: str) -> None:
        self.more = more
        self.var, self.page_port, self.port = var, ports[0], ports[1]
        self.server = start_server(var)
        wait_until_up(url_of(var))
        self.streams = Streams(open_ledger(url_of(var)))
        self.rows = Rows(connect(url_of(var)))
        self.process = self.start(str(ports[0]), str(ports[1]))

    def start(self, page_port: str, port: str) -> subprocess.Popen[str]:
        command = [
            *(sys.executable, "-m", "gunicorn", "-c", "infra/gunicorn_live.py", "-b", f"127.0.0.1:{port}"),
            "frontend.sockets.live:create_app()",
        ]
        settings = {"PORT": page_port, "LIVE_PORT": port, "LIVE_SOCKETS": str(SOCKETS), **self.more}
        process = subprocess.Popen(
            command, env=environment(self.var, **settings), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        until(lambda: self.is_up() or process.poll() is not None, why="the process of sockets did not come")
        assert process.poll() is None, process.communicate()[0]
        return process

    def is_up(self) -> bool:
        with suppress(httpx.TransportError):
            return httpx.get(f"http://127.0.0.1:{self.port}/health", timeout=BUSY).status_code == 200
        return False

    def restart_server(self) -> None:
        end(self.server)
        time.sleep(1)  # that it is away for a while is what listeners have to bear
        self.server = start_server(self.var)
        wait_until_up(url_of(self.var))

    def stop(self) -> None:
        print(end(self.process))
        end(self.server)

    def cookie(self, person: str, secret: str | None = None) -> str:
        """`secret` is that of the person's session, if they have an account."""
        app = Flask("cookies")
        keep_sessions(app, gateway_key(self.var))
        serializer = SecureCookieSessionInterface().get_signing_serializer(app)
        assert serializer is not None
        said = {"person": person, "signed": {person: secret}} if secret else {"person": person}
        return f"{app.config['SESSION_COOKIE_NAME']}={serializer.dumps(said)}"

    def headers(self, person: str | None = None, secret: str | None = None, **more: str) -> dict[str, str]:
        cookie = {"Cookie": self.cookie(person, secret)} if person else {}
        return {"Origin": f"http://127.0.0.1:{self.page_port}", **cookie, **more}

    def watch(self, path: str, person: str | None = None, secret: str | None = None, **more: str) -> Client:
        return Client(f"ws://127.0.0.1:{self.port}{path}", headers=self.headers(person, secret, **more))

    def knock(self, path: str, **headers: str) -> httpx.Response:
        """The first request of a socket, as any program may send it."""
        upgrade = {
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        }
        return httpx.get(f"http://127.0.0.1:{self.port}{path}", headers={**upgrade, **headers}, timeout=BUSY)

    def order(self, kind: str, by: str, cause: str, command: Any) -> int:
        """To the match or the table; gives the version after it."""
        handlers: dict[str, Handler[Any, Any]] = {"match": self.streams.matches, "table": self.streams.tables}
        stream = {"match": f"match:{MATCH}", "table": f"table:{TABLE}"}[kind]
        return handlers[kind].handle(Message(stream=stream, by=by, cause=cause, command=command)).last

    def start_match(self, id_: str = MATCH) -> None:
        command = Start(
            game=GAME,
            options=GAME.options(),
            players=(f"person:{ADA}", f"person:{BOB}"),
            seed="5e" * 32,
            nonces=(None, None),
            table=None,
            practice=True,
        )
        message: Message[Command] = Message(
            stream=f"match:{id_}", by="service:test", cause="start-0001", command=command
        )
        self.streams.matches.handle(message)

    def move(self) -> int:
        """Whoever is called plays the first legal move; gives the version after it."""
        match = self.streams.match(MATCH).state
        (seat,) = match.called
        player = match.players[seat]
        command = Play(player=player, seat=seat, turn=match.turn, move=GAME.legal_moves(match.view(seat), seat)[0])
        return self.order("match", player, f"move-{match.turn:06}", command)

    def mover(self) -> str:
        match = self.streams.match(MATCH).state
        return match.players[match.called[0]].removeprefix("person:")


def next_part(watcher: Client, patience: float = BUSY) -> str:
    """The next thing that isn't a beat."""
    until = time.monotonic() + patience
    while (left := until - time.monotonic()) > 0:
        heard = watcher.receive(timeout=left)
        if heard and heard != '{"beat":1}':
            return str(heard)
    raise AssertionError("nothing came")


def next_match(watcher: Client) -> str:
    """The next part that shows the match: its talk, which the same socket hears, may come before."""
    while 'data-version="' not in (part := next_part(watcher)):
        pass
    return part


def goodbye(watcher: Client) -> int:
    """The code with which the process closes the socket."""
    while True:
        try:
            assert watcher.receive(timeout=BUSY), "it stays open"
        except ConnectionClosed as closed:
            return int(closed.reason)


def version_in(part: str) -> int:
    return int(part.split('data-version="', 1)[1].split('"', 1)[0])


def last_part(watcher: Client, version: int) -> str:
    """Until the version came."""
    while version_in(part := next_match(watcher)) < version:
        pass
    return part


def sockets(process: Live) -> int:
    return int(httpx.get(f"http://127.0.0.1:{process.port}/health", timeout=BUSY).json()["sockets"])


def wait_until_empty(process: Live) -> None:
    wait_until(lambda: sockets(process) == 0)


def wait_until(is_so: Callable[[], bool], patience: float = BUSY) -> None:
    until(is_so, patience)
