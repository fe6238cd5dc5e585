"""docs/ledger.md lists exactly what is stored: every type, its fields, and the records inside."""

import ast
import re
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from shared.games.quadropolis.play.setup import Options
from shared.games.quadropolis.score.pad import PAD
from shared.ledger.canonical import DEEPEST
from shared.ledger.codec import Codec
from shared.ledger.forms.check import IS_FORMED
from shared.ledger.forms.shapes import is_named_tuple
from shared.ledger.redis import COUNT
from shared.platform.records.export import FORMAT
from shared.platform.records.read_export import HEADER
from shared.platform.streams import REGISTRY

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "ledger.md").read_text(encoding="utf-8")
ROWS = [[cell.strip() for cell in row.strip("|").split("|")] for row in TEXT.splitlines() if row.startswith("|")]


SAMPLES = Path(__file__).parent / "old_events"


def named(cell: str) -> tuple[str, ...]:
    return tuple(re.findall("`([^`]*)`", cell))


EVENTS = {named(row[0])[0]: row for row in ROWS if re.match(r"`[a-z0-9_]+\.[a-z0-9_]+`$", row[0])}
RECORDS = {row[0]: named(row[1]) for row in ROWS if re.fullmatch("[A-Z][A-Za-z]+", row[0])}


def test_every_type_is_listed_and_no_other():
    assert sorted(EVENTS) == sorted(REGISTRY.classes)


def test_a_type_that_was_ever_stored_keeps_its_name():
    """There is a sample of each, and no sample is ever changed or removed."""
    assert {file.name.partition("@")[0] for file in SAMPLES.iterdir()} == set(EVENTS)


@pytest.mark.parametrize("name", sorted(REGISTRY.classes))
def test_the_fields_of_a_type_are_listed_with_its_schema(name):
    _, schema, public, sealed = EVENTS[name]
    codec = Codec.of(REGISTRY.classes[name])
    assert (named(public), named(sealed)) == (codec.public, codec.sealed)
    assert schema == str(REGISTRY.schema(name))


def records(hint: Any) -> set[type]:
    """All records that values of this type may hold."""
    found = {inner for one in get_args(hint) for inner in records(one)}
    if isinstance(hint, type) and (is_dataclass(hint) or is_named_tuple(hint)):
        found |= {hint, *(inner for one in get_type_hints(hint).values() for inner in records(one))}
    return found


def test_the_records_inside_are_listed_with_their_fields():
    inside = {one for cls in REGISTRY.classes.values() for one in records(cls)} - set(REGISTRY.classes.values())
    assert {cls.__name__: tuple(get_type_hints(cls)) for cls in inside} == RECORDS


def section(title: str) -> str:
    return TEXT.split(f"\n## {title}\n")[1].split("\n## ")[0]


def test_the_fields_of_the_envelope_are_listed_in_their_order():
    rows = [row for row in section("Envelope").splitlines() if row.startswith("| `")]
    assert [named(row.split("|")[1])[0] for row in rows] == list(IS_FORMED)


def test_every_section_that_the_code_cites_is_there():
    cited = {
        title
        for file in (ROOT / "shared").rglob("*.py")
        for title in re.findall(r'docs/ledger\.md, "([^"]+)"', file.read_text(encoding="utf-8"))
    }
    assert cited
    assert [title for title in cited if f"\n## {title}\n" not in TEXT] == []


def test_the_contents_lead_to_every_section():
    titles = re.findall("^## (.*)$", TEXT, re.MULTILINE)
    anchors = re.findall(r"^- \[(.*)\]\(#(.*)\)$", TEXT, re.MULTILINE)
    assert anchors == [(title, title.lower().replace(" ", "-")) for title in titles]


def test_the_key_that_remembers_the_partitions_is_listed():
    assert f"`{COUNT}`" in section("Streams and keys")


def made_in(file: Path) -> set[str]:
    """The names of what a module calls: `match.paused` is written where somebody calls `MatchPaused(…)`."""
    calls = [node for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    return {call.func.id for call in calls if isinstance(call.func, ast.Name)}


def test_every_type_is_written_by_somebody():
    code = [file for folder in ("shared", "services", "frontend", "infra") for file in (ROOT / folder).rglob("*.py")]
    made = {name for file in code for name in made_in(file)}
    assert {name for name, cls in REGISTRY.classes.items() if cls.__name__ not in made} == set()


def test_the_lines_and_options_of_quadropolis_are_listed():
    section = TEXT.split("\n### Quadropolis\n")[1].split("\n| ")[0]
    assert set(PAD) | {field.name for field in fields(Options)} <= set(named(section))


def test_the_checks_of_an_envelope_and_the_export_are_those_listed():
    exported = [named(row.split("|")[1]) for row in section("Export").splitlines() if row.startswith("| `")]
    assert sorted(name for names in exported for name in names) == sorted(HEADER)
    assert f'`"{FORMAT}"`' in section("Export")
    assert f"at most {DEEPEST} deep" in section("Canonical form")
