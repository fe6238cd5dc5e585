"""Leavers on a server: a bot plays for who gives no sign for as long as the table chose, until they come back."""

import pytest

from services.game_command.leavers import signs
from shared.bots import stand_in
from shared.people.signs import DUE, SIGNS
from tests.services.conftest import Platform
from tests.services.test_clocks import Hour, been_away, hour, is_just, keep, match, move, mover, types

pytestmark = pytest.mark.server
__all__ = ["hour"]


@pytest.fixture(autouse=True)
def fresh_signs() -> None:
    signs.cache_clear()


def begun(platform: Platform, absent: int = 60, cause: str = "open-0001") -> str:
    terms = {"absent": absent}
    opened: object = platform.ask("ada", "POST", "/tables", game="quadropolis", seats=2, terms=terms, cause=cause).json
    assert isinstance(opened, dict)
    for who in ("ada", "bob"):
        assert platform.ask(who, "POST", f"/tables/{opened['id']}/seats", cause=f"sit-{cause}").status_code == 200
    platform.settle()
    return str(opened["id"])


def test_a_bot_plays_on_until_who_was_away_takes_the_seat_back(platform: Platform, hour: Hour):
    id_ = begun(platform)
    first = mover(id_)
    hour.passes(seconds=59)
    keep(platform)
    assert "match.absence_noted" not in types(id_)
    hour.passes(seconds=1.1)
    keep(platform)
    assert types(id_).count("match.absence_noted") == 1
    assert mover(id_) != first  # the stand-in has moved
    refused = platform.ask(mover(id_), "POST", f"/matches/{id_}/reclaim", cause="reclaim-1")
    assert refused.status_code == 409
    for _ in range(2):
        assert platform.ask(first, "POST", f"/matches/{id_}/reclaim", cause="reclaim-1").status_code == 200
    assert types(id_).count("match.seat_reclaimed") == 1
    assert stand_in() not in match(id_).players
    move(platform, id_)
    assert mover(id_) == first
    assert is_just(id_)


def test_whoever_gives_a_sign_is_there(platform: Platform, hour: Hour):
    id_ = begun(platform)
    for _ in range(5):
        hour.passes(seconds=50)
        platform.ask(mover(id_), "GET", f"/matches/{id_}")
        keep(platform)
    assert "match.absence_noted" not in types(id_)
    hour.passes(seconds=61)
    keep(platform)
    assert "match.absence_noted" in types(id_)


def test_what_the_product_was_away_for_is_nobodys_absence(platform: Platform, hour: Hour, monkeypatch):
    id_ = begun(platform)
    been_away(platform, monkeypatch, hour, hours=3)
    hour.passes(seconds=50)
    for _ in range(2):
        keep(platform)
    assert "match.absence_noted" not in types(id_)
    hour.passes(seconds=11)
    keep(platform)
    assert "match.absence_noted" in types(id_)


def test_nothing_is_kept_of_matches_that_wait_for_ever(platform: Platform, hour: Hour):
    id_ = begun(platform, absent=0)
    platform.ask(mover(id_), "GET", f"/matches/{id_}")
    signs().note([("person:ada", id_)], hour.milliseconds)
    hour.passes(days=2)
    keep(platform)
    assert platform.redis.zscore(DUE, id_) is None
    assert platform.redis.zcard(SIGNS) == 0


def test_who_resigned_is_not_waited_for(platform: Platform, hour: Hour):
    id_ = begun(platform)
    assert platform.redis.zscore(DUE, id_) is not None
    for who in ("ada", "bob"):
        platform.ask(who, "POST", f"/matches/{id_}/resign", cause="resign-01")
    hour.passes(seconds=61)
    keep(platform)
    assert "match.absence_noted" not in types(id_)
    assert platform.redis.zscore(DUE, id_) is None


def test_who_comes_back_before_the_bot_has_moved_may_be_away_once_more(platform: Platform, hour: Hour):
    id_ = begun(platform)
    keep(platform)
    first, turn = mover(id_), match(id_).turn
    for time in range(1, 4):
        hour.passes(seconds=61)
        platform.matches.clocks.round()  # and no worker plays
        assert types(id_).count("match.absence_noted") == time
        if time < 3:
            assert platform.ask(first, "POST", f"/matches/{id_}/reclaim", cause=f"reclaim-{time}").status_code == 200
            assert match(id_).turn == turn
        while platform.hear(1):
            pass
    platform.settle()
    assert mover(id_) != first
    assert is_just(id_)
