"""Whatever somebody makes of a file, it is a record that the ledger could have written, or it is Malformed."""

import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.errors import Malformed
from shared.ledger.canonical import LARGEST, canonical
from shared.ledger.envelope import digest_of, seal_of
from shared.platform.records.export import export
from shared.platform.records.read_export import read_export
from tests.ledger.tiny import ID, REGISTRY, played
from tests.ledger.values import HOSTILE, json_values

FILE = export(played(), ID)
LINES = FILE.split(b"\n")[:-1]
AT = st.integers(0, len(LINES) - 1)


def refused(lines: list[bytes]) -> None:
    with pytest.raises(Malformed, match=r"^line \d+: "):
        read_export(b"".join(line + b"\n" for line in lines), REGISTRY)


@given(AT, AT)
def test_no_two_lines_can_be_swapped(one, other):
    lines = list(LINES)
    lines[one], lines[other] = lines[other], lines[one]
    if one != other:
        refused(lines)


@given(AT)
def test_no_line_can_be_left_out(at):
    refused(LINES[:at] + LINES[at + 1 :])


@given(st.integers(0, len(LINES)), st.sampled_from([*LINES, b"", b"{}", b"null", b'{"envelope":{},"sealed":null}']))
def test_no_line_can_be_put_in(at, line):
    refused([*LINES[:at], line, *LINES[at:]])


@given(AT, st.data())
def test_no_part_of_a_line_can_be_cut_out(at, data):
    start = data.draw(st.integers(0, len(LINES[at]) - 1))
    end = data.draw(st.integers(start + 1, len(LINES[at])))
    refused([*LINES[:at], LINES[at][:start] + LINES[at][end:], *LINES[at + 1 :]])


@given(AT, st.data())
def test_no_key_can_stand_twice(at, data):
    """Another reader could take the other of the two."""
    line = LINES[at]
    keys = [place for place in range(len(line)) if line[place : place + 2] == b'{"']
    place = data.draw(st.sampled_from(keys)) + 1
    key = line[place : line.index(b":", place)]
    refused([*LINES[:at], line[:place] + key + b":null," + line[place:], *LINES[at + 1 :]])


@pytest.mark.parametrize("value", HOSTILE, ids=lambda value: f"{len(value)} bytes {value[:6]!r}")
@pytest.mark.parametrize("place", [b"%s", b'{"envelope":%s,"sealed":null}', b'{"envelope":{"data":%s},"sealed":null}'])
def test_no_value_is_too_deep_too_large_or_too_long_to_be_refused(value, place):
    refused([LINES[0], place.replace(b"%s", value), *LINES[2:]])
    refused([place.replace(b"%s", value), *LINES[1:]])


@pytest.mark.parametrize("file", [b"", b"\n", b"\n\n", b"\n" * 100_000, b"\x00", b"null\n", FILE + FILE, FILE[1:]])
def test_a_file_of_nothing_of_lines_without_anything_or_of_two_files_is_refused(file):
    with pytest.raises(Malformed, match=r"^line \d+: "):
        read_export(file, REGISTRY)


@pytest.mark.parametrize("end", ["\u2028", "\u2029", "\x85", "\r", "\r\n", "\x0b", "\x0c", "\x1c", "\x00"])
def test_a_line_ends_with_a_line_feed_and_nothing_else(end):
    for file in (FILE.replace(b"\n", end.encode()), FILE.replace(b"\n", end.encode() + b"\n"), FILE + end.encode()):
        with pytest.raises(Malformed, match=r"^line \d+: "):
            read_export(file, REGISTRY)


Place = tuple[dict[str, Any] | list[Any], Any]


def places(value: Any) -> list[Place]:
    """Every place in a value where another value could stand."""
    inside: list[Any] = list(value) if isinstance(value, dict) else list(range(len(value)))
    found: list[Place] = [(value, key) for key in inside]
    return found + [one for key in inside if isinstance(value[key], dict | list) for one in places(value[key])]


ODD: list[Any] = [0, 1, -1, LARGEST, True, None, "", [], {}, ID, "00" * 32, "match.started"]
VALUES = json_values() | st.sampled_from(ODD)


def forged(change: Callable[[list[Any]], None]) -> bytes:
    """A file with a change, after which a forger makes seals, digests, chain and header fit again where possible."""
    lines = [json.loads(line) for line in LINES]
    change(lines)
    last: dict[str, str | None] = {}
    with suppress(TypeError, KeyError, AttributeError, ValueError):
        for line in lines[1:]:
            envelope, sealed = line["envelope"], line["sealed"]
            if sealed is not None:
                envelope["seal"] = seal_of(sealed["part"], bytes.fromhex(sealed["salt"]))
            envelope["previous"] = last.get(envelope["stream"])
            envelope["digest"] = last[envelope["stream"]] = digest_of(envelope)
            lines[0]["streams"][envelope["stream"].split(":")[0]]["digest"] = envelope["digest"]
    return b"".join(canonical(line) + b"\n" for line in lines)


@given(AT, st.data())
def test_a_forger_gets_a_record_of_the_ledgers_form_or_malformed_and_nothing_else(at, data):
    def change(lines: list[Any]) -> None:
        within, key = data.draw(st.sampled_from(places(lines[at])))
        within[key] = data.draw(VALUES)

    file = forged(change)
    try:
        record = read_export(file, REGISTRY)
    except Malformed:
        return
    stored = [entry for entries in record.streams.values() for entry in entries]
    again = [b'{"envelope":%s,"sealed":%s}' % (entry.envelope, entry.sealed or b"null") for entry in stored]
    assert [canonical(record.header), *again] == file.split(b"\n")[:-1]


def test_a_forger_who_changes_nothing_gets_the_file_that_was_there():
    assert forged(lambda lines: None) == FILE
