"""Wrong fields by name, as programs write them: indices count from 0, as in jq."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from shared.errors import Filled, with_capital
from shared.language import recognised, worded
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
    marked("Not in the ledger's form."),
    marked("Too large."),
    marked("Not a whole number."),
    marked("Not a text."),
    marked("Holds half of a surrogate pair."),
    marked("Neither true nor false."),
    marked("Not a list."),
    marked("Not an object."),
    marked("Not a name of a-z, 0-9, _ and spaces."),
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
        yield path, _together(fields if isinstance(fields, list | tuple) else [fields])


def _together(said: Sequence[Any]) -> str:
    """Most fields have one fault, which then stays what it is."""
    match said:
        case [str() as alone]:
            return alone
        case _:
            return " ".join(str(in_words(each)) for each in said)


def first_wrong(fields: Any) -> str | None:
    """The first of them as a sentence, `city[1][2].floors: Must be …`; None if there is none."""
    path, said = next(wrong_fields(fields), ("", ""))
    wrong = in_words(said)
    return (worded(IN_FIELD, {"field": path, "wrong": wrong}) if path and wrong else wrong) or None


def in_words(fields: Any) -> Any:
    """The same tree with all that is said in it in the language that is spoken."""
    if isinstance(fields, Mapping):
        return {name: in_words(inner) for name, inner in fields.items()}
    if isinstance(fields, list | tuple):
        return [in_words(each) for each in fields]
    if not isinstance(fields, str):
        return fields
    said = worded(*template_of(fields))
    return with_capital(said) if isinstance(fields, Filled) and fields.is_whole else said


def template_of(said: str) -> tuple[str, Mapping[str, Any]]:
    """What is said of a field, before its values were filled in."""
    if isinstance(said, Filled):
        return said.template, said.values
    return recognised(said, OF_FIELDS)
