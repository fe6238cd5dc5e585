"""A remote bot that gives a key signs what it does; one without a key plays on as before."""

from typing import Any

import pytest

from infra import verify
from shared.platform.records.export import export
from tests.frontend.bots.conftest import BOT, Bot
from tests.frontend.test_bearers import told
from tests.signers import Signer

pytestmark = pytest.mark.server
SMALL = "0" * 64  # y = 0 is a point of order four
WRONG_KEYS = (
    (SMALL, 403, "key must be an Ed25519 public key: 64 lower-case hexadecimal digits"),
    ("ab", 400, "Must be 64 lower-case hexadecimal digits."),
)


def sat_down(bot: Bot, key: str | None) -> str:
    id_ = bot.table()
    assert bot.post(f"/tables/{id_}/accept", cause="accept-1", key=key).status_code == 200
    bot.pages.platform.ask("ada", "POST", f"/tables/{id_}/seats", cause="sit-0001")
    bot.pages.settle()
    return id_


def when_called(bot: Bot, id_: str) -> dict[str, Any]:
    """What the bot sees once it is its turn."""
    seen = bot.seen(id_)
    while seen["seat"] not in seen["called"]:
        theirs = told(bot.pages.platform.ask("ada", "GET", f"/matches/{id_}"))
        body = {"turn": theirs["turn"], "move": theirs["legal_moves"][0], "cause": f"her-move-{theirs['turn']}"}
        assert bot.pages.platform.ask("ada", "POST", f"/matches/{id_}/moves", **body).status_code == 200
        bot.pages.settle()
        seen = bot.seen(id_)
    return seen


def envelopes(bot: Bot, id_: str) -> list[Any]:
    """Those that the bot wrote."""
    entries = bot.pages.streams.matches.reader.past(f"match:{id_}").entries
    return [entry.envelope for entry in entries if entry.envelope.by == f"bot:{BOT}"]


def checked(bot: Bot, id_: str) -> verify.Verdict:
    return verify.verdict_on(export(bot.pages.streams.ledger, id_))


def test_a_key_is_in_the_record_and_in_what_the_bot_is_told(bot: Bot):
    signer = Signer()
    id_ = sat_down(bot, signer.public)
    table = bot.pages.streams.table(id_).state
    started = bot.pages.streams.match(id_).state.start
    assert table.keys == started.keys == (signer.public, None)
    (told_first,) = bot.open().first[0]["matches"]
    assert told_first["key"] == signer.public == bot.seen(id_)["key"]
    assert told_first["previous"] == bot.pages.streams.match(id_).digest
    assert told(bot.pages.platform.ask("ada", "GET", f"/matches/{id_}"))["key"] is None


@pytest.mark.parametrize(("key", "status", "sentence"), WRONG_KEYS)
def test_a_wrong_key_is_refused_and_the_invitation_stays_open(bot: Bot, key: str, status: int, sentence: str):
    id_ = bot.table()
    answer = bot.post(f"/tables/{id_}/accept", cause="accept-1", key=key)
    assert (answer.status_code, sentence in answer.text, "key" in answer.text) == (status, True, True), answer.text
    assert bot.post(f"/tables/{id_}/accept", cause="accept-1", keys=Signer().public).status_code == 400
    assert bot.pages.site.reservations.asked(id_) == {f"bot:{BOT}": "waiting"}
    assert bot.post(f"/tables/{id_}/accept", cause="accept-1", key=Signer().public).status_code == 200


def test_the_key_that_came_first_counts(bot: Bot):
    """As where a program was started again, and has made another one meanwhile."""
    id_, first = bot.table(), Signer(1)
    answers = [bot.post(f"/tables/{id_}/accept", cause="accept-1", key=Signer(number).public) for number in (1, 2)]
    assert [answer.json for answer in answers] == [{"version": 2, "seat": 0}] * 2
    assert bot.pages.streams.table(id_).state.keys == (first.public, None)


