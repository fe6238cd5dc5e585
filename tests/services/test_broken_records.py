"""A record that can't be read says so and can be closed; nobody else is affected."""

import json
import logging
from collections.abc import Callable
from typing import Any

import pytest
from structlog.testing import capture_logs

from services.console.__main__ import main
from shared.ledger.codec import Written
from shared.ledger.pen import Pen
from shared.ledger.redis import stream_key
from shared.ledger.store import Notice
from shared.platform.rows import row_of
from shared.settings import settings
from shared.web.listener import Rounds
from tests.services.conftest import Platform
from tests.services.test_hosting import looked, move, started

pytestmark = pytest.mark.server
Spoils = Callable[[Platform, str], None]


def event(type_: str, data: dict[str, Any], previous: str | None = None) -> Spoils:
    """Write one event after the match's last, bypassing all checks."""

    def spoil(platform: Platform, id_: str) -> None:
        stream, ledger = f"match:{id_}", platform.streams.ledger
        stored = ledger.read(stream)
        last = json.loads(stored[-1].envelope)
        pen = Pen(stream=stream, by="service:evil", cause="evil", at=last["at"], moves={}, salt=lambda: b"")
        entries = pen.entries(len(stored), previous or last["digest"], [Written(type_, 1, data, None)], [[]])
        ledger.append(stream, len(stored), entries, [Notice(stream, len(stored) + 1, type_)])

    return spoil


def junk(fields: dict[Any, Any]) -> Spoils:
    def spoil(platform: Platform, id_: str) -> None:
        version = platform.streams.ledger.last(f"match:{id_}") + 1
        platform.redis.xadd(stream_key(f"match:{id_}"), fields, id=f"{version}-0")

    return spoil


TILE = {"seat": 9, "slot": {"side": "N", "line": 0}, "architect": 9, "tile": "0", "square": None}
READABLE: dict[str, Spoils] = {
    "a game's event that can't be followed": event("quadropolis.tile_taken", {**TILE, "seat": 99, "tile": "none"}),
    "a game's event with other fields": event("quadropolis.tile_taken", {"nonsense": 1}),
    "a platform's event that can't be followed": event("match.drawn", {"draws": [1], "orders": []}),
    "a platform's event with other fields": event("match.stand_in_seated", {"nonsense": 1}),
    "another past": event("match.turn_started", {"seats": [0]}, previous="0" * 64),
    "bytes that are no event": junk({"envelope": b"\xff{"}),
    "no bytes": junk({"other": b""}),
}


def no_stream(platform: Platform, id_: str) -> None:
    platform.redis.delete(stream_key(f"match:{id_}"))
    platform.redis.set(stream_key(f"match:{id_}"), "in the way")


def answers(platform: Platform, id_: str) -> list[int]:
    """The answers to looking, asking for points, moving and resigning."""
    move = {"name": "take_tile", "architect": 1, "slot": {"side": "N", "line": 0}, "target": None}
    body = {"turn": 5, "move": move, "cause": "move-0001"}
    asked = [
        platform.ask("ada", "GET", f"/matches/{id_}"),
        platform.ask("ada", "GET", f"/scoring/matches/{id_}"),
        platform.ask("ada", "POST", f"/matches/{id_}/moves", **body),
        platform.ask("ada", "POST", f"/matches/{id_}/resign", cause="resign-0001"),
    ]
    assert {answer.json and answer.json["code"] for answer in asked} == {"broken"}
    return [answer.status_code for answer in asked]


@pytest.mark.parametrize("how", READABLE)
def test_an_unreadable_match_says_so_and_an_operator_can_close_it(platform: Platform, how: str) -> None:
    id_ = started(platform)
    READABLE[how](platform, id_)
    platform.settle()
    assert answers(platform, id_) == [409] * 4
    assert main(["abort", id_, "--reason", "its record is broken"]) == 0
    platform.settle()
    row = row_of(platform.streams, id_)
    assert row is not None
    assert row.status == "aborted"
    assert [row.id for row in platform.rows.listed("aborted")] == [id_]
    assert [row.id for row in platform.rows.listed("playing")] == []


def test_a_key_that_is_no_stream_says_so_alone(platform: Platform, capsys: pytest.CaptureFixture[str]) -> None:
    bad = started(platform)
    no_stream(platform, bad)
    assert answers(platform, bad) == [409] * 4
    assert platform.ask("ada", "GET", f"/matches/{bad}/export").status_code == 409
    assert main(["abort", bad, "--reason", "its record is broken"]) == 1
    assert "is not a stream" in capsys.readouterr().err
    good = platform.ask("bob", "POST", "/tables", game="quadropolis", seats=2, bots=["greedy"], cause="open-0002").json
    assert good is not None
    platform.ask("bob", "POST", f"/tables/{good['id']}/seats", cause="sit-00002")
    platform.settle()
    seen = looked(platform, good["id"], "bob")
    body = {"turn": seen["turn"], "move": seen["legal_moves"][0], "cause": "move-0001"}
    assert platform.ask("bob", "POST", f"/matches/{good['id']}/moves", **body).status_code == 200
    assert main(["rebuild"]) == 0
    assert [row.id for row in platform.rows.listed("playing")] == [good["id"]]


def test_a_record_that_only_the_game_can_not_follow_can_still_be_exported(platform: Platform) -> None:
    id_ = started(platform)
    READABLE["a game's event with other fields"](platform, id_)
    assert platform.ask("ada", "GET", f"/matches/{id_}/export").status_code == 200
    READABLE["bytes that are no event"](platform, id_)
    assert platform.ask("ada", "GET", f"/matches/{id_}/export").status_code == 409


def test_a_broken_record_is_logged_once_and_closed_when_nobody_plays_it(
    platform: Platform, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    id_ = started(platform)
    seen = looked(platform, id_)
    assert move(platform, id_, seen).status_code == 200
    platform.hear(0)
    READABLE["a game's event with other fields"](platform, id_)
    caplog.set_level(logging.WARNING)
    platform.settle()
    assert "Traceback" not in caplog.text
    monkeypatch.setenv("URBANIST_BOT_PATIENCE", "0")
    settings.cache_clear()
    rounds = Rounds(0, platform.matches.duties)
    with capture_logs() as logged:
        for _ in range(3):
            rounds()
    assert [line["what"] for line in logged] == [id_]
    monkeypatch.setenv("URBANIST_ABORT_AFTER", "0")
    settings.cache_clear()
    rounds()
    assert platform.streams.blind.load(f"match:{id_}").state.status == "aborted"
