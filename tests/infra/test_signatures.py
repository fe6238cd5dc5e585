"""Signatures in records, as the verifier that stands alone checks them, and receipts beside records."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from infra import verify as alone
from infra.verify import BROKEN, BY_HOST, FAIR, QUESTIONABLE, is_signed, receipted, verify
from shared.games.registry import GAMES
from shared.ledger.canonical import canonical
from shared.platform.signed import move_bytes, order_bytes, receipt_bytes, signed
from tests.records import ADA, BEA, ID, Row, forged, rows
from tests.signed import Signing, key, public, receipt, signed_record

Change = Callable[[list[Row]], Any]
RECORD = signed_record("quadropolis")
NOT_ITS = "this signature is not that of the sender's key"
NOT_SEEN = "the signature is about an event that this record does not have before it"


def changed(change: Change, file: bytes = RECORD) -> bytes:
    """With everything that is hashed made to fit again, as a host can."""
    lines = rows(file)
    change(lines)
    return forged(lines)


def wrong(file: bytes) -> tuple[str, str, str]:
    verdict = verify(file)
    assert verdict.first
    return verdict.grade, verdict.first.check, verdict.first.wrong


def orders(lines: list[Row], by: str = ADA) -> list[Row]:
    found = [line["envelope"] for line in lines[1:]]
    return [one for one in found if one["stream"] == f"match:{ID}" and one["by"] == by and "signed" in one]


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("way", ["whole", "bot", "resigned"])
def test_a_signed_record_is_fair_for_everybody_in_it(slug: str, way: str):
    verdict = verify(signed_record(slug, way))
    assert (verdict.grade, verdict.doubts, verdict.checks["signature"]) == (FAIR, (), "ok")
    words = "fair for you: your number is in it, and every move of yours carries your signature"
    assert {own.said(FAIR) for own in verdict.seats} == {f"{own.player}: {words}" for own in verdict.seats}
    assert len(verdict.seats) == (1 if way == "bot" else 2)


def test_what_the_signatures_took_is_printed(tmp_path: Any, capsys: pytest.CaptureFixture[str]):
    files = [tmp_path / "one.jsonl", tmp_path / "other.jsonl"]
    for file in files:
        file.write_bytes(RECORD)
    count = verify(RECORD).signed.number
    assert count > 30
    assert alone.main([str(files[0])]) == 0
    assert re.search(rf"^  signature  ok: {count} checked in \d+\.\d s$", capsys.readouterr().out, re.MULTILINE)
    assert alone.main(list(map(str, files))) == 0
    assert re.search(rf"^signatures: {2 * count} checked in \d+\.\d s$", capsys.readouterr().out, re.MULTILINE)


@given(st.binary(min_size=32, max_size=32), st.binary(max_size=200), st.integers(0, 511))
def test_ed25519_agrees_with_another_implementation(secret: bytes, message: bytes, bit: int):
    other = Ed25519PrivateKey.from_private_bytes(secret)
    key_, signature = other.public_key().public_bytes_raw().hex(), other.sign(message)
    assert is_signed(key_, message, signature.hex())
    flipped = bytearray(signature)
    flipped[bit // 8] ^= 1 << bit % 8
    assert not is_signed(key_, message, flipped.hex())
    assert not is_signed(key_, message + b"!", signature.hex())
    above = int.from_bytes(signature[32:], "little") + alone.ORDER
    assert not is_signed(key_, message, (signature[:32] + above.to_bytes(32, "little")).hex())


# A host that has all of the record, and every key but those of the people.


def test_a_move_that_the_host_invents_is_unsigned_and_breaks_what_was_signed_after_it():
    def invent(lines: list[Row]) -> None:
        orders(lines)[3].pop("signed")

    assert wrong(changed(invent)) == (BROKEN, "signature", NOT_SEEN)


def test_a_last_one_is_not_among_those_that_are_signed():
    """All others are signed after it, by whoever saw it."""
    names = (ADA, BEA)
    last = max((one for name in names for one in orders(rows(RECORD), name)), key=lambda one: int(one["version"]))
    verdict = verify(changed(lambda lines: orders(lines, last["by"])[-1].pop("signed")))
    own = next(one for one in verdict.seats if one.player == last["by"])
    assert (own.signed, own.orders) == (own.orders - 1, own.orders)
    number = "your number is in it"
    assert own.said(FAIR).endswith(f"{number}, and {own.signed} of {own.orders} moves of yours carry your signature")


def moved(lines: list[Row]) -> None:
    first, second = orders(lines)[-2:]
    second["signed"] = first["signed"]


def from_another_match(lines: list[Row]) -> None:
    last = orders(lines)[-1]
    previous = last["signed"]["previous"]
    last["signed"] = signed(previous, key(ADA).sign(move_bytes("another0match", last["move"], previous)))


def by_the_host(lines: list[Row]) -> None:
    last = orders(lines)[-1]
    previous = last["signed"]["previous"]
    last["signed"] = signed(previous, key("host").sign(move_bytes(ID, last["move"], previous)))


def of_another_move(lines: list[Row]) -> None:
    last = orders(lines)[-1]
    previous = last["signed"]["previous"]
    other = {**last["move"], "move": {**last["move"]["move"], "name": "another"}}
    last["signed"] = signed(previous, key(ADA).sign(move_bytes(ID, other, previous)))


def of_another_seat(lines: list[Row]) -> None:
    last = orders(lines)[-1]
    previous = last["signed"]["previous"]
    other = {**last["move"], "seat": 1 - last["move"]["seat"]}
    last["signed"] = signed(previous, key(ADA).sign(move_bytes(ID, other, previous)))


def about_what_came_later(lines: list[Row]) -> None:
    last = orders(lines)[-1]
    last["signed"] = signed(last["digest"], key(ADA).sign(move_bytes(ID, last["move"], last["digest"])))


def about_an_earlier_turn(lines: list[Row]) -> None:
    early, *_, last = orders(lines)
    previous = early["previous"]
    last["signed"] = signed(previous, key(ADA).sign(move_bytes(ID, last["move"], previous)))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (moved, NOT_SEEN),
        (from_another_match, NOT_ITS),
        (by_the_host, NOT_ITS),
        (of_another_move, NOT_ITS),
        (of_another_seat, NOT_ITS),
        (about_what_came_later, NOT_SEEN),
        (about_an_earlier_turn, NOT_SEEN),
    ],
)
def test_no_signature_fits_at_another_place(change: Change, sentence: str):
    assert wrong(changed(change)) == (BROKEN, "signature", sentence)


def test_a_resignation_that_somebody_invented_is_unsigned():
    """The host invents it while they play, and all others sign what they see."""
    verdict = verify(signed_record("quadropolis", "invented"))
    own = next(one for one in verdict.seats if one.player == BEA)
    assert (verdict.grade, own.orders - own.signed) == (FAIR, 1)
    assert "fair for you" not in own.said(verdict.grade)


def test_nobody_without_a_key_has_signed_anything():
    def without_keys(lines: list[Row]) -> None:
        for line in lines[1:]:
            if line["envelope"]["type"] in ("table.seat_taken",):
                line["envelope"]["data"]["key"] = None
            if line["envelope"]["type"] == "match.started":
                line["envelope"]["data"]["keys"] = [None, None]

    assert wrong(changed(without_keys))[:2] == (BROKEN, "signature")


@pytest.mark.parametrize("field", ["keys", "host_key"])
def test_a_match_has_the_keys_of_its_table(field: str):
    def other(lines: list[Row]) -> None:
        started = next(one["envelope"] for one in lines[1:] if one["envelope"]["type"] == "match.started")
        started["data"][field] = [public(BEA), public(ADA)] if field == "keys" else public("another host")

    sentence = "the keys of the match are not those that were given at its table"
    assert wrong(changed(other)) == (BROKEN, "nonce", sentence)


def test_a_start_that_the_server_did_not_sign_is_doubted():
    def unsigned(lines: list[Row]) -> None:
        del next(one["envelope"] for one in lines[1:] if one["envelope"]["type"] == "match.started")["signed"]
        for line in lines[1:]:
            line["envelope"].pop("signed", None)

    verdict = verify(changed(unsigned))
    assert verdict.grade == QUESTIONABLE
    assert verdict.why.endswith("course: the server has a key, and did not sign the start of this match")


def test_a_start_signed_by_somebody_else_is_none():
    def by_ada(lines: list[Row]) -> None:
        started = next(one["envelope"] for one in lines[1:] if one["envelope"]["type"] == "match.started")
        previous = started["signed"]["previous"]
        started["signed"] = signed(previous, key(ADA).sign(order_bytes(ID, started["type"], started["data"], previous)))

    sentence = "this is not the signature of the server under the start of its match"
    assert wrong(changed(by_ada)) == (BROKEN, "signature", sentence)


@pytest.mark.parametrize("kind", ["table", "score"])
def test_only_orders_in_a_match_are_signed(kind: str):
    def sign_it(lines: list[Row]) -> None:
        one = next(line["envelope"] for line in lines[1:] if line["envelope"]["stream"].startswith(kind))
        one["signed"] = {"previous": "0" * 64, "signature": "0" * 128}

    assert wrong(changed(sign_it)) == (BROKEN, "signature", "only orders in a match are signed")


def test_a_signature_stands_on_the_first_event_of_an_order():
    def later(lines: list[Row]) -> None:
        order = orders(lines)[-1]
        index = next(at for at, line in enumerate(lines[1:], 1) if line["envelope"] is order)
        lines[index + 1]["envelope"]["signed"] = order.pop("signed")

    assert wrong(changed(later)) == (BROKEN, "signature", "a signature stands in the middle of what an order led to")


def test_no_order_is_signed_by_the_signature_of_an_earlier_one():
    """The host stores an order once more that somebody signed before."""

    def replayed(lines: list[Row]) -> None:
        index = next(at for at, line in enumerate(lines[1:], 1) if line["envelope"]["type"] == "match.seat_resigned")
        first = lines[index]["envelope"]
        again = {**first, "cause": "again", "at": lines[index + 1]["envelope"]["at"]}
        lines[index + 2 : index + 2] = [{"envelope": again, "sealed": None}]

    def keeps_its_past(file: bytes) -> tuple[str, str]:
        found = [one for one in verify(file).failures if one.check == "signature"]
        return found[0].check, found[0].wrong

    file = changed(replayed, signed_record("quadropolis", "resigned"))
    assert keeps_its_past(file) == ("signature", "this signature stands beside an earlier order")


@pytest.mark.parametrize("key_", ["01" + "00" * 31, "ec" + "ff" * 30 + "7f", "00" * 32])
def test_for_a_key_of_small_order_nobody_can_sign(key_: str):
    scalar = 5
    point = alone._encoded(alone._both(scalar, 0, alone.OF_BASE))
    signature = point.hex() + scalar.to_bytes(32, "little").hex()
    assert not is_signed(key_, b"anything", signature)


@pytest.mark.parametrize("seat", [[], {}, "0", None])
def test_events_that_nobody_knows_may_hold_anything(seat: Any):
    def strange(lines: list[Row]) -> None:
        index = next(at for at, line in enumerate(lines[1:], 1) if line["envelope"]["type"] == "table.filled")
        lines[index]["envelope"] |= {"type": "table.later_than_this", "data": {"seat": seat}}

    assert verify(changed(strange)).grade == BROKEN


# Receipts.


@pytest.mark.parametrize(("field", "value"), [("by", ADA), ("type", "table.seat_taken"), ("data", {"seat": 0})])
def test_a_receipt_that_says_something_else_of_its_event_contradicts_the_record(field: str, value: Any):
    """A host that signs such a receipt has nothing to show for the number."""
    said = receipt(RECORD, BEA) | {field: value}
    said["signature"] = key("host").sign(receipt_bytes(said)).hex()
    found = receipted(RECORD, canonical(said))
    assert (found.grade, found.holds) == (BY_HOST, False)


def without_number(numbers: tuple[str | None, ...]) -> bytes:
    """What a host makes that leaves a number out, and so gets other draws: all of it is in order."""
    return Signing(GAMES["quadropolis"]).seated(numbers=numbers).begun().play().count().file


def test_a_receipt_convicts_a_host_that_left_the_number_out():
    left_out = without_number(("a0" * 32, None))
    assert verify(left_out).words == "fair for seat 1"
    found = receipted(left_out, canonical(receipt(RECORD, BEA)))
    assert (found.grade, found.holds) == (BY_HOST, False)
    assert "table.nonce_shown (the secret number) of person:bea" in found.says


def test_a_receipt_holds_beside_its_record():
    found = receipted(RECORD, canonical(receipt(RECORD, BEA)) + b"\n", public("host"))
    assert found.holds
    assert found.says.startswith("the receipt holds: table version ")


def test_a_record_that_the_server_did_not_sign_convicts_nobody():
    def unsigned(lines: list[Row]) -> None:
        for line in lines[1:]:
            line["envelope"].pop("signed", None)

    found = receipted(changed(unsigned, without_number(("a0" * 32, None))), canonical(receipt(RECORD, BEA)))
    assert (found.grade, found.holds) == (BROKEN, False)
    assert found.says.endswith("it is not in this one, which the server did not sign")


def test_a_forged_receipt_says_nothing_about_the_record():
    said = receipt(RECORD, BEA)
    for forgery in ({**said, "version": 3}, {**said, "data": {}}, {**said, "signature": "0" * 128}):
        found = receipted(RECORD, canonical(forgery))
        assert (found.holds, found.grade) == (False, None)
        assert found.says == "the receipt is forged: its signature is not that of the key that it names"


def test_a_receipt_of_another_key_says_nothing_about_this_server():
    by_another = canonical(receipt(RECORD, BEA, by="another host"))
    words = "so it says nothing about this server"
    assert receipted(RECORD, by_another).says.endswith(f"than those that this record names, {words}")
    assert receipted(RECORD, by_another, public("host")).says.endswith(f"than the one that you know, {words}")


def test_a_host_that_took_another_key_is_convicted_by_who_knows_its_own():
    """The record names another key; who noted the server's own one gives it."""
    known, file = "another host", without_number((None, None))
    found = receipted(file, canonical(receipt(RECORD, BEA, by=known)), public(known))
    assert found.grade == BROKEN


@pytest.mark.parametrize("receipt_", [b"", b"{}", b"[]", b"\xff", b'{"format":"urbanist-receipt-1"}', b"null\n" * 3])
def test_what_is_no_receipt_is_said_to_be_none(receipt_: bytes):
    found = receipted(RECORD, receipt_)
    assert (found.holds, found.grade) == (False, None)


def test_a_receipt_of_another_table_is_about_nothing_here():
    said = {**receipt(RECORD, BEA), "stream": "table:zzzzzzzzzzzz"}
    said["signature"] = key("host").sign(receipt_bytes(said)).hex()
    assert receipted(RECORD, canonical(said)).says.endswith("of which nothing is in this record")


def test_the_command_line_takes_a_receipt(tmp_path: Any, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "record.jsonl").write_bytes(without_number(("a0" * 32, None)))
    (tmp_path / "receipt.json").write_bytes(canonical(receipt(RECORD, BEA)))
    code = alone.main([str(tmp_path / "record.jsonl"), "--receipt", str(tmp_path / "receipt.json")])
    assert code == 1
    assert f"{tmp_path}/record.jsonl: broken by the host: the server signed that " in capsys.readouterr().out
