"""What a match is worth: what its game counts, with those behind everybody who lost by time or left a match early."""

from collections.abc import Collection
from dataclasses import replace

from shared.games.game import Result
from shared.games.ranks import Ranks
from shared.platform.match.state import Match


def result_of(match: Match) -> Result:
    """Points stay as they are. Raises ReadOnly where the rules are not here."""
    found = match.rules.result(match.state)
    if match.was_left:
        return replace(found, places=before_who_left(match))
    if not match.lost:
        return found
    if found.target is not None:  # who plays together loses together
        return replace(found, places=(None,) * len(found.places))
    return replace(found, places=behind(found.places, match.lost))


def is_decided_by_leaving(match: Match) -> bool:
    """Whether places are given where all but one have left: where ratings are at stake, and somebody can be ahead.

    Raises ReadOnly where the rules are not here.
    """
    return match.start.terms.rated and not match.start.practice and match.rules.result(match.state).target is None


def before_who_left(match: Match) -> Ranks:
    """All who stayed share the first place, as nothing was played out among them; and those who left the last one."""
    left = match.seating.left
    stayed = len(match.players) - len(left)
    return tuple(1 + stayed if seat in left else 1 for seat in range(len(match.players)))


def behind(places: Ranks, lost: Collection[int]) -> Ranks:
    """All others in their order, and then those who lost, who share the last place."""
    others = [place for seat, place in enumerate(places) if seat not in lost and place is not None]
    return tuple(
        1 + len(others) if seat in lost else None if place is None else 1 + sum(other < place for other in others)
        for seat, place in enumerate(places)
    )
