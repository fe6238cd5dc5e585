"""The page of those who wait for opponents: its forms, what it says, and where it leads."""

from typing import Any

import pytest

from frontend.presentation.clocks import clock_from
from frontend.presentation.queue import OFFERED_AFTER, level_of, meeting_context
from services.matchmaking.meeting import Meeting
from shared.bots import names as minds
from shared.platform.queue import Pool, terms_of
from shared.platform.terms import check_terms
from shared.web.houses import blocks, houses
from shared.web.queue import queue
from shared.web.seats import seats
from tests.frontend.conftest import Pages, Visitor

pytestmark = pytest.mark.server

CLASSIC: dict[str, Any] = {"game": "quadropolis", "seats": "2", "mode": "classic", "squares": "false", "clock": "none"}


class Evening:
    def __init__(self, pages: Pages) -> None:
        self.pages, self.queue = pages, queue()
        self.at = 1_000_000.0
        self.meeting = Meeting(self.queue, pages.streams, houses(), blocks(), seats().give_back)

    def joined(self, **more: str) -> Visitor:
        visitor = self.pages.visitor()
        answer = visitor.post("/queue", **CLASSIC | more)
        assert (answer.status_code, answer.headers.get("Location")) == (303, "/queue"), answer.text
        return visitor

    def wait(self, seconds: float, *who: Visitor) -> None:
        for _ in range(int(seconds)):
            self.at += 1
            for one in who:
                one.get("/queue", htmx=True)
            self.meeting.look()

    def table(self, who: Visitor) -> str:
        answer = who.get("/queue")
        assert answer.status_code == 303, answer.text
        assert answer.headers["Location"].startswith("/t/")
        return answer.headers["Location"]


@pytest.fixture
def evening(pages: Pages, monkeypatch: pytest.MonkeyPatch) -> Evening:
    made = Evening(pages)
    monkeypatch.setattr(made.queue, "clock", lambda: made.at)
    made.meeting.look()
    return made


def test_the_front_page_has_a_form_for_each_game(pages: Pages):
    page = pages.visitor().get("/").text
    assert page.count('action="/queue"') == 2
    assert 'aria-label="Quadropolis with people"' in page
    assert "10 minutes for the whole match, 5 seconds more with each move" in page


def test_who_waits_for_a_rated_match_reads_so(evening: Evening):
    ada = evening.joined(clock="turn-60-0-0", rated="yes")
    page = ada.get("/queue").text
    assert "Rated: the match counts for everybody" in page
    assert "<dt>Rated</dt><dd>Yes</dd>" in page
    eve = evening.joined(clock="turn-60-0-0")
    assert "<dt>Rated</dt><dd>No</dd>" in eve.get("/queue").text
    refused = evening.pages.visitor().post("/queue", **CLASSIC, rated="yes")
    assert refused.status_code == 403
    assert "A rated match needs a clock" in refused.text


def test_every_clock_that_is_offered_can_be_had():
    for choice in meeting_context()["clocks"]:
        check_terms(terms_of(Pool("quadropolis", {}, 2, clock_from(choice["value"]))))


def test_two_who_want_the_same_are_led_to_a_table_sit_down_and_play(evening: Evening):
    ada, bob = evening.joined(), evening.joined()
    assert "Looking for a player" in ada.get("/queue").text
    assert "Nobody has waited for this here yet" in ada.get("/queue").text
    evening.meeting.look()
    part = ada.get("/queue", htmx=True)
    table = evening.table(bob)
    assert f'data-table="{table[3:]}"' in part.text
    assert "Players were found." in part.text
    shown = ada.get(table)
    assert 'data-met="meeting"' in shown.text
    assert "You have waited for the same, and meet here" in shown.text
    assert evening.pages.visitor().get(table).status_code == 403
    for who in (ada, bob):
        assert who.post(f"{table}/sit").status_code == 303
    evening.pages.settle()
    assert ada.get(table).headers["Location"] == f"/m{table[2:]}"
    evening.meeting.look()
    assert "Play with people" in ada.get("/queue").text
    assert "As a rule it takes 0 seconds." in evening.joined().get("/queue").text


