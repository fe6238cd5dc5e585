"""Standings for spreadsheets, and lists of entrants from them."""

import csv
import io

import pytest

from shared.errors import Malformed
from shared.platform.tournament.tables import Listed, entrants_in, standings_as_csv, standings_as_json
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


def test_a_list_of_entrants_may_have_headings_strengths_and_empty_lines():
    plain = "Ada\nBert\n"
    assert entrants_in(plain) == (Listed("Ada", 0), Listed("Bert", 0))
    rich = '\ufeffName,Strength,Club\r\n"Lovelace, Ada",1850,Bath\r\n\r\n Zoë ,,\r\n'
    assert entrants_in(rich) == (Listed("Lovelace, Ada", 1850), Listed("Zoë", 0))
    assert entrants_in("") == ()
    assert entrants_in("Ada\rBert\r") == (Listed("Ada", 0), Listed("Bert", 0))
    with pytest.raises(Malformed, match="nothing can be made of this list"):
        entrants_in('"' + "a" * 140_000)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Ada\n,5\n", "line 2: a name has 1 to 60 letters"),
        ("A" * 61, "line 1: a name has 1 to 60 letters"),
        ("Ada\x07", "line 1: a name has 1 to 60 letters"),
        ("Ada,strong\n", "line 1: a strength is a whole number from 0 to 9999"),
        ("Ada\n" * 2001, "a tournament has room for 2 to 2000 entrants"),
    ],
)
def test_what_can_t_be_read_is_named(text, sentence):
    with pytest.raises(Malformed) as verdict:
        entrants_in(text)
    assert str(verdict.value) == sentence
