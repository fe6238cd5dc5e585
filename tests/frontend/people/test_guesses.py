"""Whoever guesses passwords is slowed, the owner is not locked out, and nobody learns which names exist."""

import re
from collections import Counter
from threading import BoundedSemaphore

import pytest
from argon2 import PasswordHasher

from frontend.door.guessing import SHOWN, refusals
from shared.errors import Unavailable
from shared.people import passwords
from shared.people.guesses import AGAIN, DEVICE, FIRST, PLACE, PLACE_AND_NAME, Guesses
from tests.frontend.conftest import Pages, Visitor
from tests.frontend.people.test_accounts import PASSWORD, sign_in, sign_up

pytestmark = pytest.mark.server
WRONG = "not this one at all"


class Clock:
    now = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def clock(pages: Pages) -> Clock:
    refusals.forget()
    pages.site.guesses.clock = Clock()
    return pages.site.guesses.clock


@pytest.fixture
def hashes(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How many were computed."""
    computed, verify = Counter[str](), PasswordHasher.verify

    def counted(hasher: PasswordHasher, kept: str, password: str) -> bool:
        computed["hashes"] += 1
        return verify(hasher, kept, password)

    monkeypatch.setattr(PasswordHasher, "verify", counted)
    return computed


def at(pages: Pages, address: str) -> Visitor:
    visitor = pages.visitor()
    visitor.client.environ_base["REMOTE_ADDR"] = address
    return visitor


def guess(pages: Pages, address: str, name: str = "Augusta", times: int = 1) -> list[int]:
    guesser = at(pages, address)
    return [sign_in(guesser, name, WRONG) for _ in range(times)]


def attack(pages: Pages) -> None:
    """From so many addresses that no more is looked at from those who have tried it before."""
    for number in range(6):
        guess(pages, f"203.0.113.{number}", times=PLACE_AND_NAME.at_once)


def test_after_a_few_wrong_passwords_no_more_are_looked_at_for_a_while(
    pages: Pages, clock: Clock, hashes: Counter[str]
):
    sign_up(pages.visitor())
    assert guess(pages, "203.0.113.1", times=7) == [400] * 5 + [429] * 2
    assert hashes["hashes"] == 5
    clock.now += PLACE_AND_NAME.each
    assert guess(pages, "203.0.113.1", times=2) == [400, 429]


def test_the_answer_says_when_the_next_one_is_looked_at(pages: Pages, clock: Clock):
    guesser = at(pages, "203.0.113.1")
    for _ in range(5):
        sign_in(guesser, password=WRONG)
    page = guesser.post("/signin", name="Augusta", password=WRONG)
    assert page.status_code == 429
    assert "Too many passwords were tried for this name, or from your address" in page.text
    assert "Nothing is lost: try again in 1 minute." in page.text
    assert page.headers["Retry-After"] == "60"


def test_whoever_goes_on_gets_a_line_for_which_nothing_is_drawn_or_looked_up(pages: Pages, clock: Clock):
    guess(pages, "203.0.113.1", times=PLACE_AND_NAME.at_once + SHOWN)
    guesser = at(pages, "203.0.113.1")
    page = guesser.post("/signin", name=" AUGUSTA", password=WRONG)
    assert (page.status_code, page.mimetype) == (429, "text/plain")
    assert re.fullmatch(r"Too many passwords were tried .+: try again in \d+ seconds\.", page.text)
    assert int(page.headers["Retry-After"]) <= 60
    assert sign_in(guesser, "Somebody else", WRONG) == 400


def test_a_name_that_nobody_has_is_slowed_alike_and_costs_the_same_hashes(
    pages: Pages, clock: Clock, hashes: Counter[str]
):
    sign_up(pages.visitor())
    found = {}
    for number, name in enumerate(("Augusta", "Nobody")):
        before = hashes["hashes"]
        answers = guess(pages, f"203.0.113.{number}", name, times=7)
        found[name] = (answers, hashes["hashes"] - before)
    assert found["Augusta"] == found["Nobody"] == ([400] * 5 + [429] * 2, 5)


def test_the_owner_is_not_locked_out_where_they_were_signed_in_before(pages: Pages, clock: Clock):
    ada = at(pages, "203.0.113.1")  # at the address of a guesser
    sign_up(ada)
    ada.post("/signout")
    attack(pages)
    assert guess(pages, "203.0.113.1") == [429]
    assert sign_in(ada) == 303


def test_the_owner_is_not_locked_out_at_an_address_that_has_not_guessed(pages: Pages, clock: Clock):
    sign_up(pages.visitor())
    attack(pages)
    clock.now += PLACE_AND_NAME.each
    answers = [guess(pages, f"203.0.113.{number}")[0] for number in range(6)]
    assert 429 in answers  # theirs are used up
    assert sign_in(at(pages, "198.51.100.7")) == 303


def test_others_are_not_kept_out_by_the_passwords_that_are_tried_for_one_name(pages: Pages, clock: Clock):
    sign_up(pages.visitor())
    sign_up(pages.visitor(), "Bartholomew")
    attack(pages)
    assert sign_in(at(pages, "203.0.113.1"), "Bartholomew") == 303


def test_a_device_of_the_account_may_guess_no_faster_than_a_stranger_for_long(pages: Pages, clock: Clock):
    ada = pages.visitor()
    sign_up(ada)
    ada.post("/signout")
    answers = [sign_in(ada, password=WRONG) for _ in range(DEVICE.at_once + 1)]
    assert answers == [400] * DEVICE.at_once + [429]
    clock.now += DEVICE.each
    assert sign_in(ada) == 303


def test_the_old_password_cannot_be_guessed_in_an_open_session_either(pages: Pages, clock: Clock):
    ada = pages.visitor()
    sign_up(ada)
    new = "quite another phrase"
    for _ in range(DEVICE.at_once):
        assert ada.post("/account/password", old=WRONG, password=new).status_code == 400
    page = ada.post("/account/password", old=WRONG, password=new)
    assert (page.status_code, page.headers["Retry-After"]) == (429, "30")


def test_one_address_tries_many_names_no_faster(pages: Pages, clock: Clock):
    answers = [guess(pages, "203.0.113.1", f"Nobody {number}")[0] for number in range(PLACE.at_once + 1)]
    assert answers == [400] * PLACE.at_once + [429]


def test_the_right_password_counts_as_no_guess(pages: Pages, clock: Clock):
    sign_up(pages.visitor())
    assert [sign_in(at(pages, "203.0.113.1")) for _ in range(PLACE_AND_NAME.at_once + 2)] == [303] * 7


def test_signing_out_everywhere_makes_every_other_device_a_stranger(pages: Pages, clock: Clock):
    ada, elsewhere = pages.visitor(), at(pages, "203.0.113.1")
    sign_up(ada)
    sign_in(elsewhere)
    ada.post("/account/sessions/end-all", here="stay")
    elsewhere.get("/")  # which says once that it was signed out
    answers = [sign_in(elsewhere, password=WRONG) for _ in range(PLACE_AND_NAME.at_once + 1)]
    assert answers[-1] == 429
    assert [sign_in(ada, password=WRONG) for _ in range(DEVICE.at_once)] == [400] * DEVICE.at_once


def test_a_guess_that_nobody_looked_at_is_given_back(pages: Pages, clock: Clock, monkeypatch: pytest.MonkeyPatch):
    sign_up(pages.visitor())
    visitor = at(pages, "203.0.113.1")
    with monkeypatch.context() as full:
        full.setattr(passwords, "WAITING", BoundedSemaphore(1))
        with passwords.WAITING:
            assert {sign_in(visitor) for _ in range(PLACE_AND_NAME.at_once + 2)} == {503}
    assert sign_in(visitor) == 303


def test_while_many_guess_the_devices_of_an_account_have_room(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(passwords, "WAITING", BoundedSemaphore(1))
    kept = passwords.hashed(PASSWORD)
    with passwords.WAITING:
        with pytest.raises(Unavailable):
            passwords.matches(kept, PASSWORD)
        assert passwords.matches(kept, PASSWORD, is_known=True)


def test_however_many_addresses_guess_a_name_few_passwords_a_minute_are_looked_at(pages: Pages):
    guesses, clock = Guesses(pages.site.limits, Clock()), Clock()
    guesses.clock = clock
    counted = 0
    for minute in range(3):
        for round_ in range(3):
            for number in range(400):
                counted += not guesses.begin("Augusta", f"{number} {round_}").seconds
        clock.now += 60_000 if minute < 2 else 0
    first, again = (rate.at_once + 2 * 60_000 // rate.each for rate in (FIRST, AGAIN))
    assert counted <= first + again


def test_names_that_look_alike_are_tried_together_and_no_key_tells_them(pages: Pages):
    guesses = Guesses(pages.site.limits)
    for name in ("Augusta", "augusta", " AUGUSTA ", "Augusta", "augusta"):
        assert not guesses.begin(name, "203.0.113.1").seconds
    assert guesses.begin("aUGUSTA", "203.0.113.1").seconds
    keys = " ".join(map(str, pages.site.limits.keys("LIMITS:{guesses}:*")))
    assert "ugusta" not in keys.lower()
    assert "203.0.113" not in keys
    assert all(pages.site.limits.pttl(key) > 0 for key in pages.site.limits.keys("LIMITS:{guesses}:*"))
