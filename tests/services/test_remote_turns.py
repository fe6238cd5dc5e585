"""A remote bot never holds up a match: who answers too late, or twice with nonsense, has this one turn played."""

from typing import Any

import pytest
from structlog.testing import capture_logs
from werkzeug.test import TestResponse

from services.game_command import remote
from services.game_command.remote import DUE
from shared.bots import stand_in
from shared.ledger.absences import PERIODS
from shared.platform.match import StandIn
from shared.roster import Kind, Offer, Plays
from shared.roster.roster import UP
from shared.settings import settings
from shared.web.identity import HEADER, sign
from shared.web.ledger import absences, streams
from shared.web.rosters import roster
from tests.services.conftest import Platform

pytestmark = pytest.mark.server
GAMES = {"quadropolis": Plays((2,), {})}
ZAPHOD = Offer("zaphod", 1, Kind.REMOTE, GAMES, 5, at_once=9, owner="ada")


@pytest.fixture
def match(platform: Platform) -> str:
    """In which the bot is called."""
    roster().announce(ZAPHOD)
    opened = platform.ask("ada", "POST", "/tables", game="quadropolis", seats=2, bots=["zaphod"], cause="open-0001")
    assert opened.json
    id_ = str(opened.json["id"])
    as_bot(platform, "tables", f"/tables/{id_}/accept", cause="accept-1")
    platform.ask("ada", "POST", f"/tables/{id_}/seats", cause="sit-0001")
    platform.settle()
    until_called(platform, id_)
    return id_


def as_bot(platform: Platform, prefix: str, path: str, **body: Any) -> TestResponse:
    return platform.clients[prefix].post(path, json=body, headers={HEADER: sign(platform.key, ZAPHOD.player)})


def until_called(platform: Platform, id_: str) -> None:
    while ZAPHOD.player not in called(platform, id_):
        seen = platform.ask("ada", "GET", f"/matches/{id_}").json
        assert seen
        body = {"turn": seen["turn"], "move": seen["legal_moves"][0], "cause": f"her-move-{seen['turn']}"}
        assert platform.ask("ada", "POST", f"/matches/{id_}/moves", **body).status_code == 200
        platform.settle()


def seen_by_bot(platform: Platform, id_: str) -> dict[str, Any]:
    answer = platform.clients["matches"].get(f"/matches/{id_}", headers={HEADER: sign(platform.key, ZAPHOD.player)})
    assert answer.json
    return dict(answer.json)


def called(platform: Platform, id_: str) -> list[str]:
    found = platform.streams.match(id_).state
    return [found.players[seat] for seat in found.called]


def events(platform: Platform, id_: str) -> list[Any]:
    return [entry.event for entry in platform.streams.matches.reader.past(f"match:{id_}").since(0)]


def stood_in(platform: Platform, id_: str) -> list[tuple[int, str, str]]:
    return [
        (event.seat, event.player, event.reason) for event in events(platform, id_) if type(event).__name__ == "StoodIn"
    ]


