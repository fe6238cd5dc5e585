"""Programs that use the whole product through its public door and watch it through its sockets."""

import time
from collections.abc import Callable
from itertools import count
from threading import Thread
from typing import Any

import httpx
from simple_websocket import Client, ConnectionClosed

from shared.settings import Settings
from tests.waiting import until

PATIENCE = 15  # seconds


class Visitor:
    """One person, who keeps the cookie of the first answer."""

    def __init__(self, chosen: Settings) -> None:
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{chosen.port}/api", timeout=PATIENCE)
        self._keys = count(1)

    def command(self, path: str, **body: Any) -> dict[str, Any]:
        reply = self.http.post(path, json={**body, "cause": f"bench-{next(self._keys):06}"})
        assert reply.is_success, reply.text
        return dict(reply.json())

    def open_table(self, bots: list[str]) -> str:
        return str(self.command("/tables", game="quadropolis", seats=2, bots=bots)["id"])

    def sit(self, table: str) -> None:
        self.command(f"/tables/{table}/seats", nonce_hash=None)

    def wait_for(self, match: str, is_wanted: Callable[[dict[str, Any]], bool] = lambda seen: True) -> dict[str, Any]:
        """The match as this person sees it, once it has started and looks as wanted."""

        def look() -> dict[str, Any] | None:
            reply = self.http.get(f"/matches/{match}")
            return dict(reply.json()) if reply.is_success and is_wanted(reply.json()) else None

        return until(look, PATIENCE, "the match never was as it is wanted")

    def wait_for_turn(self, match: str) -> dict[str, Any]:
        """Or for the end."""
        return self.wait_for(match, lambda seen: seen["status"] != "playing" or seen["seat"] in seen["called"])

    def move(self, match: str, seen: dict[str, Any]) -> int:
        """The first legal move; the version after it."""
        answer = self.command(f"/matches/{match}/moves", turn=seen["turn"], move=seen["legal_moves"][0])
        return int(answer["version"])

    def close(self) -> None:
        self.http.close()


class Watcher:
    """Another person's page, which notes when it was shown each version."""

    def __init__(self, chosen: Settings, match: str) -> None:
        origin = {"Origin": f"http://127.0.0.1:{chosen.port}"}
        self.socket = Client(f"ws://127.0.0.1:{chosen.live_port}/m/{match}/live", headers=origin)
        self.shown: dict[int, float] = {}
        self._thread = Thread(target=self._watch)
        self._thread.start()

    def _watch(self) -> None:
        try:
            while True:
                said = self.socket.receive()
                if 'data-version="' in str(said):
                    version = int(str(said).split('data-version="', 1)[1].split('"', 1)[0])
                    self.shown.setdefault(version, time.perf_counter())
        except ConnectionClosed:
            return  # by us: it has seen enough

    def saw(self, version: int) -> float:
        """When this version, or a later one, was shown."""
        seen = until(lambda: [at for shown, at in list(self.shown.items()) if shown >= version], PATIENCE)
        return min(seen)

    def close(self) -> None:
        self.socket.close()
        self._thread.join(PATIENCE)
