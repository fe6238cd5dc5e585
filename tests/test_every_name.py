"""Every event type, and every sentence of a refusal, occurs in some test."""

import ast
import gzip
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from shared import errors
from shared.errors import UrbanistError
from shared.games.sprawlopolis.play.refusals import APART
from shared.platform.streams import REGISTRY

TESTS = Path(__file__).parent
CODE = [TESTS.parent / folder for folder in ("shared", "services", "frontend", "infra")]
RECORDED = TESTS / "rules/recorded"
VERDICTS = {
    name for name, cls in vars(errors).items() if isinstance(cls, type) and issubclass(cls, UrbanistError)
}
ANYTHING = "\0"  # what an f-string fills in


class Refusal(NamedTuple):
    """`template` is None where it can't be told from the code."""

    file: Path
    line: int
    template: str | None

    def __str__(self) -> str:
        return f"{self.file.relative_to(TESTS.parent)}:{self.line} {self.template}"


def name_of(call: ast.Call) -> str | None:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", None)


def refusals(file: Path, code: str) -> Iterator[Refusal]:
    """Of each verdict that the code makes, the template: written there, kept in a name, or given to the function."""
    tree = ast.parse(code)
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call) and name_of(node) in VERDICTS):
        for template in templates(tree, call.args[0] if call.args else None):
            yield Refusal(file, call.lineno, template)


def templates(tree: ast.Module, said: ast.expr | None) -> Iterator[str | None]:
    if (sentence := literal(said)) is not None:
        yield sentence
    elif isinstance(said, ast.Name):
        found = [*assigned(tree, said.id), *given(tree, said.id), *imported(tree, said.id)]
        yield from found
        if not found:
            yield None
    else:
        yield None


def assigned(tree: ast.Module, name: str) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and any(isinstance(one, ast.Name) and one.id == name for one in node.targets):
            yield from () if (sentence := literal(node.value)) is None else (sentence,)


def imported(tree: ast.Module, name: str) -> Iterator[str]:
    """Where the module says that the name comes from."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and any(one.name == name for one in node.names):
            file = TESTS.parent / f"{node.module.replace('.', '/')}.py"
            yield from assigned(ast.parse(file.read_text(encoding="utf-8")), name) if file.exists() else ()


def given(tree: ast.Module, name: str) -> Iterator[str]:
    """What the functions are called with whose first parameter has this name."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    makers = {node.name for node in functions if [each.arg for each in node.args.args][:1] == [name]}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and name_of(node) in makers:
            yield from () if (sentence := literal(node.args[0])) is None else (sentence,)


def literal(said: ast.expr | None) -> str | None:
    """The sentence that is written there, be it marked for translation or not."""
    if isinstance(said, ast.Call) and name_of(said) == "marked":
        said = said.args[0]
    return str(said.value) if isinstance(said, ast.Constant) else None


@cache
def in_tests() -> str:
    """All string literals of all tests, one per line."""
    files = [file for file in TESTS.rglob("*.py") if file != Path(__file__)]
    found = [text for file in files for text in texts(ast.parse(file.read_text(encoding="utf-8")))]
    return "\n".join(re.sub(r"\\([^\w\s])", r"\1", text) for text in found)  # also out of patterns


def texts(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.JoinedStr):
            yield "".join(str(one.value) if isinstance(one, ast.Constant) else ANYTHING for one in node.values)


def pattern(template: str) -> re.Pattern[str]:
    """Its words, with anything in place of the values. Pages begin sentences with a capital."""
    return re.compile(r"[^\n]*?".join(map(re.escape, re.split(r"\{[^}]*\}", template))), re.IGNORECASE)


EVERY = [
    refusal
    for folder in CODE
    for file in sorted(folder.rglob("*.py"))
    for refusal in refusals(file, file.read_text(encoding="utf-8"))
]


def test_the_sentence_of_every_refusal_is_in_the_code():
    """So that pages can translate it, and this file can find it."""
    assert [str(refusal) for refusal in EVERY if refusal.template is None] == []
    assert len(EVERY) > 100


def test_every_refusal_is_said_in_some_test():
    assert [str(one) for one in EVERY if one.template and not pattern(one.template).search(in_tests())] == []


@cache
def played() -> set[str]:
    """The types of events in recorded matches."""
    files = [gzip.decompress(file.read_bytes()) for file in RECORDED.glob("*.jsonl.gz")]
    files += [file.read_bytes() for file in RECORDED.glob("*.jsonl")]
    return {json.loads(line)["envelope"]["type"] for file in files for line in file.split(b"\n")[1:-1]}


def made() -> set[str | None]:
    """The names of what tests call, so also of the events that they make."""
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in TESTS.rglob("*.py")]
    return {name_of(node) for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)}


def test_every_type_of_event_is_in_a_recorded_match_or_made_or_named_in_some_test():
    """Beside its stored sample, which test_upcasters asks for."""
    calls, named = made(), in_tests().split("\n")
    known = {name for name, cls in REGISTRY.classes.items() if cls.__name__ in calls or name in named}
    assert sorted(REGISTRY.classes.keys() - known - played()) == []


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ('raise NotAllowed("no")', ["no"]),
        ('why = "{who} may not"\nraise errors.NotAllowed(why, who=1)', ["{who} may not"]),
        ("from shared.games.sprawlopolis.play.refusals import APART\nraise IllegalMove(APART)", [APART]),
        ('def _no(why): return NotAllowed(why)\nraise _no("never")', ["never"]),
        ('NEVER = marked("never")\nraise NotAllowed(NEVER)', ["never"]),
        ('raise NotAllowed(f"no {x}")', [None]),
        ("raise ValueError('no')", []),
    ],
)
def test_refusals_are_found_however_they_are_written(code: str, found: list[str | None]):
    assert [refusal.template for refusal in refusals(TESTS, code)] == found


def test_a_template_is_found_with_its_values_and_nothing_else():
    found = pattern("slot {slot} is taken by {seat}")
    assert found.search("refused: Slot N1 is taken by seat 2")
    assert found.search(f"slot {ANYTHING} is taken by {ANYTHING}")
    assert not found.search("slot N1 is taken")
