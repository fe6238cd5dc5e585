"""In which language a page is: that of its link, of the page that asks, the chosen one, the browser's, or English."""

import re
from collections.abc import Mapping
from html import unescape
from typing import Any

import pytest
from structlog.testing import capture_logs
from werkzeug.test import TestResponse

from frontend.door.limits import NAME
from frontend.people.languages import Languages
from shared.errors import Unavailable
from shared.language import LANGUAGES, speaking, translated_as, translations, wished
from shared.platform.player import as_player
from tests.frontend.conftest import Pages, Visitor
from tests.frontend.people.test_accounts import sign_in, sign_up
from tests.frontend.people.test_oneself import exported

SKIP = {code: translations(code).gettext("Skip to the content") for code in LANGUAGES}
NOTHING = "Nothing is kept about you: you have not done anything here yet."
SWISS = {"Accept-Language": "fr-CH, fr;q=0.9, en;q=0.8"}
FAR = {"REMOTE_ADDR": "203.0.113.9"}


def spoken_on(answer: TestResponse) -> str:
    """By all that says so, which agrees."""
    (found,) = re.findall(r'<html lang="([^"]*)">', answer.text)
    assert answer.headers["Content-Language"] == found
    assert f">{SKIP[found]}</a>" in answer.text
    return str(found)


def page(visitor: Visitor, address: str = "/", headers: Mapping[str, str] = {}) -> str:
    return spoken_on(visitor.get(address, headers=dict(headers)))


def choose(visitor: Visitor, code: str, came_from: str = "/") -> TestResponse:
    form = {"csrf_token": visitor.token(), "language": code}
    return visitor.client.post("/language", data=form, headers={"Referer": f"http://localhost{came_from}"})


# What the browser wishes.
@pytest.mark.parametrize(
    ("accepted", "found"),
    [
        ("", None),
        ("fr", "fr"),
        ("FR", "fr"),
        ("fr_BE", "fr"),
        ("fr-CH, en;q=0.5", "fr"),
        ("fr-Latn-CH-x-own", "fr"),
        ("en-US,en;q=0.9,fr;q=0.8", "en"),
        ("de-DE, de;q=0.9, nl;q=0.4, fr;q=0.8", "fr"),
        ("en;q=0.2, it ; q=0.7", "it"),
        ("en;q=0.7, it;q=0.7", "en"),
        ("it;q=0.7, en;q=0.7", "it"),
        ("de", None),
        ("de, *;q=0.1", "en"),
        ("*", "en"),
        ("nl, *;q=0.5", "nl"),
        ("nl;q=0.4, *;q=0.5", "en"),
        ("en;q=0, *", "fr"),
        ("fr;q=0", None),
        ("fr-CH;q=0, nl;q=0.1", "nl"),
        ("*;q=0", None),
        ("fr;q=1.5", None),
        ("fr;q=nonsense, nl;q=0.2", "nl"),
        ("français, 日本語; q=é, \x00", None),
        (";;;,,,===,q=,-,--,*-fr", None),
        ("nl," + "de;q=0.9," * 1200, "nl"),
        ("de;q=0.9," * 1200 + "nl", None),
        ("f" * 10_000, None),
        ("fr-" + "a-" * 5_000, None),
    ],
)  # fmt: skip
def test_the_language_that_suits_a_browser_best(accepted: str, found: str | None):
    assert wished(accepted) == found


@pytest.mark.server
def test_without_a_wish_pages_are_in_english(pages: Pages):
    eve = pages.visitor()
    assert page(eve) == "en"
    assert page(eve, headers={"Accept-Language": "de, tlh;q=0.5"}) == "en"
    assert page(eve, headers={"Accept-Language": "de," * 3_300}) == "en"


# What comes before it.
@pytest.mark.server
def test_a_link_comes_before_the_page_that_asks_and_that_before_the_choice_and_that_before_the_browser(pages: Pages):
    ada = pages.visitor()
    wish = {"Accept-Language": "it"}
    assert page(ada, headers=wish) == "it"
    assert choose(ada, "nl").status_code == 303
    assert page(ada, headers=wish) == "nl"
    assert page(ada, headers={**wish, "X-Language": "fr"}) == "fr"
    assert page(ada, "/?lang=en", {**wish, "X-Language": "fr"}) == "en"
    assert page(ada, headers=wish) == "nl", "a link speaks for its page alone"
    for nonsense in ("tlh", "", "FR", "fr' OR 1=1", "x" * 3000):
        assert page(ada, "/", {**wish, "X-Language": nonsense}) == "nl"
        assert page(ada, f"/?lang={nonsense}", wish) == "nl"


@pytest.mark.server
def test_parts_and_refused_forms_are_in_the_language_of_the_page_whose_script_asks(pages: Pages):
    ada = pages.visitor()
    id_ = pages.match(ada)
    for code in LANGUAGES:
        here = {"X-Language": code, "Accept-Language": "it"}
        part = ada.get(f"/m/{id_}?have=0", htmx=True, headers=here)
        with speaking(code):
            assert translated_as("what people say to each other, a heading", "Talk") in part.text
        assert "<html" not in part.text
        assert part.headers["Content-Language"] == code


