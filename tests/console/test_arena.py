"""The arena: who meets whom, that the same seed plays the same matches on any number of cores, and what it tells."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from services.console.arena.contest import Outcome, Played, outcome
from services.console.arena.schedule import Contest, schedule
from services.console.arena.standings import firsts, gains, of_best, ratings, share, won
from shared import bots
from shared.games.registry import GAMES
from tests.console.conftest import Urbanist
from tests.plug_ins.packages import install

QUADROPOLIS, SPRAWLOPOLIS = GAMES["quadropolis"], GAMES["sprawlopolis"]
ARENA = ("arena", "quadropolis", "--bots", "greedy,any_move", "--seed", "1")


def contests(game=QUADROPOLIS, seats=2, bots=("a", "b", "c"), matches=12):
    return schedule(game, game.options(), seats, bots, matches, "1")


def ended(bots, places, points=(1, 1), draw=0):
    contest = Contest("quadropolis", QUADROPOLIS.options(), bots, draw, b"", b"")
    return contest, Outcome(points, places, None, (Played(),) * len(bots), "")


def test_the_same_seed_has_the_same_digest_on_any_number_of_cores(urbanist: Urbanist):
    alone, shared = (urbanist(*ARENA, "--matches", 2, "--cores", cores).lines[-1] for cores in (1, 2))
    assert alone.startswith("digest ")
    assert shared == alone
    assert urbanist(*ARENA[:-1], "2", "--matches", 2, "--cores", 1).lines[-1] != alone


LUCKY = """
import random
def move(view, moves, chance):
    return random.choice(moves)
