"""Programs wait for opponents at the service: they meet, sit down and play, and whoever leaves waits no more."""

from typing import Any
from unittest.mock import patch

import pytest

from infra import verify
from services.console import verify as by_the_rules
from services.matchmaking.meeting import TO_SIT_DOWN, Meeting
from shared.people.blocks import Blocks
from shared.people.houses import Houses
from shared.platform.books import Books
from shared.platform.rating import START, Book, Point, Worth, why_unrated
from shared.platform.records.export import export
from shared.queue import GRACE, LOST, Group
from shared.web.identity import HEADER, sign
from shared.web.queue import queue
from shared.web.seats import seats
from tests.ledger.keys import undocumented, unlisted
from tests.services.conftest import Platform

pytestmark = pytest.mark.server

ADA, BOB, EVE = "ada000000000", "bob000000000", "eve000000000"
POOL = 'quadropolis|{"mode":"classic","squares":false}|2|none'
CLASSIC: dict[str, Any] = {"game": "quadropolis", "seats": 2}


class Evening:
    """A platform whose queue goes by a clock that tests set."""

    def __init__(self, platform: Platform) -> None:
        self.platform = platform
        self.at = 1_000_000.0
        self.queue = queue()
        self.meeting = self.restarted()

    def restarted(self) -> Meeting:
        self.meeting = Meeting(
            self.queue,
            self.platform.streams,
            Houses(self.queue.redis),
            Blocks(self.queue.redis),
            seats().give_back,
        )
        return self.meeting

    def ask(self, who: str, method: str, path: str, **body: Any) -> Any:
        if method == "POST":
            body = {"cause": f"{who}-{path.rsplit('/', 1)[1]}", **body}
        return self.platform.ask(who, method, path, **body)

    def join(self, who: str, **more: Any) -> dict[str, Any]:
        answer = self.ask(who, "POST", "/tables/queue", **CLASSIC | more)
        assert answer.status_code == 200, answer.text
        return dict(answer.json)

    def look(self, who: str) -> dict[str, Any]:
        return dict(self.ask(who, "GET", "/tables/queue").json)

    def leave(self, who: str, **more: Any) -> bool:
        return bool(self.ask(who, "POST", "/tables/queue/leave", **more).json["left"])

    def sit(self, who: str, table: str) -> Any:
        return self.ask(who, "POST", f"/tables/{table}/seats", nonce_hash=None)

    def wait(self, seconds: float, *who: str) -> None:
        """In which those named go on asking, and everybody is looked for once a second."""
        until = self.at + seconds
        while self.at < until:
            self.at = min(until, self.at + 1)
            for one in who:
                self.look(one)
            self.meeting.look()

    def found(self, who: str) -> str:
        seen = self.look(who)
        assert seen["status"] == "found", seen
        return str(seen["table"])


@pytest.fixture
def evening(platform: Platform, monkeypatch: pytest.MonkeyPatch) -> Any:
    made = Evening(platform)
    monkeypatch.setattr(made.queue, "clock", lambda: made.at)
    made.meeting.look()
    yield made
    assert undocumented(platform.redis) == unlisted(platform.redis) == []


@pytest.fixture
def together(evening: Evening) -> str:
    """The table where Ada and Bob can sit down."""
    for who in (ADA, BOB):
        assert evening.join(who)["status"] == "waiting"
    evening.meeting.look()
    assert evening.found(ADA) == evening.found(BOB)
    return evening.found(ADA)


def test_two_who_want_the_same_meet_at_a_private_table_and_play(evening: Evening, together: str):
    shown = evening.ask(ADA, "GET", f"/tables/{together}").json
    assert (shown["entry"], shown["listed"], shown["opener"]) == ("private", False, "service:matchmaking")
    assert evening.sit(EVE, together).status_code == 403
    for who in (ADA, BOB):
        assert evening.sit(who, together).status_code == 200
    evening.platform.settle()
    evening.meeting.look()
    assert evening.look(ADA)["status"] == evening.look(BOB)["status"] == "none"
    match = evening.platform.streams.match(together).state
    assert set(match.players) == {f"person:{ADA}", f"person:{BOB}"}
    for who in (ADA, BOB):
        evening.ask(who, "POST", f"/matches/{together}/resign")
    evening.platform.settle()
    record = export(evening.platform.streams.ledger, together)
    assert verify.verify(record).grade == by_the_rules.verify(record).grade == verify.COMMITTED


def test_a_rated_match_is_found_by_those_who_want_one(evening: Evening):
    clock = {"kind": "total", "seconds": 600, "increment": 5}
    rated = {"clock": clock, "rated": True}
    assert evening.join(ADA, **rated)["rated"] is True
    assert evening.join(EVE, clock=clock)["rated"] is False
    evening.wait(2, ADA, EVE)
    assert evening.look(ADA)["status"] == evening.look(EVE)["status"] == "waiting"
    evening.join(BOB, **rated)
    evening.meeting.look()
    table = evening.found(ADA)
    assert table == evening.found(BOB)
    for who in (ADA, BOB):
        evening.sit(who, table)
    evening.platform.settle()
    match = evening.platform.streams.match(table).state
    assert why_unrated(match) is None
    assert match.start.terms.take_back is False


