"""Signatures and receipts on the audit page: what holds, what was forged, and what convicts the server."""

import json
from base64 import b64encode
from collections.abc import Callable
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from infra.verify import BROKEN, FAIR, QUESTIONABLE
from shared.games.registry import GAMES
from shared.ledger.canonical import canonical
from shared.ledger.envelope import digest_of
from shared.platform.signed import move_bytes, order_bytes, receipt_bytes, signed
from tests.frontend.audit.conftest import Modules
from tests.frontend.audit.test_for_whom import FIRST
from tests.frontend.audit.test_told import tell, words
from tests.frontend.audit.test_verifier import agreed
from tests.records import ADA, ID, Row, at, cite, forged, record, rows, written
from tests.signed import signed_record

pytestmark = pytest.mark.browser

HOST = Ed25519PrivateKey.from_private_bytes(b"h" * 32)
OWN = Ed25519PrivateKey.from_private_bytes(b"a" * 32)
OTHER = Ed25519PrivateKey.from_private_bytes(b"o" * 32)
NO_KEYS: dict[str, Row] = {"table.seat_taken": {"key": None}, "match.started": {"keys": [None, None]}}
ORDERS = ("match.seat_resigned", "match.take_back_asked", "match.take_back_answered")


def public(key: Ed25519PrivateKey) -> str:
    return key.public_key().public_bytes_raw().hex()


def signed_rows(way: str = "fair", change: Callable[[list[Row]], object] = lambda lines: None) -> list[Row]:
    """A record in which Ada and the server have keys and sign all that they should. `change` comes before that."""
    lines = rows(record("quadropolis", way))
    for line in lines[1:]:
        type_, data = line["envelope"]["type"], line["envelope"]["data"]
        if type_ in ("table.opened", "match.started"):
            data["host_key"] = public(HOST)
        if type_ == "table.seat_taken" and data["player"] == ADA:
            data["key"] = public(OWN)
        if type_ == "match.started":
            data["keys"] = [public(OWN) if player == ADA else None for player in data["players"]]
    change(lines)
    last: dict[str, Row] = {}
    for line in lines[1:]:
        envelope = line["envelope"]
        kind = envelope["stream"].partition(":")[0]
        before = last.get(kind)
        cite(envelope, last)
        envelope["previous"] = before and before["digest"]
        if is_first(envelope, before) and (key := signer(envelope)):
            envelope["signed"] = signature(envelope, key)
        envelope["digest"] = digest_of(envelope)
        last[kind] = envelope
    return rows(forged(lines))


def is_first(envelope: Row, before: Row | None) -> bool:
    return before is None or (envelope["by"], envelope["cause"]) != (before["by"], before["cause"])


def signer(envelope: Row) -> Ed25519PrivateKey | None:
    if envelope["type"] == "match.started" or (envelope["move"] and envelope["by"].startswith("bot:")):
        return HOST
    return OWN if envelope["by"] == ADA and (envelope["move"] or envelope["type"] in ORDERS) else None


def signature(envelope: Row, key: Ed25519PrivateKey, match: str = ID) -> Row:
    if envelope["move"]:
        previous = envelope["previous"]
        return signed(previous, key.sign(move_bytes(match, envelope["move"], previous)))
    previous = envelope["data"]["table"]["digest"] if envelope["type"] == "match.started" else envelope["previous"]
    return signed(previous, key.sign(order_bytes(match, envelope["type"], envelope["data"], previous)))


def moves(lines: list[Row], by: str = ADA) -> list[Row]:
    return [line["envelope"] for line in lines[1:] if line["envelope"]["move"] and line["envelope"]["by"] == by]


def test_a_record_that_is_signed_is_fair_for_whoever_signed(modules: Modules):
    lines = signed_rows()
    assert len(moves(lines)) > 3
    assert agreed(modules, written(lines)).grade == FAIR
    counted = modules.verify(written(lines))["checks"]["signature"]
    assert (counted["state"], counted["of"]) == ("ok", "signature")
    assert counted["count"] == sum("signed" in line["envelope"] for line in lines[1:]) > len(moves(lines))
    assert own_words(modules, written(lines)) == [
        "Fair for you: your number is in it, and every move of yours carries your signature."
    ]


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("way", ["whole", "bot", "resigned"])
def test_other_programs_records_are_judged_alike(modules: Modules, slug: str, way: str):
    assert agreed(modules, signed_record(slug, way)).grade == FAIR


