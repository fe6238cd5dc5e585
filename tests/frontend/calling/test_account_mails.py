"""The mail address of an account: confirmed by its reader, a way back without a password, and told of new browsers."""

import re
from email.message import EmailMessage
from typing import Any

import pytest

from frontend.caller.mailing import to_log
from frontend.people import by_link
from shared.log import configure
from shared.people import notes
from shared.people.addresses import ADDRESSES, digest_of
from shared.people.register import now
from tests.frontend.calling.conftest import Calling
from tests.frontend.conftest import Visitor
from tests.frontend.people.test_accounts import PASSWORD, sign_in, sign_up

pytestmark = pytest.mark.server
ADA = "ada@example.org"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0"
SENT = "If an account has this address, a link is on its way to it."


def text_of(mail: EmailMessage) -> str:
    return str(mail.get_content())


def link_in(text: str, path: str) -> str:
    found = re.search(rf"{path}\?link=(\S+)", text)
    assert found, text
    return found[1]


def with_address(calling: Calling, name: str = "Augusta", address: str = ADA) -> Visitor:
    """Somebody whose account has this address."""
    visitor = calling.pages.visitor()
    sign_up(visitor, name)
    assert visitor.post("/account/address", to=address).headers["Location"] == "/account?done=asked"
    calling.go_on()
    link = link_in(text_of(calling.mails.arrived.pop()), "/account/address/confirm")
    assert calling.pages.visitor().get(f"/account/address/confirm?link={link}").status_code == 200
    assert calling.site.addresses.of(visitor.person) is None  # a GET changes nothing
    assert visitor.post("/account/address/confirm", link=link).headers["Location"] == "/account?done=address"
    return visitor


def asked_link(calling: Calling, visitor: Visitor, address: str = ADA) -> str:
    assert visitor.post("/signin/mail", to=address).headers["Location"] == "/signin?sent=yes"
    calling.go_on()
    return link_in(text_of(calling.mails.arrived.pop()), "/signin/link")


def test_a_mailed_link_signs_in_once_and_only_by_its_button(calling: Calling):
    ada, elsewhere, late = with_address(calling), calling.pages.visitor(), calling.pages.visitor()
    link = asked_link(calling, elsewhere, " ADA@Example.org ")
    page = elsewhere.get(f"/signin/link?link={link}")
    assert "Sign in as <b>Augusta</b> in this browser?" in page.text
    assert elsewhere.person != ada.person
    assert elsewhere.post("/signin/link", link=link).headers["Location"] == "/account?done=linked"
    assert elsewhere.person == ada.person
    refused = late.post("/signin/link", link=link)
    assert refused.status_code == 403
    assert "This link was used before, or its time is over: ask for a new one" in refused.text
    assert "This link is over" in late.get(f"/signin/link?link={link}").text
    assert "This link is over" in late.get("/signin/link?link=nonsense").text


def test_a_link_is_over_after_a_quarter_of_an_hour(calling: Calling, monkeypatch: pytest.MonkeyPatch):
    with_address(calling)
    visitor = calling.pages.visitor()
    link = asked_link(calling, visitor)
    later = now() + notes.LASTS[notes.SIGN_IN] + 1
    monkeypatch.setattr(notes, "now", lambda: later)
    assert visitor.post("/signin/link", link=link).status_code == 403


def test_a_link_for_one_thing_does_nothing_else(calling: Calling):
    with_address(calling)
    visitor = calling.pages.visitor()
    link = asked_link(calling, visitor)
    assert visitor.post("/account/address/confirm", link=link).status_code == 403
    assert visitor.post("/signin/link", link=link).status_code == 303


def test_whoever_asks_for_a_link_learns_nothing_about_an_address(calling: Calling):
    with_address(calling)
    answers = []
    for address in (ADA, "nobody@example.org"):
        visitor = calling.pages.visitor()
        answer = visitor.post("/signin/mail", to=address)
        answers.append((answer.status_code, answer.headers["Location"]))
        assert SENT in visitor.get("/signin?sent=yes").text
    assert answers[0] == answers[1]
    calling.go_on()
    assert [mail["To"] for mail in calling.mails.arrived] == [ADA]


