"""Old shapes are read through pure steps, and there is a sample of every shape that was ever stored."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from shared.annotations import sealed
from shared.games.quadropolis.play.events import RoundEnded
from shared.ledger.codec import Registry
from shared.ledger.forms.check import check_fields
from shared.ledger.upcasters import STEPS, Data, current_schema, upcast
from shared.platform.cited import Cited
from shared.platform.rating.events import Rating, RatingAdjusted
from shared.platform.streams import REGISTRY

SAMPLES = Path(__file__).parent / "old_events"
KNOWN = sorted((name, schema) for name in REGISTRY.classes for schema in range(1, REGISTRY.schema(name) + 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    architect: int
    floor: int
    secret: int = sealed()


def worker_is_architect(data: Data) -> Data:
    return {("architect" if key == "worker" else key): value for key, value in data.items()}


def floors_count_from_0(data: Data) -> Data:
    return {**data, "floor": data["floor"] - 1, "secret": data["secret"] * 10}


OLD = {("test.taken", 1): worker_is_architect, ("test.taken", 2): floors_count_from_0}


def test_a_type_is_written_under_one_more_than_its_steps():
    assert [current_schema(name, OLD) for name in ("test.taken", "test.other")] == [3, 1]


def test_each_step_leads_to_the_next_number():
    old = {"worker": 2, "floor": 3, "secret": 4}
    assert upcast("test.taken", 1, old, OLD) == {"architect": 2, "floor": 2, "secret": 40}
    assert upcast("test.taken", 3, old, OLD) == old
    assert old == {"worker": 2, "floor": 3, "secret": 4}


@pytest.mark.parametrize(
    ("schema", "data"),
    [(1, {"worker": 2, "floor": 3}), (2, {"architect": 2, "floor": 3}), (3, {"architect": 2, "floor": 2})],
)
def test_an_event_of_any_schema_is_read_as_one_of_today(schema, data):
    registry = Registry({"test.taken": Taken}, steps=OLD)
    secret = 4 if schema < 3 else 40
    assert registry.read("test.taken", schema, data, {"secret": secret}) == Taken(architect=2, floor=2, secret=40)
    assert registry.write(Taken(architect=2, floor=2, secret=40)).schema == 3


def sample(name: str, schema: int) -> dict[str, Any]:
    file = SAMPLES / f"{name}@{schema}.json"
    assert file.exists(), f"add {file.name}: what was stored under this number must be readable for ever"
    return dict(json.loads(file.read_text(encoding="utf-8")))


@pytest.mark.parametrize(("name", "schema"), KNOWN)
def test_every_shape_that_was_ever_stored_is_still_read(name, schema):
    said = sample(name, schema)
    event = REGISTRY.read(name, schema, said["data"], said["sealed"])
    assert type(event) is REGISTRY.classes[name]
    check_fields(type(event), REGISTRY.values(name, schema, said["data"], said["sealed"]))


@pytest.mark.parametrize("name", sorted(REGISTRY.classes))
def test_a_sample_of_today_is_what_is_written_today(name):
    said = sample(name, REGISTRY.schema(name))
    written = REGISTRY.write(REGISTRY.read(name, REGISTRY.schema(name), said["data"], said["sealed"]))
    assert (written.data, written.part) == (said["data"], said["sealed"])


def test_the_mayor_of_a_round_s_end_is_read_from_both_of_its_shapes():
    name = "quadropolis.round_ended"
    old, new = (sample(name, schema)["data"] for schema in (1, 2))
    assert (sorted(old), sorted(new)) == (["round", "starts"], ["mayor", "round"])
    assert REGISTRY.read(name, 1, old) == REGISTRY.read(name, 2, new) == RoundEnded(round=1, mayor=0)
    assert REGISTRY.write(RoundEnded(round=1, mayor=0))[:3] == (name, 2, new)


def test_a_rating_is_read_with_the_count_that_it_cites():
    said = sample("rating.adjusted", 1)
    ratings = (Rating("person:anna", 25_600_000, 8_100_000), Rating("bot:greedy@1", 24_400_000, 8_100_000))
    adjusted = RatingAdjusted(match="m1k2m3k4m5k6", score=Cited(1, "cc" * 32), places=(), ratings=ratings)
    assert REGISTRY.read("rating.adjusted", 1, said["data"]) == adjusted


def test_every_step_belongs_to_an_event_that_exists():
    assert {name for name, _ in STEPS} <= REGISTRY.classes.keys()