def test_orders_that_are_unsigned_are_counted(modules: Modules):
    lines = signed_rows()
    own = moves(lines)
    del own[0]["signed"]
    lines = resigned(lines)
    assert agreed(modules, written(lines)).grade == FAIR
    (said,) = own_words(modules, written(lines))
    assert said == f"Your number is in it, and {len(own) - 1} of {len(own)} moves of yours carry your signature."
    (keyless,) = own_words(modules, record("quadropolis", "fair"))
    assert keyless == "Your number is in it, and your moves are unsigned, because you sat down without a key."


def own_words(modules: Modules, file: bytes) -> list[str]:
    """As Ada reads them."""
    who = {"names": {ADA: "Ada"}, "you": ADA}
    return words(modules.say(FIRST, {"file": b64encode(file).decode(), "who": who})["people"])


def resigned(lines: list[Row]) -> list[Row]:
    """Everybody who signed anything signs it again, in a chain that was changed."""
    last: dict[str, Row] = {}
    for line in lines[1:]:
        envelope = line["envelope"]
        kind = envelope["stream"].partition(":")[0]
        cite(envelope, last)
        envelope["previous"] = last[kind]["digest"] if kind in last else None
        if "signed" in envelope:
            key = signer(envelope)
            assert key
            envelope["signed"] = signature(envelope, key)
        envelope["digest"] = digest_of(envelope)
        last[kind] = envelope
    return rows(forged(lines))


def of_another_key(lines: list[Row]) -> None:
    own = moves(lines)[-1]
    own["signed"] = signature(own, OTHER)


def of_the_host(lines: list[Row]) -> None:
    own = moves(lines)[-1]
    own["signed"] = signature(own, HOST)


def of_another_match(lines: list[Row]) -> None:
    own = moves(lines)[-1]
    own["signed"] = signature(own, OWN, "x" * 12)


def of_an_earlier_turn(lines: list[Row]) -> None:
    moves(lines)[-1]["signed"] = moves(lines)[-2]["signed"]


def of_what_comes_later(lines: list[Row]) -> None:
    own = moves(lines)[-1]
    own["signed"] = {**own["signed"], "previous": own["digest"]}


def beside_another_move(lines: list[Row]) -> None:
    own = moves(lines)[-1]
    own["move"]["move"] = {**own["move"]["move"], "name": "another"}


def of_the_start_by_another(lines: list[Row]) -> None:
    start = lines[at(lines, "match.started")]["envelope"]
    start["signed"] = signature(start, OTHER)


def of_the_clock(lines: list[Row]) -> None:
    drawn = lines[at(lines, "match.turn_started", 3)]["envelope"]
    drawn["signed"] = signature(drawn, OWN)


def at_the_table(lines: list[Row]) -> None:
    taken = lines[at(lines, "table.seat_taken")]["envelope"]
    taken["signed"] = {"previous": "00" * 32, "signature": "00" * 64}


NOT_HERS = "this signature is not that of the sender's key"
ELSEWHERE = "the signature is about an event that this record does not have before it"


@pytest.mark.parametrize(
    ("lie", "wrong"),
    [
        (of_another_key, NOT_HERS),
        (of_the_host, NOT_HERS),
        (of_another_match, NOT_HERS),
        (of_an_earlier_turn, ELSEWHERE),
        (of_what_comes_later, ELSEWHERE),
        (beside_another_move, NOT_HERS),
        (of_the_start_by_another, "this is not the signature of the server under the start of its match"),
        (of_the_clock, "a signature stands in the middle of what an order led to"),
        (at_the_table, "only orders in a match are signed"),
    ],
)
def test_a_signature_that_is_not_in_its_place_is_named(modules: Modules, lie: Callable[[list[Row]], None], wrong: str):
    lines = signed_rows()
    lie(lines)
    verdict = agreed(modules, forged(lines))
    assert (verdict.grade, verdict.first and verdict.first.check) == (BROKEN, "signature")
    assert verdict.first
    assert verdict.first.wrong == wrong


def test_nobody_signs_who_has_no_key(modules: Modules):
    def without(lines: list[Row]) -> None:
        for line in lines[1:]:
            line["envelope"]["data"] |= NO_KEYS.get(line["envelope"]["type"], {})

    verdict = agreed(modules, written(signed_rows(change=without)))
    assert verdict.first
    assert verdict.first.wrong == "nobody with a key can have signed this"