def test_who_does_not_come_is_told_so_and_the_other_waits_on(evening: Evening):
    ada, bob = evening.joined(), evening.joined()
    evening.meeting.look()
    table = evening.table(ada)
    ada.post(f"{table}/sit")
    evening.wait(23)
    assert 'data-met="parted"' in ada.get(f"{table}?have=0", htmx=True).text
    for who, says in ((ada, "you wait on, with the time"), (bob, "You did not sit down in time")):
        back = who.get(table)
        assert (back.status_code, back.headers["Location"]) == (303, "/queue?said=parted")
        assert says in who.get("/queue?said=parted").text


def test_leaving_and_closing(evening: Evening):
    ada = evening.joined()
    left = ada.post("/queue/leave")
    assert (left.status_code, left.headers["Location"]) == (303, "/queue?said=left")
    assert "You do not wait any more." in ada.get("/queue?said=left").text
    bob = evening.joined()
    evening.wait(3, bob)
    assert bob.post("/queue/leave", closes="yes").status_code == 204
    assert "3 seconds" in bob.get("/queue").text  # it was only loaded anew
    bob.post("/queue/leave", closes="yes")
    evening.wait(7)
    assert "Play with people" in bob.get("/queue").text


def test_a_bot_is_offered_after_a_while_and_whoever_takes_it_waits_no_more(evening: Evening):
    ada = evening.joined(mode="expert", seats="3")
    assert "While nobody comes" not in ada.get("/queue").text
    evening.wait(OFFERED_AFTER, ada)
    page = ada.get("/queue").text
    assert "You can play the same with 2 bots of the kind greedy now" in page
    form: dict[str, Any] = {"game": "quadropolis", "mode": "expert", "squares": "false", "bots": "2"}
    match = ada.post("/play", **form, bot="greedy", waits="no").headers["Location"]
    opened = evening.pages.streams.table(match[3:]).state
    assert opened.opening.options == {"mode": "expert", "squares": False}
    assert opened.players[0] == f"person:{ada.person}"
    assert "Play with people" in ada.get("/queue").text


def test_the_bot_is_that_whose_measured_strength_is_nearest():
    classic = Pool("quadropolis", {"mode": "classic", "squares": False}, 2)
    assert level_of(minds(), classic, 25.0) == "greedy"
    assert level_of(minds(), classic, 60.0) == "level_4"
    assert level_of(["any_move", "some_other"], classic, 60.0) == "any_move"
    assert level_of(["some_other"], classic, 60.0) == "some_other"
    assert level_of([], classic, 60.0) is None
    assert level_of(minds(), Pool("another_game", {}, 2), 60.0) == "greedy"


def test_what_cannot_be_had_is_refused_with_a_sentence(evening: Evening):
    visitor = evening.pages.visitor()
    refused = visitor.post("/queue", **CLASSIC | {"seats": "9"})
    assert refused.status_code == 403
    assert "Quadropolis is for 2 to 4 players." in refused.text
    refused = visitor.post("/queue", **CLASSIC | {"clock": "sundial"})
    assert refused.status_code == 400
    assert "Choose how much time there is" in refused.text
    assert visitor.post("/queue", game="chess").status_code == 400


def test_a_first_look_keeps_nothing_of_anybody(pages: Pages):
    assert "Play with people" in pages.app.test_client().get("/queue").text
    assert pages.platform.redis.keys("queue:*") == []


def test_programs_wait_through_the_door_with_a_scope_that_plays(evening: Evening):
    ada, bob = evening.pages.visitor(), evening.joined()
    ada.get("/")
    said = {"game": "quadropolis", "seats": 2, "cause": "wait-for-them"}
    answer: Any = ada.client.post("/api/tables/queue", json=said)
    assert (answer.status_code, answer.json["status"]) == (200, "waiting")
    evening.meeting.look()
    seen: Any = ada.client.get("/api/tables/queue")
    assert f"/t/{seen.json['table']}" == evening.table(bob)
    assert ada.client.post("/api/tables/queue/leave", json={"cause": "leave-them"}).json == {"left": True}
