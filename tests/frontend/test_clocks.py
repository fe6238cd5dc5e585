"""Clocks on pages: chosen when a table is opened, said there in sentences, and shown in the match as they are."""

import json
import re
from typing import Any

import pytest

from frontend.presentation.clocks import CHOICES, clock_from, written
from services.game_command.leavers import signs
from services.game_command.vacations import vacations
from shared.errors import Malformed
from shared.platform.match import Match
from shared.platform.terms import Clock, Terms, check_terms
from shared.web.ledger import streams
from tests.frontend.conftest import Pages, Visitor
from tests.services.test_clocks import Hour, been_away, know

pytestmark = pytest.mark.server
CLOCK = "Each turn takes 1 minute at most."


@pytest.fixture
def hour(pages: Pages, monkeypatch: pytest.MonkeyPatch) -> Hour:
    hour = Hour()
    for handler in (streams().matches, pages.site.streams.matches):
        monkeypatch.setattr(handler, "now", hour)
    know(pages.platform, monkeypatch)
    signs.cache_clear()
    vacations.cache_clear()
    return hour


def begun(
    pages: Pages, clock: str = "turn-60-0-0", out: str = "turn", absent: str = "0", **more: str
) -> tuple[str, Visitor, Visitor]:
    """The id of a match, who is called in it, and the other one."""
    people = [pages.visitor(), pages.visitor()]
    form: Any = {"game": "quadropolis", "seats": "2", "clock": clock, "out": out, "absent": absent, **more}
    table = people[0].post("/tables/new", **form).headers["Location"]
    for person in people:
        assert person.post(f"{table}/sit").status_code == 303
    pages.settle()
    id_ = table[3:]
    first, other = sorted(people, key=lambda person: int(person.seen(id_)["seat"]) not in match(id_).called)
    return id_, first, other


def match(id_: str) -> Match:
    return streams().matches.at_present(streams().match(id_)).state


def keep(pages: Pages) -> None:
    pages.platform.matches.clocks.round()
    pages.settle()


def hands(text: str) -> list[tuple[str, str]]:
    """What is left and how it is written, by seat."""
    found = re.findall(
        r'data-clock data-left="(\d+)"[^>]*>\s*(?:<svg.*?</svg>)?<span class="who">[^<]*</span>\s*<b>([^<]*)</b>', text
    )
    return [(left, shown) for left, shown in found]


def test_every_clock_that_the_form_offers_is_allowed_and_comes_back_as_it_was_chosen(pages: Pages):
    for clock in CHOICES:
        check_terms(Terms(clock=clock))
        assert clock_from(written(clock)) == clock
    assert clock_from("turn-60") == Clock("turn", 60)
    with pytest.raises(Malformed, match="choose how much time there is"):
        clock_from("turn-60-")
    form = pages.visitor().get("/tables/new").text
    assert all(f'value="{written(clock)}"' in form for clock in CHOICES)
    refused = pages.visitor().post("/tables/new", game="quadropolis", seats="2", clock="turn-4-0-0", out="loss")
    assert refused.status_code == 403
    assert "a turn takes 5 seconds to 24 hours" in refused.text.lower()
    assert re.search(r'name="out" value="loss" checked', refused.text)


@pytest.mark.parametrize(
    ("out", "sentence"),
    [
        ("turn", "When the time is over, a bot plays that turn."),
        ("seat", "When the time is over, a bot plays on for good."),
        ("loss", "When the time is over, a bot plays on, and the match is lost for that player."),
    ],
)
def test_table_and_match_say_what_the_clock_is_and_what_follows(pages: Pages, hour: Hour, out: str, sentence: str):
    host = pages.visitor()
    table = host.post("/tables/new", game="quadropolis", seats="2", clock="turn-60", out=out).headers["Location"]
    assert f"{CLOCK} {sentence}" in host.get(table).text
    id_, first, _ = begun(pages, out=out)
    assert f"{CLOCK} {sentence}" in first.get(f"/m/{id_}").text


