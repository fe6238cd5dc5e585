"""Taking back over HTTP: what a program is shown of it, and what it is told when its answer comes too late."""

from typing import Any

import pytest

from tests.services.conftest import Platform
from tests.services.test_hosting import told
from tests.services.test_seats import playing

pytestmark = pytest.mark.server
CLOCK = {"kind": "turn", "seconds": 60}


def looked(platform: Platform, who: str, id_: str) -> dict[str, Any]:
    return dict(told(platform.ask(who, "GET", f"/matches/{id_}")))


def ask(platform: Platform, who: str, id_: str, what: str, **body: Any) -> Any:
    ask.times = getattr(ask, "times", 0) + 1  # type: ignore[attr-defined]
    cause = f"taken-{ask.times:04}"  # type: ignore[attr-defined]
    return platform.ask(who, "POST", f"/matches/{id_}/{what}", cause=cause, **body)


def move(platform: Platform, who: str, id_: str) -> int:
    """The turn in which who is called moved."""
    seen = looked(platform, who, id_)
    told(ask(platform, who, id_, "moves", turn=seen["turn"], move=seen["legal_moves"][0]))
    platform.settle()
    return int(seen["turn"])


def test_all_see_the_request_and_the_match_goes_back_when_all_agree(platform: Platform):
    id_, (ada, bob, eve) = playing(platform, ("ada", "bob", "eve"))
    before = looked(platform, ada, id_)
    assert before["take_back"] == {"to": [], "request": None}
    turn = move(platform, ada, id_)
    assert looked(platform, ada, id_)["take_back"] == {"to": [turn], "request": None}
    assert looked(platform, bob, id_)["take_back"] == {"to": [], "request": None}
    request = told(ask(platform, ada, id_, "take-back", to=turn))["version"]
    told(ask(platform, bob, id_, "take-back/answer", request=request, agrees=True))
    shown = {"request": request, "seat": before["seat"], "to": turn, "agreed": [looked(platform, bob, id_)["seat"]]}
    for who in (ada, bob, eve, "zoe"):
        assert looked(platform, who, id_)["take_back"]["request"] == shown
    told(ask(platform, eve, id_, "take-back/answer", request=request, agrees=True))
    after = looked(platform, ada, id_)
    assert (after["view"], after["legal_moves"]) == (before["view"], before["legal_moves"])
    assert after["turn"] == after["version"] > request
    stale = ask(platform, ada, id_, "moves", turn=turn, move=before["legal_moves"][0])
    assert (stale.status_code, stale.get_json()["code"]) == (409, "stale_turn")


def test_an_answer_after_a_move_is_told_that_the_request_is_over_and_what_was_missed(platform: Platform):
    id_, (ada, bob, eve) = playing(platform, ("ada", "bob", "eve"))
    request = told(ask(platform, ada, id_, "take-back", to=move(platform, ada, id_)))["version"]
    move(platform, bob, id_)
    late = ask(platform, eve, id_, "take-back/answer", request=request, agrees=True)
    said = late.get_json()
    assert (late.status_code, said["sentence"]) == (409, "this request to take back a move is over")
    assert [each["type"] for each in said["missed"]][-1] == "match.turn_started"


def test_a_bot_is_called_anew_in_the_new_turn(platform: Platform):
    """Ada takes back her first move; the bot had answered it."""
    body = {"game": "quadropolis", "seats": 2, "bots": ["any_move"], "cause": "open-0001"}
    id_ = told(platform.ask("ada", "POST", "/tables", **body))["id"]
    told(platform.ask("ada", "POST", f"/tables/{id_}/seats", cause="sit-00001"))
    platform.settle()
    turn = move(platform, "ada", id_)
    platform.settle()
    told(ask(platform, "ada", id_, "take-back", to=turn))
    platform.settle()
    again = move(platform, "ada", id_)
    platform.settle()
    seen = looked(platform, "ada", id_)
    assert seen["turn"] > again > turn
    assert seen["called"] == [seen["seat"]]


@pytest.mark.parametrize(
    ("what", "body", "field"),
    [
        ("take-back", {"to": 0}, "to"),
        ("take-back", {}, "to"),
        ("take-back/answer", {"request": 5, "agrees": "yes"}, "agrees"),
        ("take-back/answer", {"request": "5", "agrees": True}, "request"),
        ("take-back/withdraw", {"request": None}, "request"),
    ],
)
def test_what_makes_no_sense_names_its_field(platform: Platform, what: str, body: Any, field: str):
    id_, (ada, _, _) = playing(platform, ("ada", "bob", "eve"))
    answer = ask(platform, ada, id_, what, **body)
    assert answer.status_code == 400
    assert field in answer.get_json()["fields"]


@pytest.mark.parametrize(("terms", "can"), [({}, True), ({"rated": True, "clock": CLOCK}, False)])
@pytest.mark.parametrize("said", [None, True, False])
def test_in_rated_play_moves_stand_unless_the_table_says_otherwise(
    platform: Platform, terms: Any, can: bool, said: Any
):
    chosen = terms if said is None else {**terms, "take_back": said}
    body = {"game": "quadropolis", "seats": 2, "terms": chosen, "cause": "open-0001"}
    id_ = told(platform.ask("ada", "POST", "/tables", **body))["id"]
    assert platform.streams.table(id_).state.opening.terms.take_back is (can if said is None else said)
