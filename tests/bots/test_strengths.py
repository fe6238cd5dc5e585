"""No bot is weaker than it was measured to be, and the page that says so is made from the same table."""

import pytest

from services.console.arena import cores
from services.console.arena.standings import digest
from shared.bots import BOTS
from shared.roster.strengths import Strength, rated, read
from tests.bots.lineups import command, contests, first, played
from tests.bots.strengths import DOCUMENT, FEW, document, estimate

ROWS, POOLS = read(), rated()
every_row = pytest.mark.parametrize("row", ROWS, ids=[f"{row.game}-{row.seats}-{row.option}-{row.bot}" for row in ROWS])


def is_weaker(row: Strength, value: float) -> bool:
    """Than measured: what was found now is below the lower end of the interval."""
    return value < row.low


@every_row
@pytest.mark.slow
def test_a_bot_is_as_strong_as_measured(row):
    """Who plays the first matches as they were played when it was measured would play all others so, too."""
    matches = first(row, FEW, cores())
    assert all(one.illegal == 0 for _, ended in matches for one in ended.played)
    if digest(matches) != row.opening:
        found = estimate(row, played(row, row.matches, cores()))
        assert not is_weaker(row, found.value), f"{row.bot} is weaker than {row.low}: {command(row)}"


@every_row
def test_a_row_is_one_that_can_be_played_again(row):
    assert {name for contest in contests(row, 1) for name in contest.bots} <= {bot.name for bot in BOTS}
    assert row.low <= row.value <= row.high
    assert len(contests(row, row.matches)) == row.matches


def test_a_bot_that_loses_where_it_was_measured_to_win_is_weaker():
    row = ROWS[0]
    assert is_weaker(row, row.low - 0.001)
    assert not is_weaker(row, row.value)


def test_the_page_says_what_the_table_says():
    assert DOCUMENT.read_text(encoding="utf-8") == document(ROWS, POOLS)