# What was chosen by hand.
@pytest.mark.server
def test_a_choice_leads_back_to_its_page_without_the_language_of_the_link(pages: Pages):
    ada = pages.visitor()
    for at, back in (
        ("/", "/"),
        ("/?lang=fr", "/"),
        ("/lists/open?page=2&lang=fr", "/lists/open?page=2"),
        ("/score/quadropolis?a=1&a=2&lang=it&empty=&b=%26", "/score/quadropolis?a=1&a=2&empty=&b=%26"),
        ("//elsewhere.example/?lang=fr", "/elsewhere.example/"),
    ):
        answer = choose(ada, "nl", at)
        assert (answer.status_code, answer.headers["Location"]) == (303, back)
    answer = ada.client.post("/language", data={"csrf_token": ada.token(), "language": "nl"})
    assert answer.headers["Location"] == "/"


@pytest.mark.server
def test_a_choice_of_whoever_has_done_nothing_else_is_in_the_cookie_alone(pages: Pages):
    eve, stranger = pages.visitor(), pages.visitor()
    choose(eve, "fr")
    assert page(eve) == "fr"
    assert page(stranger) == "en"
    assert not pages.site.accounts.is_kept(eve.person)
    with eve.client.session_transaction() as session:
        assert session["unused"]
    assert translations("fr").gettext(NOTHING) in unescape(eve.get("/account/erase").text)


@pytest.mark.server
def test_it_is_theirs_from_their_first_act_on(pages: Pages):
    ada, elsewhere = pages.visitor(), pages.visitor()
    choose(ada, "fr")
    assert sign_up(ada) == 303
    assert pages.site.languages.of(ada.person) == "fr"
    assert sign_in(elsewhere) == 303
    assert page(elsewhere, headers={"Accept-Language": "nl"}) == "fr"


@pytest.mark.server
def test_it_is_kept_with_the_person_on_all_devices(pages: Pages):
    ada, elsewhere = pages.visitor(), pages.visitor()
    sign_up(ada)
    choose(elsewhere, "it")
    sign_in(elsewhere)
    assert [page(each) for each in (ada, elsewhere)] == ["it", "it"], "what was chosen before signing in comes along"
    choose(ada, "nl")
    assert [page(each) for each in (ada, elsewhere)] == ["nl", "nl"]
    choose(elsewhere, "en")
    wish = {"Accept-Language": "fr"}
    assert [page(each, headers=wish) for each in (ada, elsewhere)] == ["en", "en"]


@pytest.mark.server
def test_signing_in_changes_no_choice_of_the_account(pages: Pages):
    ada, elsewhere = pages.visitor(), pages.visitor()
    sign_up(ada)
    choose(ada, "nl")
    choose(elsewhere, "it")
    sign_in(elsewhere)
    assert page(elsewhere) == "nl"
    elsewhere.post("/signout")
    elsewhere.get("/")  # says once that it was signed out
    assert page(elsewhere) == "it", "that is what was chosen in this browser"


@pytest.mark.server
def test_a_first_act_stands_where_the_choice_cannot_be_kept(pages: Pages, monkeypatch: pytest.MonkeyPatch):
    def away(*_: Any) -> None:
        raise Unavailable("the server is not answering", reason="pulled the plug")

    ada = pages.visitor()
    choose(ada, "fr")
    monkeypatch.setattr(Languages, "choose", away)
    with capture_logs() as logs:
        assert ada.post("/name", name="Augusta").status_code == 303
    assert [each["reason"] for each in logs if each["event"] == "language_not_kept"] == ["pulled the plug"]
    assert page(ada) == "fr"


@pytest.mark.server
def test_an_unknown_language_is_refused(pages: Pages):
    ada = pages.visitor()
    for code in ("tlh", "", "EN", "fr "):
        refused = choose(ada, code)
        assert refused.status_code == 400
        assert "Choose one of the languages that this page offers" in refused.text
    assert page(ada) == "en"


@pytest.mark.server
def test_a_choice_needs_the_token_of_a_page_and_has_a_limit(pages: Pages):
    ada = pages.visitor()
    form = {"csrf_token": ada.token(), "language": "fr"}
    assert ada.client.post("/language", data={"language": "fr"}).status_code == 403
    assert page(ada) == "en"
    most = int(NAME.rate.split()[0])
    found = [ada.client.post("/language", data=form, environ_overrides=FAR).status_code for _ in range(most + 1)]
    assert found == [303] * most + [429]


@pytest.mark.server
def test_it_is_exported_and_erased_with_the_person(pages: Pages):
    ada = pages.visitor()
    ada.post("/name", name="Augusta")
    choose(ada, "fr")
    person = ada.person
    assert exported(ada)["facts"]["language"] == "fr"
    assert ada.post("/account/erase", name="Augusta", drawn_for=person).status_code in (200, 303)
    client = pages.site.accounts.redis
    assert client.hget(as_player(person), "language") is None
    pages.site.languages.choose(person, "nl")  # by a request that was under way
    assert client.hget(as_player(person), "language") is None
