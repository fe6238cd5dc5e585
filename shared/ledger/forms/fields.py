"""marshmallow fields that take a value as it is or refuse it: no "3" for 3, no 1 for true."""

import re
from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError, fields

from shared.ledger.canonical import KEY, LARGEST

WRITTEN = re.compile("0|-?[1-9][0-9]{0,14}")
JSON_TYPES = {int: "integer", str: "string", bool: "boolean"}


class Whole(fields.Integer):
    """A whole number that every JSON reader keeps exactly."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> Any:
        if type(value) is not int:
            raise ValidationError(_not_whole(value))
        if abs(value) > LARGEST:
            raise ValidationError("Too large.")
        return value


def _not_whole(value: Any) -> str:
    """Names the number that was meant, where that is plain."""
    match value:
        case bool():
            return f"Not a whole number. Write {int(value)}, not {str(value).lower()}."
        case float() if value.is_integer() and abs(value) <= LARGEST:
            return f"Not a whole number. Write {int(value)}, not {value}."
        case str() if WRITTEN.fullmatch(value):
            return f'Not a whole number. Write {value}, not "{value}".'
        case _:
            return "Not a whole number."


class Text(fields.String):
    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> Any:
        if type(value) is not str:
            raise ValidationError("Not a text.")
        if any("\ud800" <= character <= "\udfff" for character in value):
            raise ValidationError("Holds half of a surrogate pair.")
        return value


class Truth(fields.Boolean):
    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> Any:
        if type(value) is not bool:
            raise ValidationError("Neither true nor false.")
        return value


class Scalar(fields.Field[Any]):
    """One of several plain types."""

    def __init__(self, kinds: tuple[type, ...], **more: Any) -> None:
        super().__init__(metadata={"type": [JSON_TYPES[kind] for kind in kinds]}, **more)
        self.inner = [PLAIN[kind]() for kind in kinds]

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> Any:
        for field in self.inner:
            try:
                return field.deserialize(value)
            except ValidationError as error:
                refused = error
        raise refused


PLAIN: Mapping[type, type[fields.Field[Any]]] = {int: Whole, str: Text, bool: Truth}


class Choice(fields.Field[Any]):
    """One of the listed values, of the same type: true is not 1."""

    def __init__(self, choices: tuple[Any, ...], **more: Any) -> None:
        super().__init__(metadata={"enum": list(choices)}, **more)
        self.choices = choices

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> Any:
        if not any(type(one) is type(value) and one == value for one in self.choices):
            raise ValidationError(f"Must be one of {', '.join(map(str, self.choices))}.")
        return value


class ListOf(fields.List[Any]):
    """Any number of values of one type, as a tuple."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> Any:
        if type(value) is not list:
            raise ValidationError("Not a list.")
        return tuple(super()._deserialize(value, attr, data, **more))


class TupleOf(fields.Tuple):
    """A fixed number of values, each of its own type, as a tuple."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> Any:
        if type(value) is not list:
            raise ValidationError("Not a list.")
        return super()._deserialize(value, attr, data, **more)


class MappingOf(fields.Dict):
    """Values of one type by names that can be keys in the ledger."""

    def __init__(self, inner: fields.Field[Any], **more: Any) -> None:
        super().__init__(keys=Text(), values=inner, **more)
        self.inner = inner

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> Any:
        if type(value) is not dict:
            raise ValidationError("Not an object.")
        found, wrong = {}, {}
        for key, said in value.items():
            try:
                found[_key(key)] = self.inner.deserialize(said)
            except ValidationError as error:
                wrong[str(key)] = error.messages
        if wrong:
            raise ValidationError(wrong)
        return found


def _key(name: Any) -> str:
    if type(name) is not str or not KEY.fullmatch(name):
        raise ValidationError("Not a name of a-z, 0-9, _ and spaces.")
    return name
