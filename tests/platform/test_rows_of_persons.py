"""Rows by person: on the server and in the archive, a bounded number at a time."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from shared.platform.rows import FIRST, Place, Row, live_of_each, over_of
from shared.platform.rows.archived import put
from shared.platform.streams import Streams
from tests.platform.archived import PLAYED, place, play
from tests.platform.archived import Place as Server
from tests.platform.test_rows import ADA, EVE, STORIES

pytestmark = pytest.mark.server


@pytest.fixture
def there(clean_server: str, tmp_path: Path) -> Iterator[Server]:
    with place(clean_server, tmp_path / "archive") as found:
        play(Streams(found.ledger), PLAYED)
        found.tell_rows([PLAYED])
        found.archive()  # so that there is an archive
        yield found


def over(number: int, **more: object) -> Row:
    row = replace(
        STORIES["ended"]().row, id=f"over{number:08}", at=f"2026-01-{number // 24 + 1:02}T{number % 24:02}:00:00.000Z"
    )
    return replace(row, **more)  # type: ignore[arg-type]


def fill(there: Server, server: range, archive: range, **more: object) -> None:
    for number in server:
        there.rows.put(over(number, **more))
    with there.ledger.archive.database.writing() as connection:
        for number in archive:
            put(connection, over(number, **more))


def ids(there: Server, after: Place = FIRST, most: int = -1) -> list[str]:
    return [place.id for place, _ in over_of(there.rows, ADA, after, most)]


def test_all_come_the_newest_first_wherever_they_are(there: Server):
    fill(there, range(5, 12), range(7))  # two are in both: they are being archived
    assert ids(there) == [f"over{number:08}" for number in reversed(range(12))]


def test_it_goes_on_after_any_place(there: Server):
    fill(there, range(6, 12), range(6))
    everything = [*over_of(there.rows, ADA)]
    for number, (after, row) in enumerate(everything):
        assert row is not None
        assert ids(there, after, 3) == [place.id for place, _ in everything[number + 1 : number + 4]]


def test_matches_of_one_moment_are_not_passed_over(there: Server):
    moment = "2026-01-01T00:00:00.000Z"
    fill(there, range(6, 12), range(6), at=moment)
    found, after = list[str](), FIRST
    while some := [*over_of(there.rows, ADA, after, 2)]:
        found += [place.id for place, _ in some]
        after = some[-1][0]
    assert found == [f"over{number:08}" for number in reversed(range(12))]


def test_what_still_runs_is_not_over(there: Server):
    running = replace(STORIES["playing"]().row, id="running00001")
    there.rows.put(running)
    there.rows.put(over(1))
    assert ids(there) == ["over00000001"]
    found = live_of_each(there.rows, [ADA, EVE, "person:bob"], 5)
    assert {player: [row.id for row in rows] for player, rows in found.items()} == {
        ADA: ["running00001"],
        EVE: ["running00001"],
        "person:bob": [],
    }
    assert live_of_each(there.rows, [], 5) == {}


def test_a_row_of_another_release_keeps_its_place(there: Server):
    there.rows.put(over(1))
    there.rows.put(over(2))
    there.client.set("row:over00000002", b'{"version": 1}')
    assert [(place.id, row and row.id) for place, row in over_of(there.rows, ADA)] == [
        ("over00000002", None),
        ("over00000001", "over00000001"),
    ]
