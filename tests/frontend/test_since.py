"""What happened since one's own last move is told in one line each and marked on the boards, until one moves."""

import re

import pytest

from frontend.logs import Line
from frontend.presentation.since import recent_moves, stops
from tests.frontend.conftest import Pages, Visitor

pytestmark = pytest.mark.server
GAMES = ("quadropolis", "sprawlopolis")
OF_A_REQUEST = re.compile(r'(name="(?:csrf_token|cause)" value=")[^"]*')
PIN = re.compile(r'<g class="pin" transform="[^"]*"><path[^>]*/><text[^>]*>(\d)<')


def line(version: int, seat: int, by: str = "person:ada", type_: str = "game.moved", to: int = 0) -> Line:
    is_move = type_ == "game.moved"
    return Line(version=version, at="", type=type_, seat=seat, by=by, data={"to": to}, is_move=is_move)


def told(page: str) -> list[str]:
    """The lines of the list beside the bar, after their numbers."""
    section = page.split('<section class="since"', 1)[1].split("</section>", 1)[0]
    return re.findall(r"</svg><span>(.*?)</span></li>", section)


def pins(page: str) -> list[str]:
    """The numbers on the boards."""
    return sorted(set(PIN.findall(page.split('<section class="since"', 1)[0])))


def stops_of(page: str) -> list[tuple[int, bool]]:
    found = re.search(r'data-stops="([^"]*)"', page)
    assert found
    return [(int(stop.partition(":")[0]), stop.endswith(":bot")) for stop in found[1].split()]


def begun(pages: Pages, game: str, bots: int = 2) -> tuple[str, Visitor]:
    """After the visitor's first move, which the bots have not answered yet."""
    ada = pages.visitor()
    id_ = pages.match(ada, game, bots)
    ada.move(id_)
    return id_, ada


@pytest.mark.parametrize("game", GAMES)
def test_each_move_since_ones_own_has_a_line_and_a_pin_until_one_moves(pages: Pages, game: str):
    id_, ada = begun(pages, game)
    page = ada.get(f"/m/{id_}").text
    assert (told(page), pins(page)) == ([], [])
    assert "Nobody has moved since." in page
    pages.settle()
    page = ada.get(f"/m/{id_}").text
    assert [line.split(" ")[1] for line in told(page)] == ["1", "2"]  # the bots greedy 1 and greedy 2
    assert pins(page) == ["1", "2"]
    ada.move(id_, cause="the-key-of-the-second-turn")
    page = ada.get(f"/m/{id_}").text
    assert (told(page), pins(page)) == ([], [])


def test_who_watches_is_told_the_last_move(pages: Pages):
    id_, ada = begun(pages, "quadropolis")
    pages.settle()
    watched = pages.visitor().get(f"/m/{id_}").text
    assert "Last move</h2>" in watched
    assert told(watched) == told(ada.get(f"/m/{id_}").text)[-1:]


@pytest.mark.parametrize("game", GAMES)
def test_a_page_as_it_was_is_the_page_that_was_shown_then(pages: Pages, game: str):
    id_, ada = begun(pages, game)
    then = ada.get(f"/m/{id_}", htmx=True).text
    pages.settle()
    head = pages.streams.match(id_).version
    (own, by_bot), *others = stops_of(ada.get(f"/m/{id_}").text)
    assert not by_bot
    assert [by_bot for _, by_bot in others] == [True, True]
    assert others[-1][0] == head
    again = ada.get(f"/m/{id_}?was={own}", htmx=True).text
    assert OF_A_REQUEST.sub(r"\1", again) == OF_A_REQUEST.sub(r"\1", then)


def test_nothing_can_be_chosen_on_a_page_as_it_was(pages: Pages):
    ada = pages.visitor()
    id_ = pages.match(ada)
    called = pages.streams.match(id_).version
    choice = re.search(r'hx-get="(/m/\w+\?architect=\d)"', ada.get(f"/m/{id_}").text)
    assert choice
    ada.move(id_)
    again = ada.get(f"{choice[1]}&was={called}").text
    assert 'id="turn"' not in again
    assert "data-pick" not in again
    assert f'data-head="{called}"' in again


def test_a_version_that_is_not_over_yet_is_the_newest_page(pages: Pages):
    ada = pages.visitor()
    id_ = pages.match(ada)
    head = pages.streams.match(id_).version
    for version in (0, head, head + 1):
        assert f'data-head="{head}"' in ada.get(f"/m/{id_}?was={version}").text


def test_a_moment_that_has_not_come_is_not_there(pages: Pages):
    ada = pages.visitor()
    later = ada.get(f"/m/{pages.match(ada)}?at=999")
    assert later.status_code == 404
    assert "This match has not come that far." in later.text


def test_bots_among_themselves_are_shown_as_they_are(pages: Pages):
    ada = pages.visitor()
    id_ = pages.match(ada)
    assert 'data-pace="800"' in ada.get(f"/m/{id_}").text
    ada.post(f"/m/{id_}/resign")
    assert 'data-pace="0"' in pages.visitor().get(f"/m/{id_}").text


def test_a_move_that_was_taken_back_is_none():
    moves = [line(3, 0), line(5, 1), line(7, 0), line(9, 1), line(12, 0, type_="match.taken_back", to=6), line(13, 0)]
    assert [move.version for move in recent_moves(moves, 1, 2)] == [5, 13]
    assert [move.version for move in recent_moves(moves[:5], None, 2)] == [3, 5]


def test_before_ones_first_move_all_others_count():
    assert [move.version for move in recent_moves([line(3, 0), line(5, 1)], 2, 3)] == [3, 5]


def test_a_move_goes_to_the_next_one():
    assert stops([line(5, 0), line(9, 1, by="bot:greedy@1")], 14) == [
        {"version": 8, "by_bot": False},
        {"version": 14, "by_bot": True},
    ]
