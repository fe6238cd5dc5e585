"""What people type about tournaments: forms, lists of players, pairings, places and results."""

from contextlib import suppress
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from frontend.presentation.tournament.by_hand import places_of, points_in
from frontend.presentation.tournament.desk import MOST_BYTES, Line, lines_in, pairing_in, places_in, text_in, written
from frontend.presentation.tournament.form import asked
from frontend.presentation.tournament.listing import calendar_context, month_in
from frontend.presentation.tournament.rounds import table_context
from shared.errors import Malformed
from tests.frontend.tournaments.test_views import shown
from tests.platform.tournament.held import at_random, started, step, swiss

FORM = {"game": "quadropolis", "title": " The cup ", "format": "swiss", "seats": "4", "rounds": "5", "clock": "none"}


def test_a_form_asks_for_what_it_says():
    said = asked({**FORM, "start": "2026-12-01T19:30", "zone": "60", "points": "3 2, 1 0", "bye": "1,5"}, ["wins"])
    assert said["title"] == "The cup"
    assert said["start"] == "2026-12-01T18:30:00.000Z"
    assert (said["points"], said["bye"], said["tie_breaks"]) == ([36, 24, 12, 0], 18, ["wins"])
    assert (said["bots"], said["late"], said["in_person"]) == (False, False, False)


def test_tie_breaks_are_asked_for_in_the_sequence_of_the_form_without_those_left_empty():
    assert asked(FORM, ["wins", "", "buchholz", "", ""])["tie_breaks"] == ["wins", "buchholz"]
    assert asked(FORM, ["", ""])["tie_breaks"] == []
    usual = ["buchholz", "sonneborn_berger", "head_to_head", "points_scored"]
    assert asked({**FORM, "format": "duplicate"}, [*usual, "", ""])["tie_breaks"] is None
    assert asked({**FORM, "format": "duplicate"}, usual[::-1])["tie_breaks"] == usual[::-1]


def test_an_arena_is_asked_for_a_span_of_time():
    found = asked({**FORM, "format": "arena", "span": "90", "minutes": "20"}, [])
    assert (found["rounds"], found["minutes"]) == (0, 90)
    assert asked({**FORM, "format": "arena"}, [])["minutes"] == 60


def test_a_league_is_asked_for_with_its_divisions():
    found = asked({**FORM, "format": "league", "division": "6", "moves": "2"}, [])
    assert (found["rounds"], found["divisions"]) == (0, {"size": 6, "moves": 2})
    assert "divisions" not in asked({**FORM, "format": "league", "division": ""}, [])
    assert "divisions" not in asked({**FORM, "division": "6"}, [])


def test_a_form_without_a_start_waits_for_its_organiser():
    assert asked(FORM, [])["start"] is None
    assert asked({**FORM, "format": "round_robin", "rounds": "7"}, [])["rounds"] == 0


@pytest.mark.parametrize(
    ("field", "said"),
    [
        ("title", "  "),
        ("rounds", "many"),
        ("start", "tomorrow"),
        ("points", "3 2 1"),
        ("points", "best"),
        ("bye", "1/0"),
        ("bye", "0.3"),
        ("most", "-4"),
    ],
)
def test_what_is_wrong_is_said_at_its_field(field: str, said: str):
    with pytest.raises(Malformed, match="some of it can't be understood") as refused:
        asked({**FORM, field: said}, [])
    assert list(refused.value.fields) == [field]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("Ada\n\n Bo , 1500 \n", [Line("Ada"), Line("Bo", 1500)]),
        ("rating;name\r\n1900;Ada\r\n;Bo\r\n", [Line("Ada", 1900), Line("Bo")]),
        ('Name,Club\n"Lovelace, Ada",Chess\n', [Line("Lovelace, Ada")]),
        ("Ada\t1700", [Line("Ada", 1700)]),
        ("Lovelace, Ada\nBo", [Line("Lovelace, Ada"), Line("Bo")]),
    ],
)
def test_players_are_read_from_lines_and_from_tables(text: str, lines: list[Line]):
    assert lines_in(text) == lines


