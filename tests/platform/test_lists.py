"""The lists of rows: what everybody may find, what concerns one person, and what has waited for some time."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from shared.platform.match import Resign
from shared.platform.rows import CALLS_BOT, IDLE, MADE_WITH, Due, Row, Rows, by_status, for_all, of_player
from shared.platform.rows.lists import milliseconds, positions
from shared.platform.table import LeaveSeat
from tests.platform.test_rows import ADA, EVE, SIT, STORIES, opened, playing, rows

__all__ = ["rows"]

pytestmark = pytest.mark.server
MINUTE = "2026-05-01T12:{:02}:{:02}.000Z"
NOON = milliseconds("2026-05-01T12:00:00.000Z") / 1000


def many(row: Row, count: int, **more: object) -> list[Row]:
    """The same in other matches, a second after each other, the last one newest."""
    return [
        replace(row, id=f"{row.status}{number:04}", at=MINUTE.format(*divmod(number, 60)), **more)  # type: ignore[arg-type]
        for number in range(count)
    ]


def put(rows: Rows, found: Sequence[Row]) -> list[str]:
    for row in found:
        rows.put(row)
    return [row.id for row in found]


@pytest.mark.parametrize("status", ["open", "playing", "ended"])
def test_unlisted_rows_push_no_listed_one_off(rows: Rows, status: str):
    row = STORIES[status]().row
    listed = put(rows, [replace(row, id="listed0001", at="2026-05-01T11:00:00.000Z")])
    put(rows, many(row, 41, listed=False))
    assert [one.id for one in rows.found_by_all(status, 20)] == listed
    assert rows.count(for_all(status)) == 1
    assert rows.count(by_status(status)) == 42


def test_a_list_has_pages_the_newest_first(rows: Rows):
    ids = put(rows, many(opened().row, 45))[::-1]
    pages = [[row.id for row in rows.found_by_all("open", 20, start)] for start in (0, 20, 40, 60)]
    assert pages == [ids[:20], ids[20:40], ids[40:], []]


def test_what_is_not_open_any_more_stands_in_no_list_of_open_tables(rows: Rows):
    rows.put(opened().row)
    rows.put(playing().row)
    assert rows.found_by_all("open", 20) == []
    assert [row.status for row in rows.found_by_all("playing", 20)] == ["playing"]


def test_ones_own_turn_comes_first_then_what_runs_then_what_is_over_however_old(rows: Rows):
    mine, theirs = (replace(playing().row, called=[player]) for player in (ADA, EVE))
    over = put(rows, many(STORIES["ended"]().row, 60))
    running = put(rows, [replace(theirs, id="runs000001", at="2026-05-01T10:00:00.000Z")])
    called = put(rows, [replace(mine, id="calls00001", at="2026-05-01T09:00:00.000Z")])
    assert [row.id for row in rows.of_person(ADA, 4)] == [*called, *running, *over[:-3:-1]]
    assert [row.id for row in rows.of_person(EVE, 2)] == [*running, *called]
    assert [row.id for row in rows.of_person(ADA, 4, 60)] == over[1::-1]


def test_who_opened_a_table_is_concerned_also_without_a_seat(rows: Rows):
    rows.put(replace(opened().row, listed=False))
    assert [row.id for row in rows.concerning(ADA)] == [opened().row.id]
    assert rows.of_person(ADA) == []
    assert rows.count(of_player(ADA)) == 1
    rows.put(opened().table(SIT[0]).table(LeaveSeat(by=ADA)).row)
    assert [row.opener for row in rows.concerning(ADA)] == [ADA]
    assert rows.concerning(EVE) == []


def test_a_match_that_waits_for_a_bot_can_be_found_among_those_that_wait_for_people(rows: Rows):
    row = replace(playing().row, called=[ADA])
    put(rows, many(row, 30))
    bots = put(rows, [replace(row, id="callsbot01", called=["bot:greedy@1"])])
    due = Due(rows)
    assert [one.id for one in due(CALLS_BOT)] == bots
    assert len(due(IDLE)) == 31
    rows.put(replace(row, id="callsbot01", called=[ADA], version=row.version + 1))
    assert due(CALLS_BOT) == []


def test_idle_is_what_its_people_left_not_what_bots_go_on_with(rows: Rows):
    row = replace(playing().row, at="2026-05-01T12:00:00.000Z")
    left = put(rows, [replace(row, id="left000001", idle_since="2026-05-01T10:00:00.000Z")])
    put(rows, [replace(row, id="played0001", idle_since="2026-05-01T11:59:59.000Z")])
    due = Due(rows, clock=lambda: NOON + 1)
    assert [one.id for one in due(IDLE, 3600)] == left


def test_each_look_goes_on_where_the_last_one_ended_and_begins_again(rows: Rows):
    ids = put(rows, many(opened().row, 7))
    due = Due(rows, most=3, clock=lambda: NOON + 3600)
    looks = [[row.id for row in due(by_status("open"), 60)] for _ in range(4)]
    assert looks == [ids[:3], ids[3:6], ids[6:], ids[:3]]


def test_what_is_not_old_enough_is_not_looked_at(rows: Rows):
    ids = put(rows, many(opened().row, 7))
    due = Due(rows, clock=lambda: NOON + 13)
    assert [row.id for row in due(by_status("open"), 10)] == ids[:4]


def test_what_lies_in_the_future_is_looked_at_too_as_the_clock_may_have_been_set_back(rows: Rows):
    ids = put(rows, many(opened().row, 3))
    due = Due(rows, clock=lambda: NOON - 3600)
    assert [row.id for row in due(by_status("open"), 10)] == ids


def test_what_an_index_holds_by_mistake_is_passed_over(rows: Rows):
    row = playing().row
    rows.put(row)
    rows.client.zadd(by_status("counting"), {row.id: 1})
    assert Due(rows)(by_status("counting")) == []
    assert by_status("counting") not in positions(row)


def test_who_resigned_keeps_the_match_in_the_list(rows: Rows):
    rows.put(playing().match(Resign(player=ADA)).row)
    assert [row.everybody for row in rows.of_person(ADA)] == [["bot:any_move@1", ADA, EVE]]


def test_a_release_with_other_lists_makes_the_rows_anew(rows: Rows):
    assert not rows.are_ours()
    rows.sign()
    assert rows.are_ours()
    known = rows.client.get(MADE_WITH)
    rows.client.set(MADE_WITH, known.rsplit(b",", 1)[0])  # the same fields, and no word of lists
    assert not rows.are_ours()
