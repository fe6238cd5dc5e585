"""A remote bot in Python, with nothing but its standard library. docs/bots/remote.md describes what it says.

    URBANIST_TOKEN=urbanist_… python client.py http://127.0.0.1:8000 my_bot

Where the library `cryptography` is installed, it signs its moves with a key of its own, which it keeps beside itself in
`my_bot.key`: whoever has that file can sign as this bot.

Change `choose`, or import `Client` and give it a function of your own.
"""

import json
import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

try:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
except ImportError:  # then nothing is signed
    Ed25519PrivateKey = None  # type: ignore[assignment,misc]

Json = dict[str, Any]
Choose = Callable[[Json, list[Json], Json], Json]

SILENCE = 30  # seconds: the server says something every ten, so the connection is dead by then
PAUSE = 0.5  # seconds before another try
FOR_GOOD = ("replaced", "revoked")  # reasons for the end of a stream after which no other one helps


def choose(view: Json, moves: list[Json], match: Json) -> Json:
    """What the seat sees, the moves that the rules allow, and the match around them: one of these moves."""
    return random.choice(moves)


class Signer:
    """Signs moves with the key in a file, which is made where it is missing (docs/ledger.md, "Signatures")."""

    def __init__(self, file: Path) -> None:
        if not file.exists():
            file.touch(0o600)
            file.write_bytes(Ed25519PrivateKey.generate().private_bytes_raw())
        self.key = Ed25519PrivateKey.from_private_bytes(file.read_bytes())
        self.public = self.key.public_key().public_bytes_raw().hex()

    def sign(self, match: Json, move: Json) -> Json:
        said = ["urbanist-move-1", match["id"], match["seat"], match["turn"], match["previous"], move]
        text = json.dumps(said, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return {"previous": match["previous"], "signature": self.key.sign(text.encode()).hex()}


class Client:
    """One version of a bot. `run` plays until another program takes its place, or its token ends.

    With a `signer`, it signs wherever it sat down with that key.
    """

    def __init__(
        self,
        url: str,
        token: str,
        offer: Json,
        choose: Choose = choose,
        name: str = "main",
        signer: Signer | None = None,
    ) -> None:
        self.url, self.token, self.offer, self.choose, self.name = url, token, offer, choose, name
        self.signer = signer
        self.bot = f"{offer['name']}@{offer['version']}"
        self.cursor: str | None = None
        self.is_over = False

    def run(self) -> None:
        self.is_over = self.post("", self.offer) >= 400  # no stream would help a bot that is not registered
        while not self.is_over:
            try:
                for line in self.lines():
                    self.hear(line)
            except HTTPError as error:
                self.refused(error)
                time.sleep(float(error.headers.get("Retry-After", PAUSE)))
            except (OSError, HTTPException) as error:  # cut off: go on where we were
                print(f"{self.bot}: {error!r}, and once more", file=sys.stderr)
                time.sleep(PAUSE)

    def lines(self) -> Iterator[Json]:
        """News as it comes. A line without its end was cut off, and comes again."""
        asked = {"client": self.name} | ({"cursor": self.cursor} if self.cursor else {})
        with urlopen(self.request(f"/{self.bot}/stream?{urlencode(asked)}"), timeout=SILENCE) as answer:
            for line in answer:
                if line.endswith(b"\n"):
                    yield json.loads(line)

    def hear(self, line: Json) -> None:
        """The cursor moves on once all of the line is done: after a crash it comes again."""
        for match in line.get("matches", [line["match"]] if "match" in line else []):
            self.play(match)
        for invitation in line.get("invitations", [line] if line["type"] == "invitation" else []):
            self.accept(invitation)
        if "sentence" in line:
            print(f"{self.bot}: {line['sentence']}", file=sys.stderr)
        if line["type"] == "end":
            self.is_over = line["reason"] in FOR_GOOD
        if line["type"] == "snapshot":
            print(f"{self.bot} can be asked to tables now: {self.url}/bots/{self.offer['name']}", file=sys.stderr)
        self.cursor = line.get("cursor", self.cursor)

    def play(self, match: Json) -> None:
        """Answer the turn if it calls us, once more if the rules did not allow it: then no third answer counts.

        The turn's number is part of the key, so nothing is played twice.
        """
        if match["seat"] not in match["called"] or not match["legal_moves"]:
            return
        for which in ("move", "again"):
            move = self.choose(match["view"], match["legal_moves"], match)
            body = {"turn": match["turn"], "move": move, "cause": f"{which}-{match['turn']}-{match['seat']}"}
            if self.signer and self.signer.public == match["key"]:
                body["signed"] = self.signer.sign(match, move)
            if self.post(f"/{self.bot}/matches/{match['id']}/moves", body) != 422:
                return

    def accept(self, invitation: Json) -> None:
        body = {"cause": f"accept-{invitation['table']}", "key": self.signer.public if self.signer else None}
        self.post(f"/{self.bot}/tables/{invitation['table']}/accept", body)

    def post(self, path: str, body: Json) -> int:
        """The status, 400 or more if the server says no: the match went on, or somebody was faster. Safe to repeat."""
        while True:
            try:
                with urlopen(self.request(path, body), timeout=SILENCE) as answer:
                    json.load(answer)  # all of it has come
                    return int(answer.status)
            except HTTPError as error:
                if error.code < 500 and error.code != 429:
                    self.refused(error)
                    return error.code
                time.sleep(float(error.headers.get("Retry-After", PAUSE)))
            except (OSError, HTTPException, ValueError):  # the answer was lost: the same again is the same command
                time.sleep(PAUSE)

    def refused(self, error: HTTPError) -> None:
        print(f"{self.bot}: {error.code} {error.read().decode(errors='replace')}", file=sys.stderr)
        self.is_over = self.is_over or error.code == 401

    def request(self, path: str, body: Json | None = None) -> Request:
        headers = {"Authorization": f"Bearer {self.token}"}
        if body is None:
            return Request(f"{self.url}/api/bots{path}", headers=headers)
        headers["Content-Type"] = "application/json"
        return Request(f"{self.url}/api/bots{path}", json.dumps(body).encode(), headers)


def main() -> None:
    url, name = sys.argv[1:]
    offer = {
        "name": name,
        "version": 1,
        "games": {"quadropolis": {}, "sprawlopolis": {}},
        "seconds": 30,
        "at_once": 5,
    }
    signer = Signer(Path(f"{name}.key")) if Ed25519PrivateKey else None
    Client(url.rstrip("/"), os.environ["URBANIST_TOKEN"], offer, signer=signer).run()


if __name__ == "__main__":
    main()
