"""Turns what comes from outside into moves, commands, options and events, or refuses it and names every wrong field.

The schemas are made from the dataclasses, so the rules need no marshmallow. Nothing is converted: "3" is not 3.
"""

import re
import types
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from marshmallow import RAISE, Schema, ValidationError, post_load, validate
from marshmallow.fields import Field, Nested

from shared.annotations import Range
from shared.errors import Malformed
from shared.ledger.forms.fields import PLAIN, Choice, ListOf, MappingOf, Scalar, TupleOf

TRUTHS = {"yes": True, "true": True, "no": False, "false": False}
SHORT_NUMBER = re.compile("[0-9]{1,9}")


def made(cls: type, said: Any) -> Any:
    """An instance of the class from JSON; Malformed names every wrong field."""
    try:
        return loader_of(cls).load(said)
    except ValidationError as error:
        raise Malformed("the request can't be understood", fields=error.messages_dict) from None


def from_text(cls: type, said: Mapping[str, str]) -> dict[str, Any]:
    """Fields as forms and command lines say them, each in its field's type.

    What can't be converted stays text: `made` then refuses it together with all other wrong fields.
    """
    hints = get_type_hints(cls)
    return {name: _value(hints.get(name), text) for name, text in said.items()}


def _value(hint: Any, text: str) -> Any:
    if hint is bool:
        return TRUTHS.get(text, text)
    return int(text) if hint is int and SHORT_NUMBER.fullmatch(text) else text


@cache
def schema_of(cls: type, name: str | None = None) -> type[Schema]:
    """A marshmallow schema that loads instances of a dataclass or a named tuple.

    In an API's description it is called `QuadropolisTakeTile`, as two games may have moves of the same name. With
    `name` the JSON must hold that as well, in its field `name`.
    """
    hints = get_type_hints(cls, include_extras=True)
    defaults = _defaults(cls)
    members = {field: field_of(hint, **_presence(field, defaults)) for field, hint in hints.items()}
    if name is not None:
        members["name"] = Choice((name,), required=True)

    def make(schema: Schema, said: dict[str, Any], **_: Any) -> Any:
        return cls(**{field: said[field] for field in hints})

    strict = {"Meta": type("Meta", (), {"unknown": RAISE}), "error_messages": {"type": "Not an object."}}
    return type(_owner(cls) + cls.__name__, (Schema,), {**members, **strict, "make": post_load(make)})


@cache
def loader_of(cls: type, name: str | None = None) -> Schema:
    """An instance of that schema: to make one takes longer than to load a move, and threads may share it."""
    return schema_of(cls, name)()


def _owner(cls: type) -> str:
    """The folder below `shared.games` or `services`: a game, a service."""
    parts = cls.__module__.split(".")
    folder = (parts[2:-1] or parts[-2:])[0]
    return "".join(part.capitalize() for part in folder.split("_"))


def _defaults(cls: type) -> dict[str, Any]:
    if is_dataclass(cls):
        return {field.name: field.default for field in fields(cls) if field.default is not MISSING}
    return dict(getattr(cls, "_field_defaults", {}))


def _presence(name: str, defaults: Mapping[str, Any]) -> dict[str, Any]:
    return {"load_default": defaults[name]} if name in defaults else {"required": True}


def field_of(hint: Any, **more: Any) -> Field[Any]:
    """The field that takes just the values of this type; `more` goes to the field."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        ranges = [validate.Range(one.first, one.last) for one in arguments[1:] if isinstance(one, Range)]
        return field_of(arguments[0], **more, validate=ranges)
    if origin in (Union, types.UnionType):
        return _union(arguments, more)
    if origin is Literal:
        return Choice(arguments, **more)
    if origin is tuple and arguments[-1] is not Ellipsis:
        return TupleOf([field_of(one) for one in arguments], **more)
    if origin is tuple:
        return ListOf(field_of(arguments[0]), **more)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return MappingOf(field_of(arguments[1]), **more)
    return PLAIN[hint](**more) if hint in PLAIN else Nested(schema_of(hint), **more)


def _union(arguments: tuple[Any, ...], more: dict[str, Any]) -> Field[Any]:
    shapes = tuple(one for one in arguments if one is not type(None))
    nullable = {**more, "allow_none": len(shapes) < len(arguments)}
    return field_of(shapes[0], **nullable) if len(shapes) == 1 else Scalar(shapes, **nullable)
