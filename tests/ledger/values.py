"""Values for laws: random JSON that can be stored, instances of any class that the ledger stores, and hostile bytes."""

import types
from collections.abc import Mapping
from dataclasses import is_dataclass
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

from shared.annotations import Range
from shared.ledger.canonical import LARGEST

KEYS = st.text("abcxyz0189_ ", min_size=1, max_size=8)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
NUMBERS = st.integers(-LARGEST, LARGEST)

HOSTILE: tuple[bytes, ...] = (
    b"[" * 100_000,
    b"[" * 100_000 + b"]" * 100_000,
    b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
    b"[" * 33 + b"]" * 33,
    b"9" * 4_000,
    b"9" * 2_000_000,
    b"-" + b"9" * 17,
    b"-0",
    b"1e999999999",
    b"1.0",
    b"NaN",
    b"-Infinity",
    b'"\\ud800"',
    b'"\xed\xa0\x80"',
    b'"\xc0\x80"',
    b'{"A":1}',
    b'{"":1}',
    b'"' + b"a" * 5_000_000 + b'"',
    b"[" + b"1," * 200_000 + b"1]",
    b"\x00",
)
"""Where a value should stand, and no reader may take it or stumble over it."""


def json_values() -> st.SearchStrategy[Any]:
    leaves = st.none() | st.booleans() | NUMBERS | TEXTS
    return st.recursive(leaves, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4))


def values_of(hint: Any) -> st.SearchStrategy[Any]:
    """Any value that the type allows."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        (limits,) = (one for one in arguments[1:] if isinstance(one, Range))
        return st.integers(limits.first, limits.last)
    if origin in (Union, types.UnionType):
        return st.one_of([values_of(one) for one in arguments])
    if origin is Literal:
        return st.sampled_from(arguments)
    if origin is tuple:
        return st.lists(values_of(arguments[0]), max_size=4).map(tuple)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return st.dictionaries(KEYS, values_of(arguments[1]), max_size=4)
    if is_dataclass(hint) or hasattr(hint, "_fields"):
        hints = get_type_hints(hint, include_extras=True)
        return st.builds(hint, **{name: values_of(inner) for name, inner in hints.items()})
    return {int: NUMBERS, str: TEXTS, bool: st.booleans(), type(None): st.none()}[hint]
