"""Wrong fields by name, as programs write them: indices count from 0, as in jq."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from shared.errors import filled
from shared.marked import marked

IN_FIELD = marked("{field}: {wrong}")
# What is said of fields with values in it, and what the library says. All else stands where it is said.
OF_FIELDS = (
    marked("Must be one of {choices}."),
    marked("Must be 1 to {longest} printable characters."),
    marked("At most {longest} characters."),
    marked("Not a whole number. Write {number}, not {said}."),
    marked("Missing data for required field."),
    marked("Field may not be null."),
    marked("Unknown field."),
    marked("Invalid value."),
    marked("Invalid type."),
    marked("Not a valid string."),
    marked("Not a valid utf-8 string."),
    marked("Not a valid integer."),
    marked("Not a valid boolean."),
    marked("Not a valid list."),
    marked("Not a valid mapping type."),
    marked("String does not match expected pattern."),
    marked("Must be one of: {choices}."),
    marked("Must be greater than or equal to {min} and less than or equal to {max}."),
    marked("Must be greater than or equal to {min}."),
    marked("Must be less than or equal to {max}."),
    marked("Length must be between {min} and {max}."),
    marked("Length must be {equal}."),
    marked("Longer than maximum length {max}."),
    marked("Shorter than minimum length {min}."),
)


def wrong_fields(fields: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """`("city[1][2].floors", "No shop stacks.")` for every wrong field; an empty path means the whole body."""
    if isinstance(fields, Mapping):
        for name, inner in fields.items():
            step = f"[{name}]" if isinstance(name, int) else f".{name}" if path else str(name)
            yield from wrong_fields(inner, path + ("" if name == "_schema" else step))
    else:
        yield path, " ".join(map(str, fields)) if isinstance(fields, list | tuple) else str(fields)


def first_wrong(fields: Any) -> str | None:
    """The first of them as a sentence, `city[1][2].floors: Must be …`; None if there is none."""
    path, said = next(wrong_fields(fields), ("", ""))
    template, values = template_of(said)
    wrong = filled(template, values) if values else template
    return (filled(IN_FIELD, {"field": path, "wrong": wrong}) if path and wrong else wrong) or None


def template_of(said: str) -> tuple[str, Mapping[str, str]]:
    """What is said of a field, before its values were filled in."""
    for template in OF_FIELDS:
        if found := _pattern(template).fullmatch(said):
            return template, found.groupdict()
    return said, {}


@cache
def _pattern(template: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>.*)", re.escape(template)))
