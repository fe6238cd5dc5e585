"""The deals of days: what they are called, who did how well, and on how many days in a row somebody played."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from shared.games.registry import GAMES
from shared.platform.deals import Entry, Name, day_of, listed, name_from, names_due, streak_of
from shared.platform.rows import row_of
from tests.records import DEAL, Told, dealt

TODAY = Name("2026-11-30", "sprawlopolis")
NOON = int(datetime(2026, 11, 30, 12, tzinfo=UTC).timestamp() * 1000)


def test_names_are_those_of_today_and_tomorrow():
    games = GAMES.values()
    assert sorted(str(name) for name in names_due(NOON, games)) == [
        "daily:2026-11-30:quadropolis",
        "daily:2026-11-30:sprawlopolis",
        "daily:2026-12-01:quadropolis",
        "daily:2026-12-01:sprawlopolis",
    ]
    assert day_of(NOON) == "2026-11-30"
    assert (TODAY.begins, TODAY.ends) == ("2026-11-30T00:00:00.000Z", "2026-12-01T00:00:00.000Z")
    assert name_from(str(TODAY)) == TODAY
    assert name_from("daily:2026-11-31:quadropolis") is None
    assert name_from("round:2026-11-30:quadropolis") is None


def ranks(told: Told, *rows_: Any) -> list[tuple[int | None, str, int | None]]:
    found = listed(told.streams.deal(DEAL).state, rows_)
    return [(entry.rank, entry.player, entry.points) for entry in found.entries]


def test_the_list_is_by_points_above_the_target_and_ties_share_a_rank():
    told = dealt(GAMES["sprawlopolis"])
    row = row_of(told.streams, told.match.id)
    assert row
    assert row.listed is False
    assert row.deal == DEAL
    above = row.points[0] - row.target if row.points and row.target else None
    assert ranks(told, row) == [(1, "person:ada", above)]

    def by(name: str, points: int, **changes: Any) -> Any:
        return replace(row, id=name, everybody=[f"person:{name}"], points=[points, points], target=10, **changes)

    late, gone = by("late", 99, ended="2026-05-03T00:00:00.000Z"), by("gone", 50, resigned=["person:gone"])
    left = by("left", 0, resigned=["person:left"], status="playing", ended=None)
    rows_ = [by("eve", 20), by("bea", 31), by("ada", 31), late, gone, left]
    found = [(1, "person:ada", 21), (1, "person:bea", 21), (3, "person:eve", 10)]
    assert ranks(told, *rows_) == [*found, (None, "person:gone", None), (None, "person:left", None)]
    assert listed(told.streams.deal(DEAL).state, [by("kim", 0, status="playing", ended=None)]) == ([], 1)
    assert Entry(1, "person:ada", 21, "ada") in listed(told.streams.deal(DEAL).state, rows_).entries


@given(st.sets(st.integers(0, 12)))
def test_a_streak_is_of_days_in_a_row(days: set[int]):
    def date(day: int) -> str:
        return f"2026-11-{30 - day:02}"

    played = {date(day) for day in days}
    count = streak_of(played, date(0))
    first = 0 if 0 in days else 1
    assert set(range(first, first + count)) <= days
    assert first + count not in days
