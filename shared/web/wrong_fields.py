"""Wrong fields by name, as programs write them: indices count from 0, as in jq."""

from collections.abc import Iterator, Mapping
from typing import Any

OBLIGED = "Must "


def wrong_fields(fields: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """`("city[1][2].floors", "No shop stacks.")` for every wrong field; an empty path means the whole body."""
    if isinstance(fields, Mapping):
        for name, inner in fields.items():
            step = f"[{name}]" if isinstance(name, int) else f".{name}" if path else str(name)
            yield from wrong_fields(inner, path + ("" if name == "_schema" else step))
    else:
        yield path, " ".join(map(str, fields)) if isinstance(fields, list | tuple) else str(fields)


def first_wrong(fields: Any) -> str | None:
    """The first of them as a sentence, `city[1][2].floors must be …`; None if there is none."""
    path, said = next(wrong_fields(fields), ("", ""))
    if said.startswith(OBLIGED):
        return f"{path or 'The body'} {said[0].lower()}{said[1:]}"
    return (f"{path}: {said}" if path else said) or None
