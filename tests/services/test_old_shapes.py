"""What an earlier release stored in a match is shown in today's format."""

import json
from typing import Any

import pytest

from shared.ledger.codec import Written
from shared.ledger.pen import Pen
from shared.ledger.store import Notice
from tests.services.conftest import Platform
from tests.services.test_hosting import looked, move, started

pytestmark = pytest.mark.server
ROUND_ENDED = "quadropolis.round_ended"


def end_a_round(platform: Platform, id_: str, seat: int) -> None:
    """As releases with schema 1 wrote it, and a turn after it."""
    stream, ledger = f"match:{id_}", platform.streams.ledger
    stored = ledger.read(stream)
    last = json.loads(stored[-1].envelope)
    pen = Pen(stream=stream, by="service:tests", cause="then", at=last["at"], moves={}, salt=lambda: b"")
    ended = Written(ROUND_ENDED, 1, {"round": 1, "starts": seat}, None)
    called = Written("match.turn_started", 1, {"seats": last["data"]["seats"]}, None)
    notices = [Notice(stream, len(stored) + at, one.type) for at, one in enumerate((ended, called), 1)]
    ledger.append(stream, len(stored), pen.entries(len(stored), last["digest"], [ended, called], [[], []]), notices)


def test_missed_events_are_shown_in_todays_format(platform: Platform) -> None:
    id_ = started(platform)
    seen = looked(platform, id_)
    end_a_round(platform, id_, seen["seat"])
    answer = move(platform, id_, seen)
    assert answer.status_code == 409
    told: list[dict[str, Any]] = (answer.json or {})["missed"]
    assert [(one["type"], one["data"]) for one in told][:1] == [(ROUND_ENDED, {"round": 1, "mayor": seen["seat"]})]
