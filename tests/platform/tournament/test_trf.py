"""The report of a tournament of two seats is one that pairing programs read."""

from pathlib import Path

import pytest
from py4swiss.trf import TrfParser

from shared.platform.tournament import due, rules_for
from shared.platform.tournament.commands import EndTournament, Withdraw
from shared.platform.tournament.trf import Game, games, starting_numbers, trf
from tests.platform.tournament.held import GAME, ORGANISER, at_random, do, paired, player, result, started, step, swiss


def test_a_report_is_read_by_another_program_with_the_same_points(tmp_path: Path):
    held = started(swiss(2, 5), 7)
    for _ in range(3):
        held = step(step(step(held, at_random(2)), at_random(2)), at_random(2))
        held = do(held, Withdraw(by=player(len(held.rounds)), entrant=len(held.rounds)))
    names = {0: "Ada\nLovelace", 1: "Bert"}
    text = trf(held, "An  event", names)
    file = tmp_path / "report.trf"
    file.write_text(text, encoding="utf-8")
    read = TrfParser.parse(file, strict=True)
    assert [one.starting_number for one in read.player_sections] == list(range(1, 8))
    assert {one.name for one in read.player_sections} >= {"Ada Lovelace", "Bert", "entrant 3"}
    points = sorted(one.points * 10 // 12 for one in held.standings)
    assert sorted(one.points_times_ten for one in read.player_sections) == points
    assert text.startswith("012 An event\n062 7\nXXR 5\n")


HOSTILE = [
    "=cmd|' /C calc'!A0",
    "山田太郎" * 12,
    "x" * 70,
    "a\u0301" * 40,
    "\N{WOMAN}\u200d" * 10,
    "a\tb\nc\u2028d",
    "",
]


@pytest.mark.parametrize(
    "more",
    [
        *({"bye": bye} for bye in (0, 3, 6, 9, 12)),
        *({"points": points} for points in ((24, 0), (36, 12), (1200, 0), (12, 12))),
        *({"format": format_, "rounds": 0} for format_ in ("double_elimination", "elimination", "round_robin")),
        {"format": "arena"},
        {"format": "duplicate", "tie_breaks": ("difference",)},
    ],
)
def test_a_report_agrees_with_itself_by_any_rules_and_with_any_names(tmp_path: Path, more):
    worth = {name: value for name, value in more.items() if name in ("points", "bye")}
    held = started(swiss(2, 12, **worth)._replace(**{k: v for k, v in more.items() if k not in worth}), 7)
    file = tmp_path / "report.trf"
    for _ in range(20):
        file.write_text(trf(held, "An\u2028event\n", dict(enumerate(HOSTILE))), encoding="utf-8")
        read = TrfParser.parse(file, strict=True)
        read.validate_contents()
        assert sorted(one.starting_number for one in read.player_sections) == list(range(1, 8))
        if due(held) == "over":
            break
        held = step(held, at_random(3))


def test_nobody_is_called_away_while_a_round_is_played():
    held = paired(started(swiss(2, 5), 4))
    assert set(games(held).values()) == {()}
    over = do(held, result(held.rounds[0], 0, (1, 2)), EndTournament(by=ORGANISER, note="the hall closes"))
    assert sorted(row[0].result for row in games(over).values()) == ["0", "1", "Z", "Z"]


def test_forfeits_are_marked():
    held = paired(started(swiss(2, 5), 4))
    held = do(held, result(held.rounds[0], 0, (1, None)), result(held.rounds[0], 1, (None, None)))
    found = sorted(row[0].result for row in games(held).values())
    assert found == ["+", "-", "-", "-"]


def test_a_round_that_is_over_keeps_its_column_where_an_earlier_one_still_plays():
    held = started(rules_for(GAME, "league", 2), 4)
    while len(held.rounds) < 3:
        held = paired(held)
    for one in (held.rounds[0], held.rounds[2]):
        held = do(held, *(result(one, table, (1, 2)) for table in range(2)))
    assert {len(row) for row in games(held).values()} == {1}
    held = do(held, *(result(held.rounds[1], table, (1, 2)) for table in range(2)))
    for number, one in enumerate(held.rounds):
        for first, second in one.tables:
            numbers = starting_numbers(held)
            assert games(held)[first][number] == Game(numbers[second], "w", "1")
