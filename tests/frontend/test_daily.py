"""The pages of the daily deal: what is played, how one did, who did how well, and what they keep to themselves."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from frontend.presentation.part import Viewer
from shared.ledger.decider import Message
from shared.platform.match import Play
from shared.web.ledger import streams
from tests.frontend.conftest import Pages, Visitor

pytestmark = pytest.mark.server

EVENING = datetime(2026, 11, 29, 18, tzinfo=UTC)
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
DAY = timedelta(days=1)
SEALED = "thers may still play the same draws: this match is shown when all of them are over"


class Day:
    def __init__(self, pages: Pages) -> None:
        self.pages, self.time = pages, EVENING
        for read in (pages.platform.streams, streams(), pages.site.streams):
            for handler in (read.deals, read.matches, read.scores, read.blind):
                handler.now = lambda: self.time
        self.go(EVENING)
        self.go(NOON)

    def go(self, to: datetime) -> None:
        self.time = to
        for _, act in self.pages.platform.tables.daily.duties():
            act()
        self.pages.settle()

    def begun(self, visitor: Visitor, game: str = "sprawlopolis") -> str:
        page = visitor.get("/daily").text
        deal = re.search(rf'id="{game}".*?name="deal" value="(\w+)"', page, re.DOTALL)
        assert deal
        answer = visitor.post("/daily", deal=deal[1])
        assert answer.status_code == 303, answer.text
        self.pages.settle()
        return answer.headers["Location"].rpartition("/")[2]

    def played(self, visitor: Visitor, nth: int = 0, id_: str | None = None) -> str:
        """To its end, by the first move there is, or the nth."""
        id_ = id_ or self.begun(visitor)
        player = f"person:{visitor.person}"
        handler = self.pages.platform.streams.matches
        while (match := handler.load(f"match:{id_}").state).called:
            moves = match.rules.legal_moves(match.view(0), 0)
            play = Play(player=player, seat=0, turn=match.turn, move=moves[nth % len(moves)])
            handler.handle(Message(stream=f"match:{id_}", by=player, cause=f"move-{match.turn}", command=play))
        self.pages.settle()
        return id_


def named(pages: Pages, name: str) -> Visitor:
    visitor = pages.visitor()
    assert visitor.post("/name", name=name).status_code in (200, 303)
    return visitor


@pytest.fixture
def day(pages: Pages) -> Day:
    return Day(pages)


def rows_of(page: str) -> list[list[str]]:
    found = re.findall(r"<tr.*?</tr>", page.split("<tbody>")[1].split("</tbody>")[0], re.DOTALL)
    return [[re.sub(r"<[^>]+>", "", cell).strip() for cell in re.findall(r"<t[dh].*?</t[dh]>", row)] for row in found]


def test_the_front_page_and_the_ratings_lead_there(pages: Pages, day: Day):
    for address in ("/", "/ratings"):
        assert 'href="/daily"' in pages.visitor().get(address).text


def test_one_click_plays_and_everybody_is_listed_by_points(pages: Pages, day: Day):
    ada, bea, eve = named(pages, "Ada"), named(pages, "Bea"), named(pages, "Eve")
    first = day.played(ada)
    assert "Your result" in ada.get("/daily").text
    second = day.begun(bea)
    assert second != first
    assert "Go on with your match" in bea.get("/daily").text
    day.played(bea, 7, second)
    page = eve.get("/daily").text
    places = rows_of(page)
    assert sorted(row[1] for row in places) == ["Ada guest", "Bea guest"]
    assert [int(row[2].replace("\N{MINUS SIGN}", "-")) for row in places] == sorted(
        (int(row[2].replace("\N{MINUS SIGN}", "-")) for row in places), reverse=True
    )
    assert first not in page
    assert re.search("Play today.s Sprawlopolis", page)
    assert "The next one begins in 12 hours and 0 minutes, at midnight UTC." in page
    assert "in a row" not in ada.get("/daily").text
    day.go(NOON + DAY)
    day.played(ada)
    assert "You have played on 2 days in a row." in ada.get("/daily").text


def test_a_second_try_leads_to_the_same_match(pages: Pages, day: Day):
    ada = named(pages, "Ada")
    page = ada.get("/daily").text
    id_ = day.begun(ada)
    deal = re.search(r'id="sprawlopolis".*?name="deal" value="(\w+)"', page, re.DOTALL)
    assert deal
    assert ada.post("/daily", deal=deal[1]).headers["Location"] == f"/m/{id_}"
    assert ada.post("/daily", deal="zzzzzzzzzzzz").status_code == 404
    assert ada.get("/daily/2020-01-01").status_code == 404
    assert ada.get("/daily/2026-12-01").status_code == 404
    assert "there is no deal of this day" in ada.get("/daily/2020-01-01/sprawlopolis").text.replace("There", "there")


def test_strangers_see_nothing_of_a_match_before_the_day_is_over(pages: Pages, day: Day):
    ada, bea = named(pages, "Ada"), named(pages, "Bea")
    day.begun(bea)
    id_ = day.played(ada)
    addresses = [
        f"/m/{id_}",
        f"/m/{id_}?at=5",
        f"/m/{id_}/result",
        f"/m/{id_}/result.png",
        f"/m/{id_}/audit",
        f"/m/{id_}/chain",
        f"/m/{id_}/export",
        f"/t/{id_}",
        f"/t/{id_}/talk",
        f"/api/matches/{id_}",
        f"/api/matches/{id_}/export",
        f"/api/scoring/matches/{id_}",
        f"/m/{id_}/hint",
    ]
    for address in addresses:
        answer = bea.get(address)
        assert answer.status_code in (302, 303, 403, 404), (address, answer.status_code)
    assert SEALED in bea.get(f"/m/{id_}").text
    assert bea.post(f"/m/{id_}/branch", at="5").status_code in (403, 404)
    assert bea.post(f"/m/{id_}/analysis").status_code == 403
    lobby = bea.get("/").text + bea.get("/lists/finished").text + bea.get("/lists/running").text
    assert id_ not in lobby
    mine = [f"/m/{id_}", f"/m/{id_}?at=5", f"/m/{id_}/result", f"/m/{id_}/audit", f"/m/{id_}/chain", f"/m/{id_}/export"]
    assert [ada.get(address).status_code for address in mine] == [200] * len(mine)
    assert "How others did" in ada.get(f"/m/{id_}/result").text
    assert "/daily/2026-11-30/sprawlopolis" in ada.get(f"/m/{id_}/result").text
    day.go(NOON + DAY)
    assert [bea.get(address).status_code for address in mine] == [200] * len(mine)
    yesterday = bea.get("/daily/2026-11-30").text
    assert f"/m/{id_}?at=1" in yesterday
    assert f"/m/{id_}/audit" in yesterday


def test_sockets_are_closed_to_strangers_too(pages: Pages, day: Day):
    ada, bea = named(pages, "Ada"), named(pages, "Bea")
    id_ = day.played(ada)
    viewers = [Viewer(person, "http://localhost") for person in (ada.person, bea.person, None)]
    for kind in ("match", "talk"):
        assert [viewer.person for viewer in pages.rendering(kind, id_).admitted(viewers)] == [ada.person]
    assert pages.site.watching.is_known_to_be_hidden(id_)


def test_who_was_erased_leaves_an_empty_place(pages: Pages, day: Day):
    ada, bea = named(pages, "Ada"), named(pages, "Bea")
    day.played(ada)
    day.played(bea, nth=7)
    pages.platform.redis.hset(f"person:{ada.person}", "state", "former")
    assert [row[1] for row in rows_of(bea.get("/daily").text)] == ["Bea guest you"]


def test_what_was_not_finished_in_time_says_so(pages: Pages, day: Day):
    ada = named(pages, "Ada")
    day.begun(ada)
    day.go(NOON + DAY)
    page: Any = ada.get("/daily/2026-11-30").text
    assert "Your match was not finished when the day ended, so it is not listed." in page
    assert "What they were made from:" in page
