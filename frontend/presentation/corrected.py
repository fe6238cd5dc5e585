"""What an operator made of the count of a match: it stands before anything else that is told of points."""

from collections.abc import Iterator, Mapping
from typing import Any, TypedDict

from frontend.presentation.seats import SeatContext
from frontend.presentation.seen import Seen
from frontend.site import Site
from shared.ledger.envelope import Envelope
from shared.platform.match import Match
from shared.platform.match.events import MatchAborted, MatchAdjudicated
from shared.platform.score.events import ScoreCorrected


class Change(TypedDict):
    """`name` is None where all have the same. `before` and `after` are points or places."""

    name: str | None
    before: int | None
    after: int | None


class CorrectedContext(TypedDict):
    """`what` is points or places, whichever changed first; None where neither did. Without a count nothing was
    changed, but set.
    """

    what: str | None
    is_set: bool
    changes: list[Change]
    note: str


def corrected_context(site: Site, seen: Seen, seats: list[SeatContext]) -> CorrectedContext | None:
    """Against the first count, however often it was corrected."""
    score = seen.score
    if not isinstance(score, ScoreCorrected):
        return None
    first = next(counts_of(site, seen.id))
    is_set = first.get("match") is None
    for what, now in (("points", score.points), ("places", score.places)):
        before = first[what]
        if is_set or list(before) != list(now):
            changes = changed([seat["name"] for seat in seats], before, now)
            return {"what": what, "is_set": is_set, "changes": changes, "note": score.note}
    return {"what": None, "is_set": False, "changes": [], "note": score.note}


def operators_note(match: Match) -> str | None:
    """Why an operator ended the match, None where no operator did; it may be empty."""
    end = match.end
    if isinstance(end, MatchAborted) and end.reason == "operator":
        return end.note or ""
    return end.note if isinstance(end, MatchAdjudicated) else None


def counts_of(site: Site, id_: str) -> Iterator[Mapping[str, Any]]:
    """What was counted, then what it was corrected to."""
    for stored in site.streams.ledger.read(f"score:{id_}"):
        envelope = Envelope.from_bytes(stored.envelope)
        if envelope.type in ("score.counted", "score.corrected"):
            yield envelope.data


def changed(names: list[str], before: Any, after: Any) -> list[Change]:
    """Together they have one line."""
    found: list[Change] = [
        {"name": name, "before": was, "after": is_}
        for name, was, is_ in zip(names, before, after, strict=True)
        if was != is_
    ]
    is_same = len({(one["before"], one["after"]) for one in found}) == 1 and len(found) == len(names)
    return [found[0] | {"name": None}] if is_same else found
