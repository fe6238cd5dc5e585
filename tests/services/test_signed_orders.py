"""Orders that people sign, in matches on a server: what is stored, what is refused, and what a verifier says then."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from infra import verify
from services.game_command.leavers import signs
from shared.ledger.handler import Handler
from shared.platform.player import is_bot
from shared.platform.records.export import export
from shared.settings import settings
from shared.web import host_key
from shared.web.host_key import key_in, public_half
from shared.web.ledger import streams
from tests.services.conftest import Platform
from tests.services.test_clocks import Hour, hour, keep
from tests.services.test_hosting import told
from tests.signers import Signer, check_receipt

pytestmark = pytest.mark.server
__all__ = ["hour"]
KEYS = {who: Signer(number) for number, who in enumerate(("ada", "bob", "eve", "dan"), 1)}
NONCE = "5a" * 32
OF_ANOTHER_KEY = "this signature is not that of the key that was given for this seat"
OF_NO_KEY = "nobody has given a key for this seat: send it without a signature"
OF_ANOTHER_TIME = "the signature is about a moment that this match has not had, or not since this turn began"


@pytest.fixture(autouse=True)
def fresh_signs() -> None:
    signs.cache_clear()


def begun(platform: Platform, *people: str, number: int = 1, bots: tuple[str, ...] = (), **more: Any) -> str:
    """A match in which each of them has a key."""
    said: Any = {"game": "quadropolis", "seats": len(people) + len(bots), "bots": bots, **more}
    id_ = str(told(platform.ask(people[0], "POST", "/tables", **said, cause=f"open-{number:04}"))["id"])
    for who in people:
        told(platform.ask(who, "POST", f"/tables/{id_}/seats", key=KEYS[who].public, cause="sit-00001"))
    platform.settle()
    return id_


def look(platform: Platform, who: str, id_: str) -> dict[str, Any]:
    return dict(told(platform.ask(who, "GET", f"/matches/{id_}")))


def called(platform: Platform, id_: str, *people: str) -> tuple[str, dict[str, Any]]:
    """Who is to move, and what they see."""
    found = ((who, look(platform, who, id_)) for who in people)
    return next((who, seen) for who, seen in found if seen["legal_moves"])


def move(platform: Platform, who: str, seen: dict[str, Any], signed: Any = None, cause: str = "") -> Any:
    body = {"turn": seen["turn"], "move": seen["legal_moves"][0], "cause": cause or f"move-{seen['turn']:05}"}
    return platform.ask(who, "POST", f"/matches/{seen['id']}/moves", **body, signed=signed)


def moved(platform: Platform, id_: str, *people: str) -> str:
    who, seen = called(platform, id_, *people)
    told(move(platform, who, seen, KEYS[who].move(seen, seen["legal_moves"][0])))
    platform.settle()
    return who


def order(platform: Platform, who: str, id_: str, what: str, type_: str, body: Any, **data: Any) -> Any:
    """Signed by the data of the event that it leads to."""
    signed = KEYS[who].order(look(platform, who, id_), type_, **data)
    order.times = getattr(order, "times", 0) + 1  # type: ignore[attr-defined]
    cause = f"order-{order.times:04}"  # type: ignore[attr-defined]
    return told(platform.ask(who, "POST", f"/matches/{id_}/{what}", **body, cause=cause, signed=signed))


def seat(platform: Platform, who: str, id_: str) -> int:
    return int(look(platform, who, id_)["seat"])


def envelopes(id_: str) -> list[Any]:
    return [entry.envelope for entry in streams().matches.reader.past(f"match:{id_}").entries]


def verdict(id_: str) -> verify.Verdict:
    return verify.verdict_on(export(streams().ledger, id_))


def is_signed_throughout(id_: str) -> bool:
    """Of each order of a person: `verify.py` counts them."""
    found = verdict(id_)
    assert (found.failures, found.doubts, found.checks["signature"]) == ((), (), "ok")
    return all(own.orders == own.signed > 0 for own in found.seats)


def test_every_move_of_a_match_against_a_bot_is_signed(platform: Platform, tmp_path: Path, capsys: Any):
    id_ = begun(platform, "ada", bots=("greedy",))
    while look(platform, "ada", id_)["status"] == "playing":
        moved(platform, id_, "ada")
    orders = [envelope for envelope in envelopes(id_) if envelope.move]
    assert {envelope.by for envelope in orders} == {"person:ada", "bot:greedy@1"}
    assert len(orders) > 20
    assert all(envelope.signed for envelope in orders)
    file = tmp_path / "record.jsonl"
    file.write_bytes(export(streams().ledger, id_))
    assert verify.main([str(file)]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "signature ok" in said
    assert "person:ada: no number of yours is in it, and every move of yours carries your signature" in said


def test_with_a_number_and_every_signature_a_match_is_fair_for_its_person(platform: Platform):
    """And whoever shows the number again has the same receipt again."""
    opened = told(
        platform.ask("ada", "POST", "/tables", game="quadropolis", seats=2, bots=["greedy"], cause="open-0001")
    )
    id_, promised = opened["id"], sha256(bytes.fromhex(NONCE)).hexdigest()
    told(
        platform.ask(
            "ada", "POST", f"/tables/{id_}/seats", key=KEYS["ada"].public, nonce_hash=promised, cause="sit-1234"
        )
    )
    first = told(platform.ask("ada", "POST", f"/tables/{id_}/nonces", nonce=NONCE, cause="nonce-01"))
    again = told(platform.ask("ada", "POST", f"/tables/{id_}/nonces", nonce=NONCE, cause="nonce-01"))
    assert first["receipt"] == again["receipt"]
    check_receipt(first["receipt"])
    assert (first["receipt"]["format"], first["receipt"]["type"]) == ("urbanist-receipt-1", "table.nonce_shown")
    assert first["receipt"]["data"] == {"seat": first["seat"], "nonce": NONCE}
    platform.settle()
    record = export(streams().ledger, id_).splitlines()
    (shown,) = [json.loads(line)["envelope"] for line in record[1:] if b"table.nonce_shown" in line]
    named = {name: shown[name] for name in ("stream", "version", "digest", "by", "type", "data")}
    assert named.items() <= first["receipt"].items()
    assert first["receipt"]["host_key"] == streams().table(id_).state.opening.host_key
    while look(platform, "ada", id_)["status"] == "playing":
        moved(platform, id_, "ada")
    found = verdict(id_)
    (own,) = found.seats
    said = "person:ada: fair for you: your number is in it, and every move of yours carries your signature"
    assert own.said(found.grade) == said


def test_orders_of_taking_back_and_resigning_are_signed(platform: Platform):
    id_ = begun(platform, "ada", "bob", "eve")
    people = ("ada", "bob", "eve")
    for agrees in (False, True):
        before, seen = called(platform, id_, *people)
        told(move(platform, before, seen, KEYS[before].move(seen, seen["legal_moves"][0])))
        platform.settle()
        to, own = seen["turn"], seen["seat"]
        asked = order(platform, before, id_, "take-back", "match.take_back_asked", {"to": to}, seat=own, to=to)
        other = next(who for who in people if who != before)
        body = {"request": asked["version"], "agrees": agrees}
        answered = "match.take_back_answered"
        order(platform, other, id_, "take-back/answer", answered, body, seat=seat(platform, other, id_), **body)
        if agrees:
            body = {"request": asked["version"]}
            withdrawn = "match.take_back_withdrawn"
            order(platform, before, id_, "take-back/withdraw", withdrawn, body, seat=own, **body)
    order(platform, "ada", id_, "resign", "match.seat_resigned", {}, seat=seat(platform, "ada", id_))
    given = [envelope for envelope in envelopes(id_) if envelope.by.startswith("person:")]
    assert {envelope.type for envelope in given if envelope.signed and not envelope.move} == {
        "match.take_back_asked",
        "match.take_back_answered",
        "match.take_back_withdrawn",
        "match.seat_resigned",
    }
    found = verdict(id_)
    assert (found.failures, found.checks["signature"]) == ((), "ok")


def test_orders_about_clocks_and_seats_are_signed(platform: Platform, hour: Hour):
    """The clocks are stopped and run again; one is away and comes back; one is away, and somebody else takes over."""
    terms = {"clock": {"kind": "days", "seconds": 86_400}, "absent": 60, "substitutes": True}
    id_ = begun(platform, "ada", "bob", terms=terms)
    for who in ("ada", "bob"):
        turn = look(platform, who, id_)["turn"]
        own = seat(platform, who, id_)
        order(platform, who, id_, "pause", "match.pause_agreed", {"turn": turn}, seat=own, turn=turn)
    for who in ("ada", "bob"):
        order(platform, who, id_, "resume", "match.resume_agreed", {}, seat=seat(platform, who, id_))
    away, seen = called(platform, id_, "ada", "bob")
    be_away(platform, hour, id_)
    order(platform, away, id_, "reclaim", "match.seat_reclaimed", {}, seat=seen["seat"], player=f"person:{away}")
    be_away(platform, hour, id_)
    (free,) = streams().match(id_).state.on_offer
    body = {"seat": free, "key": KEYS["eve"].public}
    order(platform, "eve", id_, "take_over", "match.seat_taken_over", body, **body, player="person:eve")
    platform.settle()
    stays = next(who for who in ("ada", "bob") if look(platform, who, id_)["seat"] is not None)
    for _ in range(4):
        moved(platform, id_, stays, "eve")
    types = {envelope.type for envelope in envelopes(id_) if envelope.signed and envelope.by.startswith("person:")}
    assert {"match.pause_agreed", "match.resume_agreed", "match.seat_reclaimed", "match.seat_taken_over"} <= types
    assert is_signed_throughout(id_)


def be_away(platform: Platform, hour: Hour, id_: str) -> None:
    """Until a bot keeps the seat of who is called."""
    for seconds in (50, 11):
        hour.passes(seconds=seconds)
        keep(platform)
    assert streams().match(id_).state.seating.left


@pytest.mark.parametrize("rated", [True, False])
def test_who_ends_a_match_alone_signs_how_it_ends(platform: Platform, rated: bool):
    clock = {"kind": "days", "seconds": 86_400}
    id_ = begun(platform, "ada", "bob", terms={"clock": clock, "rated": rated})
    order(platform, "bob", id_, "resign", "match.seat_resigned", {}, seat=seat(platform, "bob", id_))
    platform.settle()
    if rated:
        order(platform, "ada", id_, "end", "match.ended", {}, reason="left")
    else:
        order(platform, "ada", id_, "end", "match.aborted", {}, reason="left", note=None)
    platform.settle()
    last = envelopes(id_)[-1]
    assert (last.type, last.signed is not None) == ("match.ended" if rated else "match.aborted", True)
    assert is_signed_throughout(id_)


def test_a_wrong_signature_is_refused_with_what_is_wrong_and_nothing_is_stored(platform: Platform):
    people = ("ada", "bob")
    id_, other = begun(platform, *people), begun(platform, *people, number=2)
    first, _ = called(platform, id_, *people), moved(platform, id_, *people)
    who, seen = called(platform, id_, *people)
    own, move_, before = KEYS[who], seen["legal_moves"][0], len(envelopes(id_))
    old = first[1]["previous"]
    wrong = (
        (KEYS["dan"].move(seen, move_), OF_ANOTHER_KEY),
        (own.move(seen, seen["legal_moves"][-1]), OF_ANOTHER_KEY),
        (own.move(seen, move_, turn=first[1]["turn"]), OF_ANOTHER_KEY),
        (own.move(seen, move_, seat=1 - seen["seat"]), OF_ANOTHER_KEY),
        (own.move(seen, move_, id=other), OF_ANOTHER_KEY),
        ({**own.move(seen, move_), "signature": "00" * 64}, OF_ANOTHER_KEY),
        (own.move(seen, move_, previous=old), OF_ANOTHER_TIME),
        (own.move(seen, move_, previous="0" * 64), OF_ANOTHER_TIME),
        (own.move(seen, move_, previous=look(platform, who, other)["previous"]), OF_ANOTHER_TIME),
    )
    for signed, sentence in wrong:
        answer = move(platform, who, seen, signed)
        assert (answer.status_code, answer.get_json()["code"]) == (400, "bad_signature"), signed
        assert answer.get_json()["sentence"] == sentence
    signed = own.order(seen, "match.seat_resigned", seat=1 - seen["seat"])
    refused = platform.ask(who, "POST", f"/matches/{id_}/resign", cause="resign-1", signed=signed)
    assert refused.get_json()["sentence"] == OF_ANOTHER_KEY
    assert len(envelopes(id_)) == before
    assert move(platform, who, seen, own.move(seen, move_)).status_code == 200


def test_an_order_that_comes_again_is_signed_anew(platform: Platform):
    """Ada asks to take back, withdraws it, and asks once more with the signature of the first time."""
    people = ("ada", "bob")
    id_ = begun(platform, *people)
    who, seen = called(platform, id_, *people)
    told(move(platform, who, seen, KEYS[who].move(seen, seen["legal_moves"][0])))
    back = look(platform, who, id_)
    to = back["take_back"]["to"][-1]
    signed = KEYS[who].order(back, "match.take_back_asked", seat=back["seat"], to=to)
    asked = told(platform.ask(who, "POST", f"/matches/{id_}/take-back", cause="back-0001", to=to, signed=signed))
    told(platform.ask(who, "POST", f"/matches/{id_}/take-back/withdraw", cause="back-0002", request=asked["version"]))
    before = len(envelopes(id_))
    again = platform.ask(who, "POST", f"/matches/{id_}/take-back", cause="back-0003", to=to, signed=signed)
    assert (again.status_code, again.get_json()["sentence"]) == (
        400,
        "this signature stands beside an earlier order: sign this one anew",
    )
    assert len(envelopes(id_)) == before
    assert verdict(id_).checks["signature"] == "ok"


def test_a_signature_for_a_seat_without_a_key_is_refused_and_without_it_all_goes_on(platform: Platform):
    id_ = str(told(platform.ask("ada", "POST", "/tables", game="quadropolis", seats=2, cause="open-0001"))["id"])
    for who in ("ada", "bob"):
        told(platform.ask(who, "POST", f"/tables/{id_}/seats", cause="sit-00001"))
    platform.settle()
    who, seen = called(platform, id_, "ada", "bob")
    assert seen["key"] is None
    refused = move(platform, who, seen, KEYS[who].move(seen, seen["legal_moves"][0]))
    assert (refused.status_code, refused.get_json()["sentence"]) == (400, OF_NO_KEY)
    assert move(platform, who, seen).status_code == 200
    assert verdict(id_).checks["signature"] == "ok"


@pytest.mark.parametrize("signed", [{"previous": "0" * 64}, {"previous": "x", "signature": "0" * 128}, "0" * 128, 7])
def test_what_is_no_signature_is_refused_by_its_field(platform: Platform, signed: Any):
    id_ = begun(platform, "ada", "bob")
    who, seen = called(platform, id_, "ada", "bob")
    answer = move(platform, who, seen, signed)
    assert (answer.status_code, "signed" in answer.get_json()["fields"]) == (400, True)


def test_a_move_after_something_else_has_happened_in_its_turn_is_taken(platform: Platform):
    """It was signed before, about the turn's beginning."""
    id_ = begun(platform, "ada", "bob", "eve")
    people = ("ada", "bob", "eve")
    last = moved(platform, id_, *people)
    to = streams().match(id_).state.ways_back(seat(platform, last, id_))[0]
    who, seen = called(platform, id_, *people)
    signed = KEYS[who].move(seen, seen["legal_moves"][0])
    own = seat(platform, last, id_)
    order(platform, last, id_, "take-back", "match.take_back_asked", {"to": to}, seat=own, to=to)
    assert look(platform, who, id_)["previous"] != signed["previous"]
    assert move(platform, who, seen, signed).status_code == 200
    assert verdict(id_).failures == ()


