"""Signatures beside commands: those that came with an order are checked, and moves of the server's own bots get one."""

from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from shared.annotations import Json
from shared.errors import BadSignature
from shared.ledger.handler import Asked
from shared.platform.match import Match
from shared.platform.player import is_bot
from shared.platform.signed import move_bytes, order_bytes, receipt_bytes, signed
from shared.web.host_key import host_key, is_signed, known_host_key, public_half


def sign_in_match(asked: Asked[Match, Any]) -> Json | None:
    """Raises BadSignature: nothing is stored beside a signature that nobody could check."""
    match, message = asked.folded.state, asked.message
    if message.signed:
        _check(asked, match, message.by, message.signed)
        return message.signed
    if asked.first.type == "match.started":
        return _start_signed(asked.first.data, match.id)
    is_ours = is_bot(message.by) and asked.move is not None and not match.keys_of(message.by)
    own = _key_of(match.started.host_key) if is_ours and match.started else None
    previous = asked.folded.digest or ""
    return signed(previous, own.sign(_bytes(asked, match, previous))) if own else None


def _start_signed(data: Json, id_: str) -> Json | None:
    """With that, a record is this server's: its table or deal is named, with all numbers that were shown there."""
    cited, own = data["table"] or data["deal"], _key_of(data["host_key"])
    if cited is None or own is None:
        return None
    return signed(cited["digest"], own.sign(order_bytes(id_, "match.started", data, cited["digest"])))


def _key_of(public: str | None) -> Ed25519PrivateKey | None:
    """The key with this public half, if it is the one that this process has."""
    own = known_host_key()
    return own if own and public_half(own) == public else None


def _bytes(asked: Asked[Match, Any], match: Match, previous: str) -> bytes:
    if asked.move is not None:
        return move_bytes(match.id, asked.move, previous)
    return order_bytes(match.id, asked.first.type, asked.first.data, previous)


def _check(asked: Asked[Match, Any], match: Match, player: str, given: Json) -> None:
    keys = match.keys_of(player) or frozenset(filter(None, [asked.first.data.get("key")]))
    if not keys:
        raise BadSignature("nobody has given a key for this seat: send it without a signature")
    if not _is_seen(asked, given["previous"]):
        raise BadSignature("the signature is about a moment that this match has not had, or not since this turn began")
    if asked.move is None and given["signature"] in _given_before(asked):
        raise BadSignature("this signature stands beside an earlier order: sign this one anew")
    message = _bytes(asked, match, given["previous"])
    if not any(is_signed(key, message, given["signature"]) for key in keys):
        raise BadSignature("this signature is not that of the key that was given for this seat")


def _given_before(asked: Asked[Match, Any]) -> set[str]:
    """A move names its turn, and is made once; other orders may come again."""
    return {entry.envelope.signed["signature"] for entry in asked.past().entries if entry.envelope.signed}


def _is_seen(asked: Asked[Match, Any], previous: str) -> bool:
    """As a rule it is the newest event."""
    if previous == asked.folded.digest:
        return True
    since = asked.move["turn"] if asked.move is not None else 1
    seen = asked.past().entries[since - 1 : asked.folded.version]
    return any(entry.envelope.digest == previous for entry in seen)


def receipt_for(stream: str, version: int, digest: str, by: str, type_: str, data: Json) -> dict[str, Any]:
    """This server's word that its stream has that event at that version. Its format: docs/ledger.md, "Signatures"."""
    said: dict[str, Any] = {
        "format": "urbanist-receipt-1",
        "host_key": public_half(host_key()),
        "stream": stream,
        "version": version,
        "digest": digest,
        "by": by,
        "type": type_,
        "data": data,
    }
    return {**said, "signature": host_key().sign(receipt_bytes(said)).hex()}
