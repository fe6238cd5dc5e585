"""The figures measure whole matches of the real rules."""

import pytest

from shared.games.registry import GAMES
from shared.research import env
from tests.bench import environments, pairings, rating
from tests.bench.allocations import at_the_end
from tests.bench.figure import Figure, per_second, rate, spread
from tests.bench.folding import fold_bytes, fold_events
from tests.bench.machine import machine
from tests.bench.minds import MINDS, Duel, Outcome, interval, outcome_of, read, said
from tests.bench.played import ID, played
from tests.bench.random_moves import MODES, SEATS, moves_of_a_match
from tests.bench.verifying import ALONE, JOBS, RULES, WAYS, checked, longest
from tests.records import record


def test_a_random_match_has_four_moves_a_seat_in_every_round():
    game = GAMES["quadropolis"]
    rounds = {mode: moves_of_a_match(game, game.options(mode=mode), 1) / SEATS / 4 for mode in MODES}
    assert rounds == {"classic": 4, "expert": 5}


def test_an_environment_plays_whole_matches_too():
    assert [environments.moves_of_a_match(env(game, **told), 1) for game, told in environments.MADE] == [
        32,
        64,
        80,
        14,
        14,
    ]


def test_ratings_are_computed_again_over_all_books():
    books = rating.rated(60)
    assert len(books.history(rating.POOL)) == 60
    assert rating.again(books) > 0


def test_both_folds_go_over_the_whole_match():
    last = played().ledger.last(f"match:{ID}")
    assert fold_events()() == fold_bytes() == last > 16 * SEATS


@pytest.mark.parametrize(("mode", "squares"), [("classic", 16), ("expert", 20)])
def test_cities_are_those_of_whole_matches(mode, squares):
    cities = at_the_end(1, mode)
    assert [len(city) for _, city, _, _ in cities] == [squares] * SEATS
    assert all(sum(building is not None for building in city) > squares // 3 for _, city, _, _ in cities)


def test_a_rate_is_what_was_done_by_the_time_it_took_in_the_best_of_five_parts(monkeypatch: pytest.MonkeyPatch):
    now, takes = 0.0, iter([9.0, 1.0, 2.0, 0.5, 0.5, 1.0, 1.0])  # seconds; first the tables are made
    monkeypatch.setattr("time.perf_counter", lambda: now)

    def act() -> int:
        nonlocal now
        now += next(takes)
        return 10

    assert per_second(act, 5.0) == 20
    assert next(takes, None) is None
    assert rate(12345.6) == "12,346/s"


def test_a_spread_has_the_middle_and_the_worst():
    assert spread([number / 1000 for number in range(101)]) == "p50 50.00 ms, p99 99.00 ms"


def test_the_machine_is_named():
    named = dict(machine())
    assert all(named.values())
    assert "cores" in named["machine"]


def test_what_is_verified_is_a_whole_match_and_a_thousand_take_two_cores_no_minute():
    file = longest()
    assert file.count(b"quadropolis.tile_taken") == 20 * SEATS
    assert b"score.counted" in file
    assert checked(ALONE, [file] * 40).work / 40 * 1000 < 60 * JOBS  # not by the clock: others use the machine too


def test_two_thousand_records_a_minute_are_checked_by_the_rules_where_bots_are_left_alone():
    """Without what it takes to start, which is the same for one record as for thousands."""
    files = [record(slug, way) for slug in GAMES for way in WAYS]
    none, many = (checked([*RULES, "--no-bots"], one).work for one in (files[:4], files * 10))
    assert (many - none) / (10 * len(files) - 4) * 2000 < 60 * JOBS


def test_a_duel_is_of_whole_matches_on_the_same_draws():
    one, other = (outcome_of(Duel("any_move", 2, 1)) for _ in range(2))
    assert (one.points, one.target) == (other.points, other.target)
    assert one.target != outcome_of(Duel("any_move", 2, 2)).target


def test_a_duel_counts_only_what_both_have_played():
    old, new = MINDS
    outcomes = {
        Duel(old, 1, 0): Outcome(20, 25, 0.01),
        Duel(new, 1, 0): Outcome(26, 25, 0.2),
        Duel(old, 1, 1): Outcome(30, 30, 0.01),
        Duel(new, 1, 1): Outcome(34, 30, 0.4),
        Duel(new, 1, 2): Outcome(99, 30, 9.0),
        Duel(old, 2, 2): Outcome(99, 30, 9.0),
    }
    assert list(said(1, outcomes)) == [
        Figure("look_ahead for greedy, 1 seat, 2 matches", "+5.0 points (+3.0 to +7.0), 2 won instead of 1"),
        Figure("a move of look_ahead, 1 seat", "300 ms"),
    ]


def test_an_interval_is_narrower_the_more_was_measured():
    assert interval([1, 3]) == pytest.approx((2, 1.96))
    assert interval([1, 3] * 8)[1] == pytest.approx(1.96 * (16 / 15) ** 0.5 / 4)


def test_a_duel_goes_on_from_what_was_kept(tmp_path):
    assert dict(read(tmp_path / "none")) == {}
    kept = tmp_path / "duel.jsonl"
    kept.write_text('[["greedy", 1, 7], [20, 25, 0.01]]\n')
    assert dict(read(kept)) == {Duel("greedy", 1, 7): Outcome(20, 25, 0.01)}


def test_pairings_are_measured_beside_chance_and_the_optimum():
    assert len(list(pairings.partitions(tuple(range(8)), 4))) == 35
    assert pairings.beside_the_optimum(4, 8, 2).endswith("found in 100 % of cases")
    assert pairings.repeats(pairings.at_random(16, 1)) > 24
    assert pairings.imbalance([((0, 1, 2, 3),), ((0, 1, 2, 3),)]) == 100
    assert pairings.folded(16, 2) > 0
    assert pairings.slowest(4, 16) > 0
