"""A move is taken back on the page: asked for, withdrawn, agreed to, too late; and the log keeps it, struck through."""

import re
from html import unescape

import pytest

from frontend.presentation.moments import moves_of
from shared.platform.player import is_person
from tests.frontend.conftest import Pages, Visitor
from tests.frontend.test_forms import form, send

pytestmark = pytest.mark.server
LINK = "?back"


def begun(pages: Pages, seats: int = 3) -> tuple[str, list[Visitor]]:
    """After the first move; whoever made it comes first."""
    id_, people = pages.seated("quadropolis", seats)
    people.sort(key=lambda one: not one.seen(id_)["legal_moves"])
    people[0].move(id_)
    return id_, people


def offered(visitor: Visitor, id_: str, what: str) -> dict[str, str]:
    """The form on the visitor's page."""
    return form(visitor.get(f"/m/{id_}").text, f"/m/{id_}/take-back{what}")


def asking(visitor: Visitor, id_: str) -> dict[str, str]:
    """The form behind the link: the page asks first whether that is meant, where somebody else has to agree."""
    page = visitor.get(f"/m/{id_}").text
    if not any(is_person(player) for player in visitor.seen(id_)["players"] if player != f"person:{visitor.person}"):
        assert LINK not in page
        return form(page, f"/m/{id_}/take-back")
    assert f'href="/m/{id_}{LINK}" rel="nofollow">Take back</a>' in page
    assert f'action="/m/{id_}/take-back"' not in page
    return form(visitor.get(f"/m/{id_}{LINK}").text, f"/m/{id_}/take-back")


def ask(visitor: Visitor, id_: str) -> None:
    assert send(visitor, f"/m/{id_}/take-back", asking(visitor, id_)).status_code == 303


def bar(visitor: Visitor, id_: str, address: str = "") -> str:
    text = visitor.get(f"/m/{id_}{address}").text.split('<section class="bar', 1)[1].split("</section>", 1)[0]
    return unescape(re.sub(r"<[^>]+>", "", text))


def test_who_has_moved_asks_and_all_others_answer(pages: Pages):
    id_, (ada, bob, eve) = begun(pages)
    assert LINK not in bob.get(f"/m/{id_}").text + pages.visitor().get(f"/m/{id_}").text
    assert "Your last move and all that followed are taken back: the match goes on at turn 1." in bar(ada, id_, LINK)
    assert "must agree before anybody moves" in bar(ada, id_, LINK)
    assert "are taken back" not in bar(bob, id_, LINK)
    ask(ada, id_)
    assert "You ask to go back to turn 1. Waiting for" in bar(ada, id_)
    for one in (bob, eve):
        assert "asks to take back a move and to go back to turn 1" in bar(one, id_)
        assert "The request is over as soon as somebody moves." in bar(one, id_)
    watching = pages.visitor().get(f"/m/{id_}").text
    assert "asks to take back a move" in watching
    assert "/take-back/answer" not in watching
    assert LINK not in ada.get(f"/m/{id_}").text
    assert send(bob, f"/m/{id_}/take-back/answer", offered(bob, id_, "/answer")).status_code == 303
    assert "/take-back/answer" not in bob.get(f"/m/{id_}").text
    assert send(eve, f"/m/{id_}/take-back/answer", offered(eve, id_, "/answer")).status_code == 303
    page = ada.get(f"/m/{id_}").text
    assert ada.seen(id_)["legal_moves"]
    assert "The match goes back to turn 1: what was played since is taken back." in page
    assert LINK not in page


def test_an_old_page_is_about_its_own_turn(pages: Pages):
    ada = pages.visitor()
    id_ = pages.match(ada)
    ada.move(id_)
    pages.settle()
    old = asking(ada, id_)
    ask(ada, id_)
    late = send(ada, f"/m/{id_}/take-back", old | {"cause": "another-key"})
    assert late.status_code == 403
    assert "something hidden became known since, or no turn started there" in late.text


def test_while_it_is_asked_there_is_one_line_for_why_something_can_not_be_chosen(pages: Pages):
    id_, (ada, bob, eve) = begun(pages)
    ask(ada, id_)
    mover = next(one for one in (bob, eve) if one.seen(id_)["legal_moves"])
    for address in (f"/m/{id_}", f"/m/{id_}?architect=1"):
        page = mover.get(address).text
        assert "data-why" in page
        assert "/take-back/answer" in page
        assert page.count('id="why"') == 1
    assert send(ada, f"/m/{id_}/take-back/withdraw", offered(ada, id_, "/withdraw")).status_code == 303
    assert ada.get(f"/m/{id_}{LINK}").text.count('id="why"') == 1
    assert mover.get(f"/m/{id_}").text.count('id="why"') == 1


