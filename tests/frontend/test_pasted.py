"""Pasted invitations lead to their table whatever stands around them; so do addresses with a comma or in capitals."""

from collections.abc import Callable
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from frontend.pasted import named_in, straightened
from tests.frontend.conftest import Pages, Visitor

NAME = "7xk2m9qa4b1c"
BEFORE = ("", " ", "<", "(", "“", "join: ", "Come and play! ", "[Quadropolis](", "\u200e", "\ufeff", "> ", "来て\uff1a")
AFTER = ("", ".", ",", ")", "]", "”", "'", "…", "!\n\nBye", " now", "?fbclid=IwAR0_x", "#top", "/", "/result", "\u200b")
MARKS = ("\u200b", "\u200f", "\u2066", "\u00ad", "\ufeff", "\u2060")
BREAKS = ("\n", "\r\n", "=\r\n", "\n> ")
WIDE = str.maketrans({number: number + 0xFEE0 for number in range(0x21, 0x7F)})
WAYS: dict[str, Callable[[str], str]] = {
    "as it is": lambda text: text,
    "in capitals": str.upper,
    "percent-encoded": lambda text: quote(text, safe=""),
    "in a link of another site": lambda text: f"https://l.example/go?u={quote(quote(text, safe=''), safe='')}&h=AT1",
    "in the text of a page": lambda text: text.replace("/", "&#x2F;"),
    "in JSON": lambda text: text.replace("/", "\\/"),
    "in wide letters": lambda text: text.translate(WIDE),
    "with backslashes": lambda text: text.replace("/", "\\"),
}


@given(
    kind=st.sampled_from("tm"),
    before=st.sampled_from(BEFORE),
    after=st.sampled_from(AFTER),
    way=st.sampled_from(sorted(WAYS)),
    mark=st.sampled_from(MARKS),
    at=st.integers(0, 40),
    host=st.sampled_from(["http://127.0.0.1:8000", "https://play.example", "play.example", ""]),
)
def test_the_name_is_found_whatever_stands_around_it(kind, before, after, way, mark, at, host):
    link = f"{host}/{kind}/{NAME}"
    marked = link[:at] + mark + link[at:]
    assert named_in(before + WAYS[way](marked) + after)[0] == NAME


@given(at=st.integers(1, 11), cut=st.sampled_from(BREAKS))
def test_a_link_that_was_cut_in_two_is_put_together(at, cut):
    assert named_in(f"Here:\nhttps://play.example/t/{NAME[:at]}{cut}{NAME[at:]}\nSee you")[0] == NAME


def test_a_field_that_swallows_line_breaks_may_glue_the_next_word_to_it():
    assert named_in(f"https://play.example/t/{NAME}See you")[0] == NAME


def test_a_bare_name_is_found_before_words_that_are_as_long():
    assert named_in(f"announcement: the table is {NAME.upper()}, come")[0] == NAME
    assert named_in(NAME) == [NAME]


@given(st.text())
def test_nothing_that_can_be_pasted_is_too_odd(text):
    assert all(len(name) == 12 and name.isascii() and name.isalnum() for name in named_in(text))


@pytest.mark.parametrize("text", ["", "hello", "/t/", "https://play.example/t/7xk2m9qa4b1", "/help/me", f"{NAME}0"])
def test_where_no_name_is_none_is_found(text: str):
    assert named_in(text) == []


def test_only_so_many_are_tried():
    assert len(named_in(" ".join(f"a{number:011}" for number in range(50)))) == 6


@pytest.mark.parametrize(
    ("path", "meant"),
    [
        (f"/t/{NAME}.", f"/t/{NAME}"),
        (f"/m/{NAME},", f"/m/{NAME}"),
        (f"/m/{NAME.upper()}", f"/m/{NAME}"),
        (f"/m/{NAME.upper()}/Audit", f"/m/{NAME}/audit"),
        (f"/m/{NAME}/result).", f"/m/{NAME}/result"),
        (f"/t/\u200e{NAME}\u200b", f"/t/{NAME}"),
        (f"/t/({NAME})", f"/t/{NAME}"),
        (f"/t/{NAME}/", f"/t/{NAME}"),
        (f"/t/{NAME}%2C", f"/t/{NAME}"),
        (f"/t/{NAME} join us", f"/t/{NAME}"),
        (f"/t/{NAME}", f"/t/{NAME}"),
        (f"/t/{NAME}0", None),
        (f"/t/{NAME[:11]}", None),
        (f"/t/{NAME} {NAME}", None),
        (f"/help/{NAME}.", None),
    ],
)
def test_an_address_is_straightened_where_it_is_clear(path: str, meant: str | None):
    assert straightened(path) == meant
    assert meant is None or straightened(meant) == meant


def pasted(visitor: Visitor, text: str) -> TestResponse:
    return visitor.get("/t/", query_string={"link": text})


@pytest.mark.server
def test_a_pasted_link_leads_to_the_table_and_to_the_match(pages: Pages):
    ada, bob = pages.visitor(), pages.visitor()
    table = pages.open_table(ada).headers["Location"]
    match = pages.match(ada)
    for text in (f"http://localhost{table}.", f"“http://localhost{table}?fbclid=x#y”", table.upper()[3:]):
        assert pasted(bob, text).headers["Location"] == table
    for text in (f"see http://localhost/m/{match}/result!", f"/t/{match}", f"announcement {match}"):
        assert pasted(bob, text).headers["Location"] == f"/m/{match}"
    assert bob.get(f"/m/{match.upper()},?at=2").headers["Location"] == f"/m/{match}?at=2"
    assert bob.get(f"/m/{match}?fbclid=IwAR0").status_code == 200


WRONG = {
    "": (400, "Nothing was pasted"),
    "what is this?": (400, "There is no link in this"),
    "https://play.example/t/nowhere0000": (400, "There is no link in this"),
    f"https://play.example/t/{NAME}": (404, "No table or match here has this name"),
}


@pytest.mark.server
def test_what_leads_nowhere_is_told_beside_the_field(pages: Pages):
    visitor = pages.visitor()
    for text, (status, wrong) in WRONG.items():
        answer = pasted(visitor, text)
        assert answer.status_code == status
        assert f'id="join-wrong" class="wrong" role="alert">{wrong}' in answer.text
        assert f'value="{text}" aria-invalid="true" aria-describedby="join-wrong"' in answer.text
    version = pages.site.rows.version()
    assert visitor.get("/t/", htmx=True, query_string={"link": "?", "have": version}).status_code == 204
    news = visitor.get("/t/", htmx=True, query_string={"link": "?", "have": version + 1})
    assert (news.status_code, "join-wrong" in news.text) == (200, True)
