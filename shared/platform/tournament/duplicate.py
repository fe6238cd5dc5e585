"""Duplicate, as in bridge: every table of a round has the same draws, and each player is compared with those who had
the same seat at the other tables.

The round's luck is a deal (`shared/platform/deal`). Its seed follows from the tournament's key, and so from the seed
that was committed before anybody entered, and from the entrants' nonces.
"""

import hmac
from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from typing import NamedTuple

from shared.games.game import Game
from shared.ledger.ids import id_from
from shared.platform.deal import Commit
from shared.platform.tournament.rules import DUPLICATE, POINT
from shared.platform.tournament.state import Round, Tournament

COMPARED = ("played", "by_hand")  # of all other results the points of the game say nothing
LATEST = "9999-12-31T23:59:59.999Z"
"""A round has no time at which its deal must be over: it is opened once the round has ended."""

Place = tuple[int, int]  # table and seat


class Compared(NamedTuple):
    """`points`: twelfths of match points, two for each of the others who did worse and one for each who did as well.
    `difference`: twelfths of points above the mean of the others. `others`: how many they are.
    """

    points: int
    difference: int
    others: int


def top(one: Round) -> int:
    """Half of what a seat can bring in this round, in match points: what everybody has on average."""
    return len(one.tables) - 1


def compared(one: Round) -> Mapping[Place, Compared]:
    """By table and seat, of all who were there; nobody before the last table has its result.

    Where somebody is missing elsewhere, what the others bring counts for all of them. Nobody to compare with, and a
    result without points, bring the average.
    """
    if one.open:
        return {}
    scored = _scored(one)
    found = {}
    for table, result in one.results.items():
        for seat, place in enumerate(result.places):
            if place is None:
                continue
            own = result.points[seat] if result.how in COMPARED else None
            found[table, seat] = _compared(own, scored.get(seat, []), top(one))
    return found


def _scored(one: Round) -> dict[int, list[int]]:
    """The points of the game at each seat, the fewest first."""
    found: dict[int, list[int]] = {}
    for result in one.results.values():
        for seat, place in enumerate(result.places):
            if place is not None and result.how in COMPARED:
                found.setdefault(seat, []).append(result.points[seat])
    return {seat: sorted(points) for seat, points in found.items()}


def _compared(own: int | None, all_: list[int], average: int) -> Compared:
    others = len(all_) - 1
    if own is None or others < 1:
        return Compared(POINT * average, 0, 0)
    worse = bisect_left(all_, own)
    as_well = bisect_right(all_, own) - worse - 1
    return Compared(
        POINT * (2 * worse + as_well) * average // others,
        POINT * (own * (others + 1) - sum(all_)) // others,
        others,
    )


def is_duplicate(tournament: Tournament) -> bool:
    return tournament.format == DUPLICATE


def name_of(tournament: Tournament, round_: int) -> str:
    """That of the round's deal, which is part of the key of its matches."""
    return f"{tournament.id}:{round_}"


def seed_of(tournament: Tournament, round_: int) -> str:
    """Of the round's deal. It tells nothing of the tournament's own key, nor of other rounds."""
    return hmac.digest(tournament.key, f"deal:{name_of(tournament, round_)}".encode(), "sha256").hex()


def deal_of(tournament: Tournament, round_: int) -> str:
    """The id of the round's deal: two who commit it at once make one, and nobody else can guess it."""
    return id_from(hmac.digest(bytes.fromhex(seed_of(tournament, round_)), b"id", "sha256"))


def commit_of(tournament: Tournament, round_: int, game: Game, now: str) -> Commit:
    """What fixes the luck of a round. `entrants` are all of the tournament by number, in whose order nonces count."""
    opened = tournament.opening
    return Commit(
        name=name_of(tournament, round_),
        game=game,
        options=game.options(**opened.options),
        bots=(None,) * opened.rules.seats,
        begins=now,
        ends=LATEST,
        seed=seed_of(tournament, round_),
        entrants=tuple(one.player or "" for one in tournament.entrants),
    )