def test_every_page_hears_of_it_at_once(pages: Pages):
    id_, (ada, bob, _) = begun(pages)
    ask(ada, id_)
    mine, his, watched = pages.frames(id_, [ada.person, bob.person, None])
    assert "/take-back/withdraw" in mine
    assert "/take-back/answer" in his
    assert "/take-back" not in watched
    assert "asks to take back a move" in watched


def test_a_request_is_withdrawn_or_refused(pages: Pages):
    id_, (ada, bob, _) = begun(pages)
    ask(ada, id_)
    old = offered(bob, id_, "/answer")
    assert send(ada, f"/m/{id_}/take-back/withdraw", offered(ada, id_, "/withdraw")).status_code == 303
    assert "no longer asks to go back" in bob.get(f"/m/{id_}").text
    ask(ada, id_)
    late = send(bob, f"/m/{id_}/take-back/answer", old)  # the button of the request before
    assert late.status_code == 409
    assert "This request to take back a move is over" in late.text
    assert send(bob, f"/m/{id_}/take-back/answer", offered(bob, id_, "/answer"), agrees="no").status_code == 303
    assert "does not want to go back" in ada.get(f"/m/{id_}").text
    assert LINK in ada.get(f"/m/{id_}").text


def test_an_answer_that_comes_after_a_move_is_refused_with_a_sentence(pages: Pages):
    id_, (ada, bob, eve) = begun(pages)
    ask(ada, id_)
    late = offered(eve, id_, "/answer")
    mover = next(one for one in (bob, eve) if one.seen(id_)["legal_moves"])
    mover.move(id_)
    answer = send(eve, f"/m/{id_}/take-back/answer", late)
    assert answer.status_code == 409
    assert "This request to take back a move is over" in answer.text
    assert "asks to take back" not in bar(ada, id_)


def test_against_bots_nobody_else_is_asked(pages: Pages):
    ada = pages.visitor()
    id_ = pages.match(ada)
    assert LINK not in ada.get(f"/m/{id_}").text
    before = ada.seen(id_)["view"]
    ada.move(id_)
    pages.settle()
    assert "must agree" not in bar(ada, id_, LINK)
    ask(ada, id_)
    assert ada.seen(id_)["view"] == before


def test_what_was_taken_back_stays_in_log_and_replay_struck_through(pages: Pages):
    ada = pages.visitor()
    id_ = pages.match(ada)
    log = pages.site.logs.of(pages.streams.match(id_))
    turn = log.turns[-1]
    ada.move(id_)
    pages.settle()
    undone = pages.site.logs.of(pages.streams.match(id_))
    first = next(line.version for line in undone.lines[len(log.lines) :] if line.is_move)
    ask(ada, id_)
    again = pages.site.logs.of(pages.streams.match(id_))
    assert again.turns[-1] == turn
    assert len(moves_of(again)) == len(moves_of(log))
    assert first in again.undone
    page = ada.get(f"/m/{id_}").text.split('<ol class="log"', 1)[1].split("</ol>", 1)[0]
    assert (
        page.count("<del>")
        == page.count("<small>taken back</small>")
        == sum(line.is_move for line in undone.lines[len(log.lines) :])
    )
    assert 'class="last"' not in page.split("<del>", 1)[0]
    moment = ada.get(f"/m/{id_}?at={first}").text
    assert "<small>This was taken back.</small>" in moment
    ada.move(id_)
    told = ada.get(f"/m/{id_}").text.split('<ol class="log"', 1)[1].split("</ol>", 1)[0]
    assert "<del>" not in told.split("</li>", 1)[0]


def test_where_the_table_says_so_nobody_is_offered_it(pages: Pages):
    ada = pages.visitor()
    table = ada.post("/tables/new", game="quadropolis", seats="2", take_back="no").headers["Location"]
    assert "No move is taken back here: what is sent stands." in ada.get(table).text
    ada.post(f"{table}/bots", bot="greedy")
    ada.post(f"{table}/sit")
    pages.settle()
    id_ = table[3:]
    ada.move(id_)
    assert LINK not in ada.get(f"/m/{id_}").text
    late = ada.post(f"/m/{id_}/take-back", to=str(pages.streams.match(id_).state.starts[0].turn))
    assert "At this table, no move is taken back" in late.text


def test_a_form_that_says_nothing_of_it_opens_a_table_where_moves_are_taken_back(pages: Pages):
    ada = pages.visitor()
    table = ada.post("/tables/new", game="quadropolis", seats="2").headers["Location"]
    assert "No move is taken back" not in ada.get(table).text
    assert pages.streams.table(table[3:]).state.opening.terms.take_back
