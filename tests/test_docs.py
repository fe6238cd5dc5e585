"""What README.md and docs/architecture.md say about the tree is so."""

import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from services.console.parser import parser

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
ARCHITECTURE = ROOT / "docs" / "architecture.md"
CODE = ("shared", "services", "frontend", "infra")
ROOMS = (*CODE, "tests", "docs")
WINGS = 4  # parts of shared/games/<slug>/play: what a game keeps inside of a wing is its own affair


def spans(text: str) -> list[str]:
    return re.findall(r"`([^`\n]+)`", text)


def paths(text: str) -> Iterator[str]:
    """All paths below one of the rooms; of `shared/games/<slug>/play/` the part before the slug."""
    for word in (word for span in spans(text) for word in span.split()):
        fixed = word.partition("<")[0]
        if "/" in fixed and fixed.partition("/")[0] in ROOMS:
            yield fixed


def links(text: str) -> Iterator[str]:
    for target in re.findall(r"\]\(([^)]+)\)", text):
        if not target.startswith(("http", "#")):
            yield target.partition("#")[0]


@pytest.mark.parametrize("file", [README, ARCHITECTURE], ids=lambda file: file.name)
def test_every_path_leads_somewhere(file: Path):
    text = file.read_text(encoding="utf-8")
    assert [name for name in paths(text) if not (ROOT / name).exists()] == []
    assert [target for target in links(text) if not (file.parent / target).exists()] == []


def test_every_package_is_on_the_map():
    listed = {name.rstrip("/") for name in spans(ARCHITECTURE.read_text(encoding="utf-8"))}
    assert [folder for folder in sorted(set(packages())) if folder not in listed] == []


def packages() -> Iterator[str]:
    for package in (file.parent.relative_to(ROOT) for room in CODE for file in (ROOT / room).rglob("*.py")):
        parts = list(package.parts)
        if parts[:2] == ["shared", "games"] and len(parts) > 2:
            parts = [*parts[:2], "<slug>", *parts[3:WINGS]]
        if parts not in (["shared"], ["services"], ["frontend"], ["shared", "games", "<slug>"]):  # they hold the rooms
            yield "/".join(parts)


def test_the_layers_are_those_of_the_contract():
    """`make imports` checks the contract; this checks that the page repeats it."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    (layers,) = (one["layers"] for one in contracts if one["name"] == "Layers look down only")
    assert "```\n" + "\n".join(layers) + "\n```" in ARCHITECTURE.read_text(encoding="utf-8")


def test_every_function_of_the_move_is_where_the_page_says():
    """`name` in `file`: the file defines it."""
    text = " ".join(ARCHITECTURE.read_text(encoding="utf-8").split())
    named = re.findall(r"`([A-Za-z_.]+)` (?:in `|of `|\(`)([a-z_/]+\.py)`", text)
    assert len(named) > 8
    for name, file in named:
        code = (ROOT / file).read_text(encoding="utf-8")
        missing = [part for part in name.split(".") if not re.search(rf"^ *(?:def|class) {part}\b", code, re.MULTILINE)]
        assert not missing, f"{file} does not define {name}"


def test_every_target_of_make_is_there():
    text = README.read_text(encoding="utf-8") + ARCHITECTURE.read_text(encoding="utf-8")
    commands = [*spans(text), *re.findall("```\n(.*?)```", text, re.DOTALL)]
    asked = {target for command in commands for target in re.findall(r"\bmake ([a-z-]+)\b", command)}
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "run" in asked
    assert asked <= set(re.findall(r"^([a-z-]+)[^:=\n]*:", makefile, re.MULTILINE))


def test_every_command_of_the_readme_is_understood():
    """With all its options, in every line of the list; what a command does is tested in tests/console/."""
    lines = [line for line in README.read_text(encoding="utf-8").splitlines() if line.startswith("urbanist ")]
    assert len(lines) > 10
    for line in lines:
        _, *words = shlex.split(re.split("[<>#]", line)[0])
        assert parser().parse_args(words).act
