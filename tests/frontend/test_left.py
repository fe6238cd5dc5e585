"""Pages of matches that people have left: a seat to take over, what each may see then, and how the last one ends it."""

import re
from typing import Any

import pytest

from shared.ledger.decider import Message
from shared.platform.match import AgreeToStandIn, Command
from tests.frontend.conftest import Pages, Visitor
from tests.frontend.test_clocks import begun, hour, keep, match
from tests.services.test_clocks import Hour

pytestmark = pytest.mark.server
__all__ = ["hour"]
TAKE_OVER = re.compile(r"Take over the seat of Guest \w+")


def left(pages: Pages, hour: Hour, **form: str) -> tuple[str, Visitor, Visitor]:
    """The id of a match, who has left it, and who is still there."""
    id_, away, stays = begun(pages, clock="none", absent="60", **form)
    for seconds in (50, 11):
        hour.passes(seconds=seconds)
        keep(pages)
    assert match(id_).seating.left
    return id_, away, stays


def test_who_watches_takes_a_seat_over_with_one_click_and_its_owner_watches(pages: Pages, hour: Hour):
    id_, away, stays = left(pages, hour, substitutes="yes")
    (seat,) = match(id_).on_offer
    eve, dan = pages.visitor(), pages.visitor()
    assert "Take your seat back" in away.get(f"/m/{id_}").text
    assert not any(TAKE_OVER.search(each.get(f"/m/{id_}").text) for each in (away, stays))
    front = eve.get("/").text
    assert re.search(
        rf'href="/m/{id_}">[^<]*</a>\s*<span class="sign">take over the seat of Guest \w+, turn \d+<', front
    )
    for other in (away, stays):
        assert "take over the seat of" not in other.get("/").text
    assert TAKE_OVER.search(eve.get(f"/m/{id_}").text)
    assert eve.post(f"/m/{id_}/take_over", seat=str(seat), cause="take-0001").status_code == 303
    pages.settle()
    assert eve.seen(id_)["seat"] == seat
    text = eve.get(f"/m/{id_}").text
    assert re.search(r"Guest \w+ takes over the seat of Guest \w+\.", text)
    text = away.get(f"/m/{id_}").text
    assert "Somebody else has taken over your seat: you are watching." in text
    assert "Take your seat back" not in text
    assert "Resign" not in text
    assert dan.post(f"/m/{id_}/take_over", seat=str(seat), cause="take-0002").status_code == 403
    assert "take over the seat of" not in dan.get("/").text
    assert id_ in eve.get("/").text.split('id="mine"')[1]
    mine = away.get("/lists/mine").text
    assert id_ in mine
    assert "somebody else has taken over your seat; waiting for Guest" in mine


def test_the_log_calls_everybody_by_the_name_of_who_sat_there_then(pages: Pages, hour: Hour):
    id_, _, _ = left(pages, hour, substitutes="yes")
    (seat,) = match(id_).on_offer
    eve = pages.visitor()
    before = re.findall(r"(Guest \w+) is away\.", eve.get(f"/m/{id_}").text)
    eve.post(f"/m/{id_}/take_over", seat=str(seat), cause="take-0001")
    text = eve.get(f"/m/{id_}").text
    assert re.findall(r"(Guest \w+) is away\.", text) == before
    (new, old) = next(iter(set(re.findall(r"(Guest \w+) takes over the seat of (Guest \w+)\.", text))))
    assert old == before[0] != new
    replay = eve.get(f"/m/{id_}?at={match(id_).version}").text
    assert f"{old} is away." in replay


def test_sockets_show_the_hand_to_its_new_owner_alone(pages: Pages, hour: Hour):
    id_, away, _ = left(pages, hour, substitutes="yes", game="sprawlopolis")
    (seat,) = match(id_).on_offer
    eve, dan = pages.visitor(), pages.visitor()
    people: Any = [eve.person, away.person, dan.person]
    eve.post(f"/m/{id_}/take_over", seat=str(seat), cause="take-0001")
    pages.settle()
    known = {str(each["number"]) for each in eve.seen(id_)["view"]["hands"][seat]["cards"]}
    assert not away.seen(id_)["view"]["hands"][seat]["cards"]
    hands = [set(re.findall(r'handcard[^>]*data-spot="card-(\d+)"', frame)) for frame in pages.frames(id_, people)]
    assert hands == [known, set(), set()]
    assert known


