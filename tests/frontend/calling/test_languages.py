"""Mails and notifications speak as their reader does: as was chosen by hand, or as the page that asked for them."""

import json
import re
from dataclasses import dataclass, field

import pytest

from frontend.caller.benched import call_owners
from frontend.people.calls import LINK, Call
from shared.language import LANGUAGES, moment, speaking, translated
from shared.people import notes
from shared.people.addresses import digest_of
from tests.frontend.calling.conftest import Calling
from tests.frontend.calling.test_account_mails import link_in as link_to
from tests.frontend.calling.test_benched import bot_of, fail
from tests.frontend.calling.test_calling import two_who_play
from tests.frontend.calling.test_seats import LATER, paired
from tests.frontend.conftest import Visitor
from tests.frontend.people.test_accounts import sign_in, sign_up
from tests.translations.pseudo import CODE, pseudo_spoken
from tests.translations.shown import english_in
from tests.translations.test_pseudo import ALLOWED

pytestmark = pytest.mark.server
ADA = "ada@example.org"
MINE = re.compile(rf"{ALLOWED.pattern}|Augusta|Quadropolis|The & cup|zaphod@1|^--$", re.IGNORECASE | re.MULTILINE)
LONG = 2_000.0  # seconds, after which a mail about turns goes


@dataclass
class Heard:
    """All mails that were sent, each with its subject, and all notifications."""

    calling: Calling
    mails: list[tuple[str, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        send = self.calling.caller.mailing.send

        def heard(address: str, subject: str, text: str, stop: str | None = None) -> None:
            self.mails.append((subject, text))
            send(address, subject, text, stop)

        self.calling.caller.mailing.send = heard  # type: ignore[method-assign]  # it passes all on

    @property
    def pushed(self) -> list[str]:
        return [said[part] for said in self.calling.push.read for part in ("title", "body")]


def choose(visitor: Visitor, code: str) -> None:
    assert visitor.post("/language", language=code).status_code == 303


def post_in(visitor: Visitor, code: str, address: str, **form: str) -> int:
    """From a page in that language; nothing was chosen by hand."""
    more = {"csrf_token": visitor.token(), **form}
    return visitor.client.post(address, data=more, headers={"X-Language": code}).status_code


def about_the_account(calling: Calling) -> None:
    """An address that is asked, a new browser, a link."""
    ada, elsewhere = calling.pages.visitor(), calling.pages.visitor()
    sign_up(ada)
    choose(ada, CODE)
    ada.post("/account/address", to=ADA)
    calling.go_on()
    ada.post(
        "/account/address/confirm", link=link_to(calling.mails.arrived[-1].get_content(), "/account/address/confirm")
    )
    elsewhere.client.environ_base["HTTP_USER_AGENT"] = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0"
    sign_in(elsewhere)
    elsewhere.post("/signin/mail", to=ADA)
    calling.go_on()


def about_playing(calling: Calling) -> None:
    """A question to an address, a turn, a table that waits, a bot that is benched."""
    id_, ada, bo = two_who_play(calling)
    for each in (ada, bo):
        each.post("/name", name="Augusta")
        choose(each, CODE)
    calling.subscribe(bo)
    calling.confirm(bo)
    ada.move(id_)
    for seconds in (0, LATER, LONG):
        calling.go_on(seconds)
    paired(calling, bo, ada)
    for seconds in (0, LATER):
        calling.go_on(seconds)
    bot_of(calling, bo)
    fail(calling)
    call_owners(calling.site)
    calling.go_on()


def test_no_english_shows_through_a_mail_or_a_notification(calling: Calling):
    heard = Heard(calling)
    with pseudo_spoken():
        about_the_account(calling)
        assert len(heard.mails) == 3
        about_playing(calling)
    assert len(heard.mails) == 7
    assert len(heard.pushed) == 6
    said = [*(text for mail in heard.mails for text in mail), *heard.pushed]
    assert [each for text in said for each in english_in(text, MINE)] == []
    assert english_in("It is your turn in Quadropolis", MINE) != []


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_mail_that_was_asked_for_speaks_as_its_page(calling: Calling, code: str):
    heard, ada = Heard(calling), calling.pages.visitor()
    assert post_in(ada, code, "/settings/mail", to=ADA, every="3600") == 303
    calling.go_on()
    with speaking(code):
        assert heard.mails[0][0] == translated("Shall Urbanist write to you?")


def test_what_was_chosen_by_hand_comes_before_the_page(calling: Calling):
    heard, ada = Heard(calling), calling.pages.visitor()
    ada.post("/name", name="Augusta")
    choose(ada, "nl")
    assert post_in(ada, "fr", "/settings/mail", to=ADA, every="3600") == 303
    calling.go_on()
    with speaking("nl"):
        assert heard.mails[0][0] == translated("Shall Urbanist write to you?")


def with_address_in(calling: Calling, code: str) -> Visitor:
    """Somebody with an account, who gave its address on a page in that language."""
    ada = calling.pages.visitor()
    sign_up(ada)
    assert post_in(ada, code, "/account/address", to=ADA) == 303
    calling.go_on()
    link = link_to(calling.mails.arrived.pop().get_content(), "/account/address/confirm")
    ada.post("/account/address/confirm", link=link)
    return ada


def test_a_link_speaks_as_the_page_on_which_it_was_asked_for_and_a_new_browser_teaches_nothing(calling: Calling):
    heard = Heard(calling)
    ada, elsewhere = with_address_in(calling, "fr"), calling.pages.visitor()
    assert post_in(elsewhere, "it", "/signin/mail", to=ADA) == 303
    calling.go_on()
    assert post_in(elsewhere, "nl", "/signin", name="Augusta", password="four words and one more") == 303
    calling.go_on()
    (_, asked), (linked, _), (told, text) = heard.mails[0], heard.mails[1], heard.mails[2]
    assert "Augusta" in asked
    with speaking("it"):
        assert linked == translated("Your link to sign in to Urbanist")
    with speaking("fr"):
        assert told == translated("A new browser is signed in to Urbanist")
        assert moment(f"{calling.site.accounts.since(ada.person)}").rpartition(",")[0] in text  # the day
    choose(ada, "nl")
    assert post_in(elsewhere, "it", "/signin/mail", to=ADA) == 303
    calling.go_on()
    with speaking("nl"):
        assert heard.mails[3][0] == translated("Your link to sign in to Urbanist")


def test_a_link_that_was_asked_for_before_there_were_languages_is_still_sent(calling: Calling):
    heard = Heard(calling)
    with_address_in(calling, "fr")
    calling.calls.expect(Call(LINK, "-", f"{digest_of(ADA)}@http://localhost"))
    calling.go_on()
    with speaking("fr"):
        assert heard.mails[1][0] == translated("Your link to sign in to Urbanist")
    old = '{"kind": "signin", "at": 1, "address": "a@example.org", "origin": "", "browser": ""}'
    assert notes.Note(**json.loads(old)).language == ""


@pytest.mark.parametrize("code", LANGUAGES)
def test_turns_are_told_with_the_day_as_their_reader_writes_it(calling: Calling, code: str):
    heard = Heard(calling)
    id_, ada, bo = two_who_play(calling)
    choose(bo, code)
    calling.subscribe(bo)
    calling.confirm(bo)
    ada.move(id_)
    for seconds in (0, LATER, LONG):
        calling.go_on(seconds)
    (row,) = calling.caller.waiting(bo.person)
    assert row.called_since
    with speaking(code):
        assert moment(row.called_since) in heard.mails[-1][1]
        assert calling.push.read[0]["title"] == translated("It is your turn")


def test_a_browser_that_was_renewed_by_its_service_changes_no_language(calling: Calling):
    ada = calling.pages.visitor()
    assert post_in(ada, "fr", "/settings/push", **calling.push.subscription) == 303
    assert calling.site.languages.of(ada.person) == "fr"
    form = {**calling.push.subscription, "old": calling.push.subscription["endpoint"]}
    answer = ada.client.post("/settings/push/renewed", data=form, headers={"Origin": "http://localhost"})
    assert answer.status_code == 204
    assert calling.site.languages.of(ada.person) == "fr"
