"""What comes from outside is taken as it is or refused, and every wrong field is named."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Annotated, Any, Literal, NamedTuple

import pytest
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from hypothesis import given
from marshmallow import Schema

from shared.annotations import Range
from shared.errors import Malformed
from shared.games.quadropolis import GAME as QUADROPOLIS
from shared.ledger.forms.schema import from_text, made, schema_of
from shared.platform.moves import MoveField, move_from, one_of, plain_move
from tests.ledger.values import values_of


class Slot(NamedTuple):
    side: Literal["N", "S"]
    line: Annotated[int, Range(0, 4)] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeTile:
    architect: Annotated[int, Range(1, 4)]
    slot: Slot
    target: Slot | None
    marks: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    expert: bool = False
    rounds: Literal[4, 5] = 4
    note: str | None = None
    extras: Mapping[str, int | str | bool | None] | None = None
    corner: tuple[Literal["N", "S"], int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    kind: Literal["tower", "park"]
    floors: Annotated[int, Range(1, 4)] = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """As calculators are told."""

    rows: tuple[tuple[Piece | None, ...], ...]


MOVES = {"take_tile": TakeTile, "pass": Pass}
TAKEN = {"name": "take_tile", "architect": 1, "slot": {"side": "N", "line": 2}, "target": None, "marks": [1, 2]}


def test_a_move_is_made_from_json():
    assert move_from(MOVES, TAKEN) == TakeTile(architect=1, slot=Slot("N", 2), target=None, marks=(1, 2))
    assert move_from(MOVES, {"name": "pass"}) == Pass()


@given(values_of(TakeTile))
def test_a_move_is_read_back_from_its_json(move):
    assert move_from(MOVES, json.loads(json.dumps(plain_move(MOVES, move)))) == move


def test_named_tuples_inside_are_their_own_type():
    move = move_from(MOVES, TAKEN)
    assert type(move.slot) is Slot


def test_defaults_stand_in_for_what_is_missing():
    assert made(Options, {}) == Options()
    assert made(Options, {"extras": {"a b": "x", "c": None, "d": 1, "e": True}}).extras["e"] is True
    assert move_from(MOVES, {**TAKEN, "slot": {"side": "S"}}).slot == Slot("S", 0)


def test_values_of_different_types_are_a_tuple_of_just_so_many():
    assert made(Options, {"corner": ["S", 3]}).corner == ("S", 3)


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"architect": "3"}, {"architect": ['Not a whole number. Write 3, not "3".']}),
        ({"architect": "-3"}, {"architect": ['Not a whole number. Write -3, not "-3".']}),
        ({"architect": True}, {"architect": ["Not a whole number. Write 1, not true."]}),
        ({"architect": False}, {"architect": ["Not a whole number. Write 0, not false."]}),
        ({"architect": 1.0}, {"architect": ["Not a whole number. Write 1, not 1.0."]}),
        ({"architect": 1.5}, {"architect": ["Not a whole number."]}),
        ({"architect": 1e300}, {"architect": ["Not a whole number."]}),
        ({"architect": "three"}, {"architect": ["Not a whole number."]}),
        ({"architect": "03"}, {"architect": ["Not a whole number."]}),
        ({"architect": []}, {"architect": ["Not a whole number."]}),
        ({"architect": None}, {"architect": ["Field may not be null."]}),
        ({"more": 1}, {"more": ["Unknown field."]}),
        ({"slot": {"side": "W", "line": 1}}, {"slot": {"side": ["Must be one of N, S."]}}),
        ({"slot": {"side": "N", "line": 9}}, {"slot": {"line": [...]}}),
        ({"slot": {"side": "N", "line": 1, "x": 1}}, {"slot": {"x": ["Unknown field."]}}),
        ({"slot": "N1"}, {"slot": {"_schema": ["Not an object."]}}),
        ({"slot": None}, {"slot": ["Field may not be null."]}),
        ({"marks": "12"}, {"marks": ["Not a list."]}),
        ({"marks": [1, "2"]}, {"marks": {1: ['Not a whole number. Write 2, not "2".']}}),
        ({"marks": [2**53]}, {"marks": {0: ["Too large."]}}),
        ({"name": "fly"}, {"name": ["Must be one of take_tile, pass."]}),
        ({"name": 1}, {"name": ["Must be one of take_tile, pass."]}),
        ({"name": None}, {"name": ["Must be one of take_tile, pass."]}),
    ],
)
def test_a_wrong_field_is_named(change, wrong):
    with pytest.raises(Malformed) as refused:
        move_from(MOVES, {**TAKEN, **change})
    assert _open(refused.value.fields["move"], wrong) == wrong


def _open(found: Any, wrong: Any) -> Any:
    """What marshmallow says in its own words counts as `...`."""
    if isinstance(wrong, dict):
        return {key: _open(inner, wrong.get(key)) for key, inner in found.items()}
    return wrong if wrong == [...] and found else found


@pytest.mark.parametrize("architect", [0, 5])
def test_ranges_hold(architect):
    with pytest.raises(Malformed) as refused:
        move_from(MOVES, {**TAKEN, "architect": architect})
    assert list(refused.value.fields["move"]) == ["architect"]


def test_all_wrong_fields_are_named_at_once():
    with pytest.raises(Malformed) as refused:
        move_from(MOVES, {"name": "take_tile", "architect": 9, "target": 1, "fee": 1})
    assert refused.value.fields["move"].keys() == {"architect", "slot", "target", "fee"}


@pytest.mark.parametrize("said", [None, [], "take_tile", 1])
def test_a_move_is_an_object(said):
    with pytest.raises(Malformed) as refused:
        move_from(MOVES, said)
    assert refused.value.fields == {"move": ["Not an object."]}


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ({"expert": 1}, {"expert": ["Neither true nor false."]}),
        ({"expert": "true"}, {"expert": ["Neither true nor false."]}),
        ({"rounds": 6}, {"rounds": ["Must be one of 4, 5."]}),
        ({"rounds": True}, {"rounds": ["Must be one of 4, 5."]}),
        ({"note": 1}, {"note": ["Not a text."]}),
        ({"note": "\ud800"}, {"note": ["Holds half of a surrogate pair."]}),
        ({"extras": []}, {"extras": ["Not an object."]}),
        ({"extras": {"A": 1}}, {"extras": {"A": ["Not a name of a-z, 0-9, _ and spaces."]}}),
        ({"extras": {"a": 1.5}}, {"extras": {"a": ["Neither true nor false."]}}),
        ({"corner": "N1"}, {"corner": ["Not a list."]}),
        ({"corner": ["N"]}, {"corner": ["Length must be 2."]}),
        ({"corner": [1, "N"]}, {"corner": {0: ["Must be one of N, S."], 1: ["Not a whole number."]}}),
        ([], {"_schema": ["Not an object."]}),
    ],
)
def test_options_are_as_strict(said, wrong):
    with pytest.raises(Malformed) as refused:
        made(Options, said)
    assert refused.value.fields == wrong


def test_rows_of_pieces_or_of_nothing_are_made_from_json():
    said = {"rows": [[None, {"kind": "park"}], [{"kind": "tower", "floors": 3}]]}
    assert made(Told, said) == Told(rows=((None, Piece(kind="park")), (Piece(kind="tower", floors=3),)))


@pytest.mark.parametrize(
    ("rows", "wrong"),
    [
        ({}, ["Not a list."]),
        ([None], {0: ["Field may not be null."]}),
        ([[], [None, 3]], {1: {1: {"_schema": ["Not an object."]}}}),
        ([[{"kind": "park", "floors": 9}]], {0: {0: {"floors": [...]}}}),
        ([[{"kind": "hut", "door": 1}]], {0: {0: {"kind": [...], "door": ["Unknown field."]}}}),
    ],
)
def test_what_is_wrong_inside_of_rows_is_named_by_its_place(rows, wrong):
    with pytest.raises(Malformed) as refused:
        made(Told, {"rows": rows})
    assert _open(refused.value.fields["rows"], wrong) == wrong


class Body(Schema):
    move = MoveField([MOVES, {"pass": Pass, "draw": Options}], required=True)


def test_a_body_for_many_games_names_what_is_wrong_inside_of_a_move():
    given = Body().load({"move": {"name": "pass"}})["move"]
    assert (given.said, given.of(MOVES)) == ({"name": "pass"}, Pass())
    with pytest.raises(Malformed, match="the move makes no sense"):
        given.of({"draw": Options})
    many = {f"extra {number}": number for number in range(50)}
    long = Body().load({"move": {"name": "draw", "extras": many}})["move"]
    assert long.of({"draw": Options}) == Options(extras=many)
    assert Body().validate({"move": {"name": "draw", "x": 1}, "turn": 2}) == {
        "move": {"x": ["Unknown field."]},
        "turn": ["Unknown field."],
    }
    wrong: Any = Body().validate({"move": {"name": "fly"}})
    assert wrong == {"move": {"name": ["Must be one of take_tile, pass, draw."]}}


def test_the_api_is_described_with_named_schemas():
    plugin = MarshmallowPlugin()
    spec = APISpec(title="t", version="1", openapi_version="3.1.0", plugins=[plugin])
    plugin.converter.add_attribute_function(one_of)  # type: ignore[union-attr]  # it is there once the spec is made
    spec.components.schema("Body", schema=Body)
    schemas = json.loads(json.dumps(spec.to_dict()["components"]["schemas"]))
    owner = schema_of(TakeTile).__name__.removesuffix("TakeTile")
    names = [one["$ref"].rsplit("/", 1)[1] for one in schemas["Body"]["properties"]["move"]["oneOf"]]
    assert names[0] == f"{owner}TakeTile"
    taken = schemas[names[0]]
    assert taken["properties"]["name"]["enum"] == ["take_tile"]
    assert taken["properties"]["architect"] == {"type": "integer", "minimum": 1, "maximum": 4}
    assert taken["additionalProperties"] is False
    assert sorted(taken["required"]) == ["architect", "name", "slot", "target"]
    assert schemas[f"{owner}Slot"]["properties"]["side"]["enum"] == ["N", "S"]
    extras = schemas[f"{owner}Options"]["properties"]["extras"]["additionalProperties"]
    assert {"integer", "string", "boolean"} <= set(extras["type"])


def test_the_api_says_that_a_place_in_a_row_may_hold_nothing():
    spec = APISpec(title="t", version="1", openapi_version="3.1.0", plugins=[MarshmallowPlugin()])
    spec.components.schema("Told", schema=schema_of(Told))
    schemas = json.loads(json.dumps(spec.to_dict()["components"]["schemas"]))
    place, nothing = schemas["Told"]["properties"]["rows"]["items"]["items"]["anyOf"]
    assert nothing == {"type": "null"}
    assert schemas[place["$ref"].rsplit("/", 1)[1]]["required"] == ["kind"]


def test_a_schema_is_named_after_its_owner():
    assert schema_of(QUADROPOLIS.moves["take_tile"]).__name__ == "QuadropolisTakeTile"


def test_options_are_json_by_themselves():
    assert made(Options, asdict(Options(note="x"))) == Options(note="x")


@dataclass(frozen=True, kw_only=True)
class Wishes:
    colour: Literal["red", "blue"] = "red"
    rounds: int = 1
    timed: bool = False


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ({"timed": "true"}, Wishes(timed=True)),
        ({"timed": "yes", "rounds": "7"}, Wishes(timed=True, rounds=7)),
        ({"timed": "false", "colour": "blue"}, Wishes(colour="blue")),
        ({}, Wishes()),
    ],
)
def test_what_a_form_says_becomes_values(said, value):
    assert made(Wishes, from_text(Wishes, said)) == value


@pytest.mark.parametrize(
    ("name", "text"), [("timed", "maybe"), ("rounds", "x"), ("rounds", "1" * 10), ("rounds", "²"), ("size", "1")]
)
def test_what_a_form_says_and_makes_no_sense_is_refused_by_its_name(name, text):
    with pytest.raises(Malformed) as refusal:
        made(Wishes, from_text(Wishes, {name: text}))
    assert (str(refusal.value), list(refusal.value.fields)) == ("the request can't be understood", [name])
