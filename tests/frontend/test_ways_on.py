"""After an error there is a way on: back to the form that was refused, again where that may help, or the front page."""

import pytest

from tests.frontend.conftest import Pages

pytestmark = pytest.mark.server


def test_a_refused_form_leads_back_to_its_page_and_says_once_what_is_wrong(pages: Pages):
    ada = pages.visitor()
    form = {"name": "greedy (bot)", "csrf_token": ada.token()}
    refused = ada.client.post("/name", data=form, headers={"Referer": "http://localhost/tables/new"})
    assert refused.status_code == 400
    assert '<a class="button" href="/tables/new">Go back</a>' in refused.text
    assert "Try again" not in refused.text
    assert refused.text.split("<main", 1)[1].lower().count("only bots are called (bot)") == 1


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("greedy (bot)", "Only bots are called (bot)."),
        ("greedy (b\N{CYRILLIC SMALL LETTER O}t)", "Only bots are called (bot)."),
        ("a" * 25, "A name has at most 24 characters."),
        ("", "A name needs at least one character."),
    ],
)
def test_a_refused_name_is_told_once_in_a_whole_sentence(pages: Pages, name: str, sentence: str):
    ada = pages.visitor()
    refused = ada.client.post("/name", data={"name": name, "csrf_token": ada.token()})
    assert refused.status_code == 400
    shown = refused.text.split("<main", 1)[1]
    assert f">{sentence}</h1>" in shown
    assert shown.lower().count(sentence.lower().rstrip(".")) == 1
    assert "{" not in shown


def test_a_form_from_elsewhere_leads_to_no_other_site(pages: Pages):
    ada = pages.visitor()
    form = {"name": "", "csrf_token": ada.token()}
    refused = ada.client.post("/name", data=form, headers={"Referer": "http://evil.example/"})
    assert "evil" not in refused.text
    assert "To the front page" in refused.text


def test_what_is_not_there_is_not_asked_for_again(pages: Pages):
    assert "Try again" not in pages.visitor().get("/m/aaaaaaaaaaaa").text


def test_a_name_can_be_chosen_on_every_page(pages: Pages):
    ada = pages.visitor()
    for address in ("/", "/tables/new", f"/m/{pages.match(ada)}"):
        assert 'action="/name"' in ada.get(address).text


def test_every_game_explains_itself_and_what_is_no_game_does_not(pages: Pages):
    ada = pages.visitor()
    assert "Architect 3 reaches the third square" in ada.get("/help/quadropolis").text
    assert ada.get("/help/chess").status_code == 404
