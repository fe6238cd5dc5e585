"""The one who asks is the one whom the gateway signed less than half a minute ago, and nobody else."""

import time
from datetime import UTC, datetime

import pytest
from itsdangerous import TimestampSigner, URLSafeTimedSerializer

from shared.web import identity
from shared.web.identity import LIFETIME, USED, player_of, sign

KEY = b"k" * 32
ADA = "person:ada"


@pytest.fixture(autouse=True)
def nothing_is_remembered() -> None:
    identity._signed.cache_clear()


def pass_by(seconds: int, monkeypatch: pytest.MonkeyPatch) -> None:
    now = int(datetime.now(UTC).timestamp())
    monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda self: now + seconds)
    monkeypatch.setattr(time, "time", lambda: now + seconds)


def test_the_signed_person_is_the_one_who_asks():
    assert player_of(KEY, sign(KEY, ADA)) == ADA


def test_a_signature_holds_for_its_lifetime_and_no_longer(monkeypatch):
    signed = sign(KEY, ADA)
    pass_by(LIFETIME - 1, monkeypatch)
    assert player_of(KEY, signed) == ADA
    pass_by(LIFETIME + 2, monkeypatch)
    assert player_of(KEY, signed) is None


def test_a_signature_is_used_again_while_it_has_most_of_its_lifetime_left(monkeypatch: pytest.MonkeyPatch):
    now = int(datetime.now(UTC).timestamp()) // USED * USED
    monkeypatch.setattr(time, "time", lambda: now)
    signed = sign(KEY, ADA)
    monkeypatch.setattr(time, "time", lambda: now + USED - 1)
    assert sign(KEY, ADA) == signed
    monkeypatch.setattr(time, "time", lambda: now + USED)
    monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda self: now + USED)
    assert sign(KEY, ADA) != signed
    assert USED <= LIFETIME / 3


@pytest.mark.parametrize(("ahead", "who"), [(2, ADA), (LIFETIME - 1, ADA), (LIFETIME + 2, None), (3600, None)])
def test_a_clock_may_lag_by_a_lifetime_and_no_more(monkeypatch, ahead, who):
    with monkeypatch.context() as faster:
        pass_by(ahead, faster)
        signed = sign(KEY, ADA)
    assert player_of(KEY, signed) == who


def test_another_key_signs_nothing():
    assert player_of(KEY, sign(b"x" * 32, ADA)) is None


def test_the_same_key_signs_nothing_for_another_purpose():
    assert player_of(KEY, str(URLSafeTimedSerializer(KEY, salt="cookie").dumps({"player": ADA}))) is None


@pytest.mark.parametrize("signed", ["", ADA, "a.b.c", "\0", "é", "." * 5000])
def test_something_that_is_no_signature_is_nobody(signed: str):
    assert player_of(KEY, signed) is None


def test_a_signature_with_one_changed_letter_is_nobody():
    signed = sign(KEY, ADA)
    middles = range(0, len(signed) - 1, 7)  # the last letter holds bits that mean nothing
    for index in middles:
        other = "A" if signed[index] != "A" else "B"
        assert player_of(KEY, signed[:index] + other + signed[index + 1 :]) is None
