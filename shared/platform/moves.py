"""A game's moves as JSON: `{"name": "take_tile", …}`, where the name says which fields there are."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from marshmallow import Schema, ValidationError, fields

from shared.annotations import Json
from shared.errors import Malformed
from shared.ledger.codec import Codec
from shared.ledger.forms.schema import loader_of, schema_of
from shared.recent import Recent

Moves = Mapping[str, type]
MOST_KNOWN = 2048  # moves
LONGEST_KNOWN = 300  # characters of a move: longer ones are hardly ever sent twice


def move_from(moves: Moves, said: Any) -> Any:
    """The move. Raises Malformed, which names every wrong field under `move`."""
    try:
        name = _name(said, moves)
        return loader_of(moves[name], name).load(said)
    except ValidationError as error:
        raise Malformed("the move makes no sense", fields={"move": error.messages}) from None


def plain_move(moves: Moves, move: Any) -> dict[str, Any]:
    """The move as JSON, as pages and bots send it and as the ledger keeps it."""
    return plain_moves(moves, [move])[0]


def plain_moves(moves: Moves, found: Iterable[Any]) -> list[dict[str, Any]]:
    kinds = {cls: (name, _codec(cls).apart) for name, cls in moves.items()}
    return [{"name": kinds[type(move)][0], **kinds[type(move)][1](move)} for move in found]


@cache
def _codec(cls: type) -> Codec:
    return Codec.of(cls)


class Given(NamedTuple):
    """A move as it was sent; `made` has it once for each game that accepts it."""

    said: Json
    made: tuple[Any, ...]

    def of(self, moves: Moves) -> Any:
        """The move of the game with these moves. Raises Malformed, as `move_from` does, where it is none of them."""
        fits = [move for move in self.made if type(move) in moves.values()]
        return fits[0] if fits else move_from(moves, self.said)


class MoveField(fields.Field[Given]):
    """A move of any of these games, as JSON: every wrong field is named beside those around the move.

    The game is known once the match is, so a Given comes out. Moves are values, and the same few come again and again,
    so each is made once for all who send it.
    """

    def __init__(self, games: Sequence[Moves], **more: Any) -> None:
        super().__init__(**more)
        self.schemas = [schema_of(cls, name) for moves in games for name, cls in moves.items()]
        self.named: dict[str, list[Schema]] = {}
        for moves in games:
            for name, cls in moves.items():
                self.named.setdefault(name, []).append(loader_of(cls, name))
        self.known: Recent[tuple[Any, ...]] = Recent(MOST_KNOWN)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> Given:
        written = repr(value)  # tells 1 from true and from 1.0, which are equal
        if len(written) > LONGEST_KNOWN:
            return Given(value, self._made(value))
        return Given(value, self.known.get(written, lambda: self._made(value)))

    def _made(self, value: Any) -> tuple[Any, ...]:
        made, wrong = [], []
        for schema in self.named[_name(value, self.named)]:
            try:
                made.append(schema.load(value))
            except ValidationError as error:
                wrong.append(error)
        if not made:
            raise wrong[0]
        return tuple(made)


def one_of(converter: Any, field: Any, **_: Any) -> dict[str, Any]:
    """Describes a MoveField in OpenAPI: `api.ma_plugin.converter.add_attribute_function(one_of)`."""
    if not isinstance(field, MoveField):
        return {}
    return {"oneOf": [converter.resolve_nested_schema(schema) for schema in field.schemas]}


def _name(said: Any, names: Mapping[str, Any]) -> str:
    if type(said) is not dict:
        raise ValidationError("Not an object.")
    name = said.get("name")
    if type(name) is not str or name not in names:
        raise ValidationError({"name": [f"Must be one of {', '.join(names)}."]})
    return name
