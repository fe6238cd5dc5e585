"""Any event of any game as one line for people, from its stored fields alone."""

from collections.abc import Mapping, Set
from dataclasses import fields
from typing import Any

from shared.ledger.envelope import Envelope
from shared.platform.streams import REGISTRY

FROM_ZERO = {"seat", "seats", "starts"}  # fields that count from 0, besides those that their event marks as seats


def sentence(envelope: Envelope) -> str:
    data = envelope.data
    if envelope.type == "match.drawn":
        data = {"draws": [draw["label"] for draw in data["draws"]]}
    in_words = named(data, FROM_ZERO | seats_in(envelope.type))
    return f"{envelope.version:4}  {envelope.by}: {envelope.type} {in_words}".rstrip()


def seats_in(type_: str) -> set[str]:
    """The fields of an event that hold a seat under another name."""
    event = REGISTRY.classes.get(type_)
    return {field.name for field in fields(event) if "seat" in field.metadata} if event else set()


def named(values: Mapping[str, Any], from_zero: Set[str] = FROM_ZERO) -> str:
    return ", ".join(f"{name} {short(value, name in from_zero)}" for name, value in values.items())


def short(value: Any, is_from_zero: bool = False) -> str:
    """People count from 1, the ledger from 0: `is_from_zero` marks a number that has to be raised by one."""
    match value:
        case None:
            return "-"
        case {"side": side, "line": line}:
            return f"{side}{line + 1}"
        case {"row": row, "column": column}:
            return f"({row + 1} {column + 1})"
        case Mapping():
            return "(" + named(value) + ")"
        case list() | tuple():
            return "[" + " ".join(short(one, is_from_zero) for one in value) + "]"
        case int() if is_from_zero and not isinstance(value, bool):  # True and False are integers too
            return str(value + 1)
        case _:
            return str(value)
