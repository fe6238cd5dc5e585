"""A league in divisions, season after season: who rises and falls follows from the standings, and sizes stay."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.errors import NotAllowed
from shared.platform.cited import Cited
from shared.platform.tournament import Rules, Tournament, decide, rules_for
from shared.platform.tournament.commands import Enter, OpenTournament, StartTournament, Withdraw
from shared.platform.tournament.divisions import after_season, divided, movements, ranked, season_after
from shared.platform.tournament.pairings.field import groups_of
from shared.platform.tournament.rules import columns
from shared.platform.tournament.season import Season
from tests.platform.tournament.held import GAME, ORGANISER, SEED, at_random, by_strength, do, player, to_the_end

END = Cited(version=9, digest="cc" * 32)
sizes = st.lists(st.integers(2, 9), min_size=1, max_size=5)


def league(seats: int = 2, **more: object) -> Rules:
    return rules_for(GAME, "league", seats, **more)  # type: ignore[arg-type]


def season_of(rules: Rules, season: Season, newcomers: range = range(0), id_: str = "seasonseason") -> Tournament:
    """Open, with those who are carried over and some more."""
    opening = OpenTournament(by=ORGANISER, game=GAME, options=GAME.options(), rules=rules, seed=SEED, season=season)
    held = do(Tournament(id=id_), opening)
    for number in newcomers:
        held = do(held, Enter(by=player(number), player=player(number)))
    return held


def first(entrants: int, size: int = 4, moves: int = 1) -> Tournament:
    return do(season_of(league(), Season(1, size, moves), range(entrants)), StartTournament(by=None))


@given(order=st.permutations(range(23)), size=st.integers(2, 9), count=st.integers(1, 23))
def test_everybody_is_in_one_division_and_all_but_the_last_have_their_size(order, size, count):
    found = divided(order[:count], size)
    assert [one for division in found for one in division] == order[:count]
    assert all(len(division) == size for division in found[:-1])
    assert size <= len(found[-1]) < 2 * size or len(found) == 1


@given(sizes=sizes, moves=st.integers(1, 4))
def test_the_best_rise_the_last_fall_and_nobody_else_moves(sizes, moves):
    divisions, at = [], 0
    for size in sizes:
        divisions.append([*range(at, at + size)])
        at += size
    order, moved = after_season(divisions, moves), movements(divisions, moves)
    assert sorted(order) == [*range(at)]
    cut = iter(order)
    after = [[next(cut) for _ in division] for division in divisions]
    of = {one: number for number, division in enumerate(divisions) for one in division}
    for number, division in enumerate(after):
        assert all(of[one] - number == moved.get(one, 0) for one in division)
    for number, division in enumerate(divisions):
        rising = [one for one in division if moved.get(one) == 1]
        falling = [one for one in division if moved.get(one) == -1]
        assert rising == division[: len(rising)]
        assert falling == division[len(division) - len(falling) :]
        assert len(rising) == (min(moves, len(division) // 2, len(divisions[number - 1]) // 2) if number else 0)


@settings(max_examples=15)
@given(
    entrants=st.integers(4, 14), size=st.integers(2, 5), seed=st.integers(0, 99), gone=st.sets(st.integers(0, 13)),
    new=st.integers(0, 4),
)  # fmt: skip
def test_a_season_follows_from_the_one_before(entrants, size, seed, gone, new):
    held = to_the_end(first(entrants, size), at_random(seed))
    assert held.ended
    assert [one.numbers[0] for one in held.standings] == sorted(
        (one.numbers[0] for one in held.standings), reverse=True
    )
    season = season_after(held, END)
    assert [[one.entrant for one in division] for division in season.carried] == ranked(held)
    again = season_of(league(), season, range(50, 50 + new), "seasonsecond")
    assert [one.player for one in again.entrants[:entrants]] == [player(one.entrant) for one in held.standings]
    for number in gone & set(range(entrants)):
        if sum(one.is_in for one in again.entrants) > 2:
            again = do(again, Withdraw(by=again.entrants[number].player, entrant=number))
    again = do(again, StartTournament(by=None))
    divisions = groups_of(again) or (tuple(again.members),)
    assert sorted(one for division in divisions for one in division) == sorted(again.members)
    assert all(len(division) == size for division in divisions[:-1])
    newcomers = range(entrants, entrants + new)
    assert all(one in divisions[-1] or len(again.members) - new < size * (len(divisions) - 1) for one in newcomers)
    assert to_the_end(again, at_random(seed)).season == again.season


def test_ties_are_broken_by_the_committed_seed_and_every_division_plays_by_itself():
    held = to_the_end(first(9, 4, 2), lambda one, table: [1] * len(one.tables[table]))
    assert columns(held.rules, "league", True)[:2] == ("division", "points")
    divisions = groups_of(held)
    assert [len(division) for division in divisions] == [4, 5]
    of = {one: number for number, division in enumerate(divisions) for one in division}
    assert all(len({of[who] for who in table}) == 1 for one in held.rounds for table in one.tables)
    assert len(held.rounds) == 5
    moved = movements(ranked(held), 2)
    assert sorted(moved.values()) == [-1, -1, 1, 1]
    drawn = {one.entrant: one.numbers[-1] for one in held.standings}
    assert max(drawn[one] for one in divisions[0] if one in moved) < min(
        drawn[one] for one in divisions[0] if one not in moved
    )


def test_the_strongest_are_in_the_first_division():
    held = season_of(league(), Season(1, 2, 1))
    for number in range(6):
        held = do(held, Enter(by=ORGANISER, player=player(number), strength=100 * number))
    held = do(held, StartTournament(by=None))
    assert groups_of(held) == ((5, 4), (3, 2), (1, 0))
    over = to_the_end(held, by_strength)
    assert after_season(ranked(over), 1) == [4, 2, 5, 0, 3, 1]


@pytest.mark.parametrize(
    ("rules", "season", "sentence"),
    [
        (
            rules_for(GAME, "swiss", 2, 3),
            Season(1, 4, 1),
            "only a league has divisions, and everybody of one meets everybody, without a final",
        ),
        (league(4), Season(1, 3, 1), "a division has at least a table of entrants, and 64 at most"),
        (league(), Season(1, 65, 1), "a division has at least a table of entrants, and 64 at most"),
        (league(), Season(1, 4, 3), "of a division at least one rises and falls, and no more than half of it"),
    ],
)
def test_divisions_that_no_league_can_have(rules, season, sentence):
    with pytest.raises(NotAllowed, match=sentence):
        season_of(rules, season)


def test_whoever_has_left_is_ranked_in_no_division_any_more():
    held = to_the_end(first(6, 3), by_strength)
    gone = held.standings[0].entrant
    left = held._replace(entrants=tuple(one._replace(is_in=at != gone) for at, one in enumerate(held.entrants)))
    assert ranked(left) == [[one for one in division if one != gone] for division in ranked(held)]


def test_only_what_was_played_in_divisions_has_a_next_season():
    for held in (first(6), do(season_of(league(), Season(1, 4, 1), range(4)))):
        sentence = "only a league in divisions that was played has a next season, once it is over"
        with pytest.raises(NotAllowed, match=sentence):
            season_after(held, END)
    assert decide(first(6), Withdraw(by=player(1), entrant=1))