def test_the_key_that_came_first_counts_after_a_crash_as_well(bot: Bot, monkeypatch: pytest.MonkeyPatch):
    """The seat was taken, and nobody could note any more that the invitation has done its work."""
    id_, first = bot.table(), Signer(1)
    with monkeypatch.context() as broken:
        broken.setattr("shared.roster.reservations.Reservations.seated", lambda *_: None)
        assert bot.post(f"/tables/{id_}/accept", cause="accept-1", key=first.public).status_code == 200
    again = bot.post(f"/tables/{id_}/accept", cause="accept-1", key=Signer(2).public)
    assert (again.status_code, again.json) == (200, {"version": 2, "seat": 0})
    assert bot.pages.streams.table(id_).state.keys == (first.public, None)


def test_moves_and_orders_are_stored_with_the_bots_signature(bot: Bot):
    signer = Signer()
    id_ = sat_down(bot, signer.public)
    for which in range(3):
        seen = when_called(bot, id_)
        move = seen["legal_moves"][-1]
        body = {"turn": seen["turn"], "move": move, "cause": f"my-move-{which}", "signed": signer.move(seen, move)}
        first, again = bot.post(f"/matches/{id_}/moves", **body), bot.post(f"/matches/{id_}/moves", **body)
        assert (first.status_code, first.json) == (200, again.json), first.text
        bot.pages.settle()
    seen = bot.seen(id_)
    signed = signer.order(seen, "match.seat_resigned", seat=seen["seat"])
    assert bot.post(f"/matches/{id_}/resign", cause="resign-1", signed=signed).status_code == 200
    orders = [envelope for envelope in envelopes(bot, id_) if envelope.move or envelope.type == "match.seat_resigned"]
    assert len(orders) == 4
    assert all(envelope.signed for envelope in orders)
    verdict = checked(bot, id_)
    assert (verdict.failures, verdict.checks["signature"]) == ((), "ok")


def test_a_wrong_signature_is_refused_and_the_turn_stays_open(bot: Bot):
    signer, other = Signer(), Signer(2)
    id_ = sat_down(bot, signer.public)
    seen = when_called(bot, id_)
    move, stored = seen["legal_moves"][0], len(envelopes(bot, id_))
    body = {"turn": seen["turn"], "move": move, "cause": "my-move-1"}
    for signed in (other.move(seen, move), signer.move(seen, seen["legal_moves"][-1]), signer.move(seen, move, turn=1)):
        for cause in ("my-move-1", "my-move-2", "my-move-3"):  # more often than a bot may send what is not allowed
            answer = bot.post(f"/matches/{id_}/moves", **{**body, "cause": cause, "signed": signed})
            assert (answer.status_code, told(answer)["code"]) == (400, "bad_signature")
            assert "this signature is not that of the key that was given for this seat" in answer.text
    bot.pages.settle()
    assert (bot.seen(id_)["called"], len(envelopes(bot, id_))) == (seen["called"], stored)
    assert bot.post(f"/matches/{id_}/moves", **body, signed=signer.move(seen, move)).status_code == 200
    assert envelopes(bot, id_)[stored].signed is not None


def test_a_bot_without_a_key_plays_on_and_the_server_signs_for_it(bot: Bot):
    """As for all bots without one: what it says is that this move came from here."""
    id_ = sat_down(bot, None)
    seen = when_called(bot, id_)
    move = seen["legal_moves"][0]
    body = {"turn": seen["turn"], "move": move, "cause": "my-move-1"}
    refused = bot.post(f"/matches/{id_}/moves", **body, signed=Signer().move(seen, move))
    assert (refused.status_code, told(refused)["code"]) == (400, "bad_signature")
    assert "nobody has given a key for this seat: send it without a signature" in refused.text
    assert bot.post(f"/matches/{id_}/moves", **body).status_code == 200
    (moved,) = [envelope for envelope in envelopes(bot, id_) if envelope.move]
    assert moved.signed is not None
    assert (checked(bot, id_).failures, checked(bot, id_).checks["signature"]) == ((), "ok")


def test_a_bot_with_a_key_may_leave_a_signature_out_and_nobody_signs_in_its_place(bot: Bot):
    id_ = sat_down(bot, Signer().public)
    seen = when_called(bot, id_)
    body = {"turn": seen["turn"], "move": seen["legal_moves"][0], "cause": "my-move-1"}
    assert bot.post(f"/matches/{id_}/moves", **body).status_code == 200
    (moved,) = [envelope for envelope in envelopes(bot, id_) if envelope.move]
    assert moved.signed is None
    assert checked(bot, id_).failures == ()
