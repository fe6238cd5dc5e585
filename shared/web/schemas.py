"""Fields that every service's bodies share."""

from typing import Any

from marshmallow import Schema, ValidationError, fields, validate

LONGEST_REASON = 200  # characters


class Caused(Schema):
    """A command's body. The same `cause` by the same person gets the same answer, however often it is sent."""

    error_messages = {  # noqa: RUF012 - declared so by the library
        "type": "Must be a JSON object with the fields of this command."
    }
    cause = fields.String(
        required=True,
        validate=validate.Regexp(r"[A-Za-z0-9_-]{8,64}\Z", error="Must be 8 to 64 letters, digits, - or _."),
    )


class Hex32(fields.String):
    """32 bytes as lower-case hexadecimal text."""

    def __init__(self, **kwargs: Any) -> None:
        rule = validate.Regexp(r"[0-9a-f]{64}\Z", error="Must be 64 lower-case hexadecimal digits.")
        super().__init__(validate=rule, **kwargs)


class Reason(fields.String):
    """Why an operator does something: one printable line, which everybody will read."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(validate=_is_reason, **kwargs)


def _is_reason(text: str) -> None:
    if not 1 <= len(text) <= LONGEST_REASON or not text.strip() or not text.isprintable():
        raise ValidationError(f"Must be 1 to {LONGEST_REASON} printable characters.")
