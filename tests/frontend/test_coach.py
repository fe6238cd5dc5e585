"""The coach: in a person's first match, one thing a turn, three turns; left at any moment, and back only when asked."""

import pytest

from tests.frontend.conftest import Pages, Visitor

HEADING = 'id="coach-heading"'


def lesson(visitor: Visitor, id_: str) -> int | None:
    """The number of the lesson on the page of the match."""
    page = visitor.get(f"/m/{id_}").text
    return int(page.split('data-lesson="', 1)[1].split('"', 1)[0]) if HEADING in page else None


def play(pages: Pages, visitor: Visitor, id_: str) -> None:
    visitor.move(id_, cause=f"the-key-of-turn-{visitor.seen(id_)['turn']}")
    pages.settle()


@pytest.mark.parametrize("game", ["quadropolis", "sprawlopolis"])
def test_the_first_match_has_three_lessons_one_a_turn(pages: Pages, game: str):
    ada = pages.visitor()
    id_ = pages.match(ada, game)
    for number in (1, 2, 3):
        assert lesson(ada, id_) == number
        play(pages, ada, id_)
    assert lesson(ada, id_) is None


def test_the_second_match_has_none(pages: Pages):
    ada = pages.visitor()
    first = pages.match(ada)
    assert lesson(ada, first) == 1
    second = pages.match(ada, "sprawlopolis")
    assert lesson(ada, second) is None
    assert lesson(ada, first) == 1


def test_it_is_left_for_good_and_what_is_chosen_stays(pages: Pages):
    ada = pages.visitor()
    id_ = pages.match(ada)
    ada.get(f"/m/{id_}")
    page = f"http://localhost/m/{id_}?architect=2"
    answer = ada.client.post("/coach/leave", data={"csrf_token": ada.token()}, headers={"Referer": page})
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/m/{id_}?architect=2")
    assert lesson(ada, id_) is None
    assert lesson(ada, pages.match(ada)) is None


def test_whoever_asks_is_taught_from_that_turn_on(pages: Pages):
    ada = pages.visitor()
    id_ = pages.match(ada)
    ada.get(f"/m/{id_}")
    ada.post("/coach/leave")
    play(pages, ada, id_)
    play(pages, ada, id_)
    page = ada.get(f"/m/{id_}").text
    assert 'action="/coach"' in page
    assert ada.post("/coach", match=id_).headers["Location"] == f"/m/{id_}"
    assert lesson(ada, id_) == 1
    assert 'action="/coach"' not in ada.get(f"/m/{id_}").text
    play(pages, ada, id_)
    assert lesson(ada, id_) == 2


def test_it_can_be_asked_for_the_next_match_on_the_page_of_rules(pages: Pages):
    ada = pages.visitor()
    ada.get(f"/m/{pages.match(ada)}")
    ada.post("/coach/leave")
    assert 'action="/coach"' in ada.get("/help/quadropolis").text
    assert ada.post("/coach").status_code == 303
    assert lesson(ada, pages.match(ada)) == 1


def test_it_is_a_fact_about_the_person_and_not_about_the_browser(pages: Pages):
    ada = pages.visitor()
    id_ = pages.match(ada)
    assert lesson(ada, id_) == 1
    elsewhere = pages.visitor()
    elsewhere.get("/")
    with elsewhere.client.session_transaction() as session:
        session["person"] = ada.person
    elsewhere.post("/coach/leave")
    assert lesson(ada, id_) is None


def test_who_watches_has_no_coach_and_can_not_ask_for_one(pages: Pages):
    ada, eve = pages.visitor(), pages.visitor()
    id_ = pages.match(ada)
    assert lesson(eve, id_) is None
    refused = eve.post("/coach", match=id_)
    assert refused.status_code == 403
    assert "The coach helps those who play a match that is not over." in refused.text
    assert lesson(eve, pages.match(eve)) == 1  # to watch was no match


def test_the_socket_shows_the_same_lesson_to_its_player_alone(pages: Pages):
    ada, eve = pages.visitor(), pages.visitor()
    id_ = pages.match(ada)
    ada.get(f"/m/{id_}")
    play(pages, ada, id_)
    mine, theirs = pages.frames(id_, [ada.person, eve.person])
    assert 'data-lesson="2"' in mine
    assert HEADING not in theirs


def test_there_is_none_in_a_replay(pages: Pages):
    ada = pages.visitor()
    id_ = pages.match(ada)
    assert HEADING in ada.get(f"/m/{id_}").text
    assert HEADING not in ada.get(f"/m/{id_}?at=4").text
