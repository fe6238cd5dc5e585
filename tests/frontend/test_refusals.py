"""Whatever is refused, people read what happened and what to do now; codes and names of fields are for programs."""

import re
from collections.abc import Callable, Iterator
from html import unescape
from typing import Any

import pytest
from werkzeug.exceptions import default_exceptions
from werkzeug.test import TestResponse

from frontend.problems import BY_STATUS, SAID_TO_PEOPLE, WHAT_TO_DO, plainly, problem_of
from shared import errors
from shared.web.answers import STATUS, code_of, said, status_of
from tests.frontend.conftest import Pages, Visitor
from tests.frontend.look.pages import environment, render
from tests.frontend.test_words_of_people import Words

CODES = {*WHAT_TO_DO, *SAID_TO_PEOPLE, *(code for code, *_ in BY_STATUS.values())}
CODE = re.compile(rf"\b({'|'.join(sorted(CODES - {'full', 'broken', 'unavailable'}))}|[a-z]+_[a-z_]+|http_\d+|errno)\b")
FOR_PROGRAMS = {415}  # only programs send bodies that are no forms
SENTENCE = re.compile(r"^[A-Z“\"0-9].*[.!?]$", re.DOTALL)


def kinds(parent: type[errors.UrbanistError] = errors.UrbanistError) -> Iterator[type[errors.UrbanistError]]:
    yield parent
    for child in parent.__subclasses__():
        if child.__module__ == errors.__name__:
            yield from kinds(child)


def shown(page: str) -> str:
    """All that people see or hear of a page."""
    return " ".join(" ".join(Words(page).said).split())


def on_a_page(found: dict[str, Any]) -> str:
    """As `error/page.html` and the problem above a page show it."""
    template = '{% from "_forms.html" import problem with context %}{{ problem(error, "/") }}'
    return environment().from_string(template).render(error=found, person={"id": None})


def check(found: dict[str, Any]) -> None:
    for one in (str(found["sentence"]), str(found["what_to_do"])):
        assert SENTENCE.match(one), one
    assert CODE.findall(shown(on_a_page(found))) == []
    assert f'data-code="{found["code"]}"' in on_a_page(found)


