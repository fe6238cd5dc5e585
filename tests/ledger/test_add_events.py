"""A new event's sample and its rows in both verifiers are written by a command."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from infra import verify as verifier
from shared.annotations import sealed
from shared.ledger.codec import Registry
from shared.ledger.forms.check import check_fields
from shared.platform.cited import Cited
from shared.platform.streams import REGISTRY
from tests.ledger import add_events


@dataclass(frozen=True, slots=True, kw_only=True)
class Whistled:
    seat: int
    text: str | None
    is_loud: bool
    heard_by: tuple[int, ...]
    votes: Mapping[str, int]
    answers: Cited
    secret: int = sealed()


@dataclass(frozen=True, slots=True, kw_only=True)
class Silent:
    pass


NEW = Registry({"match.whistled": Whistled, "match.silent": Silent})


def test_nothing_is_missing_today():
    for path in (add_events.VERIFIER, add_events.PAGES):
        text = path.read_text(encoding="utf-8")
        assert add_events.missing(REGISTRY, text) == []
        assert add_events.missing(NEW, text) == ["match.whistled", "match.silent"]


def test_a_sample_has_a_value_for_each_field_in_its_part(tmp_path: Path):
    written = sorted(path.name for path in add_events.add_samples(NEW, tmp_path))
    assert written == ["match.silent@1.json", "match.whistled@1.json"]
    assert list(add_events.add_samples(NEW, tmp_path)) == []
    said = add_events.sample(Whistled)
    check_fields(Whistled, {**said["data"], **said["sealed"]})
    assert (said["sealed"], add_events.sample(Silent)) == ({"secret": 1}, {"data": {}, "sealed": None})


def test_the_verifier_s_row_takes_the_sample_and_nothing_that_lacks_a_field():
    row: dict[str, Any] = eval("{" + add_events.python_row("match.whistled", NEW) + "}", vars(verifier))
    public, secret = row["match.whistled@1"]
    said = add_events.sample(Whistled)
    assert public(said["data"])
    assert secret(said["sealed"])
    for name in said["data"]:
        assert not public({field: value for field, value in said["data"].items() if field != name})


def test_the_row_of_pages_has_the_same_forms():
    assert add_events.script_row("match.silent", NEW) == '  "match.silent@1": [fields({})],\n'
    assert add_events.script_row("match.whistled", NEW) == (
        '  "match.whistled@1": [fields({ seat: number, text: orNull(text), is_loud: truth, heard_by: each(number), '
        "votes: byName(number), answers: cited }), fields({ secret: number })],\n"
    )


def test_a_row_stands_behind_the_others_of_its_kind():
    text = '  "match.a@1": [],\n  "match.b@2": [],\n  "score.c@1": [],\n'
    after = add_events.with_rows(text, {"match.d": "here\n"})
    assert after == '  "match.a@1": [],\n  "match.b@2": [],\nhere\n  "score.c@1": [],\n'


def test_a_type_without_a_form_is_named():
    with pytest.raises(TypeError, match="has no form"):
        add_events.form(complex)