def test_the_page_says_what_is_left_when_it_is_made(pages: Pages, hour: Hour):
    id_, first, other = begun(pages)
    hour.passes(seconds=12.4)
    for visitor in (first, other):
        assert sorted(hands(visitor.get(f"/m/{id_}").text)) == [("47600", "0:48"), ("60000", "1:00")]
    assert "data-own" in first.get(f"/m/{id_}").text
    assert "data-own" not in other.get(f"/m/{id_}").text
    assert "clocks.js" not in first.get("/").text
    long, _, watcher = begun(pages, "days-259200")
    assert ("259200000", "3 days, 0 hours") in hands(watcher.get(f"/m/{long}").text)
    whole, player, _ = begun(pages, "total-5400-5-3")
    assert ("5403000", "1:30:03") in hands(player.get(f"/m/{whole}").text)


def test_only_where_there_are_many_clocks_they_have_the_signs_of_seats(pages: Pages, hour: Hour):
    of_two, first, other = begun(pages)
    form: Any = {"game": "quadropolis", "seats": "3", "clock": "turn-60", "out": "turn"}
    of_three = first.post("/tables/new", **form).headers["Location"][3:]
    for person in (first, other, pages.visitor()):
        assert person.post(f"/t/{of_three}/sit").status_code == 303
    pages.settle()
    for id_, many, hands_, signs_ in ((of_two, "", 2, 0), (of_three, " many", 3, 3)):
        page = first.get(f"/m/{id_}").text
        clocks = page.split(f'<div class="clocks{many}"')[1].split("</ul>")[0]
        assert (clocks.count("data-clock"), clocks.count('class="chip')) == (hands_, signs_)


def test_a_match_without_a_clock_loads_nothing_of_one_and_an_old_version_shows_none(pages: Pages, hour: Hour):
    host = pages.visitor()
    id_ = pages.match(host)
    assert "clocks" not in host.get(f"/m/{id_}").text
    clocked, first, _ = begun(pages)
    assert "data-clock" not in first.get(f"/m/{clocked}?at=3").text


def test_who_ran_out_reads_it_and_so_do_the_others(pages: Pages, hour: Hour):
    id_, first, other = begun(pages, out="seat")
    hour.passes(seconds=62)
    keep(pages)
    assert "Your time ran out, and a bot plays on for you." in first.get(f"/m/{id_}").text
    text = other.get(f"/m/{id_}").text
    assert re.search(r"The time of Guest \w+ is over\.", text)
    assert "Your time ran out" not in text


def test_a_turn_that_the_stand_in_played_and_a_late_move_are_in_the_log(pages: Pages, hour: Hour):
    id_, first, other = begun(pages)
    hour.passes(seconds=62)
    keep(pages)
    assert re.search(
        r"The bot any move made this move for Guest \w+, whose time was over\.", other.get(f"/m/{id_}").text
    )
    hour.passes(seconds=60.5)
    seen: Any = other.seen(id_)
    send_move(other, id_, seen)
    assert "This move came a moment late, and counts." in first.get(f"/m/{id_}").text


def send_move(visitor: Visitor, id_: str, seen: Any) -> None:
    form: Any = {"turn": str(seen["turn"]), "move": json.dumps(seen["legal_moves"][0]), "cause": "late-00001"}
    assert visitor.post(f"/m/{id_}/moves", **form).status_code == 303