def test_nobody_is_no_list_of_players():
    with pytest.raises(Malformed, match="name at least one player"):
        lines_in(" \n\n")


@given(st.lists(st.lists(st.integers(0, 400), min_size=1, max_size=4)), st.lists(st.integers(0, 400), max_size=3))
def test_a_pairing_can_be_typed_again(tables: list[list[int]], byes: list[int]):
    assert pairing_in(written(tables, byes)) == (tables, byes)


def test_places_have_a_dash_for_who_forfeits():
    assert places_in("1 2, 2 -") == [1, 2, 2, None]
    with pytest.raises(Malformed, match="write numbers with blanks between them, and nothing else"):
        places_in("1 second")


def result(**said: str) -> tuple[Any, Any]:
    held = step(started(swiss(3, 2), 3), at_random(1))
    found = shown(held)
    table = table_context(found, held.rounds[0], 0)
    points = points_in(found, table, said)
    return points, places_of(points, table, said)


def test_places_follow_from_points_unless_somebody_says_otherwise():
    said = {"points-1": "40", "points-2": "50", "points-3": "40"}
    assert result(**said) == ([40, 50, 40], [2, 1, 2])
    assert result(**said, **{"place-3": "3"}) == ([40, 50, 40], [2, 1, 3])
    assert result(**{**said, "points-2": "", "place-2": "none"}) == ([40, None, 40], [1, None, 1])


def test_a_count_of_the_calculator_is_a_result():
    count = (
        "http://localhost/score/quadropolis?city=T3S-.V2&inhabitants=6&energy=3&who=Ada&p2=PPT2-HHHH~4~5~Bo&p3=~~~Cy"
    )
    points, places = result(count=count)
    assert len(points) == len(places) == 3
    assert points[0] == points[1] > points[2]
    assert places == [1, 2, 3]  # the calculator knows what breaks the tie
    with pytest.raises(Malformed, match="this count has another number of cities"):
        result(count=count.replace("&p3=~~~Cy", ""))


def test_what_is_no_number_is_said_at_its_player():
    with pytest.raises(Malformed, match="some of it can't be understood") as refused:
        result(**{"points-1": "many", "points-2": "1001", "points-3": "3"})
    assert list(refused.value.fields) == ["points-1", "points-2"]


def test_a_month_has_whole_weeks_and_neighbours():
    today = date(2026, 12, 24)
    month = calendar_context([], month_in("2027-01", today), today)
    assert (month["before"], month["after"]) == ("2026-12", "2027-02")
    days = [cell["day"] for week in month["weeks"] for cell in week if cell["day"]]
    assert days == list(range(1, 32))
    assert month_in("2026-13", today) == month_in("soon", today) == date(2026, 12, 1)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_list_of_any_spreadsheet_has_its_letters(encoding):
    text = "Name;Elo\r\nMüller, Zoë;1850\r\n=1+1;\r\n"
    assert lines_in(text_in(text.encode(encoding))) == [Line("Müller, Zoë", 1850), Line("=1+1")]


def test_a_list_that_is_too_long_is_refused_and_never_cut():
    with pytest.raises(Malformed, match="this file is too large for a list of players: add 200 at a time"):
        text_in(b"Ada\n" * MOST_BYTES)
    with pytest.raises(Malformed, match="nothing can be made of this list"):
        lines_in('"' + "a" * 140_000)


@given(text=st.text(alphabet="aé\"',;\t\n\r\x00=19\u2028", max_size=40), file=st.binary(max_size=60))
def test_whatever_is_typed_or_sent_is_read_or_refused(text, file):
    for read in (lines_in, pairing_in, places_in):
        for said in (text, text_in(file)):
            with suppress(Malformed):
                read(said)
