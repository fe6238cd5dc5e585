"""Brings old shapes of stored data up to date: one pure step from each number to the next, never edited.

A step gets all fields of the event, public and sealed ones together. Numbers start at 1; `docs/ledger.md` lists them.
"""

from collections.abc import Callable, Mapping
from typing import Any

Data = dict[str, Any]
Step = Callable[[Data], Data]
Steps = Mapping[tuple[str, int], Step]


def starts_is_mayor(data: Data) -> Data:
    """`starts` named the seat with the mayor, even after the last round, when there was nothing left to start."""
    return {("mayor" if name == "starts" else name): value for name, value in data.items()}


def no_branch(data: Data) -> Data:
    """Before 0.2 there were no branches."""
    return {**data, "branch": None}


def with_hints(data: Data) -> Data:
    """Until hints could be switched off, everybody was told what a move would bring."""
    return {**data, "hints": True}


def with_terms(data: Data) -> Data:
    """Until tables could choose, no match had a clock, and none was rated."""
    return {**data, "terms": {"clock": None, "out": "turn", "absent": 0, "rated": False, "take_back": False}}


def without_substitutes(data: Data) -> Data:
    """Until tables could choose it, nobody took over a seat of somebody else."""
    return {**data, "terms": {**data["terms"], "substitutes": False}}


def no_deal(data: Data) -> Data:
    """Until there were deals, every match had luck of its own."""
    return {**without_substitutes(data), "deal": None}


def no_host_key(data: Data) -> Data:
    """Until instances had keys, nobody signed anything."""
    return {**data, "host_key": None}


def no_key(data: Data) -> Data:
    """Nor did players have any."""
    return {**data, "key": None}


def no_keys(data: Data) -> Data:
    return {**data, "host_key": None, "keys": [None for _ in data["players"]]}


def with_length(data: Data) -> Data:
    """The first form did not say how long a pause may last, and nobody wrote it: a day is the longest."""
    return {**data, "milliseconds": 86_400_000}


def no_doubt(data: Data) -> Data:
    """The first judge didn't say how sure it was."""
    return {**data, "turns": [{**turn, "doubt": None} for turn in data["turns"]]}


def no_places(data: Data) -> Data:
    """No release wrote ratings without the places that led to them."""
    return {**data, "places": []}


STEPS: Steps = {
    ("quadropolis.round_ended", 1): starts_is_mayor,
    ("table.opened", 1): no_branch,
    ("table.opened", 2): with_hints,
    ("table.opened", 3): with_terms,
    ("table.opened", 4): without_substitutes,
    ("table.opened", 5): no_host_key,
    ("table.seat_taken", 1): no_key,
    ("match.started", 1): no_branch,
    ("match.started", 2): with_hints,
    ("match.started", 3): with_terms,
    ("match.started", 4): no_deal,
    ("match.started", 5): no_keys,
    ("match.seat_taken_over", 1): no_key,
    ("match.paused", 1): with_length,
    ("score.analysed", 1): no_doubt,
    ("rating.adjusted", 1): no_places,
}


def upcast(type_: str, schema: int, data: Data, steps: Steps = STEPS) -> Data:
    while step := steps.get((type_, schema)):
        schema, data = schema + 1, step(data)
    return data


def current_schema(type_: str, steps: Steps = STEPS) -> int:
    """The number under which events of this type are written now."""
    schema = 1
    while (type_, schema) in steps:
        schema += 1
    return schema
