"""Guests who stay: an account keeps the id, so everything is still theirs, and only whoever is signed in has it."""

from threading import BoundedSemaphore

import pytest

from frontend.people.browsers import in_words
from shared.errors import NotAllowed, Unavailable
from shared.people import passwords
from shared.people.sessions import digest
from tests.frontend.conftest import Pages, Visitor

pytestmark = pytest.mark.server
PASSWORD = "four words and one more"


def sign_up(visitor: Visitor, name: str = "Augusta", password: str = PASSWORD) -> int:
    return visitor.post("/signup", name=name, password=password).status_code


def sign_in(visitor: Visitor, name: str = "Augusta", password: str = PASSWORD) -> int:
    return visitor.post("/signin", name=name, password=password).status_code


def copied(pages: Pages, visitor: Visitor) -> Visitor:
    """Somebody who has a copy of the visitor's cookies, as they are now."""
    thief = pages.visitor()
    cookie = visitor.client.get_cookie(pages.app.config["SESSION_COOKIE_NAME"])
    assert cookie
    thief.client.set_cookie(cookie.key, cookie.value)
    return thief


def seat(visitor: Visitor, id_: str) -> int | None:
    found: int | None = visitor.seen(id_)["seat"]
    return found


def test_a_guest_signs_up_in_mid_match_and_goes_on_here_and_elsewhere(pages: Pages):
    ada, elsewhere = pages.visitor(), pages.visitor()
    id_ = pages.match(ada)
    person = ada.person
    assert sign_up(ada) == 303
    assert ada.person == person
    assert ada.move(id_).status_code == 303
    pages.settle()
    assert seat(elsewhere, id_) is None
    assert sign_in(elsewhere, "augusta") == 303
    assert (elsewhere.person, seat(elsewhere, id_)) == (person, 0)
    assert elsewhere.move(id_, cause="another-form").status_code == 303


def test_after_signing_out_everywhere_no_copy_of_a_cookie_is_worth_anything(pages: Pages):
    ada, elsewhere = pages.visitor(), pages.visitor()
    id_ = pages.match(ada)
    sign_up(ada)
    sign_in(elsewhere)
    thieves = [copied(pages, ada), copied(pages, elsewhere)]
    assert [seat(thief, id_) for thief in thieves] == [0, 0]
    assert ada.post("/account/sessions/end-all").status_code == 303
    for visitor in (ada, elsewhere, *thieves):
        assert seat(visitor, id_) is None
    assert thieves[0].get(f"/m/{id_}").headers["Location"].startswith("/signin?ended=yes&next=%2Fm%2F")
    thieves[1].get("/")  # which leads to where one signs in, once
    assert thieves[1].post(f"/m/{id_}/resign", drawn_for=ada.person).status_code == 403