@pytest.mark.parametrize("kind", [*kinds()], ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("fields", [{}, {"nonce_hash": ["Not a valid string."], "seat": {"0": ["Unknown field."]}}])
def test_every_verdict_is_two_sentences_without_a_code(kind: type[errors.UrbanistError], fields: dict[str, Any]):
    more = {"fields": fields} if kind is errors.Malformed else {}
    verdict = kind("{seat} does not sit here", seat=0, **more)
    check(problem_of(status_of(verdict), said(verdict)))


@pytest.mark.parametrize("status", sorted({*default_exceptions, *STATUS.values(), *BY_STATUS} - FOR_PROGRAMS))
def test_every_status_is_two_sentences_without_a_code(status: int):
    check(problem_of(status, {}))
    check(problem_of(status, {"code": f"http_{status}", "fields": {"move": {"target": ["Field may not be null."]}}}))
    if status in BY_STATUS:
        check(plainly(status, *BY_STATUS[status]))


def test_advice_is_there_for_every_verdict_that_the_platform_gives():
    """Each has an advice of its own, or that of its status."""
    without = [kind for kind in STATUS if code_of(kind("x")) not in WHAT_TO_DO and STATUS[kind] not in BY_STATUS]
    assert without == [errors.Conflict]  # the handler asks again by itself


@pytest.mark.parametrize("name", ["error", "match-stale", "talk-refused", "lobby-pasted"])
def test_no_page_with_a_refusal_shows_a_code(name: str):
    found = shown(render(name))
    assert CODE.findall(found) == []


# What a person may meet: with an old page, a typing error, a link that was cut, or too late.
def _posts(visitor: Visitor, id_: str, over: str) -> Iterator[tuple[str, dict[str, str]]]:
    yield f"/m/{id_}/moves", {"turn": "1", "move": '{"name":"take_tile"}', "cause": "an-old-form-of-mine"}
    yield f"/m/{id_}/moves", {"turn": "x", "move": "{}"}
    yield f"/m/{id_}/moves", {"turn": str(visitor.seen(id_)["turn"]), "move": '{"name":"take_tile","architect":9}'}
    yield f"/m/{id_}/moves", {"turn": str(visitor.seen(id_)["turn"]), "move": '{"name":"fly"}'}
    yield f"/m/{over}/moves", {"turn": "1", "move": '{"name":"take_tile"}'}
    yield f"/m/{over}/branch", {"at": "99999"}
    yield f"/m/{over}/branch", {"at": "x"}
    yield f"/m/{id_}/stand_in", {"absent": "0", "turn": "1"}
    yield f"/m/{id_}/take-back", {"to": "1"}
    yield f"/m/{id_}/take-back/answer", {"request": "1", "agrees": "yes"}
    yield f"/m/{id_}/take-back/answer", {"request": "1", "agrees": "perhaps"}
    yield f"/m/{id_}/take-back/withdraw", {"request": "x"}
    yield f"/m/{id_}/talk", {"text": ""}
    yield f"/t/{id_}/talk", {"text": "x" * 400}
    yield f"/t/{id_}/sit", {}
    yield f"/t/{id_}/sit", {"nonce_hash": "zz"}
    yield f"/t/{id_}/bots", {"bot": "nobody"}
    yield f"/t/{id_}/leave", {}
    yield f"/t/{id_}/close", {}
    yield f"/t/{id_}/unseat", {"seat": "7"}
    yield "/t/aaaaaaaaaaaa/sit", {}
    yield "/play", {"game": "chess", "bots": "1"}
    yield "/play", {"game": "quadropolis", "bots": "x"}
    yield "/play", {"rematch": id_}
    yield "/tables/new", {"game": "quadropolis", "seats": "9", "mode": "wild"}
    yield "/tables/new", {"game": "chess", "seats": "2"}
    yield "/name", {"name": ""}
    yield "/evenings", {"count": "/score/quadropolis"}
    yield "/evenings", {"count": "nonsense"}
    yield "/settings/push", {"endpoint": "https://example.com/", "p256dh": "x", "auth": "y"}
    yield "/settings/mail", {"to": "no address", "every": "3600"}
    yield "/settings/mail/confirm", {"link": "gone"}
    yield "/persons/change", {"person": "nobody"}
    yield "/seat", {"link": "gone"}
    yield "/coach", {"match": "aaaaaaaaaaaa"}
    yield "/nowhere", {}


ADDRESSES = ("/m/aaaaaaaaaaaa", "/m/aaaaaaaaaaaa/result", "/m/aaaaaaaaaaaa/audit", "/t/aaaaaaaaaaaa", "/help/chess")
MORE = ("/score/chess", "/seat?link=gone", "/settings/mail/end?link=gone", "/t/?link=what", "/lists/none", "/nowhere")


def read(answer: TestResponse) -> None:
    """A refusal has its two sentences; what was answered otherwise is no refusal."""
    if answer.status_code < 400:
        return
    page = unescape(answer.text)
    assert CODE.findall(shown(answer.text)) == [], shown(answer.text)
    found = re.search(r'<h1 id="error-sentence">(.*?)</h1>\s*<p id="error-advice">(.*?)</p>', page, re.DOTALL)
    found = found or re.search(r"<p><b>(.*?)</b></p>\s*<p>(.*?)</p>", page, re.DOTALL)
    if found:
        assert [one for one in found.groups() if not SENTENCE.match(one)] == []
    else:
        assert 'class="wrong"' in page, page[:400]  # said beside the field


@pytest.mark.server
def test_no_refusal_that_a_person_can_meet_shows_a_code(pages: Pages):
    ada = pages.visitor()
    over, id_ = pages.match(ada), pages.match(ada)
    ada.move(id_)
    ada.post(f"/m/{over}/resign")
    pages.settle()
    asked: list[Callable[[], TestResponse]] = [
        *(lambda address=address: ada.get(address) for address in (*ADDRESSES, *MORE)),
        *(lambda form=form: ada.post(form[0], **form[1]) for form in _posts(ada, id_, over)),
        *(lambda form=form: ada.post(form[0], htmx=True, **form[1]) for form in _posts(ada, id_, over)),
        lambda: ada.client.put("/"),
        lambda: ada.client.post("/name", data={"name": "Ada"}),
    ]
    answers = [ask() for ask in asked]
    for answer in answers:
        read(answer)
    assert sum(answer.status_code >= 400 for answer in answers) > 50
    seen = ada.seen(id_)
    for service in ("game-command", "matchmaking"):
        pages.stop(service)
    for answer in (ada.move(id_, seen), ada.post("/play", game="quadropolis", bots="1")):
        assert answer.status_code == 503
        read(answer)
