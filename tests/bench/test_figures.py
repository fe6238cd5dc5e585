"""The figures measure whole matches of the real rules."""

import pytest

from shared.rules.games import GAMES
from tests.bench.allocations import at_the_end
from tests.bench.figure import per_second, rate, spread
from tests.bench.folding import fold_bytes, fold_events
from tests.bench.machine import machine
from tests.bench.played import ID, played
from tests.bench.random_moves import MODES, SEATS, moves_of_a_match
from tests.bench.verifying import JOBS, checked, fully, longest


def test_a_random_match_has_four_moves_a_seat_in_every_round():
    game = GAMES["quadropolis"]
    rounds = {mode: moves_of_a_match(game, game.options(mode=mode), 1) / SEATS / 4 for mode in MODES}
    assert rounds == {"classic": 4, "expert": 5}


def test_both_folds_go_over_the_whole_match():
    last = played().ledger.last(f"match:{ID}")
    assert fold_events()() == fold_bytes() == last > 16 * SEATS


@pytest.mark.parametrize(("mode", "squares"), [("classic", 16), ("expert", 20)])
def test_cities_are_those_of_whole_matches(mode, squares):
    cities = at_the_end(1, mode)
    assert [len(city) for _, city, _, _ in cities] == [squares] * SEATS
    assert all(sum(building is not None for building in city) > squares // 3 for _, city, _, _ in cities)


def test_a_rate_is_what_was_done_by_the_time_it_took():
    done: list[int] = []

    def act() -> int:
        done.append(1)
        return 10

    found = per_second(act, 0.05)
    assert 0 < found <= 10 * (len(done) - 1) / 0.05
    assert rate(12345.6) == "12,346/s"


def test_a_spread_has_the_middle_and_the_worst():
    assert spread([number / 1000 for number in range(101)]) == "p50 50.00 ms, p99 99.00 ms"


def test_the_machine_is_named():
    told = dict(machine())
    assert all(told.values())
    assert "cores" in told["machine"]


def test_what_is_verified_is_a_whole_match_and_a_thousand_take_two_cores_no_minute():
    file = longest()
    assert file.count(b"quadropolis.tile_taken") == 20 * SEATS
    assert b"score.counted" in file
    assert fully(file) == 1
    assert checked(file, 40).work / 40 * 1000 < 60 * JOBS  # not by the clock: others use the machine too