def test_no_session_begins_in_a_browser_that_holds_too_many_people(pages: Pages, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("frontend.people.sessions.MOST_HELD", 1)
    ada, bart = pages.visitor(), pages.visitor()
    sign_up(ada)
    sign_up(bart, "Bartholomew")
    page = bart.post("/signin", name="Augusta", password=PASSWORD)
    assert (page.status_code, "This browser already holds 1 people: forget one first" in page.text) == (403, True)
    assert len(pages.site.sessions.of(ada.person)) == 1


def test_a_guests_cookie_from_before_is_nothing_once_there_is_an_account(pages: Pages):
    ada = pages.visitor()
    id_ = pages.match(ada)
    thief = copied(pages, ada)
    assert seat(thief, id_) == 0
    sign_up(ada)
    assert (seat(ada, id_), seat(thief, id_)) == (0, None)


def test_a_page_that_asks_for_news_is_led_to_where_one_signs_in(pages: Pages):
    ada = pages.visitor()
    id_ = pages.match(ada)
    sign_up(ada)
    thief = copied(pages, ada)
    ada.post("/account/sessions/end-all")
    assert thief.get(f"/m/{id_}?have=1", htmx=True).headers["HX-Redirect"] == "/signin?ended=yes&next=%2F"


@pytest.mark.parametrize("state", ["closed", "former"])
def test_whoever_was_closed_or_erased_is_nobody_and_cannot_sign_in(pages: Pages, state: str):
    ada, guest = pages.visitor(), pages.visitor()
    sign_up(ada)
    person = ada.person
    pages.site.accounts.redis.hset(f"person:{person}", "state", state)
    assert ada.person != person
    assert sign_in(pages.visitor()) == 400
    held = guest.person
    pages.site.accounts.redis.hset(f"person:{held}", "state", state)
    assert guest.person != held


def test_names_of_accounts_are_nobody_elses_however_they_are_written(pages: Pages):
    sign_up(pages.visitor(), "Ian Paul")
    for taken in (
        "Ian Paul",
        "ian paul",
        "lan Paul",
        "IAN PAUL",
        "\N{CYRILLIC CAPITAL LETTER BYELORUSSIAN-UKRAINIAN I}an Paul",
    ):
        visitor = pages.visitor()
        page = visitor.post("/signup", name=taken, password=PASSWORD)
        assert page.status_code == 400
        assert "Somebody with an account has this name, or one that looks like it" in page.text
        assert visitor.post("/name", name=taken).status_code == 400
    assert sign_up(pages.visitor(), "Jan Paul") == 303


def test_an_account_that_takes_another_name_frees_the_old_one_and_operators_still_know_it(pages: Pages):
    ada = pages.visitor()
    sign_up(ada)
    assert ada.post("/name", name="Ada King").status_code == 303
    known = pages.site.directory.entry(ada.person)
    assert known is not None
    assert known.earlier == ["Augusta"]
    assert sign_up(pages.visitor(), "Augusta") == 303
    assert sign_in(pages.visitor(), "Ada King") == 303


def test_a_wrong_name_and_a_wrong_password_get_the_same_answer(pages: Pages):
    sign_up(pages.visitor())
    answers = [
        pages.visitor().post("/signin", name=name, password=password)
        for name, password in (("Augusta", "not this one at all"), ("Nobody", PASSWORD), ("", ""), ("Augusta", ""))
    ]
    assert {answer.status_code for answer in answers} == {400}
    assert all("No account has this name and this password" in answer.text for answer in answers)


@pytest.mark.parametrize(
    ("password", "reason"),
    [
        ("short", "A password has at least 12 characters: a few words will do"),
        ("a" * 40, "This password is easy to guess: take a few words that belong to nobody"),
        ("x" * 201, "A password has at most 200 characters"),
        ("augusta of london", "This password is easy to guess: take a few words that belong to nobody"),
    ],
)
def test_a_password_that_will_not_do_is_refused_with_the_reason(pages: Pages, password: str, reason: str):
    visitor = pages.visitor()
    page = visitor.post("/signup", name="Augusta of London", password=password)
    assert (page.status_code, reason in page.text) == (400, True)
    assert password not in page.text


def test_a_new_password_signs_out_everywhere_else(pages: Pages):
    ada, elsewhere = pages.visitor(), pages.visitor()
    sign_up(ada)
    sign_in(elsewhere)
    person, new = ada.person, "quite another phrase"
    refused = ada.post("/account/password", old="not the old one", password=new)
    assert (refused.status_code, "The old password is another one" in refused.text) == (400, True)
    assert ada.post("/account/password", old=PASSWORD, password="short").status_code == 400
    assert ada.post("/account/password", old=PASSWORD, password=new).status_code == 303
    assert ada.person == person
    assert elsewhere.person != person
    assert [sign_in(pages.visitor(), password=each) for each in (PASSWORD, new)] == [400, 303]


def test_each_browser_is_listed_and_can_be_signed_out(pages: Pages):
    ada, elsewhere = pages.visitor(), pages.visitor()
    sign_up(ada)
    elsewhere.client.environ_base["HTTP_USER_AGENT"] = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0"
    sign_in(elsewhere)
    person = ada.person
    assert "Firefox on Linux" in ada.get("/account").text
    other = next(each for each in pages.site.sessions.of(person) if each.browser == "Firefox on Linux")
    assert ada.post("/account/sessions/end", session=other.id).status_code == 303
    assert (ada.person, elsewhere.person != person) == (person, True)
    own = pages.site.sessions.of(person)[0]
    assert ada.post("/account/sessions/end", session=own.id).headers["Location"] == "/"
    assert ada.person != person


def test_signing_out_leaves_whoever_else_is_in_this_browser(pages: Pages):
    sign_up(pages.visitor())
    bob = pages.visitor()
    id_ = pages.match(bob)
    guest = bob.person
    sign_in(bob)
    assert bob.person != guest
    assert seat(bob, id_) == 0
    bob.post("/signout")
    assert bob.person == guest


def test_a_guest_has_nothing_to_sign_out_of(pages: Pages):
    guest = pages.visitor()
    person = guest.person
    guest.post("/signout")
    assert guest.person == person
    for address in ("/account/sessions/end-all", "/account/password"):
        page = guest.post(address, password=PASSWORD)
        assert (page.status_code, "This is for people with an account: sign in first" in page.text) == (403, True)


def test_a_personal_link_of_an_account_opens_a_session_and_ends_with_all_others(pages: Pages):
    ada, elsewhere, late = (pages.visitor() for _ in range(3))
    id_ = pages.match(ada)
    sign_up(ada)
    ada.post(f"/t/{id_}/seat")
    link = ada.get(f"/t/{id_}/seat").text.split("/seat?link=", 1)[1].split('"', 1)[0].split("<", 1)[0]
    assert elsewhere.post("/seat", link=link).status_code == 303
    assert seat(elsewhere, id_) == 0
    assert len(pages.site.sessions.of(ada.person)) == 2
    ada.post("/account/sessions/end-all", here="stay")
    assert (seat(ada, id_), seat(elsewhere, id_)) == (0, None)
    assert late.post("/seat", link=link).status_code == 404


def test_whoever_has_an_account_makes_no_second_one(pages: Pages):
    ada = pages.visitor()
    sign_up(ada)
    page = ada.post("/signup", name="Another", password=PASSWORD)
    assert page.status_code == 403
    with pytest.raises(NotAllowed, match="you have an account already"):
        pages.site.register.sign_up(ada.person, "Another", PASSWORD)


@pytest.mark.parametrize(
    ("said", "leads"),
    [
        ("/m/abc?at=3", "/m/abc?at=3"),
        ("//elsewhere.example", "/"),
        ("/\\elsewhere.example", "/"),
        ("https://elsewhere.example", "/"),
        ("/a\nb", "/"),
    ],
)
def test_signing_in_leads_to_pages_of_this_site_alone(pages: Pages, said: str, leads: str):
    sign_up(pages.visitor())
    answer = pages.visitor().post("/signin", name="Augusta", password=PASSWORD, next=said)
    assert answer.headers["Location"] == leads


def test_nothing_that_is_kept_is_a_password_or_the_secret_of_a_session(pages: Pages):
    ada = pages.visitor()
    sign_up(ada)
    with ada.client.session_transaction() as session:
        secret = next(iter(session["signed"].values()))
    client, kept = pages.site.accounts.redis, list[str]()
    for key in client.scan_iter("*person*", _type="HASH"):
        for field, value in client.hgetall(key).items():
            kept += [str(field), str(value)]
    assert any(digest(secret) in each for each in kept)
    assert not any(secret in each or PASSWORD in each for each in kept)


def test_whoever_comes_while_many_sign_in_is_asked_to_come_again(pages: Pages, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(passwords, "WAITING", BoundedSemaphore(1))
    with passwords.WAITING, pytest.raises(Unavailable, match="many people are signing in just now"):
        passwords.matches(None, PASSWORD)
    assert not passwords.matches(None, PASSWORD)


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140 Safari/537.36 Edg/140", "Edge on Windows"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18) AppleWebKit Version/18 Safari/604", "Safari on an iPhone"),
        ("Mozilla/5.0 Chrome/140", "Chrome"),
        ("curl/8.5", "curl"),
        ("", "another browser"),
        ("\u202e\x00/1", "another browser"),
    ],
)
def test_a_browser_is_named_as_its_owner_knows_it(agent: str, words: str):
    assert in_words(agent) == words
