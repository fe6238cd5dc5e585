"""Cities with known points as questions: worked examples, edge cases, and complete games in every way they are counted.

The rules, the command line and the door are asked the same ones.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from shared.annotations import Json

EXAMPLES = ("goal_examples", "edge_cases")
ALL_GOALS = list(range(1, 19))


class Question(NamedTuple):
    """`lines` are some of those that have to be answered, `rest` other fields; `loops` are reasons, where known."""

    id: str
    asked: Json
    lines: Json
    rest: Json
    loops: int | None = None

    def check(self, answer: Json) -> None:
        said, reasons = answer["lines"], answer["explanation"]
        assert said | self.lines == said, self.id
        assert answer | self.rest == answer, self.id
        assert answer["total"] == sum(said.values()), self.id
        assert answer["target"] == sum(self.asked["goals"]), self.id
        assert answer["won"] == (answer["total"] >= answer["target"]), self.id
        for line, points in said.items():
            assert sum(reason["points"] for reason in reasons if reason["line"] == line) == points, self.id
        if self.loops is not None:
            assert [reason["message"] for reason in reasons].count("loop_has_no_end") == self.loops, self.id


def questions() -> Iterator[Question]:
    for name in EXAMPLES:
        for case in read(name):
            yield Question(case["id"], case["input"], case["expect"]["lines"], {})
    for game in read("scored_games"):
        yield from of_game(game["id"], game["input"], game["expect"])


def of_game(id_: str, asked: Json, expect: Json) -> Iterator[Question]:
    """As it was played, easier, harder, and with all goals at once."""
    yield Question(id_, asked, expect["lines"], {name: expect[name] for name in ("total", "target", "won", "lines")})
    for difficulty in ("easier", "harder"):
        rest = {"total": expect[difficulty], "target": expect["target"], "won": expect[difficulty] >= expect["target"]}
        yield Question(f"{id_}-{difficulty}", {**asked, "difficulty": difficulty}, {}, rest)
    lines = {f"goal {goal}": points for goal, points in expect["all_goals"].items()}
    assert list(lines) == [f"goal {goal}" for goal in ALL_GOALS]
    yield Question(f"{id_}-goals", {**asked, "goals": ALL_GOALS}, lines, {}, expect["loops"])


def read(name: str) -> list[Json]:
    lines = Path(__file__).with_name(f"{name}.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


QUESTIONS = list(questions())
