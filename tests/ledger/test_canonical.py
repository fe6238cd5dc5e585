"""One value, one sequence of bytes, and nothing that another reader of JSON would read in another way."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.ledger.canonical import DEEPEST, LARGEST, NotCanonical, canonical, parse
from tests.ledger.values import json_values


@given(json_values())
def test_bytes_are_read_back_as_the_value_they_were_made_from(value):
    assert parse(canonical(value)) == value


@given(json_values())
def test_the_form_is_that_of_any_json_writer_with_sorted_keys_and_no_spaces(value):
    assert canonical(value).decode() == json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


@given(st.binary(max_size=30) | json_values().map(lambda value: json.dumps(value).encode()))
def test_any_other_bytes_are_refused(data):
    try:
        value = parse(data)
    except NotCanonical:
        return
    assert canonical(value) == data


def nested(depth: int) -> list[object]:
    value: list[object] = []
    for _ in range(depth - 1):
        value = [value]
    return value


@pytest.mark.parametrize(
    "value",
    [
        1.0,
        float("nan"),
        LARGEST + 1,
        -LARGEST - 1,
        10**5000,
        "\ud800",
        {"a": "\udc00"},
        {"A": 1},
        {"": 1},
        {"a-b": 1},
        {"é": 1},
        {"a\n": 1},
        {1: 1},
        (1,),
        {1},
        b"bytes",
        [None, [1.5]],
        nested(DEEPEST + 1),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_not_every_reader_keeps_exactly_is_refused(value):
    with pytest.raises(NotCanonical):
        canonical(value)


def test_the_limits_themselves_are_allowed():
    limits: tuple[Any, ...] = (LARGEST, -LARGEST, nested(DEEPEST), {"a b_9": {}}, "\u2028\x7f\U0001f600")
    for value in limits:
        assert parse(canonical(value)) == value


@pytest.mark.parametrize(
    "data",
    [
        b'{"a":1,"a":1}',
        b'{"b":1,"a":1}',
        b'{"a": 1}',
        b"1\n",
        b"-0",
        b"1e3",
        b"1.0",
        b"NaN",
        b'"\\u0041"',
        b'"\\/"',
        b'"\\ud800"',
        b'"\\uD83D\\uDE00"',
        b'"\xff"',
        b"\xef\xbb\xbf1",
        b'"a\tb"',
        b"[" * 100_000,
        b"1" * 5000,
        b"",
        "1".encode("utf-16"),
    ],
    ids=lambda data: repr(data[:20]),
)
def test_a_second_way_to_write_a_value_is_refused(data):
    with pytest.raises(NotCanonical):
        parse(data)
