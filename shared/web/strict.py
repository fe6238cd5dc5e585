"""Reads JSON from outside strictly: what could mean two things, or nothing, is refused with a sentence."""

import json
import math
from typing import Any, NoReturn

from shared.errors import Malformed, filled
from shared.ledger.canonical import DEEPEST
from shared.marked import marked

MARK = marked("a byte order mark stands before it: send UTF-8 without one")
UTF16 = marked("it is UTF-16: send UTF-8")
GZIP = marked("it is packed by gzip: unpack it first")
ZIP = marked("it is a zip archive: unpack it first")
OTHERS = {
    b"\xef\xbb\xbf": MARK,
    b"\xff\xfe": UTF16,
    b"\xfe\xff": UTF16,
    b"{\0": UTF16,
    b"\0{": UTF16,
    b"\x1f\x8b": GZIP,
    b"PK\3\4": ZIP,
}
"""How files that are something else begin, and what to do about them."""


def read_json(said: bytes | str) -> Any:
    """The value. Raises Malformed if the text isn't UTF-8, names a field twice, is nested too deeply, or holds half of
    a surrogate pair or a number that is none."""
    try:
        text = said if isinstance(said, str) else _text(said)
        value = json.loads(
            text, object_pairs_hook=_without_doubles, parse_constant=_no_number, parse_float=_finite, parse_int=_whole
        )
        _check(value, DEEPEST)
    except json.JSONDecodeError as error:
        number = error.pos + 1
        raise Malformed("this can't be read as JSON: it is wrong at character {number}", number=number) from None
    except RecursionError:
        raise _too_deep() from None
    return value


def _text(said: bytes) -> str:
    if other := foreign(said):
        raise _other(other)
    try:
        return said.decode()
    except UnicodeDecodeError:
        raise Malformed("this can't be read as JSON: it is not UTF-8") from None


def foreign(said: bytes) -> str | None:
    """What the bytes are, if they are known to be something other than JSON in UTF-8."""
    return next((other for begins, other in OTHERS.items() if said.startswith(begins)), None)


def _other(what: str) -> Malformed:
    return Malformed("this can't be read as JSON: {reason}", reason=filled(what, {}))


def _too_deep() -> Malformed:
    return Malformed("this can't be read as JSON: nested deeper than {deepest}", deepest=DEEPEST)


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise Malformed("this can't be read as JSON: a field is named twice")
    return found


def _no_number(name: str) -> NoReturn:
    raise Malformed("this can't be read as JSON: {name} is not a number", name=name)


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise _too_large()
    return number


def _whole(text: str) -> int:
    if len(text) > 100:  # Python refuses very long ones, but in its own words
        raise _too_large()
    return int(text)


def _too_large() -> Malformed:
    return Malformed("this can't be read as JSON: a number is too large")


def _check(value: Any, deeper: int) -> None:
    if isinstance(value, str):
        if any("\ud800" <= character <= "\udfff" for character in value):
            raise Malformed("this can't be read as JSON: a text holds half of a surrogate pair")
    elif isinstance(value, dict | list):
        if not deeper:
            raise _too_deep()
        for inner in (*value, *value.values()) if isinstance(value, dict) else value:
            _check(inner, deeper - 1)
