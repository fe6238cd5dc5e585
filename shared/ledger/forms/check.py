"""The form of what is stored: checked when it is appended and when it comes back from a file.

Source: docs/ledger.md, "Envelope".
"""

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import cache
from typing import Any

from marshmallow import Schema

from shared.annotations import Json
from shared.errors import Malformed
from shared.ledger.envelope import FIELDS, OPTIONAL
from shared.ledger.forms.schema import schema_of

HASH = re.compile("[0-9a-f]{64}")
SIGNATURE = re.compile("[0-9a-f]{128}")
STREAM = re.compile("(table|match|score|deal|tournament):[a-z0-9]{12}|rating:[a-z0-9_]+-[a-z0-9_]+")
TYPE = re.compile(r"[a-z0-9_]+\.[a-z0-9_]+")
AT = re.compile(r"\d{4}-\d\d-\d\dT([01]\d|2[0-3]):\d\d:\d\d\.\d{3}Z", re.ASCII)
BY = re.compile("(person|service|operator):[A-Za-z0-9._-]+|bot:[A-Za-z0-9._-]+@[A-Za-z0-9._-]+")
CAUSE = re.compile("[!-~]{1,200}")


def check_named(stream: str, by: str, cause: str) -> None:
    """Raises Malformed where a stream, a sender or the key of a command can't be stored under that name."""
    said = {"stream": stream, "by": by, "cause": cause}
    _refuse({name: ["Not in the ledger's form."] for name, value in said.items() if not IS_FORMED[name](value)})


def check_envelope(said: Any) -> None:
    """Raises Malformed with all fields that are missing, unknown or malformed."""
    if type(said) is not dict:
        raise Malformed("an envelope is an object")
    unknown = {str(name): ["Unknown field."] for name in said if name not in IS_FORMED}
    wrong = {
        name: ["Not in the ledger's form."]
        for name in FIELDS
        if (name not in OPTIONAL if name not in said else not IS_FORMED[name](said[name]))
    }
    _refuse({**unknown, **wrong})


def check_fields(cls: type, values: Json, only: tuple[str, ...] | None = None) -> None:
    """Raises Malformed where these are not the fields of the event's class: all of them, or only those named."""
    if wrong := _schema(cls, only).validate(values):
        raise Malformed("{event} can't be stored like this", event=cls.__name__, fields=wrong)


@cache
def _schema(cls: type, only: tuple[str, ...] | None) -> Schema:
    return schema_of(cls)(only=only)


def is_sealed(said: Any) -> bool:
    """Whether this is what the entry's field `sealed` holds."""
    return (
        type(said) is dict
        and said.keys() == {"part", "salt"}
        and type(said["part"]) is dict
        and type(said["salt"]) is str
        and re.fullmatch("[0-9a-f]{32}", said["salt"]) is not None
    )


def _refuse(wrong: Mapping[str, Any]) -> None:
    if wrong:
        raise Malformed("not in the ledger's form: {names}", names=", ".join(sorted(wrong)), fields=wrong)


def _matches(pattern: re.Pattern[str]) -> Callable[[Any], bool]:
    return lambda value: type(value) is str and pattern.fullmatch(value) is not None


def _counts(value: Any) -> bool:
    return type(value) is int and value >= 1


def _is_object(value: Any) -> bool:
    return type(value) is dict


def _is_move(value: Any) -> bool:
    """None, or a move with its seat and turn."""
    return value is None or (
        type(value) is dict
        and value.keys() == {"move", "seat", "turn"}
        and type(value["move"]) is dict
        and type(value["move"].get("name")) is str
        and type(value["seat"]) is int
        and value["seat"] >= 0
        and _counts(value["turn"])
    )


def _is_signed(value: Any) -> bool:
    """By whom, their key says; `previous` is the newest event that they had seen."""
    return (
        type(value) is dict
        and value.keys() == {"previous", "signature"}
        and _matches(HASH)(value["previous"])
        and _matches(SIGNATURE)(value["signature"])
    )


def _are_reveals(value: Any) -> bool:
    return type(value) is list and all(map(_is_reveal, value))


def _is_reveal(value: Any) -> bool:
    if type(value) is not list or [type(one) for one in value] != [str, int, str, str]:
        return False
    label, index, item, salt = value
    return bool(re.fullmatch("[a-z0-9_]+", label) and index >= 0 and item.isascii() and HASH.fullmatch(salt))


def _is_time(value: Any) -> bool:
    if not _matches(AT)(value):
        return False
    try:
        return bool(datetime.fromisoformat(value))
    except ValueError:
        return False


def _is_hash_or_none(value: Any) -> bool:
    return value is None or _matches(HASH)(value)


IS_FORMED: Mapping[str, Callable[[Any], bool]] = {
    "stream": _matches(STREAM),
    "version": _counts,
    "type": _matches(TYPE),
    "schema": _counts,
    "at": _is_time,
    "by": _matches(BY),
    "cause": _matches(CAUSE),
    "move": _is_move,
    "data": _is_object,
    "reveals": _are_reveals,
    "seal": _is_hash_or_none,
    "previous": _is_hash_or_none,
    "digest": _matches(HASH),
    "signed": _is_signed,
}
