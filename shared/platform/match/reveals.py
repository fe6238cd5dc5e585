"""The proof of every drawn thing, at the moment everybody learns of it."""

from collections.abc import Iterable
from typing import Any

from shared.evidence import Reveal
from shared.games.chance import Chance
from shared.platform.match.drawn import drawn_things
from shared.platform.match.evolve import evolve
from shared.platform.match.state import Match


def reveals(match: Match, events: Iterable[Any]) -> list[list[Reveal]]:
    """For each event that comes next, the proofs of what everybody learns through it for the first time."""
    found = []
    for event in events:
        shown, match = drawn_things(match, event), evolve(match, event)
        found.append([Chance(match.key).reveal(*thing) for thing in shown])
    return found