def test_who_takes_a_seat_of_a_rated_match_over_reads_that_it_is_not_rated_for_them(pages: Pages, hour: Hour):
    id_, leaves, _ = begun(pages, clock="days-86400", out="seat", rated="yes", substitutes="yes")
    leaves.post(f"/m/{id_}/resign", cause="resign-01")
    pages.settle()
    text = pages.visitor().get(f"/m/{id_}").text
    assert TAKE_OVER.search(text)
    assert "Whoever takes it over is not rated for this match." in text


def test_nobody_is_offered_a_seat_that_the_table_keeps(pages: Pages, hour: Hour):
    id_, _, _ = left(pages, hour)
    eve = pages.visitor()
    assert not TAKE_OVER.search(eve.get(f"/m/{id_}").text)
    assert "take over the seat of" not in eve.get("/").text


def test_a_table_says_that_a_seat_may_be_lost(pages: Pages):
    host = pages.visitor()
    table = host.post("/tables/new", game="quadropolis", seats="2", absent="300", substitutes="yes").headers["Location"]
    said = "Who leaves may lose the seat: as long as a bot plays there, somebody else may take it over."
    assert said in host.get(table).text
    kept = host.post("/tables/new", game="quadropolis", seats="2", cause="open-0002").headers["Location"]
    assert said not in host.get(kept).text


def test_the_last_person_reads_what_follows_and_ends_the_match(pages: Pages, hour: Hour):
    id_, away, stays = left(pages, hour)
    text = stays.get(f"/m/{id_}").text
    assert "It is not rated: if you end it, it is over and counts for nobody." in text
    assert "Resign for good" in text  # bots then play it to its end
    assert "End the match now" not in away.get(f"/m/{id_}").text
    assert stays.post(f"/m/{id_}/end", cause="end-00001").status_code == 303
    pages.settle()
    text = stays.get(f"/m/{id_}").text
    assert "All others had left: the match is over, and does not count." in text
    assert "All others have left: the match ends." in text
    result = stays.get(f"/m/{id_}/result").text
    assert "All others had left, and who stayed ended it. It counts for nobody." in result
    assert "all but one had left" in stays.get(f"/p/{stays.person}").text


def test_whose_rating_changes_by_how_much_is_said_before(pages: Pages, hour: Hour):
    id_, leaves, stays = begun(pages, clock="days-86400", out="seat", rated="yes")
    leaves.post(f"/m/{id_}/resign", cause="resign-01")
    pages.settle()
    text = stays.get(f"/m/{id_}").text
    assert "all who stayed share the first place, and those who left come behind them." in text
    said = re.findall(r"25\.0, now ([\d.]+) ± [\d.]+: ([\d.]+) (more|less)", text)
    assert sorted(each[2] for each in said) == ["less", "more"]
    stays.post(f"/m/{id_}/end", cause="end-00001")
    for _ in range(3):
        pages.settle()
    result = stays.get(f"/m/{id_}/result").text
    assert "All others had left, and who stayed ended the match" in result
    assert re.findall(r"25\.0, now ([\d.]+) ± [\d.]+: ([\d.]+) (more|less)", result) == said


def test_who_agreed_to_a_bot_may_ask_again_once_nobody_else_is_waited_for(pages: Pages):
    id_, people = pages.seated("quadropolis", 3)
    now = pages.streams.match(id_).state
    absent = now.called[0]
    there = people[(absent + 1) % 3]
    message: Message[Command] = Message(
        stream=f"match:{id_}",
        by=f"person:{there.person}",
        cause="agree-0001",
        command=AgreeToStandIn(player=f"person:{there.person}", absent=absent, turn=now.turn),
    )
    pages.streams.matches.handle(message)
    page = there.get(f"/m/{id_}").text
    assert "You have agreed; the others have to agree as well. If nobody answers, ask again in a few minutes." in page
    assert "Let a bot play for" in page
