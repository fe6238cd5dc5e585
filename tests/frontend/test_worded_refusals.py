"""Whatever is refused is refused in the language of the page."""

import re

import pytest
from werkzeug.exceptions import default_exceptions

from frontend.problems import (
    AT_FAULT,
    BY_STATUS,
    IN_MINUTES,
    IN_SECONDS,
    NO_COOKIES,
    SAID_TO_PEOPLE,
    STORED,
    TOO_OLD,
    WHAT_TO_DO,
    plainly,
    problem_of,
)
from shared import errors
from shared.language import ENGLISH, LANGUAGES, speaking, translated, translated_forms
from shared.web.answers import said, status_of
from tests.frontend.conftest import Pages
from tests.frontend.test_refusals import kinds, on_a_page
from tests.translations.pseudo import pseudo_spoken
from tests.translations.shown import english_in

OTHERS = [code for code in LANGUAGES if code != ENGLISH]
SENTENCES = {
    *(each for row in BY_STATUS.values() for each in row[1:]),
    *(each for row in (TOO_OLD, NO_COOKIES, AT_FAULT, STORED) for each in row[1:]),
    *WHAT_TO_DO.values(),
    *SAID_TO_PEOPLE.values(),
}


@pytest.mark.parametrize("code", OTHERS)
def test_every_sentence_of_a_refusal_is_translated(code: str):
    with speaking(code):
        assert [each for each in sorted(SENTENCES) if translated(each) == each] == []
        for one, many in (IN_SECONDS, IN_MINUTES):
            assert translated_forms(one, many, 1) != one
            assert translated_forms(one, many, 7) != many


@pytest.mark.parametrize("kind", [*kinds()], ids=lambda kind: kind.__name__)
def test_every_kind_of_refusal_is_in_the_language(kind: type[errors.UrbanistError]):
    with pseudo_spoken():
        verdict = kind("there is nothing at this address")
        found = problem_of(status_of(verdict), said(verdict))
        assert english_in(on_a_page(found), re.compile("urbanist", re.IGNORECASE)) == []


@pytest.mark.server
@pytest.mark.parametrize("status", sorted({*BY_STATUS, 401, 406, 409, 410, 416, 418, 422, 431, 500, 501, 502, 504}))
def test_every_status_is_worded_in_the_language(pages: Pages, status: int):
    if status in default_exceptions:
        pages.app.view_functions["robots.say"] = lambda: (_ for _ in ()).throw(default_exceptions[status]())
        with pseudo_spoken():
            answer = pages.visitor().get("/robots.txt", headers={"X-Language": "eo"})
        assert answer.status_code == status
        assert answer.headers["Content-Language"] == "eo"
    with pseudo_spoken():
        assert english_in(on_a_page(problem_of(status, {})), re.compile("URBANIST_NAMES|docs/hosting.md")) == []
        if status in BY_STATUS:
            assert plainly(status, *BY_STATUS[status])["sentence"].clause != BY_STATUS[status][1]