def test_the_same_command_with_another_signature_gets_the_first_answer(platform: Platform):
    id_ = begun(platform, "ada", "bob")
    who, seen = called(platform, id_, "ada", "bob")
    first = told(move(platform, who, seen, KEYS[who].move(seen, seen["legal_moves"][0])))
    stored = envelopes(id_)
    again = [KEYS["dan"].move(seen, seen["legal_moves"][0]), None, {"previous": "0" * 64, "signature": "0" * 128}]
    assert [told(move(platform, who, seen, signed)) for signed in again] == [first] * 3
    assert envelopes(id_) == stored


def test_the_quick_way_checks_and_stores_signatures_as_the_other_does(
    platform: Platform, monkeypatch: pytest.MonkeyPatch
):
    """A move that is only appended, for a match that this process has seen last."""
    id_ = begun(platform, "ada", "bob")
    who, seen = called(platform, id_, "ada", "bob")
    quick: list[Any] = []
    attempt = Handler.attempt

    def noted(*given: Any) -> Any:
        quick.append(attempt(*given))
        return quick[-1]

    monkeypatch.setattr(Handler, "attempt", noted)
    refused = move(platform, who, seen, KEYS["dan"].move(seen, seen["legal_moves"][0]))
    assert (refused.status_code, quick) == (400, [None])
    told(move(platform, who, seen, KEYS[who].move(seen, seen["legal_moves"][0])))
    assert quick[-1] is not None
    (stored,) = [envelope for envelope in envelopes(id_) if envelope.move]
    assert stored.signed is not None


