"""What one player of a real table said alone waits for the others there, and nobody else waits with it."""

from typing import Any

import pytest

from shared.tournaments import code_of_table
from tests.services.conftest import Platform
from tests.services.tournaments.played import add, ask, desk, opened, settle, state
from tests.services.tournaments.test_arena import Clock
from tests.services.tournaments.test_by_players import EVE

pytestmark = pytest.mark.server
CONFIRM = 120.0  # seconds


def club(platform: Platform, format_: str, names: int = 4, **more: Any) -> str:
    """At real tables, with everybody there by name."""
    id_ = opened(platform, format_, in_person=True, seats=2, **more)
    add(platform, id_, names=[f"Player {number}" for number in range(names)])
    desk(platform, id_, "start")
    settle(platform)
    return id_


def words(platform: Platform, id_: str, round_: int, *seats: int) -> None:
    """At each table of the round: these say how it ended."""
    for table, players in enumerate(state(platform, id_).rounds[round_].tables):
        for seat in seats:
            code = code_of_table(platform.key, id_, round_, table, players)
            body = {"round": round_, "table": table, "places": [1, 2], "points": [50, 40], "seat": seat, "code": code}
            ask(platform, EVE, "POST", f"/tournaments/{id_}/entries", **body)


def ended(platform: Platform, id_: str) -> list[bool]:
    return [one.is_ended for one in state(platform, id_).rounds]


def test_a_round_that_both_players_confirmed_ends_beside_one_that_still_waits(platform: Platform):
    id_ = club(platform, "league")
    words(platform, id_, 0, 0)
    words(platform, id_, 1, 0, 1)
    settle(platform)
    assert ended(platform, id_) == [False, True, False]


def test_whoever_is_free_in_an_arena_is_paired_while_a_word_waits(platform: Platform):
    clock = Clock(platform)
    id_ = club(platform, "arena", minutes=30)
    words(platform, id_, 0, 0)
    clock.ahead = 20.0
    settle(platform)
    assert ended(platform, id_) == [False, False]


def test_a_round_with_a_time_of_its_own_ends_then_though_a_word_waits(platform: Platform):
    clock = Clock(platform)
    id_ = club(platform, "swiss", rounds=1, minutes=5)
    clock.ahead = 290.0
    words(platform, id_, 0, 0)
    settle(platform)
    assert not state(platform, id_).ended
    clock.ahead = 305.0
    settle(platform)
    found = state(platform, id_)
    assert found.ended
    assert [result.points for result in found.rounds[0].results.values()] == [(50, 40)] * 2


def test_words_of_other_rounds_make_nobody_wait_longer(platform: Platform):
    clock = Clock(platform)
    id_ = club(platform, "league")
    words(platform, id_, 0, 0)
    clock.ahead = CONFIRM - 10
    words(platform, id_, 1, 0)
    settle(platform)
    assert ended(platform, id_) == [False, False, False]
    clock.ahead = CONFIRM + 10
    settle(platform)
    assert ended(platform, id_) == [True, False, False]


def test_a_pause_is_no_part_of_the_time_to_contradict(platform: Platform):
    clock = Clock(platform)
    id_ = club(platform, "swiss", rounds=1)
    words(platform, id_, 0, 0)
    desk(platform, id_, "pause", note="tea")
    clock.ahead = 2 * CONFIRM
    desk(platform, id_, "resume")
    settle(platform)
    assert ended(platform, id_) == [False]
    clock.ahead = 3 * CONFIRM + 10
    settle(platform)
    assert state(platform, id_).ended
