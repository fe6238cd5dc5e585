"""Events to stored data and back: two functions per class, made once from its dataclass.

Stored data was checked when it was appended, so it is built directly here. Fields marked as sealed go to the sealed
part.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

from shared.errors import Malformed, ReadOnly
from shared.ledger.forms.shapes import Convert, Converts, build, converters, taking_apart
from shared.ledger.upcasters import STEPS, Data, Steps, current_schema, upcast

DAMAGE = (TypeError, AttributeError, LookupError, ValueError)  # what nonsensical fields raise


class Written(NamedTuple):
    """An event as it goes into an envelope: `part` is None where the class has no sealed field."""

    type: str
    schema: int
    data: Data
    part: Data | None


@dataclass(frozen=True, slots=True)
class Unknown:
    """An event of a type, or of a schema, that this release or this registry does not know."""

    type: str
    schema: int
    data: Data

    @property
    def verdict(self) -> ReadOnly:
        """The answer to whoever wants to do more than read."""
        return ReadOnly("a newer release wrote {type}: this can only be read", type=self.type)


class Registry:
    """The event classes by stored name: the platform's, and those of the games that are given."""

    def __init__(self, *tables: Mapping[str, type], steps: Steps = STEPS) -> None:
        self.classes: dict[str, type] = {name: cls for table in tables for name, cls in table.items()}
        if len(self.classes) < sum(map(len, tables)):
            raise TypeError("an event's name is given twice")
        self.steps = steps
        self._names = {cls: name for name, cls in self.classes.items()}
        self._schemas = {name: current_schema(name, steps) for name in self.classes}
        self._codecs = {name: Codec.of(cls) for name, cls in self.classes.items()}

    def knows(self, name: str, schema: int) -> bool:
        return schema <= self._schemas.get(name, 0)

    def schema(self, name: str) -> int:
        """The number under which this type is written now."""
        return self._schemas[name]

    def codec(self, name: str) -> "Codec":
        return self._codecs[name]

    def write(self, event: Any) -> Written:
        name = self._names[type(event)]
        return Written(name, self._schemas[name], *self._codecs[name].split(event))

    def public(self, event: Any) -> Data:
        """Its public fields in today's form; those of an unknown event as they were stored."""
        return event.data if isinstance(event, Unknown) else self.write(event).data

    def read(self, name: str, schema: int, data: Data, part: Data | None = None) -> Any:
        """The event, or Unknown. Raises Malformed where the fields are not those of its class."""
        if not self.knows(name, schema):
            return Unknown(name, schema, data)
        values = self.values(name, schema, data, part)
        try:
            return self._codecs[name].build(values)
        except DAMAGE as error:
            raise _damaged(name, schema, error) from error

    def values(self, name: str, schema: int, data: Data, part: Data | None) -> Data:
        """All fields in today's form, public and sealed together. Raises Malformed where they make no sense."""
        values = data if part is None else _together(name, data, part)
        try:
            return values if schema == self._schemas[name] else upcast(name, schema, values, self.steps)
        except DAMAGE as error:
            raise _damaged(name, schema, error) from error


def _together(name: str, data: Data, part: Data) -> Data:
    if twice := sorted(data.keys() & part.keys()):  # else an opened seal could change what was public
        raise Malformed("{type} has {names} in public and sealed", type=name, names=", ".join(twice))
    return {**data, **part}


def _damaged(name: str, schema: int, error: Exception) -> Malformed:
    """Gives only the kind of error where its text could hold a value, which may be sealed."""
    reason = str(error) if isinstance(error, TypeError | AttributeError) else type(error).__name__
    return Malformed("{type} with schema {schema}: {reason}", type=name, schema=schema, reason=reason)


@dataclass(frozen=True, slots=True)
class Codec:
    """How one class is taken apart and put together again; only the fields that need it are converted."""

    cls: type
    public: tuple[str, ...]
    sealed: tuple[str, ...]
    apart: Convert
    back: Converts

    @classmethod
    def of(cls, event: type) -> "Codec":
        marked = {field.name: "sealed" in field.metadata for field in fields(event)}
        into, back = converters(event)
        public = tuple(name for name, is_sealed in marked.items() if not is_sealed)
        sealed = tuple(name for name in marked if marked[name])
        return cls(event, public, sealed, taking_apart((*public, *sealed), into), back)

    def split(self, event: Any) -> tuple[Data, Data | None]:
        values = self.apart(event)
        part = {name: values.pop(name) for name in self.sealed}
        return values, part or None

    def build(self, values: Data) -> Any:
        return build(self.cls, values, self.back)
