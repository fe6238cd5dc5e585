"""What answers say of their language: to browsers, to caches, to searchers and to screen readers."""

import re

import pytest
from werkzeug.test import TestResponse
from werkzeug.wrappers import Response

from shared.language import LANGUAGES, language, speaking, translated
from tests.frontend.conftest import Pages
from tests.frontend.test_languages import SWISS, choose, page, spoken_on

pytestmark = pytest.mark.server
VARY = {"Accept-Language", "X-Language", "Cookie"}


def vary(answer: TestResponse) -> set[str]:
    return {each.strip() for each in answer.headers.get("Vary", "").split(",")}


@pytest.mark.parametrize("code", LANGUAGES)
def test_pages_parts_errors_and_redirects_say_what_they_are_in_and_depend_on(pages: Pages, code: str):
    ada = pages.visitor()
    id_, here = pages.match(ada), {"Accept-Language": code}
    for address, status in (
        ("/", 200), (f"/m/{id_}", 200), ("/help/quadropolis", 200), ("/nowhere", 404), ("/language", 405),
        ("/static/nowhere.css", 404), ("/sentences/tlh/page.js", 404), ("/m/aaaaaaaaaaaa", 404),
    ):  # fmt: skip
        answer = ada.get(address, headers=here)
        assert answer.status_code == status, address
        assert spoken_on(answer) == code, address
        assert vary(answer) >= VARY, address
    led = ada.get(f"/M/{id_.upper()}", headers=here)
    assert (led.status_code, led.headers["Content-Language"], vary(led) >= VARY) == (302, "en", True)
    assert "<html lang=en>" in led.text
    for address in ("/api/matches/aaaaaaaaaaaa", "/api/nowhere"):
        refused = ada.get(address, headers=here)
        assert (refused.status_code, refused.headers["Content-Language"]) == (404, code)
        assert vary(refused) >= VARY
        with speaking(code):
            assert translated("there is nothing at this address")[:10].lower() in refused.text.lower() or (
                address != "/api/nowhere"
            )


def test_a_document_for_programs_is_in_no_language_of_its_readers(pages: Pages):
    answer = pages.visitor().get("/api/docs/scoring/openapi.json", headers=SWISS)
    assert answer.status_code == 200
    assert "Content-Language" not in answer.headers


def test_what_is_refused_before_anything_else_is_in_the_visitors_language_too(pages: Pages):
    client = pages.app.test_client()
    here = {"Accept-Language": "fr"}
    renamed = client.get("http://elsewhere.example/", headers=here)
    too_large = client.post("/", data=b"x" * 70_000, headers=here)
    for answer, status in ((renamed, 421), (too_large, 413)):
        assert (answer.status_code, spoken_on(answer)) == (status, "fr")


def test_no_request_speaks_the_language_of_the_one_before(pages: Pages):
    eve = pages.visitor()
    assert page(eve, headers=SWISS) == "fr"
    assert language() == "en"
    assert page(eve, "/static/nowhere.css") == "en"
    assert eve.get("/nowhere", headers=SWISS).status_code == 404
    assert language() == "en"
    with speaking("nl"):
        page(eve, headers=SWISS)
        assert language() == "nl"


def test_an_error_of_what_everybody_gets_alike_is_in_the_chosen_language_and_kept_by_no_cache(pages: Pages):
    ada = pages.visitor()
    choose(ada, "nl")
    answer = ada.get("/static/nowhere.css", headers=SWISS)
    assert spoken_on(answer) == "nl"
    assert answer.headers["Cache-Control"] == "private, no-cache"
    with ada.get("/static/icon.svg", headers=SWISS) as icon:
        assert "Content-Language" not in icon.headers


def test_a_picture_and_what_is_installed_are_in_the_language_of_their_address(pages: Pages):
    over, (ada,) = pages.seated("sprawlopolis", 1)
    ada.post(f"/m/{over}/resign")
    pages.settle()
    choose(ada, "it")
    pictures = {code: ada.get(f"/m/{over}/result.png?lang={code}").data for code in ("en", "fr", "nl")}
    assert len({*pictures.values()}) == 3
    for code in ("nl", "en", "fr"):
        assert ada.get(f"/m/{over}/result.png?lang={code}", headers=SWISS).data == pictures[code]
        assert ada.get(f"/manifest.webmanifest?lang={code}", headers=SWISS).get_json(force=True)["lang"] == code
        assert f"/m/{over}/result.png?lang={code}" in ada.get(f"/m/{over}/result?lang={code}").text


# Where it is in other languages.
def alternates(answer: Response) -> dict[str, str]:
    return {
        code: address
        for address, code in re.findall(
            r'<([^>]*)>; rel="alternate"; hreflang="([^"]*)"', answer.headers.get("Link", "")
        )
    }


@pytest.mark.parametrize("query", ["", "?page=2"])
def test_a_page_that_everybody_may_find_names_itself_in_all_languages(pages: Pages, query: str):
    eve = pages.visitor()
    address = f"http://localhost/lists/open{query}"
    found = alternates(eve.get(f"/lists/open{query}"))
    assert found == {code: f"{address}{'&' if query else '?'}lang={code}" for code in LANGUAGES} | {
        "x-default": address
    }
    for code in LANGUAGES:
        there = eve.get(found[code].removeprefix("http://localhost"))
        assert spoken_on(there) == code
        assert alternates(there) == found, "each names all, or searchers believe none"
        assert "X-Robots-Tag" not in there.headers


def test_what_is_not_to_be_found_names_no_other_place(pages: Pages):
    ada = pages.visitor()
    id_ = pages.match(ada)
    left_alone = ("/static/icon.svg", f"/m/{id_}/export", "/me?lang=fr")
    for address in ("/me", f"/m/{id_}?at=1", "/nowhere", "/robots.txt", *left_alone):
        with ada.get(address) as answer:
            assert alternates(answer) == {}, address
    assert alternates(ada.get("/", htmx=True)) == {}
    assert alternates(ada.get(f"/m/{id_}")).keys() == {*LANGUAGES, "x-default"}
    for address in ("/me?lang=fr", "/?lang=tlh", "/?lang=fr&lang=nl", "/?lang=fr&have=3"):
        assert ada.get(address).headers["X-Robots-Tag"] == "noindex, nofollow", address


# What people wrote is in their own language.
def test_names_and_what_was_typed_are_not_said_to_be_in_the_language_of_the_page(pages: Pages):
    ada = pages.visitor()
    id_ = pages.match(ada)
    ada.post("/name", name="Søren")
    assert ada.post(f"/t/{id_}/talk", text="Goedenavond allemaal", cause="a-form-of-mine").status_code == 303
    text = ada.get(f"/t/{id_}/talk", headers=SWISS).text
    (typed,) = re.findall(r"<span ([^>]*)>Goedenavond allemaal</span>", text)
    assert 'lang=""' in typed
    assert re.findall(r"<bdi([^>]*)>Søren</bdi>", text)
    assert not [given for given in re.findall(r"<bdi([^>]*)>", text) if "lang=" in given]
