"""Standings for spreadsheets."""

import csv
import io

import pytest

from shared.platform.tournament.tables import standings_as_csv, standings_as_json
from tests.platform.tournament.held import at_random, started, swiss, to_the_end

NAMES = {0: 'Ada "the Count", Lovelace', 1: "=SUM(A1:A9)", 2: "Zoë"}


def test_standings_come_back_from_a_spreadsheet_as_they_are():
    held = to_the_end(started(swiss(2, 3), 5), at_random(2))
    rows = standings_as_json(held, NAMES)
    read = list(csv.DictReader(io.StringIO(standings_as_csv(held, NAMES), newline="")))
    assert [row["place"] for row in read] == ["1", "2", "3", "4", "5"]
    for row, written in zip(rows, read, strict=True):
        assert {name: str(value) for name, value in row.items() if name != "name"} == {
            name: value for name, value in written.items() if name != "name"
        }
    assert {row["name"] for row in read} == {NAMES[0], "'=SUM(A1:A9)", "Zoë", ""}


@pytest.mark.parametrize("name", ["+1", "-1", "@A1", "\t=1", "\uff1d1", "\uff0b1", "\uff0d1", "\uff20A1"])
def test_no_spreadsheet_takes_a_name_for_a_formula(name: str):
    held = to_the_end(started(swiss(2, 1), 2), at_random(2))
    rows = csv.DictReader(io.StringIO(standings_as_csv(held, {0: name}), newline=""))
    assert {row["name"] for row in rows} == {f"'{name}", ""}
