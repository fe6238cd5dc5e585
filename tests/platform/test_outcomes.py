"""What a match came to for one of its people, and results of many."""

from dataclasses import replace
from typing import Any

import pytest

from shared.platform.match import Resign
from shared.platform.rows import Mode, Outcome, Row, Tally, mode_of, others_of, outcome, results
from tests.platform.test_rows import ADA, EVE, STORIES, playing

BOB = "person:bob"
GREEDY = "bot:greedy@1"


def ended(**more: Any) -> Row:
    """A match of Ada and Eve, which Ada has won."""
    facts: dict[str, Any] = {"players": [ADA, EVE], "everybody": [ADA, EVE], "winners": [0]}
    return replace(STORIES["ended"]().row, **facts | more)


@pytest.mark.parametrize(
    ("row", "mine", "hers"),
    [
        (ended(), Outcome.WON, Outcome.LOST),
        (ended(winners=[0, 1]), Outcome.DRAWN, Outcome.DRAWN),
        (ended(winners=[0, 1], target=20), Outcome.WON, Outcome.WON),
        (ended(winners=[], target=20), Outcome.LOST, Outcome.LOST),
        (ended(players=[GREEDY, EVE], resigned=[ADA], winners=[1]), Outcome.RESIGNED, Outcome.WON),
        (ended(players=[GREEDY, EVE]), Outcome.REPLACED, Outcome.LOST),
        (ended(players=[BOB, EVE], passed_on=[ADA]), Outcome.PASSED_ON, Outcome.LOST),
        (ended(players=[BOB, EVE], passed_on=[ADA], resigned=[ADA]), Outcome.RESIGNED, Outcome.LOST),
        (ended(status="aborted", winners=None), Outcome.ABORTED, Outcome.ABORTED),
        (ended(status="counting", winners=None), None, None),
    ],
)
def test_a_match_came_to_something_for_each_of_its_people(row: Row, mine: Outcome | None, hers: Outcome | None):
    assert (outcome(row, ADA), outcome(row, EVE)) == (mine, hers)


def test_it_came_to_nothing_for_who_never_sat_there():
    assert outcome(ended(), BOB) is None


def test_who_resigned_is_told_from_the_events():
    assert playing().match(Resign(player=ADA)).row.resigned == [ADA]


def test_an_operator_decides_who_has_won():
    row = STORIES["adjudicated"]().row
    assert row.winners is not None
    assert {outcome(row, player) for player in (ADA, EVE)} == {Outcome.WON, Outcome.LOST}


def test_a_mode_is_a_text_for_addresses():
    assert mode_of(ended()) == Mode("quadropolis", "mode=classic,squares=false")


def test_versions_of_a_bot_are_one_opponent():
    assert others_of(ended(everybody=[ADA, GREEDY, "bot:greedy@2", EVE]), ADA) == ["bot:greedy", EVE]


def test_results_by_mode_and_opponent_have_what_was_played_most_first():
    expert = {"options": {"mode": "expert", "squares": True}}
    against_bob = {"players": [ADA, BOB], "everybody": [ADA, BOB]}
    rows = [ended(**expert), ended(), ended(winners=[1], **against_bob), ended(winners=[0, 1], **against_bob)]
    found = results(rows, ADA)
    assert [*found.modes.values()] == [
        ({"mode": "classic", "squares": False}, Tally(played=3, won=1, lost=1, drawn=1)),
        ({"mode": "expert", "squares": True}, Tally(played=1, won=1)),
    ]
    assert dict(found.opponents) == {EVE: Tally(played=2, won=2), BOB: Tally(played=2, lost=1, drawn=1)}


def test_matches_that_were_left_are_lost():
    rows = [ended(players=[GREEDY, EVE], resigned=[ADA], winners=[0]), ended(players=[GREEDY, EVE])]
    assert results(rows, ADA).opponents[EVE] == Tally(played=2, lost=2)


def test_practice_and_what_was_called_off_do_not_count():
    assert not results([ended(practice=True), ended(status="aborted")], ADA).modes


def test_who_plays_together_is_company_and_no_opponent():
    found = results([ended(target=20)], ADA)
    assert (dict(found.opponents), found.company) == ({}, [EVE])
