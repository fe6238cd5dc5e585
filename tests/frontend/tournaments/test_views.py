"""Laws of what pages show of tournaments: numbers that add up, brackets that can be read, and all of it in time."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from frontend.presentation.tournament.bracket import bracket_context
from frontend.presentation.tournament.crosstable import SQUARE, crosstable_context
from frontend.presentation.tournament.entrant import entrant_context
from frontend.presentation.tournament.fractions import points, signed, written
from frontend.presentation.tournament.hall import hall_context
from frontend.presentation.tournament.now import now_context, own_context, state_of
from frontend.presentation.tournament.page import season_context
from frontend.presentation.tournament.printed import code, pairings_context, sorted_as
from frontend.presentation.tournament.rounds import round_context
from frontend.presentation.tournament.rules import rules_context
from frontend.presentation.tournament.shown import Shown, called_in
from frontend.presentation.tournament.standings import standings_context
from frontend.presentation.tournament.told import NEVER, Hours, Told
from shared.platform.tournament import Tournament, due, rules_for
from shared.platform.tournament.commands import EndRound, EndTime, LinkMatch, StartTournament
from shared.platform.tournament.season import Season
from tests.platform.tournament.held import (
    GAME,
    ID,
    ORGANISER,
    at_random,
    by_strength,
    do,
    entry,
    opened,
    opening,
    player,
    results,
    started,
    step,
    swiss,
    to_the_end,
)

TOLD = Told("The cup")
fields = st.tuples(st.integers(2, 11), st.integers(2, 4), st.integers(1, 4), st.integers(0, 2**16))


def shown(held: Tournament, me: str = "", digest: str | None = None) -> Shown:
    names = {one.player: f"P{number}" for number, one in enumerate(held.entrants) if one.player}
    return Shown(held, called_in(held, names, {}), "Olga", me, digest)


@pytest.mark.parametrize(
    ("number", "of", "says"),
    [
        (0, 12, "0"),
        (12, 12, "1"),
        (6, 12, "½"),
        (40, 12, "3⅓"),
        (5, 24, "⁵\N{FRACTION SLASH}₂₄"),
        (27, 24, "1⅛"),
        (7, 2, "3½"),
    ],
)
def test_points_are_written_as_people_write_them(number: int, of: int, says: str):
    assert written(number, of) == says


@settings(deadline=None, max_examples=40)
@given(fields)
def test_the_sums_of_an_entrant_make_the_numbers_of_the_standings(drawn: Any):
    entrants, seats, rounds, seed = drawn
    found = shown(to_the_end(started(swiss(seats, rounds), entrants), at_random(seed)))
    for standing in found.standings:
        page = entrant_context(found, standing.entrant)
        assert page["standing"]
        numbers = dict(zip(page["columns"], page["standing"]["numbers"], strict=True))
        assert {one["column"]: one["total"] for one in page["sums"]} == {
            one["column"]: numbers[one["column"]] for one in page["sums"]
        }


@settings(deadline=None, max_examples=40)
@given(fields)
def test_the_sums_of_a_duplicate_make_its_numbers_and_its_seats_show_them(drawn: Any):
    more, seats, rounds, seed = drawn
    entrants = 2 * seats + more
    found = shown(to_the_end(started(rules_for(GAME, "duplicate", seats, rounds), entrants), at_random(seed)))
    for standing in found.standings:
        page = entrant_context(found, standing.entrant)
        assert page["standing"]
        numbers = dict(zip(page["columns"], page["standing"]["numbers"], strict=True))
        sums = {one["column"]: one["total"] for one in page["sums"]}
        assert sums == {name: numbers[name] for name in ("match_points", "difference", "points_scored")}
    for number, one in enumerate(found.held.rounds):
        page_of_round = round_context(found, number)
        beside = {row["who"]["number"]: row["earned"] for seat in page_of_round["seats"] for row in seat["rows"]}
        at_tables = {
            seat["who"]["number"]: seat["earned"]
            for table in page_of_round["tables"]
            for seat in table["seats"]
            if seat["earned"] is not None
        }
        assert beside == at_tables
        assert len(page_of_round["seats"]) == seats
        assert len(one.tables) * seats == sum(len(seat["rows"]) for seat in page_of_round["seats"]) + sum(
            result.places.count(None) for result in one.results.values()
        )


def test_nobody_is_led_to_other_tables_of_a_duplicate_before_the_last_one_has_ended():
    held = step(started(rules_for(GAME, "duplicate", 2, 2), 6), at_random(1))
    held = do(held, *(LinkMatch(round=0, table=table, match=f"cuptable000{table}") for table in range(3)))
    held = do(held, *results(held, at_random(1))[:2])
    me = next(number for number in range(6) if number in held.rounds[0].tables[1])
    page = round_context(shown(held, player(me)), 0)
    assert [table["match"] for table in page["tables"]] == [None, "cuptable0001", None]
    assert page["seats"] == []
    assert {seat["earned"] for table in page["tables"] for seat in table["seats"]} == {None}
    over = do(held, *results(held, at_random(1)), EndRound(round=0))
    assert all(table["match"] for table in round_context(shown(over), 0)["tables"])


def test_differences_are_written_with_their_sign():
    assert [signed(number) for number in (0, 18, -30)] == ["0", "+1½", "\N{MINUS SIGN}2½"]


@settings(deadline=None, max_examples=40)
@given(fields)
def test_a_crosstable_is_the_same_from_both_sides(drawn: Any):
    entrants, seats, rounds, seed = drawn
    found = shown(to_the_end(started(swiss(seats, rounds), entrants), at_random(seed)))
    square = crosstable_context(found)["square"]
    assert square is not None
    for row, one in enumerate(square):
        for column, meeting in enumerate(one["met"]):
            other = square[column]["met"][row]
            assert (meeting is None) == (row == column) == (other is None)
            if meeting and other:
                assert meeting["of"] == other["of"] == meeting["ahead"] + other["ahead"]


def test_who_does_not_fit_side_by_side_is_shown_round_by_round():
    found = shown(to_the_end(started(swiss(4, 3), SQUARE + 1), at_random(1)))
    cross = crosstable_context(found)
    assert cross["square"] is None
    assert cross["ways"] is not None
    for row in cross["ways"]:
        assert len(row["steps"]) == 3
        assert all(1 <= place <= SQUARE + 1 for each in row["steps"] for place in each["others"])


@settings(deadline=None, max_examples=60)
@given(st.integers(2, 40), st.sampled_from([2, 4]), st.integers(0, 9), st.booleans(), st.integers(0, 2**16))
def test_a_bracket_has_everybody_and_no_box_touches_another(
    entrants: int, seats: int, steps: int, third: bool, seed: int
):
    held = started(rules_for(GAME, "elimination", seats, third_place=third), entrants)
    for _ in range(steps):
        held = step(held, at_random(seed)) if due(held) != "over" else held
    bracket = bracket_context(shown(held))
    if bracket is None:
        assert not held.rounds
        return
    for one in bracket["boxes"]:
        assert 0 <= one["x"] <= bracket["wide"] - bracket["across"]
        assert 0 <= one["y"] <= bracket["high"] - one["high"]
        for other in bracket["boxes"]:
            if one is not other and one["x"] == other["x"]:
                assert one["y"] + one["high"] <= other["y"] or other["y"] + other["high"] <= one["y"]
    first = [box for box in bracket["boxes"] if box["round"] == 1]
    there = [seat["who"]["number"] for box in first for seat in box["seats"]]
    assert sorted(there + [box["alone"]["number"] for box in first if box["alone"]]) == list(range(1, entrants + 1))


def test_a_bracket_shows_the_rounds_that_are_to_come():
    held = step(started(rules_for(GAME, "elimination", 2), 8), at_random(1))
    bracket = bracket_context(shown(held))
    assert bracket is not None
    assert [sum(box["round"] == number for box in bracket["boxes"]) for number in (1, 2, 3)] == [4, 2, 1]
    assert [box["empty"] for box in bracket["boxes"]] == [0] * 4 + [2] * 3


def test_the_winner_of_the_final_goes_on_alone():
    held = to_the_end(started(rules_for(GAME, "elimination", 4), 16), at_random(3))
    bracket = bracket_context(shown(held))
    assert bracket is not None
    assert sum(bracket["boxes"][-1]["on"]) == 1


def test_a_visitor_is_told_what_to_do_at_every_moment():
    held = opened(swiss(2, 2))
    me = player(0)
    assert own_context(shown(held, me), TOLD, NEVER)["may_enter"]
    held = started(swiss(2, 2), 5)
    assert own_context(shown(held, me), TOLD, NEVER)["does"] == "ready"
    held = step(held, at_random(1))
    seen = {own_context(shown(held, player(number)), TOLD, NEVER)["does"] for number in range(5)}
    assert seen == {"wait", "bye"}
    assert own_context(shown(held, "person:eve"), TOLD, NEVER)["does"] == "watch"
    over = to_the_end(held, at_random(1))
    assert state_of(shown(over)) == "finished"
    assert own_context(shown(over, me), TOLD, NEVER)["does"] == "watch"


def test_who_is_knocked_out_is_told_so():
    held = started(rules_for(GAME, "elimination", 2), 4)
    held = step(step(step(held, at_random(1)), at_random(1)), at_random(1))
    does = [own_context(shown(held, player(number)), TOLD, NEVER)["does"] for number in range(4)]
    assert sorted(does) == ["out", "out", "ready", "ready"]


def test_nobody_sees_an_order_before_the_first_pairing():
    assert shown(started(swiss(2, 3), 6)).standings == ()


@settings(deadline=None, max_examples=20)
@given(st.integers(2, 60), st.integers(0, 60))
def test_a_hall_shows_every_table_in_turn(entrants: int, screen: int):
    held = step(started(swiss(2, 3), entrants), at_random(1))
    found = shown(held)
    screens = hall_context(found, screen)["screens"]
    seen = [table["number"] for at in range(screens) for table in hall_context(found, at)["tables"]]
    assert seen == list(range(1, len(held.rounds[0].tables) + 1))
    assert hall_context(found, screen)["next"] == (screen % screens + 1) % screens


def test_everybody_finds_themselves_on_the_wall():
    held = step(started(swiss(4, 3), 9), at_random(1))
    printed = pairings_context(shown(held), 0)
    assert [each["who"]["name"] for each in printed["by_name"]] == [f"P{number}" for number in range(9)]
    assert sorted_as("\N{LATIN CAPITAL LETTER E WITH ACUTE}lan") < sorted_as("Emma")


def test_a_code_is_a_drawing_without_ids():
    drawn = code("https://example.org/tournaments/cupcupcupcup/rounds/1/tables/1")
    assert drawn.startswith('<svg aria-hidden="true"')
    assert " id=" not in drawn


def test_points_of_a_page_are_those_of_the_ledger():
    held = to_the_end(started(swiss(3, 3), 7), at_random(5))
    rows = standings_context(shown(held))["rows"]
    assert [row["numbers"][0] for row in rows] == [points(one.points) for one in held.standings]


def test_an_arena_counts_all_its_tables_and_says_when_it_ends():
    held = step(started(rules_for(GAME, "arena", 2, minutes=30), 5), at_random(1))
    ends = Hours("2026-01-01T00:00:00.000Z", ends="2026-01-01T00:10:00.000Z")
    now = now_context(shown(held), ends)
    assert (now["lasts"], now["open"], now["tables"], now["left"]) == (True, 2, 2, 600)
    held = do(held, EndTime())
    over = now_context(shown(held), NEVER)
    assert (over["is_time_over"], over["open"], over["left"]) == (True, 2, None)
    found = standings_context(shown(to_the_end(held, at_random(1))))
    assert found["columns"][:3] == ["points", "average", "attended"]
    assert {row["numbers"][1] for row in found["rows"]} <= {"0.00", "0.50", "1.00"}
    assert rules_context(held.rules)["lasts"]


def test_a_league_has_places_by_division_and_says_who_rises_and_falls():
    league = replace(opening(rules_for(GAME, "league", 2)), season=Season(1, 3, 1))
    held = do(Tournament(id=ID), league, *[entry(number) for number in range(7)], StartTournament(by=None))
    held = to_the_end(held, by_strength)
    rows = standings_context(shown(held))["rows"]
    assert [row["place"] for row in rows] == [1, 2, 3, 1, 2, 3, 4]
    assert [row["division"] for row in rows] == [1, 1, 1, 2, 2, 2, 2]
    assert [row["opens"] for row in rows] == [True, False, False, True, False, False, False]
    assert [row["moves"] for row in rows] == [0, 0, -1, 1, 0, 0, 0]
    assert all(len(row["numbers"]) == len(standings_context(shown(held))["columns"]) for row in rows)
    page = season_context(shown(held, ORGANISER), TOLD)
    assert page == {"number": 1, "size": 3, "moves": 1, "former": None, "next": None, "opens": True}
    assert season_context(shown(started(swiss(), 4)), TOLD) is None


def test_of_many_entrants_the_last_rounds_are_drawn_and_boxes_stand_between_those_that_feed_them():
    held = started(rules_for(GAME, "elimination", 2), 200)
    assert bracket_context(shown(step(held, at_random(5)))) is None  # 200 in the first round
    while len(held.rounds) < 3:
        held = step(held, at_random(5))
    bracket = bracket_context(shown(held))
    assert bracket is not None
    assert {box["round"] for box in bracket["boxes"]} == set(range(2, 9))
    second = sorted((box for box in bracket["boxes"] if box["round"] == 2), key=lambda box: box["y"])
    assert len(second) == 64
    third = sorted((box for box in bracket["boxes"] if box["round"] == 3), key=lambda box: box["y"])
    for at, box in enumerate(third):
        feeding = {seat["who"]["number"] for one in second[2 * at : 2 * at + 2] for seat in one["seats"]}
        assert {seat["who"]["number"] for seat in box["seats"]} <= feeding