def test_all_stop_the_clocks_and_let_them_run_again_without_scripts(pages: Pages, hour: Hour):
    id_, first, other = begun(pages)
    turn = str(match(id_).turn)
    assert "Stop the clocks" in first.get(f"/m/{id_}").text
    first.post(f"/m/{id_}/pause", turn=turn, cause="pause-0001")
    assert "You have agreed; the others have to agree as well." in first.get(f"/m/{id_}").text
    assert "Agreed so far: Guest" in other.get(f"/m/{id_}").text
    other.post(f"/m/{id_}/pause", turn=turn, cause="pause-0001")
    pages.settle()
    text = other.get(f"/m/{id_}").text
    assert "The clocks stand until" in text
    assert "data-runs" not in text
    for visitor in (first, other):
        visitor.post(f"/m/{id_}/resume", cause="resume-001")
    text = other.get(f"/m/{id_}").text
    assert "data-runs" in text
    assert all(words in text for words in ("wants to stop the clocks.", "All clocks stand.", "The clocks run again."))
    refused = first.post(f"/m/{id_}/pause", turn="1", cause="pause-0002")
    assert refused.status_code == 409


def test_a_vacation_is_taken_on_the_page_of_a_match_that_counts_days(pages: Pages, hour: Hour):
    id_, first, other = begun(pages, "days-86400")
    text = first.get(f"/m/{id_}").text
    assert "Take a vacation" in text
    assert "30 of 30 days of vacation are left in this year." in text
    assert first.post(f"/m/{id_}/vacation", days="5", cause="vacation-1").status_code == 303
    pages.settle()
    text = other.get(f"/m/{id_}").text
    assert "on vacation until" in text
    assert "has a vacation, or ends one." in text
    text = first.get(f"/m/{id_}").text
    assert "You are on vacation until" in text
    assert "25 of 30 days of vacation are left in this year." in text
    assert "Take a vacation" not in text
    hour.passes(days=4)
    keep(pages)
    assert match(id_).time.running
    assert "You are on vacation" not in other.get(f"/m/{id_}").text
    assert first.post(f"/m/{id_}/vacation", days="0", cause="vacation-2").status_code == 303
    pages.settle()
    assert "You are on vacation" not in first.get(f"/m/{id_}").text
    watcher = pages.visitor()
    assert "Take a vacation" not in watcher.get(f"/m/{id_}").text


def test_what_the_product_was_away_for_is_told(pages: Pages, hour: Hour, monkeypatch: pytest.MonkeyPatch):
    id_, first, _ = begun(pages)
    been_away(pages.platform, monkeypatch, hour, hours=1)
    keep(pages)
    assert re.search(r"The server was away: Guest \w+ gets that time back\.", first.get(f"/m/{id_}").text)


def test_who_was_away_takes_the_seat_back_with_one_click_and_without_scripts(pages: Pages, hour: Hour):
    id_, first, other = begun(pages, clock="none", absent="60")
    first.get(f"/m/{id_}")
    hour.passes(seconds=45)
    first.get(f"/m/{id_}")  # whoever looks is there
    hour.passes(seconds=45)
    keep(pages)
    assert "is away." not in other.get(f"/m/{id_}").text
    hour.passes(seconds=16)
    keep(pages)
    assert re.search(r"Guest \w+ is away\.", other.get(f"/m/{id_}").text)
    text = first.get(f"/m/{id_}").text
    assert "You were away, and a bot plays on for you." in text
    assert "Take your seat back" in text
    assert first.post(f"/m/{id_}/reclaim", cause="reclaim-1").status_code == 303
    text = other.get(f"/m/{id_}").text
    assert re.search(r"Guest \w+ is back\.", text)
    assert "Take your seat back" not in first.get(f"/m/{id_}").text


def test_the_table_says_when_somebody_is_away(pages: Pages):
    host = pages.visitor()
    table = host.post("/tables/new", game="quadropolis", seats="2", absent="300").headers["Location"]
    said = "Who is to move and gives no sign for 5 minutes is away: a bot plays on until they come back."
    assert said in host.get(table).text
    patient = host.post("/tables/new", game="quadropolis", seats="2", cause="open-0002").headers["Location"]
    assert "gives no sign" not in host.get(patient).text


def test_a_clock_that_nobody_offers_is_refused_and_not_left_out(pages: Pages):
    refused = pages.visitor().post("/tables/new", game="quadropolis", seats="2", clock="sundial")
    assert refused.status_code == 400
    assert "Choose how much time there is" in refused.text