def test_a_folder_that_lost_its_key_goes_on_with_another_and_old_matches_still_verify(platform: Platform):
    """The bots' later moves there are unsigned, as this server can't sign with the key that they name."""
    id_ = begun(platform, "ada", bots=("greedy",))
    for _ in range(2):
        moved(platform, id_, "ada")
    before = public_half(key_in(settings().var))
    (settings().var / host_key.NAME).unlink()
    key_in.cache_clear()
    after = public_half(key_in(settings().var))
    assert before != after
    while look(platform, "ada", id_)["status"] == "playing":
        moved(platform, id_, "ada")
    of_bots = [envelope.signed is not None for envelope in envelopes(id_) if envelope.move and is_bot(envelope.by)]
    assert set(of_bots) == {True, False}
    assert of_bots == sorted(of_bots, reverse=True)
    assert is_signed_throughout(id_)
    later = begun(platform, "ada", bots=("greedy",), number=2)
    assert streams().match(later).state.start.host_key == after
    moved(platform, later, "ada")
    assert all(envelope.signed for envelope in envelopes(later) if envelope.move)


def test_a_worker_without_the_key_plays_unsigned_and_makes_no_key_of_its_own(platform: Platform):
    """As in containers, where workers have none of the keys."""
    id_ = begun(platform, "ada", bots=("greedy",))
    key = settings().var / host_key.NAME
    kept = key.rename(key.with_name("elsewhere"))
    moved(platform, id_, "ada")
    assert not key.exists()
    kept.rename(key)
    moves = {envelope.by: envelope.signed for envelope in envelopes(id_) if envelope.move}
    assert (moves["person:ada"] is None, moves["bot:greedy@1"]) == (False, None)
    assert is_signed_throughout(id_)


def test_keys_are_refused_that_are_none(platform: Platform):
    id_ = str(told(platform.ask("ada", "POST", "/tables", game="quadropolis", seats=2, cause="open-0001"))["id"])
    small = platform.ask("ada", "POST", f"/tables/{id_}/seats", key="0" * 64, cause="sit-00001")
    sentence = "key must be an Ed25519 public key: 64 lower-case hexadecimal digits"
    assert (small.status_code, small.get_json()["sentence"]) == (403, sentence)
    short = platform.ask("ada", "POST", f"/tables/{id_}/seats", key="ab", cause="sit-00001")
    assert (short.status_code, list(short.get_json()["fields"])) == (400, ["key"])
    assert streams().table(id_).state.free == (0, 1)
