"""Compares what a template is given with the type that its maker promises."""

from collections.abc import Mapping, Sequence
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints, is_typeddict

from frontend.presentation.sheet import SheetContext

OPEN = {SheetContext}  # the game's own sheet stands beside what all sheets have


def differences(value: Any, hint: Any, at: str = "") -> list[str]:
    """Where the value is not what the type says; empty if it is."""
    origin, inner = get_origin(hint), get_args(hint)
    if hint is Any or hint is object:
        return []
    if is_typeddict(hint):
        return _fields(value, hint, at)
    if origin in (Union, UnionType):
        tried = [differences(value, each, at) for each in inner]
        return [] if [] in tried else min(tried, key=len)
    if origin in (list, Sequence):
        if not isinstance(value, list | tuple):
            return [f"{at}: {value!r} is no list"]
        return [one for index, each in enumerate(value) for one in differences(each, inner[0], f"{at}[{index}]")]
    if origin in (dict, Mapping):
        if not isinstance(value, Mapping):
            return [f"{at}: {value!r} is no mapping"]
        return [one for key, each in value.items() for one in differences(each, inner[1], f"{at}.{key}")]
    fits = type(value) is hint or (hint is str and isinstance(value, str)) or (hint is NoneType and value is None)
    return [] if fits else [f"{at}: {value!r} is no {hint}"]


def _fields(value: Any, hint: Any, at: str) -> list[str]:
    hints = get_type_hints(hint)
    if not isinstance(value, dict):
        return [f"{at}: {value!r} is no {hint.__name__}"]
    missing = [f"{at}.{name} is missing" for name in hints if name not in value]
    unknown = [f"{at}.{name} is in no type" for name in value if name not in hints and hint not in OPEN]
    inside = [one for name in hints if name in value for one in differences(value[name], hints[name], f"{at}.{name}")]
    return [*missing, *unknown, *inside]
