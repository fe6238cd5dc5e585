"""One tree of verdicts: each is a template with its values, and the page puts it into the reader's language."""

from collections.abc import Callable, Mapping
from typing import Any


class UrbanistError(Exception):
    """A verdict for a person or a program. `template` is English with `{names}`, and `values` fill it in."""

    def __init__(self, template: str, /, **values: Any) -> None:
        super().__init__(template)
        self.template = template
        self.values: Mapping[str, Any] = values

    def __str__(self) -> str:
        return str(filled(self.template, self.values))  # plain text, which any encoder takes


class Filled(str):
    """An English sentence that still knows what it was made from, so whoever answers can say it in another language."""

    template: str
    values: Mapping[str, Any]
    is_whole = False  # whether it got a capital and a full stop

    @classmethod
    def of(cls, text: str, template: str, values: Mapping[str, Any]) -> "Filled":
        said = cls(text)
        said.template, said.values = template, values
        return said

    def as_sentence(self) -> "Filled":
        """`Card 7 lies already.`"""
        said = Filled.of(with_capital(self), self.template, self.values)
        said.is_whole = True
        return said


def with_capital(clause: str) -> str:
    return f"{clause[:1].upper()}{clause[1:]}."


def filled(template: str, values: Mapping[str, Any]) -> Filled:
    """The sentence as people read it."""
    shown = {name: for_people(name, value, "seat {}".format, " and ".join) for name, value in values.items()}
    text = template.format(**shown)
    return Filled.of(text, template, values)


def for_people(name: str, value: Any, seat: Callable[[int], str], listed: Callable[[list[str]], str]) -> Any:
    """Seats count from 0 in values, for pages that know their players' names, and from 1 in a sentence."""
    match name, value:
        case "seat", int():
            return seat(value + 1)
        case "seats", [*seats]:
            return listed([seat(each + 1) for each in seats])
        case _:
            return value


class Refused(UrbanistError):
    """The request was understood and refused."""


class IllegalMove(Refused):
    """The rules of the game do not allow this move now."""


class NotYourTurn(Refused):
    """Others are called to move."""


class NotYourSeat(Refused):
    """The sender does not sit there."""


class NotAllowed(Refused):
    """The sender may not give this command at all."""


class OutOfScope(NotAllowed):
    """The token of this program is not meant for this."""


class Unidentified(UrbanistError):
    """Whoever sends this has brought nothing by which they are known."""


class NoRight(NotAllowed):
    """The sender has none of the roles that the table of rights allows here."""


class NotShown(NotAllowed):
    """The house rules of a table keep it, or its match, from this reader."""


class BadSignature(Refused):
    """The signature beside a command is not one that its sender can have made for it."""


class StaleTurn(Refused):
    """The turn that this move answers is over for its seat."""


class MatchOver(Refused):
    """Nothing can be changed any longer."""


class TableNotOpen(Refused):
    """The table does not accept this command in its present state."""


class KeyReused(Refused):
    """The idempotency key was used for another command."""


class ReadOnly(Refused):
    """A newer release wrote something that this one does not know."""


class Broken(ReadOnly):
    """What is stored contradicts itself or is nonsense: somebody changed it, or we wrote it wrongly."""


class NotFound(UrbanistError):
    """Nothing has this id."""


class MatchNotFound(NotFound):
    """No match has this id."""


class TableNotFound(NotFound):
    """No table has this id."""


class DealNotFound(NotFound):
    """No deal has this id or name."""


class Malformed(UrbanistError):
    """The request can't be understood. `fields` says what is wrong with each field that is."""

    def __init__(self, template: str, /, fields: Mapping[str, Any] | None = None, **values: Any) -> None:
        super().__init__(template, **values)
        self.fields = dict(fields or {})


class Conflict(UrbanistError):
    """Somebody else wrote first, so the stream is not at the expected version."""


class Busy(UrbanistError):
    """Too many others write at the same time; ask again with the same key."""


class Unavailable(UrbanistError):
    """The ledger's server or a service is not answering; as far as we know, this request changed nothing.

    `reason` is for operators and their log alone: it may hold addresses, paths and the words of a library.
    """

    def __init__(self, template: str, /, reason: str = "", **values: Any) -> None:
        super().__init__(template, **values)
        self.reason = reason


class WritesRefused(Unavailable):
    """The ledger's server can be read, but stores nothing at the moment."""


class Full(WritesRefused):
    """The disk is full: nothing was changed, and everything can still be read."""
