"""Squatting: how many seats one person may hold, and what happens to a seat whose player never comes."""

import re
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from redis import Redis

from infra import verify
from services.console import verify as by_the_rules
from services.game_command.absent import waiting
from shared.errors import Unavailable
from shared.ledger.decider import Message
from shared.platform.match import Abort, Command
from shared.platform.records.export import export
from shared.settings import settings
from shared.web.seats import _plays, _waits_at
from tests.services.conftest import Platform
from tests.waiting import until

pytestmark = pytest.mark.server


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("URBANIST_SEATS_WAITING", "3")
    monkeypatch.setenv("URBANIST_SEATS_PLAYING", "2")


def opened(platform: Platform, number: int, seats: int = 2, by: str = "host") -> str:
    body = {"game": "quadropolis", "seats": seats, "cause": f"open-{number:04}"}
    return str(platform.ask(by, "POST", "/tables", **body).json["id"])  # type: ignore[index]


def sit(platform: Platform, who: str, id_: str, cause: str = "sit-00001") -> Any:
    return platform.ask(who, "POST", f"/tables/{id_}/seats", nonce_hash=None, cause=cause)


def test_one_person_waits_at_a_limited_number_of_tables_however_fast_they_sit_down(platform: Platform):
    tables = [opened(platform, number) for number in range(20)]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda id_: sit(platform, "eve", id_), tables))
    taken = [id_ for id_, answer in zip(tables, answers, strict=True) if answer.status_code == 200]
    assert len(taken) == 3
    refused = next(answer for answer in answers if answer.status_code != 200)
    assert refused.status_code == 403
    assert refused.json["sentence"] == "you are waiting at 3 tables, which is the limit: leave one of them first"
    seated = [id_ for id_ in tables if platform.streams.table(id_).state.seat_of("person:eve") is not None]
    assert seated == taken
    assert sit(platform, "eve", taken[0]).status_code == 200  # the same command again
    assert sit(platform, "bob", tables[0]).status_code == 200  # others sit down as before
    assert platform.ask("eve", "POST", f"/tables/{taken[1]}/leave", cause="leave-0001").status_code == 200
    free = next(id_ for id_ in tables if id_ not in taken and id_ != tables[0])
    assert sit(platform, "eve", free).status_code == 200


def test_a_command_that_is_refused_reserves_no_seat(platform: Platform):
    full = opened(platform, 0)
    for who in ("ada", "bob"):
        sit(platform, who, full)
    for number in range(6):
        assert sit(platform, "eve", full, f"sit-{number:05}").status_code == 409
        assert sit(platform, "eve", "aaaaaaaaaaaa", f"sit-{number:05}").status_code == 404
    assert sit(platform, "eve", opened(platform, 1)).status_code == 200


def test_matches_with_others_are_limited_and_those_with_bots_alone_are_not(platform: Platform, monkeypatch: Any):
    monkeypatch.setattr("shared.web.seats.FRESH", 0)
    for number in range(5):
        with_bot = {"game": "quadropolis", "seats": 2, "bots": ["greedy"], "cause": f"bots-{number:04}"}
        id_ = platform.ask("eve", "POST", "/tables", **with_bot).json["id"]  # type: ignore[index]
        assert sit(platform, "eve", id_).status_code == 200
        platform.matches.start_match(id_)
    found = []
    for number in range(2):
        id_ = opened(platform, number)
        assert [sit(platform, who, id_).status_code for who in ("eve", "bob")] == [200, 200]
        platform.matches.start_match(id_)
        found.append(id_)
    waiting = [sit(platform, "eve", opened(platform, number)) for number in range(10, 12)]
    assert [answer.status_code for answer in waiting] == [200, 403]
    bound = "you are playing 2 matches with others, which is the limit: finish or resign one first"
    assert waiting[1].json["sentence"] == bound
    assert platform.ask("eve", "POST", f"/matches/{found[0]}/resign", cause="resign-001").status_code == 200
    assert sit(platform, "eve", opened(platform, 12)).status_code == 200


