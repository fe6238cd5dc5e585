"""The hidden things that become known through an event."""

from dataclasses import fields
from functools import cache
from typing import Any

from shared.platform.match.state import Match


def shows_drawn_things(event: Any) -> bool:
    """Whether its class has a field for drawn things."""
    return bool(_drawn_fields(event.__class__))


def tells_a_seat(event: Any) -> bool:
    """Whether its class has sealed fields: by a hand that is passed on, one seat learns what it didn't know."""
    return _is_partly_sealed(event.__class__)


def drawn_things(match: Match, event: Any) -> list[tuple[str, int, str]]:
    """Label, position and item of each drawn thing that becomes known through this event."""
    found = []
    for name, template in _drawn_fields(event.__class__):
        label = template.format_map({field.name: getattr(event, field.name) for field in fields(event)})
        value = getattr(event, name)
        for item in value if isinstance(value, tuple) else (value,):
            if item is not None:
                position = match.draws[label].position_of(str(item))
                found.append((label, position, str(item)))
    return [thing for thing in found if thing[:2] not in match.revealed]


@cache
def _is_partly_sealed(event: Any) -> bool:
    return any(field.metadata.get("sealed") for field in fields(event))


@cache
def _drawn_fields(event: Any) -> tuple[tuple[str, str], ...]:
    return tuple((field.name, field.metadata["drawn"]) for field in fields(event) if "drawn" in field.metadata)
