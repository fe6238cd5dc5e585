"""The stand-alone verifier on results that players of real tables have entered."""

from typing import Any

import pytest

from infra.verify import verify
from shared.platform.records.tournament_file import export_tournament
from tests.cups import forged, nth
from tests.platform.tournament.test_stored import told

BY_NOBODY = "a result is entered by nobody who could: the table has no such player, or is decided"
OTHERWISE: list[dict[str, Any]] = [{"seat": 2}, {"places": [1]}, {"table": 0}]


def file() -> bytes:
    story = told(match=None)
    return export_tournament(story.streams.ledger, story.now)


def test_what_players_have_said_is_part_of_a_record_that_holds():
    assert b"tournament.result_entered" in file()
    assert verify(file()).failures == ()


def with_another_word(said: dict[str, Any]) -> bytes:
    def change(rows: list[Any]) -> None:
        nth(rows, "result_recorded").update(how="adjudicated", note="they agreed")
        nth(rows, "result_entered").update(said)

    return forged(file(), change)


def without_a_decision() -> bytes:
    """Matchmaking ends the round though its players disagree."""

    def change(rows: list[Any]) -> None:
        (decided,) = [row for row in rows if (row["envelope"]["data"].get("note") or "").startswith("the sheet")]
        rows.remove(decided)

    return forged(file(), change)


def test_a_round_does_not_end_over_a_disagreement():
    (found,) = [failure for failure in verify(without_a_decision()).failures if failure.check == "permitted"]
    assert found.wrong == "this can't be done here by the rules of the tournament"


@pytest.mark.parametrize("said", OTHERWISE)
def test_what_no_player_can_have_said_is_named(said: dict[str, Any]):
    assert BY_NOBODY in {failure.wrong for failure in verify(with_another_word(said)).failures}
