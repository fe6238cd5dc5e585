"""Every format, at every number of seats, comes to its end by itself, and what it promises holds."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.platform.tournament import Final, Tournament, rules_for
from shared.platform.tournament.pairings.field import groups_of
from shared.platform.tournament.pairings.lately import pairs
from shared.platform.tournament.pairings.schedule import lines_of_plane
from tests.platform.tournament.held import GAME, at_random, by_strength, started, swiss, to_the_end

FORMATS = [
    *[(name, seats) for name in ("swiss", "round_robin", "elimination", "arena", "league") for seats in (2, 3, 4)],
    *[("span", seats) for seats in (2, 3, 4)],
    ("double_elimination", 2),
]


def meetings(held: Tournament) -> Counter[tuple[int, int]]:
    return Counter(pair for one in held.rounds for table in one.tables for pair in pairs(table))


@pytest.mark.parametrize(("name", "seats"), FORMATS)
@settings(max_examples=12)
@given(entrants=st.integers(2, 21), seed=st.integers(0, 99))
def test_it_ends_and_everybody_sits_at_most_once_a_round(name, seats, entrants, seed):
    rounds = 4 if name in ("swiss", "arena") else 0
    rules = rules_for(GAME, "arena", seats, minutes=30) if name == "span" else rules_for(GAME, name, seats, rounds)
    held = to_the_end(started(rules, entrants), at_random(seed))
    assert held.ended
    assert held.ended.reason == "finished"
    assert [one.place for one in held.standings] == list(range(1, entrants + 1))
    assert {one.entrant for one in held.standings} == set(range(entrants))
    for one in held.rounds:
        there = [*(who for table in one.tables for who in table), *one.byes]
        assert len(there) == len(set(there))
        assert all(2 <= len(table) <= seats for table in one.tables)


@settings(max_examples=30)
@given(seats=st.integers(2, 4), entrants=st.integers(4, 40), seed=st.integers(0, 99))
def test_nobody_has_two_byes_in_swiss_while_others_have_none(seats, entrants, seed):
    held = to_the_end(started(swiss(seats, 6), entrants), at_random(seed))
    byes = Counter(who for one in held.rounds for who in one.byes)
    counts = [byes[who] for who in range(entrants)]
    assert max(counts) - min(counts) <= 1


@pytest.mark.parametrize("entrants", range(2, 14))
def test_in_a_round_robin_of_two_everybody_meets_everybody_once(entrants):
    held = to_the_end(started(rules_for(GAME, "round_robin", 2), entrants), by_strength)
    assert meetings(held) == Counter(combinations(range(entrants), 2))
    first = Counter(table[0] for one in held.rounds for table in one.tables)
    second = Counter(table[1] for one in held.rounds for table in one.tables)
    assert all(abs(first[who] - second[who]) <= 1 for who in range(entrants))
    assert held.standings[0].entrant == 0


@pytest.mark.parametrize("seats", [3, 4])
def test_in_a_round_robin_of_as_many_tables_as_seats_everybody_meets_everybody_once(seats):
    held = to_the_end(started(rules_for(GAME, "round_robin", seats), seats**2), by_strength)
    assert len(held.rounds) == seats + 1
    assert meetings(held) == Counter(combinations(range(seats**2), 2))


@pytest.mark.parametrize("order", [3, 4])
def test_any_two_points_of_a_plane_lie_on_one_line(order):
    lines = [line for slope in range(order + 1) for line in lines_of_plane(order, slope)]
    on = Counter(pair for line in lines for pair in pairs(line))
    assert on == Counter(combinations(range(order**2), 2))


@pytest.mark.parametrize("entrants", range(2, 20))
def test_the_strongest_wins_every_bracket_and_the_second_strongest_meets_them_last(entrants):
    strongest = started(rules_for(GAME, "elimination", 2, third_place=True), entrants)
    order = {who: at for at, who in enumerate(seeds(strongest))}
    held = to_the_end(
        strongest,
        lambda one, table: [
            1 + sum(order[other] < order[who] for other in one.tables[table]) for who in one.tables[table]
        ],
    )
    best = [one.entrant for one in held.standings]
    assert best[:2] == sorted(order, key=lambda who: order[who])[:2]
    assert len(held.rounds) == (entrants - 1).bit_length()
    if entrants >= 4:
        assert len(held.rounds[-1].tables) == 2
        assert set(best[2:4]) == set(held.rounds[-1].tables[1])
    assert max(Counter(who for one in held.rounds for who in one.byes).values(), default=0) <= 1


def seeds(held: Tournament) -> list[int]:
    from shared.platform.tournament.pairings.field import seeding

    return list(seeding(held))


@pytest.mark.parametrize("entrants", range(2, 18))
def test_double_elimination_knocks_out_after_a_second_defeat(entrants):
    held = to_the_end(started(rules_for(GAME, "double_elimination", 2), entrants), at_random(entrants))
    lost: Counter[int] = Counter()
    for one in held.rounds:
        assert all(lost[who] < 2 for table in one.tables for who in table)
        for table, result in one.results.items():
            places, points = result.places, result.points
            seats = one.tables[table]
            if places[0] != places[1]:
                lost[seats[places.index(2)]] += 1
            elif points[0] == points[1]:
                order = seeds(held)
                lost[max(seats, key=order.index)] += 1
    assert [lost[one.entrant] for one in held.standings].count(2) == entrants - 1
    assert lost[held.standings[0].entrant] <= 1


def test_in_an_arena_whoever_is_free_is_paired_while_others_play():
    from tests.platform.tournament.held import do, paired, result

    held = paired(started(rules_for(GAME, "arena", 2, 5), 6))
    assert len(held.rounds[0].tables) == 3
    for table in (0, 1):
        held = do(held, result(held.rounds[0], table, (1, 2)))
    held = paired(held)
    busy = set(held.rounds[0].tables[2])
    assert busy.isdisjoint(who for table in held.rounds[1].tables for who in table)
    assert meetings(held).most_common(1)[0][1] == 1


def test_a_league_pairs_all_its_rounds_at_once():
    from shared.platform.tournament import due
    from tests.platform.tournament.held import paired

    held = started(rules_for(GAME, "league", 2), 6)
    while due(held) == "pair":
        held = paired(held)
    assert len(held.rounds) == 5
    assert len(list(held.playing())) == 15


@pytest.mark.parametrize("final", [Final("elimination", 0, 4), Final("swiss", 2, 4), Final("round_robin", 0, 3)])
def test_a_final_is_played_by_the_best_of_the_first_stage(final):
    held = to_the_end(started(swiss(2, 3, final=final), 9), by_strength)
    assert held.finalists == tuple(range(final.entrants)) or len(held.finalists or ()) == final.entrants
    assert {one.entrant for one in held.standings} == set(held.finalists or ())
    later = {who for one in held.rounds if one.stage for table in one.tables for who in table}
    assert later <= set(held.finalists or ())


@settings(max_examples=20)
@given(
    name=st.sampled_from(("swiss", "round_robin")),
    seats=st.integers(2, 4),
    groups=st.integers(2, 5),
    entrants=st.integers(2, 20),
    seed=st.integers(0, 99),
)
def test_in_groups_nobody_meets_those_of_another_one_before_the_final(name, seats, groups, entrants, seed):
    rules = rules_for(GAME, name, seats, 3 if name == "swiss" else 0, groups=groups, final=Final("elimination", 0, 4))
    held = started(rules, entrants)
    dealt = groups_of(held) or (tuple(range(entrants)),)
    assert sorted(who for group in dealt for who in group) == list(range(entrants))
    assert max(map(len, dealt)) - min(map(len, dealt)) <= 1
    assert len(dealt) == min(groups, max(entrants // seats, 1))
    ended = to_the_end(held, at_random(seed))
    for one in ended.rounds:
        for table in one.tables if one.stage == 0 else ():
            assert any(set(table) <= set(group) for group in dealt)


def test_the_winners_of_groups_go_on_before_those_who_came_second():
    rules = rules_for(GAME, "round_robin", 2, 0, groups=3, final=Final("elimination", 0, 4))
    held = started(rules, 9)
    dealt = groups_of(held)
    assert meetings(to_the_end(held, by_strength))
    found = to_the_end(held, by_strength).finalists
    assert found
    assert {min(group) for group in dealt} == set(found[:3])
    assert found[3] in {sorted(group)[1] for group in dealt}