"""


def test_a_bot_of_another_package_meets_those_of_the_server(
    urbanist: Urbanist, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """On any number of cores, whatever luck it uses."""
    monkeypatch.syspath_prepend(str(tmp_path))
    install(tmp_path, "novice", LUCKY)
    said = ("arena", "quadropolis", "--bots", "novice,any_move", "--seed", "1", "--matches", "4")
    alone, shared = (urbanist(*said, "--cores", cores).lines for cores in (1, 2))
    assert alone[-1] == shared[-1]
    assert any(line.startswith("novice") and "0 illegal" in line for line in alone)
    wrong = urbanist("arena", "quadropolis", "--bots", "greedy,nobody", "--matches", "2")
    assert "there is no bot nobody; there are" in wrong.err
    assert "novice" in wrong.err


@pytest.mark.parametrize(
    ("seats", "bots"), [(2, ("a", "b", "c")), (3, ("a", "b", "c", "d")), (4, ("a", "b", "b", "b"))]
)
def test_every_lineup_plays_every_draw_in_every_rotation_of_seats(seats, bots):
    found = contests(seats=seats, bots=bots, matches=24)
    for seat in range(seats):
        assert Counter(contest.bots[seat] for contest in found) == Counter(contest.bots[0] for contest in found)
    draws: dict[Any, list[tuple[str, ...]]] = {}
    for contest in found:
        draws.setdefault(contest.key, []).append(contest.bots)
    lineups, *others = draws.values()
    assert all(other == lineups for other in others)
    assert len(set(lineups)) == len(lineups)


def test_where_all_play_together_each_bot_takes_all_seats():
    found = contests(SPRAWLOPOLIS, 2, ("a", "b"), 4)
    assert [contest.bots for contest in found] == [("a", "a"), ("b", "b")] * 2
    assert [contest.draw for contest in found] == [0, 0, 1, 1]


def test_an_illegal_move_counts_and_the_stand_in_plays_this_turn(monkeypatch):
    wrong = bots.Bot("wrong", 1, lambda game, seat: lambda view, moves, chance: "no move", 5)
    monkeypatch.setattr(bots, "BOTS", (wrong, *bots.BOTS))
    contest = contests(bots=("any_move", "wrong"), matches=1)[0]
    found = outcome(contest)
    played = dict(zip(contest.bots, found.played, strict=True))
    assert (played["wrong"].turns, played["wrong"].illegal) == (16, 16)
    assert (played["any_move"].turns, played["any_move"].illegal) == (16, 0)


def test_who_wins_more_is_rated_higher_and_a_shared_first_place_is_half_of_one():
    matches = [ended(("a", "b"), (1, 2)), ended(("b", "a"), (2, 1)), ended(("a", "b"), (1, 1))]
    rated, shares = ratings(matches), firsts(matches)
    assert rated["a"].low < rated["b"].value < rated["a"].value < rated["a"].high
    assert shares[("a", "b"), "a"].value == pytest.approx(2.5 / 3)
    assert shares[("a", "b"), "b"].value == pytest.approx(0.5 / 3)


def test_intervals_are_the_textbook_ones():
    low, high = share([1.0] * 8 + [0.0] * 2)[1:3]
    assert (round(low, 3), round(high, 3)) == (0.490, 0.943)  # Wilson, 8 of 10
    matches = [
        ended((bot,), (1,), (points,), draw)
        for bot, each in (("a", (5, 7)), ("b", (4, 4)))
        for draw, points in enumerate(each)
    ]
    gained = gains(matches, "a", "b")
    assert (gained.value, round(gained.low, 2), round(gained.high, 2)) == (2.0, 0.04, 3.96)
    assert won(matches)["a"].value == 1.0


def test_the_mean_is_compared_with_the_best_tries_draw_by_draw():
    tried = {0: (30, 40), 1: (20, 20), 2: (25, 30)}
    found = of_best([ended(("a",), (1,), (points,), draw) for draw, each in tried.items() for points in each], "a")
    assert found.value == pytest.approx((35 + 20 + 27.5) / (40 + 20 + 30))
    assert round(found.high - found.value, 4) == 0.0629  # 1.96 * (5 / 3) / sqrt(3) / 30: off are -5/3, 5/3 and 0
    assert found.low == pytest.approx(2 * found.value - found.high)


def test_tries_share_the_draws_and_differ_in_the_luck_of_bots():
    found = schedule(SPRAWLOPOLIS, SPRAWLOPOLIS.options(), 1, ("a", "b"), 12, "1", 3)
    assert Counter(contest.key for contest in found) == dict.fromkeys([found[0].key, found[-1].key], 6)
    assert Counter((contest.bots, contest.luck) for contest in found).most_common(1)[0][1] == 1
    assert found[0].luck == found[0].key
    assert [contest for contest in found if contest.luck == contest.key] == contests(SPRAWLOPOLIS, 1, ("a", "b"), 4)


def test_it_tells_how_near_a_bot_comes_to_the_best_of_its_tries(urbanist: Urbanist):
    output = urbanist("arena", "sprawlopolis", "--bots", "any_move", "--matches", 6, "--tries", 3, "--cores", 1)
    assert "matches: 6, draws: 2" in output.out
    assert "% of the best of 3 tries on the same draws" in output.out


def test_it_tells_ratings_first_places_times_and_a_digest(urbanist: Urbanist):
    output = urbanist(*ARENA, "--matches", 1, "--mode", "expert", "--cores", 1)
    assert output.code == 0
    text = output.out
    assert "quadropolis; seats: 2, matches: 2, draws: 1" in text
    for words in (
        "greedy       rating",
        "first places of any_move + greedy",
        "40 moves, 0 illegal",
        "slowest",
        "digest",
    ):
        assert words in text


def test_it_tells_totals_and_what_one_has_more_where_all_play_together(urbanist: Urbanist):
    output = urbanist("arena", "sprawlopolis", "--bots", "greedy,any_move", "--matches", 4, "--cores", 1)
    assert "total" in output.out
    assert "greedy over any_move, same draws:" in output.out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--bots", "greedy,nobody"), "--bots: there is no bot nobody"),
        (("--bots", "greedy,greedy"), "--bots: name at least 2 different bots"),
        (
            ("--bots", "greedy,any_move", "--seats", 4),
            "--bots: name at least 4, one for each seat; some may be the same",
        ),
        (("--bots", "greedy,any_move", "--seats", 9), "--seats: Quadropolis is for 2 to 4 players"),
        (("--bots", "greedy,any_move", "--matches", 0), "--matches: at least 1"),
        (("--bots", "greedy,any_move", "--cores", 0), "--cores: at least 1"),
        (("--bots", "greedy,any_move", "--tries", 2), "--tries: more than 1 is for games in which all play together"),
        (("--bots", "greedy,any_move", "--tries", 0), "--tries: at least 1"),
        (("--bots", "greedy,any_move", "--mode", "wild"), "--option:"),
    ],
)
def test_what_it_cannot_play_is_refused_in_a_sentence(urbanist: Urbanist, arguments, sentence):
    output = urbanist("arena", "quadropolis", *arguments)
    assert output.code == 1
    assert sentence in output.err
