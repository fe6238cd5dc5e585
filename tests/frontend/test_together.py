"""A match that is won or lost together is at home on every page: from the front page to its result and rematch."""

import re
from typing import Any

import pytest

from shared.games.registry import GAMES
from tests.frontend.conftest import Pages, Visitor

pytestmark = pytest.mark.server
GAME = GAMES["sprawlopolis"]


def begun(pages: Pages, visitor: Visitor, bots: int) -> str:
    address = visitor.post("/play", game="sprawlopolis", bots=str(bots)).headers["Location"]
    pages.settle()
    return address.rsplit("/", 1)[1]


def played(pages: Pages, visitor: Visitor, bots: int = 0) -> str:
    id_ = begun(pages, visitor, bots)
    for turn in range(14):
        if visitor.seen(id_)["status"] == "playing":
            assert visitor.move(id_, cause=f"turn-number-{turn:02}").status_code == 303
            pages.settle()
    return id_


def outcome(pages: Pages, id_: str) -> dict[str, Any]:
    counted = pages.streams.score(id_)
    assert counted is not None
    assert counted.target is not None
    won = counted.points[0] >= counted.target
    assert set(counted.places) == {1 if won else None}
    assert len(set(counted.points)) == 1
    said = f"{counted.points[0]} of {counted.target} points".replace("-", "\u2212")
    return {"won": won, "points": counted.points[0], "target": counted.target, "said": said}


def test_play_now_offers_both_games_and_alone_where_one_can(pages: Pages):
    page = pages.visitor().get("/").text
    forms = re.findall(r'<form method="post" action="/play".*?</form>', page, re.DOTALL)
    offered = [re.findall(r'name="bots" value="(\d)"', form) for form in forms]
    assert offered == [["1", "2", "3"], ["0", "1", "2", "3"]]
    assert [game.slug for game in GAMES.values()] == re.findall(r'name="game" value="(\w+)"', "".join(forms))


def test_who_plays_alone_starts_at_once_and_is_told_how_it_went(pages: Pages):
    ada = pages.visitor()
    id_ = played(pages, ada)
    found = outcome(pages, id_)
    result = ada.get(f"/m/{id_}/result").text
    assert f"<h1>You {'won' if found['won'] else 'lost'}: " in result
    assert "Not rated: played alone." in result
    assert f"{'won' if found['won'] else 'lost'}&nbsp;\u00b7 {found['said']}" in ada.get("/").text
    watched = pages.visitor().get(f"/m/{id_}/result").text
    assert "<h1>Guest" in watched
    assert found["said"] in ada.get("/").text


def test_with_bots_the_result_is_everybodys(pages: Pages):
    ada = pages.visitor()
    id_ = played(pages, ada, bots=1)
    found = outcome(pages, id_)
    result = ada.get(f"/m/{id_}/result").text
    assert f"<h1>{'Won' if found['won'] else 'Lost'} together: " in result
    assert "Not rated: played together." in result
    assert "share the victory" not in result
    assert f"{'won' if found['won'] else 'lost'}&nbsp;\u00b7 {found['said']}" in ada.get("/").text
    bar = ada.get(f"/m/{id_}").text
    assert f"The match is over. <b>{'Won' if found['won'] else 'Lost'} together: " in bar


def test_a_running_match_shows_the_teams_total_and_target(pages: Pages):
    ada = pages.visitor()
    id_ = begun(pages, ada, 1)
    seen = ada.seen(id_)["view"]
    page = ada.get(f"/m/{id_}").text
    assert f"of {seen['target']} needed" in page
    assert page.count('<p class="team') == 1
    resigned = ada.post(f"/m/{id_}/resign")
    assert resigned.status_code == 303
    pages.settle()
    assert outcome(pages, id_)["said"] in ada.get("/").text


def test_the_rematch_of_who_played_alone_starts_at_once_with_the_same_options(pages: Pages):
    ada = pages.visitor()
    form: dict[str, Any] = {"game": "sprawlopolis", "seats": "1", "listed": "no", "difficulty": "harder"}
    address = ada.post("/tables/new", **form).headers["Location"]
    assert "You play alone here" in ada.get(address).text
    ada.post(f"{address}/sit")
    pages.settle()
    id_ = address.rsplit("/", 1)[1]
    assert ada.get(address).headers["Location"] == f"/m/{id_}"
    assert "Sprawlopolis, harder" in ada.get(f"/m/{id_}").text
    ada.post(f"/m/{id_}/resign")
    pages.settle()
    again = ada.post("/play", rematch=id_).headers["Location"].rsplit("/", 1)[1]
    pages.settle()
    started = pages.streams.match(again).state.started
    assert started is not None
    assert (again != id_, started.options, len(started.players)) == (True, {"difficulty": "harder"}, 1)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_a_table_is_opened_for_as_many_as_the_game_takes(pages: Pages, seats: int):
    ada = pages.visitor()
    address = ada.post("/tables/new", game="sprawlopolis", seats=str(seats), difficulty="easier").headers["Location"]
    table = pages.streams.table(address.rsplit("/", 1)[1]).state
    assert table.opened is not None
    assert (len(table.seats), table.opened.options) == (seats, {"difficulty": "easier"})


@pytest.mark.parametrize(("game", "bots"), [("quadropolis", "0"), ("sprawlopolis", "4"), ("quadropolis", "19")])
def test_a_number_of_bots_that_the_game_does_not_take_is_refused_in_a_sentence(pages: Pages, game: str, bots: str):
    refused = pages.visitor().post("/play", game=game, bots=bots)
    assert refused.status_code == 403
    assert f"{GAMES[game].title} is for " in refused.text


def test_every_step_of_a_match_can_be_looked_at(pages: Pages):
    ada = pages.visitor()
    id_ = played(pages, ada, bots=1)
    last = pages.streams.match(id_).version
    for version in range(1, last + 1):
        page = ada.get(f"/m/{id_}?at={version}")
        assert page.status_code == 200, version
        assert "no words for" not in page.text


def test_the_final_city_opens_in_the_calculator_with_its_points(pages: Pages):
    ada = pages.visitor()
    id_ = played(pages, ada)
    found = outcome(pages, id_)
    address = re.search(r'href="(/score/sprawlopolis\?[^"]+)"', ada.get(f"/m/{id_}/result").text)
    assert address is not None
    sheet = ada.get(address[1].replace("&amp;", "&")).text
    said = f"<b>{found['points']}</b> <span>".replace("-", "\u2212")
    assert said in sheet
    assert f"{found['target']} needed: {'won' if found['won'] else 'lost'}" in sheet
    assert ada.get(f"/m/{id_}/result?explore=1&given=best").status_code == 200


def test_results_are_data_for_programs_too(pages: Pages):
    ada = pages.visitor()
    id_ = begun(pages, ada, 1)
    now = ada.get(f"/api/scoring/matches/{id_}").json
    assert now is not None
    assert (now["counted"], now["places"], now["target"]) == (False, [None, None], ada.seen(id_)["view"]["target"])
    ada.post(f"/m/{id_}/resign")
    pages.settle()
    found, said = outcome(pages, id_), ada.get(f"/api/scoring/matches/{id_}").json
    assert said is not None
    assert (said["counted"], said["points"], said["target"]) == (True, [found["points"]] * 2, found["target"])
    assert said["places"] == [1 if found["won"] else None] * 2
