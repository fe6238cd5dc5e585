"""Reads JSON from outside strictly: what could mean two things, or nothing, is refused with a sentence."""

import json
import math
from typing import Any, NoReturn

from shared.errors import Malformed
from shared.ledger.canonical import DEEPEST

OTHERS = {
    b"\xef\xbb\xbf": "a byte order mark stands before it: send UTF-8 without one",
    b"\xff\xfe": "it is UTF-16: send UTF-8",
    b"\xfe\xff": "it is UTF-16: send UTF-8",
    b"{\0": "it is UTF-16: send UTF-8",
    b"\0{": "it is UTF-16: send UTF-8",
    b"\x1f\x8b": "it is packed by gzip: unpack it first",
    b"PK\3\4": "it is a zip archive: unpack it first",
}
"""How files that are something else begin, and what to do about them."""


class _Unread(ValueError):
    """The reason goes into the answer."""


def read_json(said: bytes | str) -> Any:
    """The value. Raises Malformed if the text isn't UTF-8, names a field twice, is nested too deeply, or holds half of
    a surrogate pair or a number that is none."""
    try:
        text = said if isinstance(said, str) else _text(said)
        value = json.loads(
            text, object_pairs_hook=_without_doubles, parse_constant=_no_number, parse_float=_finite, parse_int=_whole
        )
        _check(value, DEEPEST)
    except (ValueError, RecursionError) as error:
        raise Malformed("this can't be read as JSON: {reason}", reason=_reason(error)) from None
    return value


def _text(said: bytes) -> str:
    if other := foreign(said):
        raise _Unread(other)
    return said.decode()


def foreign(said: bytes) -> str | None:
    """What the bytes are, if they are known to be something other than JSON in UTF-8."""
    return next((other for begins, other in OTHERS.items() if said.startswith(begins)), None)


def _reason(error: Exception) -> str:
    match error:
        case _Unread():
            return str(error)
        case json.JSONDecodeError():
            return f"{error.msg.lower()} at character {error.pos + 1}"
        case RecursionError():
            return f"nested deeper than {DEEPEST}"
        case _:
            return "it is not UTF-8"


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _Unread("a field is named twice")
    return found


def _no_number(name: str) -> NoReturn:
    raise _Unread(f"{name} is not a number")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise _Unread("a number is too large")
    return number


def _whole(text: str) -> int:
    if len(text) > 100:  # Python refuses very long ones, but in its own words
        raise _Unread("a number is too large")
    return int(text)


def _check(value: Any, deeper: int) -> None:
    if isinstance(value, str):
        if any("\ud800" <= character <= "\udfff" for character in value):
            raise _Unread("a text holds half of a surrogate pair")
    elif isinstance(value, dict | list):
        if not deeper:
            raise _Unread(f"nested deeper than {DEEPEST}")
        for inner in (*value, *value.values()) if isinstance(value, dict) else value:
            _check(inner, deeper - 1)
