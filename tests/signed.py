"""Records whose orders are signed, for the tests of verifiers: people with keys and numbers, on a server with a key.

Keys are fixed, so the bytes are the same in each run.
"""

from functools import cache
from hashlib import sha256
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from shared.annotations import Json
from shared.games.chance import nonce_hash
from shared.games.game import Game
from shared.games.registry import GAMES
from shared.ledger.canonical import parse
from shared.ledger.handler import Asked, Handler, as_it_came
from shared.platform.keys import Keys
from shared.platform.match import Match, Resign, Start
from shared.platform.signed import move_bytes, order_bytes, receipt_bytes, signed
from shared.platform.streams import MATCH, REGISTRY, cite
from shared.platform.table import OpenTable, ShowNonce, TakeSeat
from tests.records import ADA, BEA, BOT, ID, NONCE, SEED, SERVICE, Told

OTHER_NONCE = "b0" * 32


@cache
def key(name: str) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(sha256(name.encode()).digest())


def public(name: str) -> str:
    return key(name).public_key().public_bytes_raw().hex()


def sign(asked: Asked[Match, Any]) -> Json | None:
    """As everybody signs who has a key: people, the server for its bots, and the server for the start."""
    by, first = asked.message.by, asked.first
    if first.type == "match.started":
        previous = first.data["table"]["digest"]
        return signed(previous, key("host").sign(order_bytes(ID, first.type, first.data, previous)))
    if by not in (ADA, BEA) and not (by == BOT and asked.move):
        return None
    previous = asked.folded.digest or ""
    order = order_bytes(ID, first.type, first.data, previous)
    message = move_bytes(ID, asked.move, previous) if asked.move else order
    return signed(previous, key("host" if by == BOT else by).sign(message))


class Signing(Told):
    """A record in which orders are signed."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.streams.matches = Handler(self.streams.ledger, REGISTRY, MATCH, now=self.now, salt=self.salt, sign=sign)

    def seated(self, *, bots: int = 0, numbers: tuple[str | None, ...] = (NONCE, OTHER_NONCE)) -> "Signing":
        """Ada and Bea, or Ada and a bot; with these secret numbers."""
        players = (ADA, BEA)[: 2 - bots]
        facts: dict[str, Any] = {"game": self.game, "options": self.game.options(), "seats": 2, "seed": SEED}
        opened = OpenTable(by=ADA, listed=True, bots=(BOT,) * bots, host_key=public("host"), **facts)
        self.obey("table", ADA, opened)
        brought = dict(zip(players, numbers, strict=False))  # a bot brings none
        for player, nonce in brought.items():
            taken = TakeSeat(by=player, nonce_hash=nonce and nonce_hash(nonce), key=public(player))
            self.obey("table", player, taken)
        for player, nonce in brought.items():
            if nonce:
                self.obey("table", player, ShowNonce(by=player, nonce=nonce))
        return self

    def begun(self) -> "Signing":
        folded = self.streams.tables.load(f"table:{ID}")
        table = folded.state
        start = Start(
            game=self.game,
            options=self.game.options(),
            players=table.players,
            seed=SEED,
            nonces=table.nonces,
            table=cite(folded),
            practice=False,
            keys=Keys(table.opening.host_key, table.keys),
        )
        self.obey("match", SERVICE, start)
        return self


@cache
def signed_record(slug: str, way: str = "whole") -> bytes:
    """Of a match of two people, of one against a bot (`bot`), of one in which Bea resigns (`resigned`), or in which the
    host says that she did (`invented`).
    """
    told = Signing(GAMES[slug]).seated(bots=int(way == "bot")).begun()
    if way in ("resigned", "invented"):
        told.play(2)
        told.streams.matches.sign = sign if way == "resigned" else as_it_came
        told.obey("match", BEA, Resign(player=BEA))
        told.streams.matches.sign = sign
    return told.play().count().file


def receipt(file: bytes, player: str, by: str = "host") -> dict[str, Any]:
    """For the number that this player showed, signed with that key."""
    rows = [parse(row)["envelope"] for row in file.split(b"\n")[1:-1]]
    found = next(one for one in rows if one["type"] == "table.nonce_shown" and one["by"] == player)
    names = ("stream", "version", "digest", "by", "type", "data")
    said = {"format": "urbanist-receipt-1", "host_key": public(by), **{name: found[name] for name in names}}
    return {**said, "signature": key(by).sign(receipt_bytes(said)).hex()}