def test_keys_of_the_match_are_those_of_the_table(modules: Modules):
    def swapped(lines: list[Row]) -> None:
        lines[at(lines, "match.started")]["envelope"]["data"]["host_key"] = public(OTHER)

    verdict = agreed(modules, written(signed_rows(change=swapped)))
    assert verdict.first
    assert (verdict.first.check, verdict.first.wrong) == (
        "nonce",
        "the keys of the match are not those that were given at its table",
    )


def test_a_start_that_the_server_did_not_sign_is_questionable(modules: Modules):
    lines = signed_rows()
    del lines[at(lines, "match.started")]["envelope"]["signed"]
    assert agreed(modules, written(resigned(lines))).grade == QUESTIONABLE


def receipt(lines: list[Row], key: Ed25519PrivateKey = HOST, **more: Any) -> str:
    shown = next(
        line["envelope"]
        for line in lines[1:]
        if line["envelope"]["type"] == "table.nonce_shown" and line["envelope"]["by"] == ADA
    )
    said = {name: shown[name] for name in ("by", "data", "digest", "stream", "type", "version")}
    said |= {"format": "urbanist-receipt-1", "host_key": public(key), **more}
    return canonical({**said, "signature": key.sign(receipt_bytes(said)).hex()}).decode()


def kept(modules: Modules, lines: list[Row], receipt: str | None, said: str = "shown") -> tuple[str, str, bool]:
    """State and words of what the page says of the receipt that was kept, and whether that convicts the server."""
    nonce = lines[at(lines, "table.nonce_shown")]["envelope"]["data"]["nonce"]
    found = {"nonce": nonce, "commitment": lines[0]["commitment"], "said": said}
    facts = tell(modules, written(lines), kept=found | ({"receipt": receipt} if receipt else {}))["kept"]
    (fact,) = [fact for fact in facts if "receipt" in fact["words"]]
    return fact["state"], fact["words"], fact.get("isByHost", False)


def test_a_receipt_that_the_record_agrees_with(modules: Modules):
    lines = signed_rows()
    assert kept(modules, lines, receipt(lines))[::2] == ("ok", False)


def test_a_receipt_convicts_a_server_that_signed_another_record(modules: Modules):
    lines, other = signed_rows(), signed_rows(change=lambda lines: lines[1]["envelope"].update(cause="another-one"))
    assert agreed(modules, written(other)).grade == FAIR
    state, said, is_by_host = kept(modules, other, receipt(lines))
    assert (state, is_by_host) == ("no", True)
    assert "it is broken by the host" in said


def test_a_record_that_the_server_did_not_sign_convicts_nobody(modules: Modules):
    lines, other = signed_rows(), signed_rows(change=lambda lines: lines[1]["envelope"].update(cause="another-one"))
    del other[at(other, "match.started")]["envelope"]["signed"]
    state, said, is_by_host = kept(modules, resigned(other), receipt(lines))
    assert (state, is_by_host) == ("no", False)
    assert "the server did not sign its start" in said


def test_receipts_that_are_forged_of_another_server_or_missing(modules: Modules):
    lines = signed_rows()
    own = receipt(lines)
    for forgery in (own.replace('"version":', '"version": '), json.dumps(json.loads(own) | {"version": 1}), "{", "[]"):
        assert "forged or damaged" in kept(modules, lines, forgery)[1]
    assert "signed by another key" in kept(modules, lines, receipt(lines, OTHER))[1]
    assert "the server gave no receipt" in kept(modules, lines, None)[1]


@pytest.mark.parametrize(
    ("keys", "state", "said"),
    [
        ([public(OTHER), public(OWN)], "ok", "names the key that this browser made"),
        ([public(OTHER)], "no", "no seat of this record has it"),
    ],
)
def test_a_key_that_is_not_this_browsers_is_a_fault(modules: Modules, keys: list[str], state: str, said: str):
    lines = signed_rows()
    found = {"nonce": "a0" * 32, "commitment": lines[0]["commitment"], "keys": keys}
    facts = tell(modules, written(lines), kept=found)["kept"]
    (fact,) = [fact for fact in facts if " key " in fact["words"]]
    assert fact["state"] == state
    assert said in fact["words"]


def test_servers_from_before_there_were_keys_are_asked_for_none(modules: Modules):
    commitment = rows(record("quadropolis", "fair"))[0]["commitment"]
    kept = {"nonce": "a0" * 32, "commitment": commitment, "keys": [public(OWN)]}
    assert not [fact for fact in tell(modules, "fair", kept=kept)["kept"] if " key " in fact["words"]]