def test_what_is_no_address_is_asked_nothing(calling: Calling):
    ada = with_address(calling)
    for path in ("/signin/mail", "/account/address"):
        page = ada.post(path, to="ada at example")
        assert (page.status_code, "This is no mail address: ada at example" in page.text) == (400, True)


def test_a_mailbox_gets_a_few_links_an_hour_whoever_asks(calling: Calling):
    with_address(calling)
    for number in range(notes.HOURLY[notes.SIGN_IN] + 3):
        visitor = calling.pages.visitor()
        visitor.client.environ_base["REMOTE_ADDR"] = f"203.0.113.{number}"
        visitor.post("/signin/mail", to=ADA)
        calling.go_on()
    assert len(calling.mails.arrived) == notes.HOURLY[notes.SIGN_IN]


def test_a_forgotten_password_is_replaced_by_whoever_came_by_a_link(calling: Calling, monkeypatch: pytest.MonkeyPatch):
    with_address(calling)
    visitor, new = calling.pages.visitor(), "quite another phrase"
    visitor.post("/signin/link", link=asked_link(calling, visitor))
    assert 'name="old"' not in visitor.get("/account").text
    assert visitor.post("/account/password", password=new).headers["Location"] == "/account?done=password"
    assert [sign_in(calling.pages.visitor(), password=each) for each in (PASSWORD, new)] == [400, 303]
    assert visitor.post("/account/password", password="and one more of them").status_code == 400  # once
    visitor.post("/signin/link", link=asked_link(calling, visitor))
    later = now() + by_link.LASTS + 1
    monkeypatch.setattr(by_link, "now", lambda: later)
    assert visitor.post("/account/password", password="and one more of them").status_code == 400


def test_an_address_belongs_to_one_account(calling: Calling):
    ada = with_address(calling)
    bart = calling.pages.visitor()
    sign_up(bart, "Bartholomew")
    assert bart.post("/account/address", to=ADA).headers["Location"] == "/account?done=asked"
    calling.go_on()
    assert calling.mails.arrived == []
    assert calling.site.addresses.owner(digest_of(ADA)) == ada.person


def test_two_accounts_that_were_asked_at_once_do_not_both_get_the_address(calling: Calling):
    visitors = [calling.pages.visitor() for _ in range(2)]
    for visitor, name in zip(visitors, ("Augusta", "Bartholomew"), strict=True):
        sign_up(visitor, name)
        visitor.post("/account/address", to=ADA)
    calling.go_on()
    links = [link_in(text_of(mail), "/account/address/confirm") for mail in calling.mails.arrived]
    answers = [visitors[0].post("/account/address/confirm", link=link).status_code for link in links]
    assert sorted(answers) == [303, 403]


def test_an_address_that_is_changed_or_forgotten_signs_in_no_more(calling: Calling):
    ada = with_address(calling)
    ada.post("/account/address", to="king@example.org")
    calling.go_on()
    link = link_in(text_of(calling.mails.arrived.pop()), "/account/address/confirm")
    ada.post("/account/address/confirm", link=link)
    kept = calling.site.accounts.redis.hgetall(ADDRESSES)
    assert kept == {digest_of("king@example.org"): ada.person}
    assert ada.post("/account/address/remove").headers["Location"] == "/account?done=no_address"
    assert calling.site.accounts.redis.exists(ADDRESSES) == 0
    assert calling.site.addresses.of(ada.person) is None
    calling.pages.visitor().post("/signin/mail", to="king@example.org")
    calling.go_on()
    assert calling.mails.arrived == []


@pytest.mark.parametrize(
    ("address", "form"),
    [("/account/sessions/end-all", {}), ("/account/password", {"old": PASSWORD, "password": "other words than these"})],
)
def test_after_signing_out_everywhere_no_mailed_link_is_worth_anything(
    calling: Calling, address: str, form: dict[str, Any]
):
    """Otherwise a thief has an address of their own asked, and confirms it when the owner has thrown them out."""
    ada, thief, elsewhere = with_address(calling), calling.pages.visitor(), calling.pages.visitor()
    sign_in(thief)
    signs_in = asked_link(calling, elsewhere)
    thief.post("/account/address", to="eve@example.org")
    calling.go_on()
    confirms = link_in(text_of(calling.mails.arrived.pop()), "/account/address/confirm")
    assert ada.post(address, **form).status_code == 303
    assert elsewhere.post("/account/address/confirm", link=confirms).status_code == 403
    assert elsewhere.post("/signin/link", link=signs_in).status_code == 403
    assert calling.site.addresses.owner(digest_of("eve@example.org")) is None


