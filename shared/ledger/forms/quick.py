"""Tells quickly of most values that they are the fields of a class; of the others, `check.py` says what is wrong.

msgspec compares them with a struct made from the class, many times faster than marshmallow does. It lets three things
pass that marshmallow refuses: halves of surrogate pairs, odd keys of mappings, and tuples in place of lists. Those are
refused by `canonical.py`, through which everything goes that is stored.
"""

import types
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from msgspec import Meta, ValidationError, convert, defstruct

from shared.annotations import Json, Range
from shared.ledger.canonical import LARGEST
from shared.ledger.forms.shapes import is_record

WHOLE = Annotated[int, Meta(ge=-LARGEST, le=LARGEST)]


def fits(cls: type, values: Json) -> bool:
    """Whether these are certainly the fields of the class, as JSON."""
    try:
        convert(values, _struct(cls))
    except ValidationError:
        return False
    return True


@cache
def _struct(cls: type) -> Any:
    members = [(name, _type(hint)) for name, hint in get_type_hints(cls, include_extras=True).items()]
    return defstruct(cls.__name__, members, forbid_unknown_fields=True)


def _type(hint: Any) -> Any:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _limited(arguments[0], next((one for one in arguments[1:] if isinstance(one, Range)), None))
    if origin in (Union, types.UnionType):
        return Union[tuple(map(_type, arguments))]  # noqa: UP007 - of a number of types that is known only here
    if origin is tuple:
        return list[_type(arguments[0])]  # type: ignore[misc]  # `shapes.py` refuses tuples of different things
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return dict[str, _type(arguments[1])]  # type: ignore[misc]
    if hint is int:
        return WHOLE
    return _struct(hint) if is_record(hint) else hint


def _limited(hint: Any, limits: Range | None) -> Any:
    return Annotated[hint, Meta(ge=limits.first, le=limits.last)] if limits else _type(hint)