def test_a_limit_of_one_is_said_of_one():
    assert str(_waits_at(1)) == "you are waiting at 1 table, which is the limit: leave it first"
    assert str(_plays(1)) == "you are playing 1 match with others, which is the limit: finish or resign it first"


def playing(platform: Platform, people: tuple[str, ...]) -> tuple[str, list[str]]:
    """A match of these players, by seat; the first of them is called first."""
    id_ = opened(platform, 99, len(people))
    for who in people:
        sit(platform, who, id_)
    platform.settle()
    first = platform.streams.match(id_).state.called[0]
    return id_, [*people[first:], *people[:first]]


def agree(platform: Platform, id_: str, who: str, **more: Any) -> Any:
    match = platform.streams.match(id_).state
    body = {"absent": match.called[0], "turn": match.turn, "cause": f"agree-{match.version:04}-{who}"}
    return platform.ask(who, "POST", f"/matches/{id_}/stand_in", **{**body, **more})


def be_patient(monkeypatch: pytest.MonkeyPatch, seconds: str) -> None:
    monkeypatch.setenv("URBANIST_ABSENT_AFTER", seconds)
    settings.cache_clear()


def test_a_seat_that_never_moved_is_played_on_by_a_bot_when_all_others_agree(platform: Platform, monkeypatch: Any):
    id_, (squatter, ada, bob) = playing(platform, ("eve", "ada", "bob"))
    early = agree(platform, id_, ada)
    assert early.status_code == 403
    waited = r"a bot may take over 180 seconds after this player was called \(so far: \d+\)"
    assert re.fullmatch(waited, early.json["sentence"])
    be_patient(monkeypatch, "0.8")
    monkeypatch.setattr("services.game_command.absent.WAIVED_AFTER", 1000)
    until_due(platform, id_, 0.8)
    assert agree(platform, id_, ada).status_code == 200
    assert platform.streams.match(id_).state.players.count("bot:any_move@1") == 0
    assert agree(platform, id_, "zoe").status_code == 409
    before = platform.streams.match(id_).version
    body = {"absent": platform.streams.match(id_).state.called[0], "turn": platform.streams.match(id_).state.turn}
    for _ in range(2):  # the same form again is the same answer
        assert agree(platform, id_, bob, cause="agree-form", **body).json == {"version": before + 2}
    match = platform.streams.match(id_).state
    told = [entry.envelope.type for entry in past(platform, id_)[before:]]
    assert told == ["match.stand_in_agreed", "match.stand_in_seated"]
    assert match.seat_of(f"person:{squatter}") is None
    platform.settle()
    now = platform.streams.match(id_).state
    assert now.players[now.called[0]] == f"person:{ada}"  # the bot has moved
    abort: Command = Abort(reason="operator")
    called_off = Message(stream=f"match:{id_}", by="operator:op", cause="abort-0001", command=abort)
    platform.streams.matches.handle(called_off)
    record = export(platform.streams.ledger, id_)
    assert verify.verify(record).grade == by_the_rules.verify(record).grade == verify.COMMITTED


def until_due(platform: Platform, id_: str, seconds: float) -> None:
    called = past(platform, id_)[platform.streams.match(id_).state.turn - 1].envelope
    until(lambda: waiting(id_, called) >= seconds)


def past(platform: Platform, id_: str) -> Any:
    return platform.streams.matches.reader.past(f"match:{id_}").entries


def test_nobody_waits_for_the_consent_of_another_who_never_came(platform: Platform, monkeypatch: Any):
    be_patient(monkeypatch, "0")
    id_, (_, ada, _) = playing(platform, ("eve", "ada", "mallory"))
    assert agree(platform, id_, ada).status_code == 200
    assert platform.streams.match(id_).state.players.count("bot:any_move@1") == 1


