"""The daily deal, where the services decide: committed before, one try each, sealed until its day is over."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from infra import verify as verifier
from infra.verify import verify
from services.matchmaking.daily import DailyDeals
from shared.ledger.envelope import moment, stamp
from shared.ledger.ids import id_from
from shared.platform.deal import Deal
from shared.platform.deals import Days, Deals
from shared.platform.streams import Streams
from shared.web.identity import HEADER, sign
from shared.web.ledger import streams
from tests.services.conftest import Platform

pytestmark = pytest.mark.server

ADA, BEA, EVE = "ada000000000", "bea000000000", "eve000000000"
EVENING = datetime(2026, 11, 29, 18, tzinfo=UTC)
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
DAY = timedelta(days=1)
TODAY = "daily:2026-11-30:sprawlopolis"
SEALED = "others may still play the same draws: this match is shown when all of them are over"


class Clock:
    """The time of all services."""

    def __init__(self, platform: Platform) -> None:
        self.platform = platform
        self.time = EVENING
        for read in (platform.streams, streams()):
            for handler in (read.deals, read.matches, read.scores, read.blind):
                handler.now = lambda: self.time

    def go(self, to: datetime) -> None:
        self.time = to
        self.round()

    def round(self) -> None:
        self.platform.settle()
        for _, act in self.platform.tables.daily.duties():
            act()
        self.platform.settle()


@pytest.fixture
def clock(platform: Platform) -> Clock:
    found = Clock(platform)
    found.round()
    found.go(NOON)
    return found


def deal(platform: Platform, name: str = TODAY) -> str:
    found = Deals(platform.redis).of(name)
    assert found
    return found


def graded(file: bytes) -> str:
    """The clock of these tests stands still while people play, as no real one does: only that is doubted."""
    verdict = verify(file)
    assert verdict.failures == ()
    assert all("moment" in doubt.wrong or "is dated" in doubt.wrong for doubt in verdict.doubts), verdict.doubts
    return verifier.grade(verifier.read(file))


def play(platform: Platform, who: str, id_: str | None = None) -> Any:
    return platform.ask(who, "POST", "/matches/deals", deal=id_ or deal(platform), cause=f"play-{who}")


def begun(platform: Platform, who: str, id_: str | None = None) -> str:
    answer = play(platform, who, id_)
    assert answer.status_code == 200, answer.text
    platform.settle()
    return str(answer.json["id"])


def to_the_end(platform: Platform, who: str, id_: str, nth: int = 0) -> None:
    while (seen := platform.ask(who, "GET", f"/matches/{id_}").json or {})["legal_moves"]:
        moves = seen["legal_moves"]
        body = {"turn": seen["turn"], "move": moves[nth % len(moves)], "cause": f"move-{seen['turn']:04}"}
        assert platform.ask(who, "POST", f"/matches/{id_}/moves", **body).status_code == 200
        platform.settle()


def listed(platform: Platform, who: str = EVE, game: str = "sprawlopolis", date: str = "2026-11-30") -> Any:
    answer = platform.ask(who, "GET", f"/tables/deals?date={date}")
    assert answer.status_code == 200, answer.text
    return next(one for one in (answer.json or {})["deals"] if one["game"] == game)


def test_it_is_committed_the_day_before_and_ended_after_its_day(platform: Platform, clock: Clock):
    names = sorted(Deals(platform.redis).all())
    assert [name for name in names if "sprawlopolis" in name] == [
        f"daily:2026-{day}:sprawlopolis" for day in ("11-29", "11-30", "12-01")
    ]
    committed = platform.streams.deals.reader.past(f"deal:{deal(platform)}").entries[0]
    assert (committed.envelope.at, committed.event.begins) == ("2026-11-29T18:00:00.000Z", "2026-11-30T00:00:00.000Z")
    first = platform.streams.deal(deal(platform, "daily:2026-11-29:sprawlopolis"))  # on the day when it was committed
    assert (first.state.facts.begins, first.state.is_ended) == ("2026-11-29T18:00:00.000Z", True)
    assert not platform.streams.deal(deal(platform)).state.is_ended
    clock.go(NOON + DAY)
    assert platform.streams.deal(deal(platform)).state.is_ended


def test_a_clock_that_goes_back_undoes_nothing_and_two_do_it_once(platform: Platform, clock: Clock):
    def versions() -> dict[str, int]:
        return {name: platform.streams.deal(id_).version for name, id_ in Deals(platform.redis).all().items()}

    clock.go(NOON + DAY)
    before = versions()
    clock.go(NOON - DAY)
    other = DailyDeals(Streams(platform.streams.ledger), Deals(platform.redis))
    other.streams.deals.now = lambda: clock.time
    both = [act for one in (platform.tables.daily, other) for _, act in one.duties()]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda act: act(), both))
    assert versions() == before
    clock.go(NOON + 2 * DAY)
    assert {name: version for name, version in versions().items() if name in before} == dict.fromkeys(
        [name for name in before if "12-02" not in name], 2
    ) | {name: 1 for name in before if "12-02" in name}


def test_two_schedulers_of_an_empty_server_commit_the_same_deals(platform: Platform):
    clock = Clock(platform)
    some = [DailyDeals(Streams(platform.streams.ledger), Deals(platform.redis)) for _ in range(3)]
    for one in some:
        one.streams.deals.now = lambda: clock.time
    acts = [act for one in some for _, act in one.duties()]
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(lambda act: act(), acts))
    assert len(Deals(platform.redis).all()) == 4
    assert sorted(platform.streams.ledger.ids("deal")) == sorted(Deals(platform.redis).all().values())


def test_a_process_that_dies_between_name_and_deal_is_followed_by_another(platform: Platform):
    clock = Clock(platform)
    reserved = Deals(platform.redis).id_for("daily:2026-11-29:sprawlopolis", id_from(b"any"))
    clock.round()
    assert deal(platform, "daily:2026-11-29:sprawlopolis") == reserved
    assert platform.streams.deal(reserved).version == 1


def test_everybody_has_one_try_however_often_and_from_wherever_it_is_asked_for(platform: Platform, clock: Clock):
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda number: play(platform, ADA), range(4)))
    assert [answer.status_code for answer in answers] == [200] * 4
    assert len({answer.json["id"] for answer in answers}) == 1
    id_ = begun(platform, ADA)
    to_the_end(platform, ADA, id_)
    assert begun(platform, ADA) == id_
    assert begun(platform, BEA) != id_
    assert len(platform.streams.ledger.ids("match")) == 2
    clock.go(NOON + DAY)
    assert begun(platform, ADA) == id_  # found also when nobody can begin any more


def test_it_is_played_on_its_day_alone_and_by_people(platform: Platform, clock: Clock):
    tomorrow = deal(platform, "daily:2026-12-01:sprawlopolis")
    early = play(platform, ADA, tomorrow)
    assert (early.status_code, early.json["sentence"]) == (403, "this deal has not begun yet")
    clock.go(NOON + DAY)
    late = play(platform, ADA)
    sentence = "this deal is over: nobody can begin to play it any more"
    assert (late.status_code, late.json["sentence"]) == (403, sentence)
    assert play(platform, ADA, "zzzzzzzzzzzz").status_code == 404
    assert platform.streams.ledger.ids("match") == []


def test_none_starts_whose_deal_ends_while_it_is_asked_for(platform: Platform, clock: Clock, monkeypatch: Any):
    def last_moment(found: Deal) -> None:
        """The request is looked at in time, and what it leads to would be written too late."""
        assert found.is_playable(moment(stamp(clock.time)))
        clock.time += timedelta(milliseconds=1)

    monkeypatch.setattr("services.game_command.deals.check_time", last_moment)
    clock.time = datetime(2026, 11, 30, 23, 59, 59, 999_000, tzinfo=UTC)
    late = play(platform, ADA)
    sentence = "this deal is over: nobody can begin to play it any more"
    assert (late.status_code, late.json["sentence"]) == (403, sentence)
    clock.time -= timedelta(milliseconds=2)
    id_ = begun(platform, ADA)
    to_the_end(platform, ADA, id_)
    clock.go(NOON + DAY)
    assert graded(platform.ask(EVE, "GET", f"/matches/{id_}/export").data) == "committed only"


def test_a_bot_plays_no_deal(platform: Platform, clock: Clock):
    headers = {HEADER: sign(platform.key, "bot:zaphod@1")}
    body = {"deal": deal(platform), "cause": "play-0001"}
    answer = platform.clients["matches"].post("/matches/deals", json=body, headers=headers)
    assert answer.json
    assert answer.json["sentence"] == "people play deals: bots sit where a deal has them"


def test_all_meet_the_same_luck_and_the_list_says_who_did_how_well(platform: Platform, clock: Clock):
    ids = {who: begun(platform, who) for who in (ADA, BEA)}
    matches = [platform.streams.match(id_).state for id_ in ids.values()]
    assert matches[0].draws == matches[1].draws
    to_the_end(platform, ADA, ids[ADA])
    assert [one["player"] for one in listed(platform)["results"]] == [f"person:{ADA}"]
    assert listed(platform)["playing"] == 1
    to_the_end(platform, BEA, ids[BEA], nth=7)
    found = listed(platform)
    above = {}
    for who, id_ in ids.items():
        count = platform.streams.score(id_)
        assert count
        above[f"person:{who}"] = count.points[0] - (count.target or 0)
    assert {one["player"]: one["points"] for one in found["results"]} == above
    assert [one["points"] for one in found["results"]] == sorted(above.values(), reverse=True)
    assert {one["match"] for one in found["results"]} == {None}
    assert [one["match"] for one in listed(platform, ADA)["results"] if one["match"]] == [ids[ADA]]
    assert listed(platform, ADA)["match"] == ids[ADA]


def test_against_bots_of_a_level_the_own_points_count(platform: Platform, clock: Clock):
    id_ = begun(platform, ADA, deal(platform, "daily:2026-11-30:quadropolis"))
    to_the_end(platform, ADA, id_)
    count = platform.streams.score(id_)
    assert count
    (found,) = listed(platform, game="quadropolis")["results"]
    assert (found["rank"], found["points"]) == (1, count.points[0])
    assert set(platform.streams.match(id_).state.players[1:]) == {"bot:level_2@1"}
    points: Any = platform.ask(ADA, "GET", f"/scoring/matches/{id_}").json
    assert (points["unrated"], points["ratings"]) == ("Not rated: ranked among those who had the same draws.", None)


def test_who_gives_up_is_listed_so_and_who_is_late_is_not(platform: Platform, clock: Clock):
    gone, late = begun(platform, ADA), begun(platform, BEA)
    assert platform.ask(ADA, "POST", f"/matches/{gone}/resign", cause="resign-01").status_code == 200
    platform.settle()
    assert [(one["rank"], one["points"]) for one in listed(platform)["results"]] == [(None, None)]
    clock.go(NOON + DAY)
    to_the_end(platform, BEA, late)
    assert platform.streams.match(late).state.is_over
    assert [one["player"] for one in listed(platform)["results"]] == [f"person:{ADA}"]


def walked(platform: Platform, who: str, id_: str) -> list[Any]:
    """All that the services tell of a match, and what they let be done with it."""
    looks = [
        platform.ask(who, "GET", path)
        for path in (f"/matches/{id_}", f"/matches/{id_}?at=3", f"/matches/{id_}/export", f"/scoring/matches/{id_}")
    ]
    body = {"match": id_, "version": 9, "cause": "branch-01"}
    acts = [
        platform.ask(who, "POST", f"/matches/{id_}/resign", cause="resign-01"),
        platform.ask(who, "POST", f"/matches/{id_}/moves", cause="move-0001", turn=1, move=MOVE),
    ]
    return [*looks, *acts, platform.ask(who, "POST", "/tables/branches", **body)]


MOVE = {"name": "play_card", "card": 1, "place": {"row": 0, "column": 0}, "turned": False}


def test_nobody_but_its_player_learns_anything_of_it_before_the_day_is_over(platform: Platform, clock: Clock):
    id_ = begun(platform, ADA)
    begun(platform, BEA)
    platform.redis.hset("person:operator0000", mapping={"state": "account", "roles": "operator"})
    for _ in ("while it runs", "when it is over"):
        for who in (BEA, EVE, "operator0000"):
            answers = walked(platform, who, id_)
            assert [answer.status_code for answer in answers] == [403] * 7
            assert {answer.json["sentence"] for answer in answers[:-1]} == {SEALED}
        to_the_end(platform, ADA, id_)
    mine = platform.ask(ADA, "GET", f"/matches/{id_}")
    assert mine.status_code == 200
    own = platform.ask(ADA, "GET", f"/matches/{id_}/export").data
    seed = platform.streams.deal(deal(platform)).state.facts.seed
    assert seed.encode() not in own
    assert (graded(own), b'"orders"' in own) == ("still running", False)
    refused = platform.ask(ADA, "POST", "/tables/branches", match=id_, version=9, cause="branch-02")
    assert refused.json
    sentence = "others may still play the same draws: it can be played on once all of them are over"
    assert refused.json["sentence"] == sentence
    everything = platform.ask(EVE, "GET", "/tables/deals?date=2026-11-30").text
    assert seed not in everything
    assert id_ not in everything
    clock.go(NOON + DAY)
    opened = platform.ask(EVE, "GET", f"/matches/{id_}/export")
    assert graded(opened.data) == "committed only"
    assert listed(platform)["seed"] == seed
    assert platform.ask(EVE, "POST", "/tables/branches", match=id_, version=9, cause="branch-03").status_code == 201


def test_a_streak_is_counted_from_the_records(platform: Platform, clock: Clock):
    days = Days(platform.streams, platform.rows, Deals(platform.redis))
    assert days.streak(f"person:{ADA}") == 0
    for day in range(3):
        clock.go(NOON + day * DAY)
        id_ = begun(platform, ADA, deal(platform, f"daily:{clock.time.date()}:sprawlopolis"))
        to_the_end(platform, ADA, id_)
        assert days.streak(f"person:{ADA}") == day + 1
    clock.go(NOON + 3 * DAY)
    assert days.streak(f"person:{ADA}") == 3  # today can still be played
    clock.go(NOON + 4 * DAY)
    assert days.streak(f"person:{ADA}") == 0
