"""No test sleeps and hopes: it waits for a condition (tests/waiting.py), or the line says why there is none."""

import ast
import re
from pathlib import Path

import pytest

from tests.waiting import until

TESTS = Path(__file__).parent
SLEEP = re.compile(r"\b(sleep|wait_for_timeout)\(")
ASKS = re.compile(r"httpx\.(get|post|put|patch|delete|request|stream|Client|AsyncClient)")
DIRECTIVE = re.compile(r"#\s*(noqa|type|fmt|ruff|mypy|pragma|pylint|nosec)\b[^#]*")
WITH_A_REASON = re.compile(r"\).*#\s(?=(?:\S+\s+){2})\w")  # of three words


def says_why(line: str) -> bool:
    return bool(WITH_A_REASON.search(DIRECTIVE.sub("", line)))


def test_every_sleep_says_why_nothing_can_be_waited_for():
    lines = [
        f"{path.relative_to(TESTS)}:{number}: {line.strip()}"
        for path in sorted(TESTS.rglob("*.py"))
        if path.name != Path(__file__).name
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if SLEEP.search(line) and not says_why(line)
    ]
    assert lines == []


def test_every_question_over_http_says_how_long_it_waits():
    """The library's own five seconds are few on a machine that all tests run on at once."""
    calls = [
        f"{path.relative_to(TESTS)}:{call.lineno}"
        for path in sorted(TESTS.rglob("*.py"))
        for call in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(call, ast.Call) and ASKS.fullmatch(ast.unparse(call.func))
        if "timeout" not in {keyword.arg for keyword in call.keywords}
    ]
    assert calls == []


@pytest.mark.parametrize(
    ("comment", "is_one"),
    [
        ("", False),
        ("  # noqa", False),
        ("  # noqa: S101 E501 T201 X100", False),
        ("  # type: ignore[arg-type]  # noqa", False),
        ("  # a while", False),
        ("  # until they are read", True),
        ("  # until they are read  # noqa: S101", True),
        ("  # noqa: S101  # until they are read", True),
    ],
)
def test_a_reason_is_words_for_people(comment: str, is_one: bool):
    assert says_why("time.sleep(5)" + comment) is is_one


def test_what_comes_is_given_as_soon_as_it_is_there():
    looks = iter([None, "", "it"])
    assert until(lambda: next(looks)) == "it"


def test_what_does_not_come_fails_with_its_reason():
    with pytest.raises(AssertionError, match="3 are there"):
        until(lambda: False, 0.05, lambda: "3 are there")
