"""How values that rules use look in JSON: numbers, texts, booleans, None, and sequences, mappings, records of them.

A class with anything else is refused when it is first met, so there is no event that can't be stored.
"""

import types
from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from operator import attrgetter, itemgetter
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

Convert = Callable[[Any], Any]
Converts = tuple[tuple[str, Convert], ...]  # by field, where the value differs
Pair = tuple[Convert | None, Convert | None]

SAME: Pair = (None, None)
SCALARS = (int, str, bool, type(None))


def converters(cls: type) -> tuple[Converts, Converts]:
    """For each field that isn't the same in JSON: its way there, and its way back."""
    hints = get_type_hints(cls, include_extras=True)
    both = [(name, *converter(hint)) for name, hint in hints.items()]
    into = tuple((name, there) for name, there, _ in both if there)
    return into, tuple((name, back) for name, _, back in both if back)


def taking_apart(names: tuple[str, ...], into: Converts) -> Convert:
    """Makes a dict of these fields, in JSON's types, of a record."""
    values_of = attrgetter(*names) if len(names) > 1 else None  # of one name it gives no tuple

    def taken_apart(record: Any) -> dict[str, Any]:
        found = values_of(record) if values_of else [getattr(record, name) for name in names]
        values = dict(zip(names, found, strict=True))
        for name, convert in into:
            values[name] = convert(values[name])
        return values

    return taken_apart


def build(cls: type, values: Mapping[str, Any], back: Converts) -> Any:
    if back:
        values = dict(values)
        for name, convert in back:
            values[name] = convert(values[name])
    return cls(**values)


def converter(hint: Any) -> Pair:
    """To JSON and back; None where the value is the same in both."""
    origin, arguments = get_origin(hint), get_args(hint)
    if hint in SCALARS or origin is Literal:
        return SAME
    if origin is Annotated:
        return converter(arguments[0])
    if origin in (Union, types.UnionType):
        return _union(arguments)
    if origin is tuple:
        return _sequence(arguments)
    if isinstance(origin, type) and issubclass(origin, Mapping) and arguments[0] is str:
        return _mapping(*converter(arguments[1]))
    if is_record(hint):
        return _record(hint)
    raise TypeError(f"{hint} can't be stored")


def is_record(hint: Any) -> bool:
    return is_named_tuple(hint) or (isinstance(hint, type) and is_dataclass(hint))


def is_named_tuple(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields")


def _union(arguments: tuple[Any, ...]) -> Pair:
    """Scalars in any mixture, or one other shape that may be missing."""
    shapes = [one for one in arguments if one is not type(None)]
    pairs = [converter(one) for one in shapes]
    if all(pair == SAME for pair in pairs):
        return SAME
    if len(shapes) > 1:
        raise TypeError(f"{shapes}: nothing in the stored data says which of these it is")
    return _or_none(pairs[0][0]), _or_none(pairs[0][1])


def _or_none(convert: Convert | None) -> Convert | None:
    return convert and (lambda value: None if value is None else convert(value))


def _sequence(arguments: tuple[Any, ...]) -> Pair:
    if len(arguments) != 2 or arguments[1] is not Ellipsis:
        raise TypeError(f"{arguments}: a sequence of different things is a record, with names")
    into, back = converter(arguments[0])
    return _each(list, into), _each(tuple, back)


def _each(kind: Convert, convert: Convert | None) -> Convert:
    return kind if convert is None else lambda values: kind(map(convert, values))


def _mapping(into: Convert | None, back: Convert | None) -> Pair:
    return _values(into), _values(back)


def _values(convert: Convert | None) -> Convert:
    return dict if convert is None else lambda values: {key: convert(value) for key, value in values.items()}


def _record(cls: type) -> Pair:
    """A named tuple or a dataclass inside an event is an object by field name."""
    into, back = converters(cls)
    names = tuple(get_type_hints(cls))
    builds = _by_position(cls, names) if len(names) > 1 and not back and is_named_tuple(cls) else None
    return taking_apart(names, into), builds or (lambda values: build(cls, values, back))


def _by_position(cls: Any, names: tuple[str, ...]) -> Convert | None:
    """Makes a named tuple from plain values without naming them: most events of a match hold squares and slots."""
    if cls._field_defaults:
        return None
    picked, make, count = itemgetter(*names), cls._make, len(names)

    def built(values: Mapping[str, Any]) -> Any:
        if len(values) != count:
            raise TypeError(f"{cls.__name__} has {count} fields")
        return make(picked(values))

    return built
