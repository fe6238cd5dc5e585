"""docs/ledger.md lists exactly what is stored: every type, its fields, and the records inside."""

import re
from dataclasses import is_dataclass
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from shared.ledger.check import IS_FORMED
from shared.ledger.codec import Codec
from shared.ledger.kinds import REGISTRY
from shared.ledger.redis import COUNT
from shared.ledger.shapes import is_named_tuple

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "ledger.md").read_text(encoding="utf-8")
ROWS = [[cell.strip() for cell in row.strip("|").split("|")] for row in TEXT.splitlines() if row.startswith("|")]


def named(cell: str) -> tuple[str, ...]:
    return tuple(re.findall("`([^`]*)`", cell))


EVENTS = {named(row[0])[0]: row for row in ROWS if re.match(r"`[a-z0-9_]+\.[a-z0-9_]+`$", row[0])}
RECORDS = {row[0]: named(row[1]) for row in ROWS if re.fullmatch("[A-Z][A-Za-z]+", row[0])}


def test_every_type_is_listed_and_no_other():
    assert sorted(EVENTS) == sorted(REGISTRY.classes)


@pytest.mark.parametrize("name", sorted(REGISTRY.classes))
def test_the_fields_of_a_type_are_listed_with_its_schema(name):
    _, schema, fields, sealed = EVENTS[name]
    codec = Codec.of(REGISTRY.classes[name])
    assert (named(fields), named(sealed)) == (codec.public, codec.sealed)
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
