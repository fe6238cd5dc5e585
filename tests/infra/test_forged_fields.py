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
EVERYWHERE = {
    ("tournament.opened", "rules", "late"),  # nobody came later
    ("tournament.opened", "rules", "minutes"),  # no round was ended by the clock; an arena may end after its time
    ("tournament.opened", "rules", "most"),  # fewer entered
}
OF_BOTS = {
    ("tournament.ended", "note"),  # whoever organises it ended it, and may say something beside that
    ("tournament.opened", "rules", "absent"),  # nobody was
    ("tournament.opened", "rules", "check_in"),  # bots are always there
}
BYE = ("tournament.opened", "rules", "bye")  # nobody had one
ROUNDS = ("tournament.opened", "rules", "rounds")  # nobody was left to pair, or the format knows when it is over
STRENGTH = ("tournament.entered", "strength")  # the order stays the same
THIRD_PLACE = ("tournament.opened", "rules", "third_place")  # nobody played for it
WRITER = ("tournament.entered", "by")  # of a bot: whoever runs it speaks in its name
MEANINGLESS = {
    "absent": {*EVERYWHERE, BYE, ROUNDS, STRENGTH, THIRD_PLACE},
    "bracket": {*EVERYWHERE, *OF_BOTS, ROUNDS, WRITER},
    "arena": {*EVERYWHERE, *OF_BOTS, BYE, STRENGTH, THIRD_PLACE, WRITER},
    "arena of two": {*EVERYWHERE, *OF_BOTS, BYE, THIRD_PLACE, WRITER},
    "third season": {*EVERYWHERE, *OF_BOTS, STRENGTH, THIRD_PLACE},
}


@pytest.mark.parametrize("kind", MEANINGLESS)
def test_each_forged_field_is_named_but_for_those_that_change_nothing_there(kind: str):
    file = ABSENT if kind == "absent" else cup(kind)
    rows = own_rows(file)
    forgeries = list(forgeries_of(rows))
    assert len(forgeries) > 150
    unnamed = {
        field_of(rows[at], path): (at, path, value)
        for at, path, value in forgeries
        if verify(forged(file, lambda rows: put(rows[at], path, value))).holds  # noqa: B023
    }
    assert unnamed.keys() == MEANINGLESS[kind], unnamed


def field_of(row: Row, path: Path) -> tuple[str, ...]:
    inside = (part for part in path if isinstance(part, str) and part not in INSIDE)
    return (row["envelope"]["type"], *inside)


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
