"""Cities with known points through the calculator: worked examples, edge cases, complete games with all 18 goals."""

import json
from pathlib import Path
from typing import Any

import pytest

from shared.ledger.schema import made
from shared.rules.sprawlopolis.calculator import CityOnTheTable, count


def read(name: str) -> list[Any]:
    lines = Path(__file__).with_name(name).read_text("utf-8").splitlines()
    return [pytest.param(case, id=case["id"]) for case in map(json.loads, lines)]


def counted(told: dict[str, Any], **other: Any) -> dict[str, Any]:
    return count(made(CityOnTheTable, {**told, **other}))


@pytest.mark.parametrize("case", [*read("goal_examples.jsonl"), *read("edge_cases.jsonl")])
def test_a_goal_gives_what_is_known(case):
    lines = counted(case["input"])["lines"]
    assert lines | case["expect"]["lines"] == lines


@pytest.mark.parametrize("game", read("scored_games.jsonl"))
def test_a_complete_game_has_its_total_line_by_line(game):
    expect, said = game["expect"], counted(game["input"])
    assert list(said["lines"].items()) == list(expect["lines"].items())
    assert (said["total"], said["target"], said["won"]) == (expect["total"], expect["target"], expect["won"])


@pytest.mark.parametrize("game", read("scored_games.jsonl"))
def test_a_complete_game_has_all_18_goals_and_all_its_loops(game):
    said = counted(game["input"], goals=list(range(1, 19)))
    assert [said["lines"][f"goal {goal}"] for goal in range(1, 19)] == list(game["expect"]["all_goals"].values())
    loops = [reason for reason in said["explanation"] if reason["message"] == "loop_has_no_end"]
    assert len(loops) == game["expect"]["loops"]


@pytest.mark.parametrize("game", read("scored_games.jsonl"))
@pytest.mark.parametrize("difficulty", ["easier", "harder"])
def test_a_complete_game_has_its_easier_and_harder_totals(game, difficulty):
    said = counted(game["input"], difficulty=difficulty)
    assert said["total"] == game["expect"][difficulty] == sum(said["lines"].values())
    assert sum(reason["points"] for reason in said["explanation"]) == said["total"]
    assert said["target"] == game["expect"]["target"]


@pytest.mark.parametrize("game", read("scored_games.jsonl"))
def test_every_line_is_explained_to_the_point(game):
    said = counted(game["input"], goals=list(range(1, 19)))
    for line, points in said["lines"].items():
        assert sum(reason["points"] for reason in said["explanation"] if reason["line"] == line) == points
