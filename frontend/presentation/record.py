"""Where in the record of a match the page is, what binds the record, and where its other moments are."""

from collections.abc import Mapping, Sequence
from typing import TypedDict

from frontend.people.who import seat_name
from frontend.presentation.seen import Seen
from frontend.site import Site
from shared.platform.cited import Branch
from shared.platform.player import is_person


class RecordContext(TypedDict):
    version: int
    head: int
    digest: str | None
    tail: str
    is_replay: bool
    has_ended: bool
    commitment: str | None
    grade: str | None
    fair_for: list[str]
    unfair_for: list[str]
    steps: list[int]
    turn_number: int
    turns: list[int]


class BranchContext(TypedDict):
    id: str
    version: int
    url: str | None


class MatchUrls(TypedDict):
    self: str
    result: str
    branch: str | None
    export: str
    audit: str
    replay_first: str | None
    replay_prev: str | None
    replay_next: str | None
    replay_last: str | None


def record_context(seen: Seen, names: Mapping[str, str]) -> RecordContext:
    """`fair_for` are the people whose number is in the draw, `unfair_for` all others, also who came when it was made.

    `turns` are those of the steps, `turn_number` that of what is shown: people count turns, a record its events."""
    turns = seen.log.turns
    return {
        "version": seen.version,
        "head": seen.head,
        "digest": seen.log.digest,
        "tail": "" if seen.is_replay else b"\n".join(seen.log.tail).decode(),  # a replay does not show what comes
        "is_replay": seen.is_replay,
        "has_ended": seen.has_ended,
        "commitment": seen.started.commitment,
        "grade": grade(seen),
        "fair_for": [seat_name(names, player) for player in with_number(seen)],
        "unfair_for": [seat_name(names, player) for player in without_number(seen)],
        "steps": seen.log.steps,
        "turn_number": turns[seen.version - 1],
        "turns": [turns[step - 1] for step in seen.log.steps],
    }


def grade(seen: Seen) -> str | None:
    """How fair the draw was, by the numbers that the players brought; only the audit proves what the record shows."""
    if seen.is_imported:
        return "imported"
    if not seen.match.is_over:
        return None
    if seen.started.practice:
        return "practice"
    return "fair" if with_number(seen) else "committed only"


def with_number(seen: Seen) -> list[str]:
    """People alone: a bot's number is no person's."""
    sat = zip(seen.started.players, seen.started.nonces, strict=True)
    return [player for player, nonce in sat if nonce is not None and is_person(player)]


def without_number(seen: Seen) -> list[str]:
    within = with_number(seen)
    return [player for player in seen.match.seating.everybody if is_person(player) and player not in within]


def branch_of(site: Site, branch: Branch | None) -> BranchContext | None:
    """The moment of another match that this one continues; an imported branch may cite a match that is not here."""
    if branch is None:
        return None
    is_here = site.streams.ledger.last(f"match:{branch.match}") >= branch.version
    url = f"/m/{branch.match}?at={branch.version}" if is_here else None
    return {"id": branch.match, "version": branch.version, "url": url}


def can_be_branched(seen: Seen) -> bool:
    return seen.has_ended and seen.is_replay and not seen.match.is_over and not seen.is_sealed


def urls(seen: Seen) -> MatchUrls:
    page = f"/m/{seen.id}"

    def at(version: int | None) -> str | None:
        return None if version is None else f"{page}?at={version}"

    before, after = around(seen.log.steps, seen.version)
    return {
        "self": page,
        "result": f"{page}/result",
        "branch": f"{page}/branch" if can_be_branched(seen) else None,
        "export": f"{page}/export",
        "audit": f"{page}/audit",
        "replay_first": at(next(iter(seen.log.steps), None)),
        "replay_prev": at(before),
        "replay_next": at(after),
        "replay_last": at(seen.log.steps[-1] if seen.log.steps else None),
    }


def around(steps: Sequence[int], version: int) -> tuple[int | None, int | None]:
    """The nearest steps before and after a version."""
    before = next((step for step in reversed(steps) if step < version), None)
    return before, next((step for step in steps if step > version), None)
