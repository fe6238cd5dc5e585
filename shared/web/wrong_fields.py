"""Wrong fields by name, as programs write them: places in rows count from 0, as jq counts them."""

from collections.abc import Iterator, Mapping
from typing import Any

OBLIGED = "Must "


def wrong_fields(fields: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """`("city[1][2].floors", "No shop stacks.")` for every wrong field; the path is empty for all of it."""
    if isinstance(fields, Mapping):
        for name, inner in fields.items():
            step = f"[{name}]" if isinstance(name, int) else f".{name}" if path else str(name)
            yield from wrong_fields(inner, path + ("" if name == "_schema" else step))
    else:
        yield path, " ".join(map(str, fields)) if isinstance(fields, list | tuple) else str(fields)


def first_wrong(fields: Any) -> str | None:
    """The first of them as a sentence: `city[1][2].floors must be …`; None where there is none."""
    path, said = next(wrong_fields(fields), ("", ""))
    if path and said.startswith(OBLIGED):
        return f"{path} {said[0].lower()}{said[1:]}"
    return (f"{path}: {said}" if path else said) or None
