"""Fields that every service's bodies share."""

from typing import Any

from marshmallow import Schema, ValidationError, fields, validate

from shared.marked import marked

LONGEST_REASON = 200  # characters


class Caused(Schema):
    """A command's body. The same `cause` by the same person gets the same answer, however often it is sent."""

    error_messages = {  # noqa: RUF012 - declared so by the library
        "type": marked("The body must be a JSON object with the fields of this command.")
    }
    cause = fields.String(
        required=True,
        validate=validate.Regexp(r"[A-Za-z0-9_-]{8,64}\Z", error=marked("Must be 8 to 64 letters, digits, - or _.")),
    )


class Happened(Schema):
    """An event of a match, as everybody may read it."""

    version = fields.Integer(required=True)
    type = fields.String(required=True)
    data = fields.Dict(required=True)
    at = fields.String(required=True)


class Refusal(Schema):
    """Why something was refused. `sentence` is for people; programs tell by `code`.

    `template` with `values` gives the sentence in another language. `fields` names all that is wrong with what was
    sent; `missed` is what has happened since the turn that a move answers.
    """

    code = fields.String(required=True)
    sentence = fields.String(required=True)
    template = fields.String()
    values = fields.Dict()
    fields_ = fields.Dict(data_key="fields")
    missed = fields.List(fields.Nested(Happened))


class Hex32(fields.String):
    """32 bytes as lower-case hexadecimal text."""

    def __init__(self, **kwargs: Any) -> None:
        rule = validate.Regexp(r"[0-9a-f]{64}\Z", error=marked("Must be 64 lower-case hexadecimal digits."))
        super().__init__(validate=rule, **kwargs)


class Hex64(fields.String):
    """64 bytes as lower-case hexadecimal text."""

    def __init__(self, **kwargs: Any) -> None:
        rule = validate.Regexp(r"[0-9a-f]{128}\Z", error=marked("Must be 128 lower-case hexadecimal digits."))
        super().__init__(validate=rule, **kwargs)


class Reason(fields.String):
    """Why an operator does something: one printable line, which everybody will read."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(validate=_is_reason, **kwargs)


def _is_reason(text: str) -> None:
    if not 1 <= len(text) <= LONGEST_REASON or not text.strip() or not text.isprintable():
        raise ValidationError(marked("Must be 1 to {longest} printable characters.").format(longest=LONGEST_REASON))