def test_nor_does_who_agreed_before_the_other_one_had_been_waited_for_long_enough(platform: Platform, monkeypatch: Any):
    be_patient(monkeypatch, "0")
    monkeypatch.setattr("services.game_command.api.waived_for", lambda *_: frozenset())
    id_, (eve, ada, mallory) = playing(platform, ("eve", "ada", "mallory"))
    assert agree(platform, id_, ada, cause="agree-0001").status_code == 200
    early = agree(platform, id_, ada, cause="agree-0002")
    assert (early.status_code, early.json["sentence"]) == (403, "you have agreed already")
    seats = platform.streams.match(id_).state.players
    never_came = frozenset({seats.index(f"person:{mallory}")})
    monkeypatch.setattr("services.game_command.api.waived_for", lambda *_: never_came)
    assert agree(platform, id_, ada, cause="agree-0003").status_code == 200
    match = platform.streams.match(id_).state
    assert match.players[seats.index(f"person:{eve}")] == "bot:any_move@1"


def test_a_player_who_has_moved_may_take_their_time(platform: Platform, monkeypatch: Any):
    be_patient(monkeypatch, "0")
    id_, (ada, bob) = playing(platform, ("ada", "bob"))
    for who in (ada, bob):
        seen: Any = platform.ask(who, "GET", f"/matches/{id_}").json
        body = {"turn": seen["turn"], "move": seen["legal_moves"][0], "cause": f"move-{seen['turn']:04}"}
        assert platform.ask(who, "POST", f"/matches/{id_}/moves", **body).status_code == 200
    called = platform.streams.match(id_).state.called[0]
    other = next(who for who in (ada, bob) if platform.streams.match(id_).state.players[called] != f"person:{who}")
    refused = agree(platform, id_, other)
    assert refused.status_code == 403
    assert refused.json["sentence"] == "this player has already moved in this match and may take their time"
    assert agree(platform, id_, other, turn=3).status_code == 409


def test_the_opener_frees_a_seat_by_naming_its_player(platform: Platform):
    id_ = opened(platform, 1, 3)
    sit(platform, "eve", id_)
    body = {"seat": 0, "player": "person:eve"}
    assert platform.ask("bob", "POST", f"/tables/{id_}/unseat", cause="away-0001", **body).status_code == 403
    for _ in range(2):
        answer = platform.ask("host", "POST", f"/tables/{id_}/unseat", cause="away-0002", **body)
        assert answer.status_code == 200
    sit(platform, "bob", id_)
    late = platform.ask("host", "POST", f"/tables/{id_}/unseat", cause="away-0003", **body)
    assert (late.status_code, late.json["sentence"]) == (403, "the player who was meant no longer sits there")  # type: ignore[index]
    unnamed = platform.ask("host", "POST", f"/tables/{id_}/unseat", cause="away-0004", seat=0)
    assert unnamed.json["sentence"] == "no bot sits there"  # type: ignore[index]
    left = platform.streams.tables.reader.past(f"table:{id_}").entries[2].envelope
    assert (left.type, left.by) == ("table.seat_left", "person:host")


def test_leaving_is_answered_even_if_the_reservation_can_not_be_given_back(platform: Platform, monkeypatch: Any):
    def away(*_: Any) -> None:
        raise Unavailable("the server is not answering")

    id_ = opened(platform, 0)
    sit(platform, "eve", id_)
    monkeypatch.setattr("shared.web.seats.Seats.give_back", away)
    assert platform.ask("eve", "POST", f"/tables/{id_}/leave", cause="leave-0001").status_code == 200
    assert platform.streams.table(id_).state.seat_of("person:eve") is None


@pytest.mark.parametrize("hours", [-48, 48])
def test_needless_reservations_are_found_however_the_clock_was_set(platform: Platform, hours: int):
    tables = [opened(platform, number) for number in range(4)]
    with Redis.from_url(settings().redis_url) as client:
        client.zadd("person:eve:seats", dict.fromkeys(tables[:3], time.time() + hours * 3600))
    assert sit(platform, "eve", tables[3]).status_code == 200
