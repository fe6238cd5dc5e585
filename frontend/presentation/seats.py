"""The seats of a match: who sits there, who is called, and the points that each has or would have."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import count as counting
from typing import Any, TypedDict

from frontend.people.who import kind_of, seat_name
from shared.games.game import Result
from shared.people.lookalikes import skeleton
from shared.platform.match import Match
from shared.platform.match.events import MatchAdjudicated
from shared.platform.player import player_from
from shared.platform.score import Score


class SeatContext(TypedDict):
    """`kind` is person or bot; `stand_in` the bot that plays on, if one does; `place` the final rank."""

    seat: int
    name: str
    kind: str
    you: bool
    resigned: bool
    stand_in: str | None
    called: bool
    points: int | None
    lines: dict[str, int]
    place: int | None


def seats_context(
    match: Match, you: int | None, names: Mapping[str, str], count: Score | Result | None
) -> list[SeatContext]:
    """`count` is what the points are now, if anything."""
    points, lines, ranks = _standing(match, count)
    called = distinct_names([seat_name(names, player) for player in match.seating.owners])
    return [
        {
            "seat": seat,
            "name": called[seat],
            "kind": kind_of(player),
            "you": seat == you,
            "resigned": seat in match.resigned,
            "stand_in": names[match.players[seat]] if is_another(match.players[seat], player) else None,
            "called": seat in match.called,
            "points": points[seat],
            "lines": dict(lines[seat]),
            "place": ranks[seat],
        }
        for seat, player in enumerate(match.seating.owners)
    ]


def is_another(now: str, then: str) -> bool:
    """False if a later version of the same bot took over."""
    return player_from(now)._replace(version=None) != player_from(then)._replace(version=None)


def distinct_names(names: Sequence[str]) -> list[str]:
    """The names with a number where several look the same: greedy 1, greedy 2."""
    looks = [skeleton(name) for name in names]
    shared, taken = {look for look, count in Counter(looks).items() if count > 1}, set(looks)
    return [_numbered(name, taken) if look in shared else name for name, look in zip(names, looks, strict=True)]


def _numbered(name: str, taken: set[str]) -> str:
    """With the first number that makes it look like no other name; the new name is taken from then on."""
    numbered = next(each for number in counting(1) if skeleton(each := f"{name} {number}") not in taken)
    taken.add(skeleton(numbered))
    return numbered


def _standing(match: Match, count: Score | Result | None) -> tuple[Any, Any, Any]:
    """Points, lines and ranks by seat, without the lines that an operator gave for some seats only."""
    nobody = (None,) * len(match.players)
    if count is None:
        return nobody, ({},) * len(match.players), nobody
    shared = set(count.lines[0]).intersection(*count.lines)
    lines = tuple({name: line[name] for name in line if name in shared} for line in count.lines)
    if match.status == "ended":
        return count.points, lines, count.places
    return count.points, lines, match.end.places if isinstance(match.end, MatchAdjudicated) else nobody
