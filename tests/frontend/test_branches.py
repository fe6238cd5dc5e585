"""A finished match can be played on from any moment that one looks at."""

import pytest

from shared.ledger.decider import Message
from shared.platform.match import Abort, Command
from tests.frontend.conftest import Pages, Visitor

pytestmark = pytest.mark.server


@pytest.fixture
def ada(pages: Pages) -> Visitor:
    return pages.visitor()


@pytest.fixture
def over(pages: Pages, ada: Visitor) -> str:
    id_ = pages.match(ada)
    command: Command = Abort(reason="idle")
    pages.streams.matches.handle(Message(stream=f"match:{id_}", by="service:test", cause="broken-off", command=command))
    return id_


def test_the_page_of_a_past_moment_offers_to_play_on(pages: Pages, ada: Visitor, over: str):
    assert f'action="/m/{over}/branch"' in ada.get(f"/m/{over}?at=5").text
    assert f'action="/m/{over}/branch"' not in ada.get(f"/m/{over}").text


def test_a_running_match_offers_no_branch(pages: Pages, ada: Visitor):
    id_ = pages.match(ada)
    assert "/branch" not in ada.get(f"/m/{id_}?at=5").text
    refused = ada.post(f"/m/{id_}/branch", at="5", draws="kept")
    assert refused.status_code == 403
    assert "when it is over" in refused.text


def test_a_branch_is_a_table_whose_seats_are_named_after_who_sat_there(pages: Pages, ada: Visitor, over: str):
    answer = ada.post(f"/m/{over}/branch", at="5", draws="afresh")
    assert answer.status_code == 303
    table = ada.get(answer.headers["Location"])
    assert "goes on from" in table.text
    assert table.text.count("s seat:</small>") == 2
    assert table.text.count("Sit here") == 2


def test_people_and_bots_play_it_on(pages: Pages, ada: Visitor, over: str):
    address = ada.post(f"/m/{over}/branch", at="5", draws="kept").headers["Location"]
    assert ada.post(f"{address}/bots", bot="greedy", seat="0").status_code == 303
    assert ada.post(f"{address}/sit", seat="1").status_code == 303
    pages.settle()
    id_ = address.rsplit("/", 1)[1]
    page = ada.get(f"/m/{id_}").text
    assert f"/m/{over}?at=" in page
    assert pages.streams.match(id_).state.seat_of(f"person:{ada.person}") == 1


@pytest.mark.parametrize(("form", "status"), [({"at": "0"}, 400), ({"at": "99999"}, 404), ({"at": "x"}, 400)])
def test_a_moment_that_never_was_is_refused_in_words(pages: Pages, ada: Visitor, over: str, form, status: int):
    answer = ada.post(f"/m/{over}/branch", **form)
    assert answer.status_code == status
    assert 'data-code="' in answer.text


def test_a_seat_that_is_taken_is_refused(pages: Pages, ada: Visitor, over: str):
    address = ada.post(f"/m/{over}/branch", at="5").headers["Location"]
    ada.post(f"{address}/sit", seat="1")
    refused = pages.visitor().post(f"{address}/sit", seat="1")
    assert refused.status_code == 403
    assert "his seat is not free" in refused.text
