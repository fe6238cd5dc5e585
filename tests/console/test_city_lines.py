"""Cities of Sprawlopolis as JSON Lines through the real command: known totals, and errors that name the field."""

import json
import subprocess
import sys
from typing import Any

from tests.games.sprawlopolis.known import QUESTIONS

SCORE = [sys.executable, "-m", "services.console", "score", "sprawlopolis"]
ROWS = {"goals": [14], "rows": ["R:ES C:SW", "I:NE C:NW"]}
CARD = {"card": 7, "x": 0, "y": 0, "turned": False}


def count(*lines: object) -> tuple[int, list[Any]]:
    """The exit code and the answers, in a process of its own."""
    given = b"".join(line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n" for line in lines)
    done = subprocess.run(SCORE, input=given, capture_output=True, check=False, timeout=60)
    assert done.stderr == b""
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]


def test_every_known_city_has_its_points():
    code, answers = count(*(question.asked for question in QUESTIONS))
    assert code == 0
    for question, answer in zip(QUESTIONS, answers, strict=True):
        question.check(answer)


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"goals": [14, 19]}, "goals[1]: There is no goal 19."),
    ({"goals": [14, 14]}, "goals: Each goal can be named only once."),
    ({"goals": ["14"]}, "goals[0]: Not a whole number."),
    ({"difficulty": "hard"}, "difficulty: Must be one of normal, easier, harder."),
    ({"rows": ["R:ES C:SW", "I:NE"]}, "rows[1]: All rows must be equally long, at most 30 blocks."),
    ({"rows": ["R:ES P:SW"]}, "rows[0][1]: \u201cP:SW\u201d is no block."),
    ({"rows": []}, "rows: A city has 1 to 30 rows, and at least one block."),
    ({"rows": None}, "rows: Give either rows or cards."),
    ({"cards": [CARD]}, "rows: Give either rows or cards."),
    ({"rows": None, "cards": [{**CARD, "card": 19}]}, "cards[0].card: Must be greater than or equal to 1"),
    ({"rows": None, "cards": [{**CARD, "turned": 1}]}, "cards[0].turned: "),
    ({"rows": None, "cards": [CARD, {**CARD, "card": 8, "x": 2, "y": 2}]}, "cards[1]: Touching the city at a corner"),
    ({"rows": None, "cards": [CARD, {**CARD, "card": 8, "x": 9}]}, "cards[1]: A card must cover the city"),
    ({"squares": True}, "squares: Unknown field."),
]


def test_what_is_wrong_in_a_city_is_named_and_other_lines_go_on():
    code, answers = count(*({**ROWS, **parts} for parts, _ in WRONG), b"{\n", b"[]\n", ROWS)
    assert code == 1
    for answer, (_, error) in zip(answers, WRONG, strict=False):
        assert list(answer) == ["error"]
        assert answer["error"].startswith(error)
    *_, cut, bare, last = answers
    assert cut["error"].startswith("this can't be read as JSON")
    assert bare == {"error": "Not an object."}
    assert last["lines"]["goal 14"] == 4
