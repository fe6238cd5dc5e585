"""Which drawn things an event is the first to make known."""

from dataclasses import fields
from functools import cache
from typing import Any

from shared.rules.match.state import Match


def drawn_things(match: Match, event: Any) -> list[tuple[str, int, str]]:
    """Label, position and item of each drawn thing that the event is the first to make known."""
    found = []
    for name, template in _drawn_fields(event.__class__):
        label = template.format_map(_Fields(event))
        value = getattr(event, name)
        for item in value if isinstance(value, tuple) else (value,):
            if item is not None:
                position = match.draws[label].position_of(str(item))
                found.append((label, position, str(item)))
    return [thing for thing in found if thing[:2] not in match.revealed]


@cache
def _drawn_fields(event: Any) -> tuple[tuple[str, str], ...]:
    return tuple((f.name, f.metadata["drawn"]) for f in fields(event) if "drawn" in f.metadata)


class _Fields(dict[str, Any]):
    """The fields of an event, for the label of a draw that cites them."""

    def __init__(self, event: Any) -> None:
        super().__init__()
        self.event = event

    def __missing__(self, name: str) -> Any:
        return getattr(self.event, name)
