"""Every event survives the ledger, whatever is in it, and what nobody knows is kept as it is."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.annotations import Range, sealed
from shared.errors import Malformed
from shared.ledger.canonical import canonical, parse
from shared.ledger.codec import Registry, Unknown, Written
from shared.ledger.forms.check import check_fields
from shared.platform.cited import Cited
from shared.platform.events import EVENTS
from shared.platform.match.events import MatchEnded, MatchStarted
from shared.platform.streams import REGISTRY
from shared.platform.table.events import TableOpened
from shared.platform.terms import USUAL
from tests.ledger.values import values_of


class Spot(NamedTuple):
    row: int
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Inner:
    spot: Spot
    side: Literal["N", "S"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Everything:
    number: Annotated[int, Range(1, 4)]
    text: str | None
    truth: bool
    mixed: int | str | bool | None
    spot: Spot | None
    spots: tuple[Spot, ...]
    rows: tuple[tuple[int | None, ...], ...]
    maybe: tuple[int, ...] | None
    table: Mapping[str, int]
    records: Mapping[str, Inner]
    hidden: tuple[Spot, ...] = sealed()
    secret: int = sealed()


WITH_EVERYTHING = Registry({"test.everything": Everything})
EVENT = Everything(
    number=1,
    text=None,
    truth=True,
    mixed="x",
    spot=Spot(1, ("a",)),
    spots=(Spot(2, ()),),
    rows=((1, None), ()),
    maybe=None,
    table={"parks": 1},
    records={"a": Inner(spot=Spot(3, ()), side="N")},
    hidden=(Spot(4, ("b",)),),
    secret=7,
)


def test_a_field_stands_in_one_part():
    """Else an opened seal could change what was public."""
    with pytest.raises(Malformed, match=r"table\.opened has seats in public and sealed"):
        REGISTRY.read("table.opened", 1, {"seats": 2}, {"seats": 3, "seed": "5e" * 32})


def test_what_everybody_may_know_is_told_in_the_words_of_today():
    old = REGISTRY.read("quadropolis.round_ended", 1, {"round": 1, "starts": 0})
    assert REGISTRY.public(old) == {"round": 1, "mayor": 0}
    assert WITH_EVERYTHING.public(EVENT).keys().isdisjoint({"hidden", "secret"})
    assert REGISTRY.public(Unknown("opera.curtain_fell", 1, {"seat": 0})) == {"seat": 0}


def test_public_and_sealed_fields_go_apart():
    name, schema, data, part = WITH_EVERYTHING.write(EVENT)
    assert (name, schema) == ("test.everything", 1)
    assert data["spot"] == {"row": 1, "names": ["a"]}
    assert data["rows"] == [[1, None], []]
    assert data["records"] == {"a": {"spot": {"row": 3, "names": []}, "side": "N"}}
    assert part == {"hidden": [{"row": 4, "names": ["b"]}], "secret": 7}
    assert not data.keys() & part.keys()


def test_an_event_without_sealed_fields_has_no_sealed_part():
    assert Registry(EVENTS).write(MatchEnded(reason="finished")) == Written(
        "match.ended", 1, {"reason": "finished"}, None
    )


def stored(registry: Registry, event: Any) -> Any:
    """The event after it was in the ledger."""
    name, schema, data, part = registry.write(event)
    data, part = parse(canonical(data)), parse(canonical(part))
    check_fields(type(event), {**data, **(part or {})})
    return registry.read(name, schema, data, part)


@given(st.data(), st.sampled_from(sorted(REGISTRY.classes)))
def test_every_event_survives_the_ledger(data, name):
    event = data.draw(values_of(REGISTRY.classes[name]))
    assert stored(REGISTRY, event) == event


@given(values_of(Everything))
def test_every_shape_survives_the_ledger(event):
    assert stored(WITH_EVERYTHING, event) == event


def test_named_tuples_come_back_as_what_they_were():
    event = stored(WITH_EVERYTHING, EVENT)
    assert type(event.spot) is Spot
    assert type(event.records["a"]) is Inner


def test_a_type_that_nobody_knows_is_kept_as_it_is():
    assert REGISTRY.read("future.event", 1, {"a": 1}) == Unknown("future.event", 1, {"a": 1})


def test_a_schema_that_came_later_is_unknown():
    assert REGISTRY.read("match.ended", 2, {"why": "x"}) == Unknown("match.ended", 2, {"why": "x"})


@pytest.mark.parametrize("data", [{}, {"reason": "x", "more": 1}])
def test_fields_that_are_not_those_of_the_class_are_named_with_the_type(data):
    with pytest.raises(Malformed, match=r"match\.ended with schema 1"):
        REGISTRY.read("match.ended", 1, data)


def test_a_missing_sealed_part_is_not_made_up():
    name, schema, data, _ = REGISTRY.write(
        TableOpened(
            opener="a",
            game="g",
            options={},
            seats=2,
            listed=True,
            commitment="c",
            branch=None,
            hints=True,
            terms=USUAL,
            host_key=None,
            seed="s",
        )
    )
    with pytest.raises(Malformed, match="seed"):
        REGISTRY.read(name, schema, data)


@pytest.mark.parametrize("data", [{"table": {"version": 1}}, {"table": []}, {"nonces": 5}])
def test_damage_inside_a_field_is_malformed_too(data):
    event = MatchStarted(
        game="g",
        rules=1,
        options={},
        players=("a",),
        commitment="c",
        nonces=(None,),
        table=Cited(1, "d"),
        practice=False,
        branch=None,
        hints=True,
        terms=USUAL,
        deal=None,
        host_key=None,
        keys=(None,),
        seed="s",
    )
    name, schema, fields, part = REGISTRY.write(event)
    with pytest.raises(Malformed):
        REGISTRY.read(name, schema, {**fields, **data}, part)


def test_two_events_of_one_name_are_refused():
    with pytest.raises(TypeError, match="twice"):
        Registry(EVENTS, {"match.ended": MatchEnded})


@pytest.mark.parametrize(
    "hint", [float, bytes, list[int], set[int], dict[int, int], Spot | Inner, tuple[int, str], Any]
)
def test_a_class_that_cant_be_stored_is_refused_when_it_is_met(hint):
    made: type = dataclass(type("Made", (), {"__annotations__": {"field": hint}}))
    with pytest.raises(TypeError):
        Registry({"test.made": made})
