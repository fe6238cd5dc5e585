"""The clocks of a match as its page shows them: what each seat had left when the page was made."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TypedDict

from frontend.presentation.seen import Seen
from frontend.site import Site
from shared.errors import Malformed
from shared.ledger.envelope import moment, stamp
from shared.platform.match import Match
from shared.platform.match.time import Hand
from shared.platform.player import is_person
from shared.platform.terms import DAY, DAYS, TOTAL, TURN, USUAL, Clock, Terms

CHOICES = (
    None,
    Clock(TURN, 60),
    Clock(TURN, 300),
    Clock(TOTAL, 600, increment=5),
    Clock(TOTAL, 1800, increment=15),
    Clock(DAYS, DAY),
    Clock(DAYS, 3 * DAY),
    Clock(DAYS, 7 * DAY),
)
"""What the form offers; whoever wants another one writes it as the form does."""
PATIENCE = (0, 60, 300, 3600)
"""Seconds without a sign of who is to move until a bot plays on; 0: never by itself."""
WRITTEN = re.compile(r"(turn|total|days)-(\d{1,7})(?:-(\d{1,4})-(\d{1,4}))?")


class PolicyContext(TypedDict):
    """In seconds. `out` is turn, seat or loss; `kind` turn, total or days."""

    kind: str
    seconds: int
    increment: int
    delay: int
    out: str


class ClockChoice(TypedDict):
    value: str
    policy: PolicyContext | None


class HandContext(TypedDict):
    """In milliseconds; `whole` is what the bar shows as full. `away`: until when its player is on vacation."""

    seat: int
    left: int
    whole: int
    runs: bool
    away: str | None


class RestContext(TypedDict):
    """The viewer's own vacation: `until` when it lasts, and how many days may be taken in this year."""

    until: str | None
    left: int


class ClocksContext(TypedDict):
    """`hands` are those of people. What the viewer's seat may do is None where it may not.

    `paused` is until when all clocks stand; `wanted` are the seats that want them to stop, or to run again.
    """

    policy: PolicyContext
    hands: list[HandContext]
    paused: str | None
    may_pause: bool
    wanted: list[int]
    you_want: bool
    rest: RestContext | None
    turn: int


def choices(clocks: Sequence[Clock | None] = CHOICES) -> list[ClockChoice]:
    return [{"value": written(clock), "policy": clock and policy(clock, USUAL.out)} for clock in clocks]


def written(clock: Clock | None) -> str:
    return "-".join(map(str, clock)) if clock else "none"


def clock_from(text: str) -> Clock | None:
    """What `written` gave. Whether such a clock is allowed is said by who opens the table. Raises Malformed."""
    if text == written(None):
        return None
    if found := WRITTEN.fullmatch(text):
        return Clock(found[1], int(found[2]), int(found[3] or 0), int(found[4] or 0))
    raise Malformed("choose how much time there is", fields={"clock": [*map(written, CHOICES)]})


def policy_of(terms: Terms) -> PolicyContext | None:
    return terms.clock and policy(terms.clock, terms.out)


def policy(clock: Clock, out: str) -> PolicyContext:
    return {**clock._asdict(), "out": out}  # type: ignore[typeddict-item]  # the fields of Clock


def clocks_context(site: Site, seen: Seen) -> ClocksContext | None:
    """None where nothing runs that the viewer could look at."""
    match = seen.match
    found = policy_of(seen.started.terms)
    if found is None or match.clock is None or seen.is_replay or seen.was_now or match.is_over or seen.unknown:
        return None
    now = max(match.now, moment(stamp(site.streams.matches.now())))
    time, plays = match.time, seen.you is not None
    wanted = match.stops if time.paused is None else match.resumes
    return {
        "policy": found,
        "hands": [hand_context(match, seat, now) for seat, player in enumerate(match.players) if is_person(player)],
        "paused": None if time.paused is None else _at(time.until),
        "may_pause": plays and (time.paused is not None or time.may_rest > 0),
        "wanted": sorted(wanted),
        "you_want": seen.you in wanted,
        "rest": rest_context(site, seen, now) if plays and match.clock.kind == DAYS else None,
        "turn": match.turn,
    }


def rest_context(site: Site, seen: Seen, now: int) -> RestContext:
    found = site.vacations.of(seen.player, now)
    return {"until": _at(found.until) if found.until > now else None, "left": max(0, found.left)}


def hand_context(match: Match, seat: int, now: int) -> HandContext:
    hand, clock = match.time.hands[seat], match.start.terms.clock
    left = max(0, hand.remaining(now)) if seat in match.called or clock is None else _next(hand, clock)
    return {
        "seat": seat,
        "left": left,
        "whole": max(left, clock.seconds * 1000 if clock else 0),
        "runs": hand.is_running(now),
        "away": _at(hand.away) if hand.away > now else None,
    }


def _next(hand: Hand, clock: Clock) -> int:
    """What a seat that is not called will have when it is."""
    return max(0, hand.left) + clock.delay * 1000 if clock.kind == TOTAL else clock.seconds * 1000


def _at(milliseconds: int) -> str:
    return stamp(datetime.fromtimestamp(milliseconds / 1000, UTC))