def test_a_link_to_an_address_that_was_given_up_signs_in_no_more(calling: Calling):
    ada, elsewhere = with_address(calling), calling.pages.visitor()
    link = asked_link(calling, elsewhere)
    ada.post("/account/address/remove")
    assert elsewhere.post("/signin/link", link=link).status_code == 403


def test_whoever_has_no_password_keeps_the_address(calling: Calling):
    ada = with_address(calling)
    calling.site.accounts.redis.hdel(f"person:{ada.person}", "password")
    page = ada.post("/account/address/remove")
    assert page.status_code == 403
    assert "Choose a password first: without it and without an address nobody can come back" in page.text


@pytest.mark.parametrize("state", ["closed", "former"])
def test_an_account_that_was_closed_or_erased_gets_no_link(calling: Calling, state: str):
    ada = with_address(calling)
    calling.site.accounts.redis.hset(f"person:{ada.person}", "state", state)
    calling.pages.visitor().post("/signin/mail", to=ADA)
    calling.go_on()
    assert calling.mails.arrived == []


def test_a_new_browser_is_told_once_and_names_no_place(calling: Calling):
    with_address(calling)
    elsewhere = calling.pages.visitor()
    elsewhere.client.environ_base.update(HTTP_USER_AGENT=FIREFOX, REMOTE_ADDR="203.0.113.9")
    sign_in(elsewhere)
    calling.go_on()
    text = text_of(calling.mails.arrived.pop())
    assert re.search(r"in a new browser: Firefox on Linux, \d\d? \w{3,4} \d{4}, \d\d:\d\d UTC\.", text)
    assert "http://localhost/account" in text
    assert "203.0.113" not in text
    elsewhere.post("/signout")
    sign_in(elsewhere)
    calling.go_on()
    assert calling.mails.arrived == []


def test_somebody_who_signs_in_from_many_browsers_is_told_of_a_few(calling: Calling):
    with_address(calling)
    for _ in range(notes.HOURLY[notes.DEVICE] + 2):
        sign_in(calling.pages.visitor())
    calling.go_on()
    assert len(calling.mails.arrived) == notes.HOURLY[notes.DEVICE]


def test_a_server_without_mail_offers_none(calling: Calling, monkeypatch: pytest.MonkeyPatch):
    ada = with_address(calling)
    monkeypatch.setattr(type(calling.site.settings), "sends_mail", False)
    assert "Send me a link" not in calling.pages.visitor().get("/signin").text
    for path in ("/signin/mail", "/account/address"):
        page = ada.post(path, to=ADA)
        assert (page.status_code, "This server sends no mail" in page.text) == (403, True)


def test_the_oldest_of_many_notes_are_forgotten(calling: Calling):
    serials = [calling.site.notes.keep("nobody000001", notes.DEVICE, ADA, "") for _ in range(notes.MOST + 2)]
    assert sum(calling.site.notes.of("nobody000001", each) is not None for each in serials) == notes.MOST


def test_without_a_mail_server_a_mail_is_printed_so_that_its_link_can_be_opened(
    calling: Calling, capsys: pytest.CaptureFixture[str]
):
    configure("caller")  # which prints to what pytest reads now
    calling.caller.mailing.post = to_log
    ada = calling.pages.visitor()
    sign_up(ada)
    ada.post("/account/address", to=ADA)
    calling.go_on()
    printed = capsys.readouterr().out
    link = re.search(r"http://localhost/account/address/confirm\?link=(\S+)\n", printed)
    assert ADA in printed
    assert link
    assert ada.post("/account/address/confirm", link=link[1]).headers["Location"] == "/account?done=address"