def test_a_rated_match_needs_a_clock_and_rivals(evening: Evening):
    for body, sentence in (
        (CLASSIC, "a rated match needs a clock"),
        ({"game": "sprawlopolis", "seats": 2, "clock": {"kind": "turn", "seconds": 60}}, "where all play together"),
    ):
        refused = evening.ask(ADA, "POST", "/tables/queue", **body, rated=True)
        assert (refused.status_code, sentence in refused.json["sentence"]) == (403, True)
    assert evening.look(ADA)["status"] == "none"


def test_only_those_who_want_the_very_same_meet(evening: Evening):
    evening.join(ADA)
    evening.join(BOB, seats=3)
    evening.join(EVE, options={"mode": "expert"})
    evening.join("fay000000000", clock={"kind": "total", "seconds": 600, "increment": 5})
    evening.wait(70, ADA, BOB, EVE, "fay000000000")
    assert evening.queue.matched() == []
    seen = evening.look("fay000000000")
    assert seen["clock"] == {"kind": "total", "seconds": 600, "increment": 5, "delay": 0}
    assert (seen["waited"], seen["expected"], seen["seats"], seen["table"]) == (70, None, 2, None)


def test_joining_elsewhere_takes_the_place_of_the_ticket_and_joining_again_keeps_the_time(evening: Evening):
    evening.join(ADA)
    evening.wait(5, ADA)
    assert evening.join(ADA, cause="once-more-of-it")["waited"] == 5
    assert evening.join(ADA, seats=3)["waited"] == 0
    evening.join(BOB)
    evening.meeting.look()
    assert evening.look(BOB)["status"] == "waiting"
    assert evening.look(ADA)["seats"] == 3


def test_who_leaves_or_shows_no_sign_is_matched_with_nobody(evening: Evening):
    evening.join(ADA)
    assert evening.leave(ADA) is True
    assert evening.leave(ADA, cause="left-twice") is False
    assert evening.look(ADA)["status"] == "none"
    evening.join(ADA, cause="joined-anew")
    evening.wait(LOST / 1000 + 1)
    evening.join(BOB)
    evening.wait(1, BOB)
    assert evening.look(BOB)["status"] == "waiting"
    evening.wait(GRACE / 1000, BOB)
    assert evening.look(ADA)["status"] == "none"


def test_a_page_that_is_only_loaded_anew_keeps_its_place_and_one_that_is_closed_does_not(evening: Evening):
    evening.join(ADA)
    evening.wait(3, ADA)
    assert evening.leave(ADA, may_come_back=True) is True
    evening.join(BOB)
    evening.wait(1, BOB)
    assert evening.look(BOB)["status"] == "waiting"  # nobody is matched with a page that is closed
    assert evening.look(ADA)["waited"] == 4
    assert evening.leave(ADA, may_come_back=True, cause="closed-again") is True
    evening.wait(GRACE / 1000 + 1, BOB)
    assert evening.look(ADA)["status"] == "none"
    assert evening.leave(EVE, may_come_back=True) is False


def test_who_does_not_sit_down_in_time_loses_the_place_and_the_other_waits_on(evening: Evening, together: str):
    evening.wait(5)
    assert evening.sit(ADA, together).status_code == 200
    evening.wait(TO_SIT_DOWN / 1000 - 6, BOB)
    assert evening.found(BOB) == together
    evening.wait(2, ADA)
    assert evening.look(BOB)["status"] == "none"
    assert evening.look(ADA)["status"] == "waiting"
    assert evening.look(ADA)["waited"] >= TO_SIT_DOWN / 1000
    late = evening.sit(BOB, together)
    assert (late.status_code, late.json["sentence"]) == (409, "this table is closed")
    evening.join(EVE)
    evening.meeting.look()
    assert evening.found(ADA) == evening.found(EVE) != together


def test_whoever_leaves_what_was_found_sends_the_other_back_at_once(evening: Evening, together: str):
    evening.sit(ADA, together)
    assert evening.leave(BOB) is True
    refused = evening.sit(BOB, together)
    assert refused.status_code == 403
    assert refused.json["sentence"] == "your place at this table is gone: the others wait for players again"
    evening.wait(1)
    assert evening.look(ADA)["status"] == "waiting"


def test_whoever_sits_is_in_no_other_group_until_they_stand_up(evening: Evening, together: str):
    evening.sit(ADA, together)
    assert evening.leave(ADA) is False
    assert evening.join(ADA, seats=3)["table"] == together
    evening.ask(ADA, "POST", f"/tables/{together}/leave")
    assert evening.join(ADA, seats=3)["status"] == "waiting"
    evening.wait(1)
    assert evening.look(BOB)["status"] == "none"  # who did not sit yet asks again


