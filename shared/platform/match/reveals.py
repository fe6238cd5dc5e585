"""The proof of every drawn thing, at the moment everybody learns of it."""

from collections.abc import Iterable
from typing import Any

from shared.evidence import Reveal
from shared.games.chance import Chance
from shared.platform.match.drawn import drawn_things, shows_drawn_things
from shared.platform.match.evolve import evolve
from shared.platform.match.state import Match


def reveals(match: Match, events: Iterable[Any]) -> list[list[Reveal]]:
    """For each event that comes next, the proofs of what everybody learns through it for the first time."""
    events, found = list(events), list[list[Reveal]]()
    last = max((index for index, event in enumerate(events) if shows_drawn_things(event)), default=-1)
    for event in events[: last + 1]:
        shown, match = drawn_things(match, event), evolve(match, event)
        found.append([Chance(match.key).reveal(*thing) for thing in shown])
    return [*found, *([] for _ in events[last + 1 :])]  # what shows nothing needs no state
