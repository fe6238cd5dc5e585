"""What promises foresee of matches that weights were not found with: `tests/bench/held_out.py` played them.

`held_out_<mode>.jsonl`: positions anywhere in matches of two, six buildings and discarding tried in each, and what all
of them ended with in the same four imagined worlds, played by weights before the present ones. No weight was found with
them: those come from other matches.
"""

from pathlib import Path

import pytest

from tests.bench.foresight import Foretold, figures, of_file

every_mode = pytest.mark.parametrize("mode", ["classic", "expert"])


def held_out(mode: str) -> list[Foretold]:
    return of_file(mode, Path(__file__).with_name(f"held_out_{mode}.jsonl"))


@every_mode
def test_among_the_moves_of_a_position_a_promise_says_more_than_the_change_at_once(mode):
    said = figures(held_out(mode))
    for how in ("rank correlation", "within positions: correlation"):
        assert said[f"{how}, promise"] > max(0, said[f"{how}, change at once"])


@every_mode
def test_a_promise_is_off_by_less_than_the_change_at_once_and_than_the_average(mode):
    said = figures(held_out(mode))
    assert said["off by, promise"] < said["off by, change at once"]
    assert said["off by, promise"] < said["off by, always the average"]


@every_mode
def test_the_ends_are_not_all_luck(mode):
    """Else there would be nothing to foresee, and the other tests would say nothing."""
    said = figures(held_out(mode))
    assert said["positions"] >= 30
    assert said["within positions: ceiling"] > 0.3
