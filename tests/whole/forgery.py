"""What the owner of a server could do: write another past into the ledger, with hashes that fit."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import redis

from shared.evidence import Reveal
from shared.ledger.canonical import canonical
from shared.ledger.decider import Message
from shared.ledger.envelope import digest_of
from shared.ledger.handler import Handler
from shared.ledger.redis import stream_key
from shared.platform.match import Command, Play
from shared.platform.streams import MATCH, REGISTRY, Streams

Envelopes = list[dict[str, Any]]


def rewrite(url: str, stream: str, change: Callable[[Envelopes], Envelopes]) -> None:
    """In one step, so that no service sees it half done."""
    client: Any = redis.Redis.from_url(url)
    key = stream_key(stream)
    stored = [fields for _, fields in client.xrange(key)]
    changed = change([json.loads(fields[b"envelope"]) for fields in stored])
    with client.pipeline(transaction=True) as pipe:
        pipe.delete(key)
        previous = None
        for fields, envelope in zip(stored, changed, strict=False):
            envelope["previous"] = previous
            envelope["digest"] = previous = digest_of(envelope)
            pipe.xadd(key, {**fields, b"envelope": canonical(envelope)}, id=f"{envelope['version']}-0")
        pipe.execute()
    client.close()


def another_key(version: int) -> Callable[[Envelopes], Envelopes]:
    """The smallest lie: a command had another key. Nothing on the board changes."""

    def change(envelopes: Envelopes) -> Envelopes:
        envelopes[version - 1]["cause"] = "somebody-elses-key"
        return envelopes

    return change


def older_copy(events: int) -> Callable[[Envelopes], Envelopes]:
    """The last events, this many of them, never happened."""
    return lambda envelopes: envelopes[:-events]


def other_seals(envelopes: Envelopes) -> Envelopes:
    """What was sealed is not what lay on top when the first site was dealt."""
    (drawn,) = (envelope for envelope in envelopes if envelope["type"] == "match.drawn")
    label, position, _, _ = next(envelope for envelope in envelopes if len(envelope["reveals"]) > 1)["reveals"][0]
    (draw,) = (draw for draw in drawn["data"]["draws"] if draw["label"] == label)
    draw["seals"][position] = "11" * 32
    return envelopes


def move_with_a_lie(streams: Streams, match_id: str) -> int:
    """The seat that is called moves, and the server claims that this revealed something. Returns the new version."""

    def lie(match: Any, events: Any) -> list[list[Reveal]]:
        return [[Reveal("round_4", 0, "R4-TOW-01", "00" * 32)], *([] for _ in list(events)[1:])]

    match = streams.match(match_id).state
    (seat,) = match.called
    assert match.game is not None
    move = match.game.legal_moves(match.view(seat), seat)[0]
    command = Play(player=match.players[seat], seat=seat, turn=match.turn, move=move)
    handler = Handler(streams.ledger, REGISTRY, replace(MATCH, reveals=lie))
    stream, by = f"match:{match_id}", command.player
    message: Message[Command] = Message(stream=stream, by=by, cause="a-lie-0001", command=command)
    return handler.handle(message).last
