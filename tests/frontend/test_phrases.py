"""Quick phrases: said by one click, kept by their id, shown in the reader's words; some tables know nothing else."""

import re
from typing import Any

import pytest

from frontend.presentation.export import said as exported
from frontend.talk import said_in
from shared.errors import Malformed
from shared.people.house import House, Talkers, house_from, may_talk, may_write
from shared.people.phrases import PHRASES, TOGETHER, offered
from tests.frontend.conftest import Pages, Visitor
from tests.frontend.look.pages import environment
from tests.frontend.test_talk import said, say, table_of_two

BUTTON = re.compile(r'<button name="phrase" value="(\w+)" formnovalidate>(.*?)</button>')


def shown(phrase: str, text: str = "kept words") -> str:
    template = '{% import "talk/_phrases.html" as phrases %}{{ phrases.words(phrase, text) }}'
    return environment().from_string(template).render(phrase=phrase, text=text)


def phrase(visitor: Visitor, id_: str, name: str, **more: str) -> Any:
    return visitor.post(f"/t/{id_}/talk", htmx=True, phrase=name, **more)


def test_pages_say_each_phrase_as_programs_read_it():
    assert {name: shown(name) for name in PHRASES} == dict(PHRASES)


def test_a_phrase_of_a_newer_release_is_said_as_it_is_kept():
    assert shown("of_next_year") == "kept words"


def test_who_plans_together_is_offered_what_is_about_the_plan_first():
    assert sorted(offered(together=True)) == sorted(PHRASES)
    assert set(offered(together=True)[: len(TOGETHER)]) == TOGETHER
    assert set(offered(together=False)) == set(PHRASES) - TOGETHER


def test_a_phrase_goes_before_what_is_being_typed_and_has_to_be_one():
    assert said_in("half a sen", "thank_you") == ("Thank you!", "thank_you")
    assert said_in("a line", None) == ("a line", None)
    with pytest.raises(Malformed, match="there is no such phrase"):
        said_in("a line", "of_next_year")


def test_at_a_table_of_phrases_those_who_play_say_nothing_else():
    house = House(talk=Talkers.PHRASES)
    assert [may_talk(house, sits=sits) for sits in (True, False)] == [True, False]
    assert not may_write(house, sits=True)
    assert may_write(House(), sits=True)
    assert not may_write(House(), sits=False)
    assert house_from({"talk": "phrases"}).talk is Talkers.PHRASES


@pytest.mark.server
def test_a_phrase_is_one_click_and_reads_as_any_line(pages: Pages):
    ada, bob = pages.visitor(), pages.visitor()
    id_ = table_of_two(pages, ada, bob)
    page = ada.get(f"/m/{id_}").text
    assert dict(BUTTON.findall(page)) == {name: PHRASES[name] for name in offered(together=False)}
    say(ada, id_, "hello")
    answer = phrase(ada, id_, "good_luck", text="half a sen", cause="key-of-a-form")
    assert answer.status_code == 200
    assert phrase(ada, id_, "good_luck", cause="key-of-a-form").status_code == 200  # a double click
    assert said(bob.get(f"/m/{id_}").text) == ["hello", "Good luck!"]
    assert [line.phrase for line in pages.site.talk.lines(id_)] == [None, "good_luck"]
    assert bob.post(f"/t/{id_}/talk", phrase="thank_you").status_code == 303  # without scripts
    assert said(ada.get(f"/t/{id_}/talk").text)[-1] == "Thank you!"


@pytest.mark.server
def test_what_is_no_phrase_is_refused_and_what_was_typed_stays(pages: Pages):
    ada = pages.visitor()
    id_ = table_of_two(pages, ada, pages.visitor())
    answer = phrase(ada, id_, "of_next_year", text="half a sen")
    assert answer.status_code == 400
    assert "There is no such phrase" in answer.text
    assert 'value="half a sen"' in answer.text
    assert pages.site.talk.lines(id_) == []


@pytest.mark.server
def test_an_export_of_oneself_has_the_phrase_and_its_english_words(pages: Pages):
    ada = pages.visitor()
    id_ = table_of_two(pages, ada, pages.visitor())
    phrase(ada, id_, "nice_move")
    (line,) = exported(pages.site, ada.person, [id_])
    assert (line["table"], line["text"], line["phrase"]) == (id_, "Nice move!", "nice_move")


@pytest.mark.server
def test_where_all_plan_one_city_phrases_are_about_it(pages: Pages):
    id_, (ada, _) = pages.seated("sprawlopolis", 2)
    assert [name for name, _ in BUTTON.findall(ada.get(f"/m/{id_}").text)] == offered(together=True)
    assert phrase(ada, id_, "join_roads").status_code == 200


@pytest.mark.server
def test_a_table_may_choose_phrases_alone(pages: Pages):
    ada, bob, eve = (pages.visitor() for _ in range(3))
    table = ada.post("/tables/new", game="quadropolis", seats="2", listed="no", talk="phrases").headers["Location"]
    for visitor in (ada, bob):
        visitor.post(f"{table}/sit")
    pages.settle()
    id_ = table.rsplit("/", 1)[1]
    page = ada.get(f"/m/{id_}").text
    assert 'id="say-text"' not in page
    assert "At this table those who play say phrases only." in page
    refused = ada.post(f"/t/{id_}/talk", htmx=True, text="hello")
    assert refused.status_code == 403
    assert "At this table only phrases can be said" in refused.text
    assert phrase(ada, id_, "good_luck").status_code == 200
    assert said(bob.get(f"/m/{id_}").text) == ["Good luck!"]
    assert phrase(eve, id_, "good_luck").status_code == 403
    assert BUTTON.findall(eve.get(f"/m/{id_}").text) == []
