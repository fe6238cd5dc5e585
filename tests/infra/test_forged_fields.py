"""Every field of every event of a tournament, forged in turn: each is named, but for those that change nothing."""

from collections.abc import Iterator
from typing import Any

import pytest

from infra.verify import verify
from tests.cups import ABSENT, Row, cup, forged, own_rows

Path = tuple[str | int, ...]
Forgery = tuple[int, Path, Any]
OTHERS = {  # beside a word with another letter
    "left": ["dropped", "absent"],
    "absent": ["left", "dropped"],
    "finished": ["early", "called_off"],
    "played": ["by_hand", "forfeit", "adjudicated"],
    "stand_in": ["forfeit"],
    "never": ["start", "rounds"],
}
INSIDE = ("envelope", "data")
MEANINGLESS = (
    ("tournament.entered", "by"),  # of a bot: whoever runs it speaks in its name
    ("tournament.ended", "note"),  # the organiser may say something beside the end
    ("tournament.entered", "strength"),  # where the order stays the same
    ("tournament.opened", "rules", "absent"),  # nobody was
    ("tournament.opened", "rules", "bye"),  # nobody had one
    ("tournament.opened", "rules", "check_in"),  # bots are always there
    ("tournament.opened", "rules", "late"),  # nobody came later
    ("tournament.opened", "rules", "minutes"),  # no round was ended by the clock
    ("tournament.opened", "rules", "most"),  # fewer entered
    ("tournament.opened", "rules", "rounds"),  # of a format that knows by itself when it is over
    ("tournament.opened", "rules", "third_place"),  # nobody played for it
    ("tournament.opened", "rules", "tie_breaks"),  # two which nobody needed
)


@pytest.mark.parametrize("kind", ["absent", "bracket", "arena", "arena of two", "third season"])
def test_each_forged_field_is_named(kind):
    file = ABSENT if kind == "absent" else cup(kind)
    rows = own_rows(file)
    forgeries = list(forgeries_of(rows))
    assert len(forgeries) > 150
    for at, path, value in forgeries:
        if verify(forged(file, lambda rows: put(rows[at], path, value))).holds:  # noqa: B023
            said = (
                rows[at]["envelope"]["type"],
                *(part for part in path if isinstance(part, str) and part not in INSIDE),
            )
            assert any(said[: len(known)] == known for known in MEANINGLESS), (at, path, value)


def put(row: Row, path: Path, value: Any) -> None:
    inside: Any = row
    for part in path[:-1]:
        inside = inside[part]
    inside[path[-1]] = value


def forgeries_of(rows: list[Row]) -> Iterator[Forgery]:
    """The first of each shape: another row of the same kind is checked by the same lines."""
    seen = set()
    for at, row in enumerate(rows):
        envelope = row["envelope"]
        writers = [(("envelope", "by"), other) for other in ("person:eve", "bot:any_move@1") if other != envelope["by"]]
        for path, value in (*writers, *changes(("envelope", "data"), envelope["data"])):
            shape = (envelope["type"], *(part for part in path if isinstance(part, str)), str(value)[:12])
            if shape not in seen:
                seen.add(shape)
                yield at, path, value


def changes(path: Path, value: Any) -> Iterator[tuple[Path, Any]]:
    if isinstance(value, dict):
        for name, inside in value.items():
            yield from changes((*path, name), inside)
    elif isinstance(value, list):
        for at, inside in enumerate(value[:3]):
            yield from changes((*path, at), inside)
        yield from ((path, other) for other in (value[1:], value[::-1], [*value, *value[-1:]]) if other != value)
    else:
        yield from ((path, other) for other in others(value))


def others(value: Any) -> list[Any]:
    match value:
        case bool():
            return [not value]
        case int():
            return [value + 1, *([value - 1] if value else [])]
        case None:
            return [0, "why"]
        case str() if len(value) == 64:
            return ["ab" * 32]
        case _:
            return [f"{value}x", *OTHERS.get(value, [])]
