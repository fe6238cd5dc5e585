"""A match as a file that anybody can check: a header, then everything that was stored of its table, match and score,
and of the deal whose luck it shares.

Source: docs/ledger.md, "Export".
"""

from collections.abc import Mapping, Sequence
from typing import Any

from shared.annotations import Json
from shared.errors import Broken, Malformed, NotFound
from shared.ledger.canonical import canonical, parse
from shared.ledger.envelope import Stored
from shared.ledger.store import Ledger

FORMAT = "urbanist-1"
OWN = ("table", "match", "score")  # streams that have the id of the record
DEAL = "deal"
KINDS = (*OWN, DEAL)
ENDS = frozenset({"match.ended", "match.aborted", "match.adjudicated"})
DEAL_ENDED = "deal.ended"

Lines = Mapping[str, Sequence[Json]]  # by kind, in the order of KINDS, those that exist: each version's envelope


def export(ledger: Ledger, id_: str) -> bytes:
    """While the match runs there is one export for everybody: public parts only. After its end it has everything.

    That of a match that shares its luck with others has everything once their deal has ended too.
    """
    return exported(id_, streams_of(ledger, id_))


def exported(id_: str, streams: Mapping[str, Sequence[Stored]]) -> bytes:
    try:
        header = header_of(id_, {kind: [parse(entry.envelope) for entry in stored] for kind, stored in streams.items()})
    except (Malformed, AttributeError, KeyError, TypeError) as error:
        raise Broken("the record of {id} can't be read", id=id_) from error
    lines = [line(entry, header["finished"]) for stored in streams.values() for entry in stored]
    return b"".join([canonical(header) + b"\n", *lines])


def streams_of(ledger: Ledger, id_: str) -> dict[str, list[Stored]]:
    """Read from the last to the first, so that with a count the end that it counted is seen too."""
    found = {kind: ledger.read(f"{kind}:{id_}") for kind in reversed(OWN)}
    existing = {kind: found[kind] for kind in OWN if found[kind]}
    if not existing:
        raise NotFound("there is nothing with the id {id}", id=id_)
    deal = deal_of(existing)
    return existing if deal is None else {**existing, DEAL: ledger.read(f"{DEAL}:{deal}")}


def deal_of(streams: Mapping[str, Sequence[Stored]]) -> str | None:
    """The id of the deal whose luck the match shares. A record that nobody can read names none."""
    try:
        return dealt(parse(streams["match"][0].envelope))
    except (Malformed, AttributeError, IndexError, KeyError, TypeError):
        return None


def dealt(envelope: Json) -> str | None:
    """The same, from the envelope with which a match begins."""
    named = envelope["data"].get("deal")
    return None if named is None else str(named["deal"])


def stream_in(kind: str, id_: str, started: Json | None) -> str | None:
    """The stream of that kind in the record of this id; None where it has none. `started`: its match's first event."""
    if kind == DEAL:
        deal = dealt(started) if started else None
        return deal and f"{DEAL}:{deal}"
    return f"{kind}:{id_}" if kind in OWN else None


def line(entry: Stored, finished: bool) -> bytes:
    """The stored bytes are canonical, so this is too."""
    sealed = entry.sealed if finished and entry.sealed is not None else b"null"
    return b'{"envelope":' + entry.envelope + b',"sealed":' + sealed + b"}\n"


def header_of(id_: str, lines: Lines) -> Json:
    """Derived from the lines alone, so that a check can derive it again. What is missing is null."""
    first = {kind: envelopes[0]["data"] for kind, envelopes in lines.items()}
    started = first.get("match", {})
    opened = first.get("table", started)
    return {
        "commitment": opened.get("commitment"),
        "finished": is_finished(lines),
        "format": FORMAT,
        "game": opened.get("game"),
        "id": id_,
        "options": opened.get("options"),
        "rules": started.get("rules"),
        "streams": {kind: _last(envelopes) for kind, envelopes in lines.items()},
    }


def is_finished(lines: Lines) -> bool:
    """Whether the match ended in any way, and its deal too, or its table was closed without one."""
    ended = any(envelope["type"] in ENDS for envelope in lines.get("match", ()))
    if ended and dealt(lines["match"][0]) is not None:
        ended = any(envelope["type"] == DEAL_ENDED for envelope in lines.get(DEAL, ()))
    return ended or any(_gives_up(envelope) for envelope in lines.get("table", ()))


def _gives_up(envelope: Json) -> bool:
    return envelope["type"] == "table.closed" and envelope["data"].get("match") is False


def _last(envelopes: Sequence[Json]) -> dict[str, Any]:
    return {"digest": envelopes[-1]["digest"], "version": envelopes[-1]["version"]}