def test_a_group_of_which_somebody_has_gone_meanwhile_is_none(evening: Evening):
    """Whoever matches has read who waits a moment ago."""
    for who in (ADA, BOB):
        evening.join(who)
    seen = tuple(evening.queue.tickets())
    assert len(seen) == 2
    group = Group("a0table00000", "queue-0001", 0, seen)
    evening.leave(BOB)
    assert evening.queue.match(group) is False
    evening.join(BOB, cause="bob-joins-anew")
    assert evening.queue.match(group) is False  # with another ticket
    group = group._replace(tickets=tuple(evening.queue.tickets()))
    evening.leave(ADA, may_come_back=True)
    assert evening.queue.match(group) is False
    evening.look(ADA)
    assert evening.queue.match(group) is True
    assert evening.queue.match(group) is False
    assert evening.queue.match(group._replace(table="another00000")) is False
    evening.queue.redis.delete("queue:matched", "queue:found")


def test_two_who_blocked_each_other_never_meet(evening: Evening):
    Blocks(evening.queue.redis).add(BOB, ADA)
    for who in (ADA, BOB):
        evening.join(who)
    evening.wait(100, ADA, BOB)
    assert evening.look(ADA)["status"] == "waiting"
    evening.join(EVE)
    evening.meeting.look()
    assert evening.found(EVE) == evening.found(ADA)


def test_the_wait_to_expect_is_the_middle_of_those_before(evening: Evening):
    for seconds in (9, 2, 4):
        evening.join(ADA, cause=f"waits-{seconds:03}")
        evening.wait(seconds, ADA)
        evening.join(BOB, cause=f"comes-{seconds:03}")
        evening.meeting.look()
        table = evening.found(ADA)
        for who in (ADA, BOB):
            evening.sit(who, table)
        evening.meeting.look()
    assert sorted(evening.queue.waits(POOL)) == [0, 0, 0, 2000, 4000, 9000]
    assert evening.join(EVE)["expected"] == 0


def test_after_a_pause_of_the_product_everybody_has_a_moment_to_come_back(evening: Evening):
    evening.join(ADA)
    evening.join(BOB)
    evening.at += 3600
    evening.restarted().look()
    assert evening.queue.matched() == []  # nobody knows whether they are still there
    assert evening.look(ADA)["status"] == evening.look(BOB)["status"] == "waiting"
    evening.at -= 7200  # the clock is set back
    evening.meeting.look()
    assert evening.look(ADA)["status"] == evening.look(BOB)["status"] == "waiting"
    evening.meeting.look()
    assert evening.found(ADA) == evening.found(BOB)


def test_after_a_pause_there_is_time_to_sit_down(evening: Evening, together: str):
    evening.at += 3600
    evening.restarted().look()
    for who in (ADA, BOB):
        assert evening.sit(who, together).status_code == 200
    evening.meeting.look()
    assert evening.queue.matched() == []


def test_what_is_lost_of_the_queue_lets_nobody_sit_twice(evening: Evening, together: str):
    evening.sit(ADA, together)
    for key in evening.queue.redis.scan_iter("queue:*"):
        evening.queue.redis.delete(key)
    assert evening.sit(BOB, together).status_code == 403
    assert evening.join(ADA)["status"] == "waiting"


def test_whoever_sits_at_as_many_tables_as_one_may_waits_for_no_more(evening: Evening, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(seats(), "waiting", 1)
    opened = evening.ask(ADA, "POST", "/tables", **CLASSIC).json["id"]
    evening.sit(ADA, opened)
    refused = evening.ask(ADA, "POST", "/tables/queue", **CLASSIC)
    assert refused.status_code == 403
    assert "you are waiting at 1 table," in refused.json["sentence"]
    monkeypatch.setattr(seats(), "playing", 0)
    refused = evening.ask(ADA, "POST", "/tables/queue", **CLASSIC)
    assert "you are playing 0 matches with others" in refused.json["sentence"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": 1},
        {"seats": 5},
        {"game": "chess"},
        {"options": {"mode": "x"}},
        {"clock": {"kind": "turn", "seconds": 1}},
    ],
)
def test_what_no_table_could_have_is_refused(evening: Evening, wrong: dict[str, Any]):
    assert evening.ask(ADA, "POST", "/tables/queue", **CLASSIC | wrong).status_code in (400, 403)


def test_bots_do_not_wait_there(evening: Evening):
    platform = evening.platform
    headers = {HEADER: sign(platform.key, "bot:greedy@1")}
    answer: Any = platform.clients["tables"].get("/tables/queue", headers=headers)
    assert answer.status_code == 409
    assert answer.json["sentence"] == "people wait for each other here: bots are asked to tables"


def test_whoever_is_rated_waits_with_their_rating(evening: Evening):
    book = Book(players={f"person:{ADA}": Point(worth=Worth(31_000_000, 4_000_000))})
    with patch.object(Books, "now", lambda _, pool: book if pool == "quadropolis-classic" else Book()):
        evening.join(ADA)
        evening.join(BOB, options={"mode": "expert"})
    assert {ticket.person: ticket.mu for ticket in evening.queue.tickets()} == {ADA: 31_000_000, BOB: START.mu}
