"""The page of one's tokens: what it says to whom, what its forms do, and that the text of a token is shown once."""

import re
from typing import Any

import pytest
from flask import before_render_template
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from frontend.presentation.tokens import DAYS, TokensPage
from shared.people.scopes import Scope
from shared.people.tokens import MOST
from tests.frontend.conftest import Pages, Visitor
from tests.frontend.contexts import differences
from tests.frontend.test_bearers import owner
from tests.frontend.test_forms import form

pytestmark = pytest.mark.server
TEXT = re.compile("urbanist_[a-z0-9]{12}_[A-Za-z0-9_-]{43}")
ADDRESS = "/account/tokens"
ASKED = {"label": "My bot", "scope": "read", "days": "30"}


def make(visitor: Visitor, **more: Any) -> TestResponse:
    return visitor.post(ADDRESS, **{**ASKED, "cause": "the-key-of-a-form", **more})


def listed(pages: Pages, visitor: Visitor) -> list[Any]:
    return pages.site.tokens.of(visitor.person)


def test_a_token_is_made_listed_used_and_revoked_without_any_script(pages: Pages):
    ada = owner(pages)
    fields = form(ada.get(ADDRESS).text, ADDRESS)
    answer = ada.client.post(ADDRESS, data=MultiDict([*fields.items(), *ASKED.items(), ("scope", "organise")]))
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "private, no-store")
    (text,) = set(TEXT.findall(answer.text))
    (token,) = listed(pages, ada)
    assert (token.label, token.scopes) == ("My bot", (Scope.READ, Scope.ORGANISE))
    assert token.ends - token.at == 30 * 86_400_000
    page = ada.get(ADDRESS).text
    assert text not in page
    assert "My bot" in page
    assert "Never used." in page
    pages.site.tokens.find(text)
    assert "Last used" in ada.get(ADDRESS).text
    gone = ada.client.post(f"{ADDRESS}/revoke", data=form(page, f"{ADDRESS}/revoke") | {"token": token.id})
    assert (gone.status_code, gone.headers["Location"]) == (303, f"{ADDRESS}?done=revoked")
    assert "The token is revoked" in ada.get(gone.headers["Location"]).text
    assert pages.site.tokens.find(text) is None


def test_a_new_token_stands_in_one_answer_that_nobody_keeps(pages: Pages):
    ada = owner(pages)
    answer = ada.client.post(
        ADDRESS, data={**ASKED, "csrf_token": ada.token(), "label": "x" * 40}, headers={"Accept-Encoding": "gzip"}
    )
    assert TEXT.search(answer.text)
    assert "Content-Encoding" not in answer.headers  # its length would tell of what stands in it (0047)
    assert not any("urbanist_" in value for value in answer.headers.values())
    assert "no-store" in ada.get(ADDRESS).headers["Cache-Control"]


def test_the_same_form_makes_one_token_and_says_what_to_do_if_it_was_not_copied(pages: Pages):
    ada = owner(pages)
    assert make(ada).status_code == 200
    again = make(ada)
    assert again.status_code == 403
    assert (
        "This form was sent before, and its token was shown then: if it is lost, revoke it and make another"
        in again.text
    )
    assert len(listed(pages, ada)) == 1
    assert make(ada, cause="another-key").status_code == 200


def test_a_form_without_its_key_is_a_new_one(pages: Pages):
    ada = owner(pages)
    assert make(ada, cause="").status_code == make(ada, cause="").status_code == 200
    assert len(listed(pages, ada)) == 2


def test_a_guest_is_told_why_and_where_to_sign_up(pages: Pages):
    eve = pages.visitor()
    page = eve.get(ADDRESS).text
    assert "Only accounts have tokens" in page
    assert 'href="/signup"' in page
    assert f'action="{ADDRESS}"' not in page
    refused = make(eve)
    assert refused.status_code == 403
    assert "This is for people with an account: sign in first." in refused.text
    assert listed(pages, eve) == []


def test_nobody_revokes_or_sees_the_tokens_of_another(pages: Pages):
    ada, bob = owner(pages), owner(pages)
    make(ada)
    (token,) = listed(pages, ada)
    assert "My bot" not in bob.get(ADDRESS).text
    bob.post(f"{ADDRESS}/revoke", token=token.id)
    bob.post(f"{ADDRESS}/revoke-all")
    assert listed(pages, ada) == [token]


def test_all_are_revoked_at_once(pages: Pages):
    ada = owner(pages)
    make(ada)
    assert "Revoke all of them" not in ada.get(ADDRESS).text
    make(ada, cause="another-key", label="Another")
    answer = ada.client.post(f"{ADDRESS}/revoke-all", data=form(ada.get(ADDRESS).text, f"{ADDRESS}/revoke-all"))
    assert "All your tokens are revoked" in ada.get(answer.headers["Location"]).text
    assert listed(pages, ada) == []


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"label": " "}, "A token needs a label, by which you know it again"),
        ({"label": "x" * 41}, "A label has at most 40 characters"),
        ({"scope": "govern"}, "No token allows what was chosen"),
        ({"scope": []}, "Choose what the token allows"),
        ({"days": "31"}, "Choose how long the token may work"),
        ({"days": "-1"}, "Choose how long the token may work"),
    ],
)
def test_what_makes_no_token_is_refused_in_a_sentence(pages: Pages, asked: dict[str, Any], sentence: str):
    ada = owner(pages)
    answer = make(ada, **asked)
    assert (answer.status_code, sentence in answer.text) == (400, True), answer.text
    assert listed(pages, ada) == []


def test_the_page_says_when_there_is_room_for_no_more(pages: Pages):
    ada = owner(pages)
    for each in range(MOST):
        pages.site.tokens.make(ada.person, f"Bot {each}", [Scope.BOT], None, f"form-{each}")
    page = ada.get(ADDRESS).text
    assert "You have 20 tokens, which is as many as one person may have." in page
    assert f'action="{ADDRESS}"' not in page
    assert "It works until you revoke it." in page
    assert "You have 20 tokens" in make(ada).text


def test_a_label_is_shown_as_it_is_written(pages: Pages):
    ada = owner(pages)
    assert make(ada, label="<b>&{n}").status_code == 200
    page = ada.get(ADDRESS).text
    assert "<b>&lt;b&gt;&amp;{n}</b>" in page
    assert 'aria-label="Revoke &lt;b&gt;&amp;{n}"' in page


def test_the_template_gets_what_its_type_says(pages: Pages):
    contexts: list[Any] = []

    def hear(_app: Any, template: Any, context: dict[str, Any], **_more: Any) -> None:
        if template.name.startswith("tokens/"):
            contexts.append({"tokens": context["tokens"]})

    ada = owner(pages)
    with before_render_template.connected_to(hear, pages.app):
        for days in ("", *map(str, DAYS)):
            make(ada, cause=f"the-key-of-{days}", days=days)
        pages.site.tokens.find(pages.site.tokens.make(ada.person, "Used", [Scope.READ], None, "used"))
        ada.get(f"{ADDRESS}?done=revoked")
        pages.visitor().get(f"{ADDRESS}?done=nonsense")
    assert [differences(each, TokensPage, "tokens") for each in contexts] == [[]] * (len(DAYS) + 3)


def test_too_many_forms_are_too_many(pages: Pages):
    ada = owner(pages)
    statuses = [ada.post(f"{ADDRESS}/revoke", token="").status_code for _ in range(21)]
    assert statuses == [303] * 20 + [429]
