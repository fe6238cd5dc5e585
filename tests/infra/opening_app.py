"""An application that opens some sockets at once, fails at others and leaves the rest to a thread."""

import time
from collections import Counter
from collections.abc import Mapping
from threading import current_thread
from typing import Any

from flask import Flask, jsonify

counts: Counter[str] = Counter()


class Echo:
    def __init__(self, sock: Any) -> None:
        self.sock = sock

    def begin(self) -> None:
        counts["begun"] += 1

    def receive(self, data: bytes) -> bool:
        self.sock.send(data)
        return True

    def end(self) -> None:
        counts["ended"] += 1


def open_at_once(head: bytes, sock: Any, client: Any) -> Mapping[str, str] | None:
    if head.startswith(b"GET /fails"):
        raise ValueError("on purpose")
    if not head.startswith(b"GET /opens"):
        return None
    sock.visit = Echo(sock)
    return {"Upgrade": "echo", "From": client[0]}


def give_way(longest: float) -> None:
    """As if there were always news."""
    counts["waited"] += 1
    time.sleep(longest)  # as long as the loop lets it


def create_app() -> Flask:
    app = Flask(__name__)
    app.extensions.update(open_at_once=open_at_once, give_way=give_way)

    @app.get("/counts")
    def seen() -> Any:
        return jsonify(counts)

    @app.get("/<path:rest>")
    def whole(rest: str) -> str:
        return current_thread().name.partition("-")[0]

    return app