def time_passes(platform: Platform, seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """For what is due, and for how long somebody has waited: as if the product had been there all along."""
    client: Any = platform.redis
    for turn in client.zrange(DUE, 0, -1):
        client.zincrby(DUE, -seconds, turn)
    for known in (platform.matches.absences, absences()):
        known.client.delete(PERIODS)
        monkeypatch.setattr(known, "periods", ())
        now = known.clock
        monkeypatch.setattr(known, "clock", lambda now=now: now() + seconds)


def test_a_turn_that_is_not_answered_in_time_is_played_by_the_stand_in(
    platform: Platform, match: str, monkeypatch: pytest.MonkeyPatch
):
    seat = platform.streams.match(match).state.players.index(ZAPHOD.player)
    turn, move = platform.streams.match(match).state.turn, seen_by_bot(platform, match)["legal_moves"][0]
    platform.rounds()
    assert stood_in(platform, match) == []
    time_passes(platform, ZAPHOD.seconds + 1, monkeypatch)
    roster().announce(ZAPHOD)
    platform.rounds()
    platform.settle()
    assert stood_in(platform, match) == [(seat, stand_in(), "late")]
    assert platform.streams.match(match).state.players[seat] == ZAPHOD.player
    assert [(each.match, each.turn) for each in roster().errors(ZAPHOD.player)] == [(match, turn)]
    platform.rounds()
    assert len(stood_in(platform, match)) == 1
    late = {"turn": turn, "move": move, "cause": "late-move"}
    assert as_bot(platform, "matches", f"/matches/{match}/moves", **late).status_code == 409


def test_turns_with_more_time_than_they_had_are_in_nobodys_way(
    platform: Platform, match: str, monkeypatch: pytest.MonkeyPatch
):
    """Registered anew with more seconds, and as many turns as one round looks at."""
    monkeypatch.setattr(remote, "AT_ONCE", 1)
    roster().register(ZAPHOD._replace(seconds=120))
    time_passes(platform, ZAPHOD.seconds + 1, monkeypatch)
    platform.redis.zadd(DUE, {"some0match00 1 0": platform.redis.time()[0]})
    platform.rounds()
    assert stood_in(platform, match) == []
    assert [turn.match for turn in remote.overdue()] == ["some0match00"]
    time_passes(platform, 120, monkeypatch)
    platform.redis.zrem(DUE, "some0match00 1 0")
    platform.rounds()
    assert len(stood_in(platform, match)) == 1


def test_nobody_waits_long_for_a_bot_that_was_not_there_and_that_is_no_failure(
    platform: Platform, match: str, monkeypatch: pytest.MonkeyPatch
):
    platform.redis.zadd(UP, {ZAPHOD.player: platform.redis.time()[0] - 60})
    platform.redis.delete(DUE)
    platform.matches.call_bots(match)
    platform.rounds()
    assert stood_in(platform, match) == []
    assert settings().bot_patience < ZAPHOD.seconds - 1
    time_passes(platform, settings().bot_patience + 1, monkeypatch)
    platform.rounds()
    assert [reason for _, _, reason in stood_in(platform, match)] == ["away"]
    assert roster().errors(ZAPHOD.player) == []


def test_a_bot_that_leaves_before_its_answer_is_due_is_late(
    platform: Platform, match: str, monkeypatch: pytest.MonkeyPatch
):
    """Or whoever is never there when it counts would never be benched."""
    roster().withdraw(ZAPHOD.player)
    time_passes(platform, settings().bot_patience + 1, monkeypatch)
    platform.rounds()
    assert stood_in(platform, match) == []
    time_passes(platform, ZAPHOD.seconds, monkeypatch)
    platform.rounds()
    assert [reason for _, _, reason in stood_in(platform, match)] == ["late"]
    assert len(roster().errors(ZAPHOD.player)) == 1


def test_an_answered_turn_is_nobodys_failure(platform: Platform, match: str, monkeypatch: pytest.MonkeyPatch):
    seen = seen_by_bot(platform, match)
    body = {"turn": seen["turn"], "move": seen["legal_moves"][0], "cause": "my-move-1"}
    assert as_bot(platform, "matches", f"/matches/{match}/moves", **body).status_code == 200
    due = platform.redis.zrange(DUE, 0, -1)
    time_passes(platform, ZAPHOD.seconds + 1, monkeypatch)
    platform.rounds()
    assert (stood_in(platform, match), roster().errors(ZAPHOD.player)) == ([], [])
    assert not set(due) & set(platform.redis.zrange(DUE, 0, -1))


def test_the_second_move_that_the_rules_do_not_allow_is_the_last(platform: Platform, match: str):
    """The first is told back, however often it is sent."""
    seen = seen_by_bot(platform, match)
    wrong = {**seen["legal_moves"][0], "target": {"row": 3, "column": 3}}
    body = {"turn": seen["turn"], "move": wrong, "cause": "my-move-1"}
    for _ in range(2):
        assert as_bot(platform, "matches", f"/matches/{match}/moves", **body).status_code == 422
        assert stood_in(platform, match) == []
    assert as_bot(platform, "matches", f"/matches/{match}/moves", **{**body, "cause": "my-move-2"}).status_code == 422
    assert [reason for _, _, reason in stood_in(platform, match)] == ["illegal"]
    right = {**body, "move": seen["legal_moves"][0], "cause": "my-move-3"}
    assert as_bot(platform, "matches", f"/matches/{match}/moves", **right).status_code == 409


@pytest.mark.parametrize("reason", ["late", "illegal"])
def test_whose_move_comes_before_that_of_the_stand_in_has_not_failed(
    platform: Platform, match: str, reason: str, monkeypatch: pytest.MonkeyPatch
):
    """The stand-in has made up its mind, and the bot is faster by a hair."""
    seen, handle = seen_by_bot(platform, match), streams().matches.handle
    body = {"turn": seen["turn"], "move": seen["legal_moves"][0], "cause": "my-move-1"}

    def after_the_bot(message: Any, *more: Any) -> Any:
        if isinstance(message.command, StandIn):
            assert as_bot(platform, "matches", f"/matches/{match}/moves", **body).status_code == 200
        return handle(message, *more)

    monkeypatch.setattr(streams().matches, "handle", after_the_bot)
    remote.play_for(remote.Turn(match, seen["turn"], seen["seat"]), reason, "it did not answer")
    assert (stood_in(platform, match), roster().errors(ZAPHOD.player)) == ([], [])


def test_the_log_says_why_a_bot_is_benched_without_what_it_sees(platform: Platform, match: str):
    """The log leaves the machine, and a bot's own words may name its hidden cards."""
    seen = seen_by_bot(platform, match)
    for turn in (901, 902):
        roster().failed(ZAPHOD.player, match, turn, "my hand is <7>")
    with capture_logs() as log:
        remote.play_for(remote.Turn(match, seen["turn"], seen["seat"]), "failed", "my hand is <7>")
    assert roster().is_benched(ZAPHOD.player)
    assert {each.reason for each in roster().errors(ZAPHOD.player)} == {"my hand is <7>"}
    assert [(line["bot"], line["reason"]) for line in log if line["event"] == "bot_benched"] == [
        (ZAPHOD.player, "failed")
    ]
    assert "<7>" not in str(log)
