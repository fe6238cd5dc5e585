"""One value, one sequence of bytes: the form of JSON in which everything is stored and hashed.

Source: docs/ledger.md, "Canonical form"; RFC 8785 without floats.
"""

import json
import re
from functools import lru_cache
from typing import Any

from shared.errors import Malformed

LARGEST = 2**53 - 1  # every JSON reader keeps whole numbers up to here exactly
DEEPEST = 32  # levels of nested arrays and objects, counting the outermost
KEY = re.compile("[a-z0-9_ ]+")
PLAIN = frozenset({str, bool, type(None)})  # can always be stored
WRITER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)


class NotCanonical(Malformed):
    """The value or the bytes can't be stored in the ledger."""


def canonical(value: Any) -> bytes:
    """The only bytes of a value made of dicts, lists, strings, whole numbers, booleans and None."""
    _check(value, DEEPEST)
    try:
        return WRITER.encode(value).encode()
    except UnicodeEncodeError:
        raise NotCanonical("a text holds half of a surrogate pair") from None


def parse(data: bytes) -> Any:
    """The value whose canonical form these bytes are; any other bytes are refused."""
    value = _read(data)
    if canonical(value) != data:
        raise NotCanonical("not in canonical form")
    return value


def _check(value: Any, deeper: int) -> None:
    kind = type(value)
    if kind in PLAIN:
        return
    if kind is int:
        _check_size(value)
    elif kind is not dict and kind is not list:
        raise NotCanonical("a {kind} can't be stored", kind=kind.__name__)
    elif not deeper:
        raise NotCanonical("nested deeper than {deepest}", deepest=DEEPEST)
    else:
        if kind is dict:
            for key in value:
                _check_key(key)
        for inner in value.values() if kind is dict else value:
            if type(inner) not in PLAIN:  # a call for each of them would take longer than all else
                _check(inner, deeper - 1)


def _check_size(number: int) -> None:
    if abs(number) > LARGEST:
        shown = hex(number)[:24]  # the decimals of a huge number would take too long
        raise NotCanonical("the number {number} is too large to be exact everywhere", number=shown)


def _check_key(key: Any) -> None:
    if type(key) is not str or not _is_key(key):
        raise NotCanonical("the key {key} is not made of a-z, 0-9, _ and spaces", key=repr(key))


@lru_cache(4096)
def _is_key(key: str) -> bool:
    """Most keys are field names, which come again and again."""
    return KEY.fullmatch(key) is not None


def _read(data: bytes) -> Any:
    try:
        return json.loads(data.decode(), object_pairs_hook=_without_doubles)
    except (ValueError, RecursionError) as error:
        raise NotCanonical("not JSON: {reason}", reason=type(error).__name__) from None


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise NotCanonical("a key stands twice in one object")
    return found
