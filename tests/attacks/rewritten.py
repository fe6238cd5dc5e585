"""How a host rewrites a file: it signs again what it can sign, drops what it can't, and makes every hash fit."""

from collections.abc import Callable
from typing import Any

from infra.verify import Line, signed_bytes
from shared.ledger.envelope import digest_of
from shared.platform.signed import signed
from tests.records import ID, Row, cite, forged, rows
from tests.signed import key

Edit = Callable[[list[Row]], Any]


def edited(file: bytes, edit: Edit, *keys: str, keep: bool = False) -> bytes:
    """After `edit`. Whose keys are at hand, among them the host's, signs anew; with `keep` all else stays as it was."""
    lines = rows(file)
    edit(lines)
    return hashed(lines, {"host", *keys}, keep)


def hashed(lines: list[Row], keys: set[str], keep: bool) -> bytes:
    known: set[str] = set()  # digests that stayed what they were
    last: dict[str, Row] = {}
    for line in lines[1:]:
        envelope = line["envelope"]
        kind, old = envelope["stream"].partition(":")[0], envelope.get("digest")
        cite(envelope, last)
        envelope["previous"] = last[kind]["digest"] if kind in last else None
        if "signed" in envelope:
            sign_again(envelope, keys, known, keep)
        envelope["digest"] = digest_of(envelope)
        known |= {old} if envelope["digest"] == old else set()
        last[kind] = envelope
    return forged(lines)


def sign_again(envelope: Row, keys: set[str], known: set[str], keep: bool) -> None:
    previous, starts = envelope["signed"]["previous"], envelope["type"] == "match.started"
    cited = (envelope["data"]["table"] or envelope["data"]["deal"])["digest"] if starts else envelope["previous"]
    signer = "host" if starts or envelope["by"].startswith("bot:") else envelope["by"]
    if previous in known and previous == cited:
        return
    if signer in keys:
        envelope["signed"] = signature(envelope, signer, cited)
    elif not keep:
        del envelope["signed"]


def signature(envelope: Row, signer: str, previous: str, match: str = ID) -> Row:
    """Of this order, with the key of the signer, about an event with the digest `previous`."""
    message = signed_bytes(Line(0, envelope, None), match, previous)
    return signed(previous, key(signer).sign(message))
