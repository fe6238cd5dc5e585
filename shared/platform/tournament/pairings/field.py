"""What a pairing follows from: who is there, in the order of the standings, and what they have behind them."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any, NamedTuple

from shared.ledger.canonical import canonical
from shared.platform.tournament.divisions import divisions_of
from shared.platform.tournament.pairings.lately import Pair, met_lately, pairs, waited
from shared.platform.tournament.rules import ARENA, DUPLICATE, LEAGUE, ROUND_ROBIN, SWISS
from shared.platform.tournament.standings import by_strength, numbers, standings
from shared.platform.tournament.state import Tournament

BAND: Mapping[int, int] = {2: 2, 3: 9, 4: 16}  # in tables of three or four all can be new to each other only in so many
ARENA_BAND = 4  # at two seats: the two of a table become free together, and each of them needs somebody else


class Contender(NamedTuple):
    """`seats`: how often they had each seat. `pulled`: how often they were paired above their points."""

    entrant: int
    points: int
    byes: int
    pulled: int
    seats: tuple[int, ...]

    @property
    def due(self) -> frozenset[int]:
        """The seats that they had least often."""
        return _least(self.seats)


@lru_cache(4096)
def _least(times: tuple[int, ...]) -> frozenset[int]:
    return frozenset(seat for seat, had in enumerate(times) if had == min(times))


class Field(NamedTuple):
    """`contenders`: the best first. `met`: how often two of them sat at one table, the smaller number first.

    `lasts`: whether it is an arena's, where `met` is how lately they met, and `byes` how long somebody
    has waited (`lately.py`). `groups`: the entrants of each, where nobody meets those of another one; none where there
    is one only.
    """

    format: str
    round: int
    seats: int
    shortest: int
    contenders: tuple[Contender, ...]
    met: Mapping[Pair, int]
    groups: tuple[tuple[int, ...], ...] = ()
    lasts: bool = False

    @property
    def least(self) -> int:
        """How many are a band at least."""
        return max(BAND[self.seats], ARENA_BAND) if self.lasts else BAND[self.seats]

    def digest(self) -> str:
        """docs/ledger.md, "Tournaments"."""
        plain: dict[str, Any] = {
            "contenders": [[*one[:4], list(one.seats)] for one in self.contenders],
            "format": self.format,
            "groups": [list(group) for group in self.groups],
            "met": [[*pair, count] for pair, count in sorted(self.met.items())],
            "round": self.round,
            "seats": self.seats,
            "shortest": self.shortest,
        }
        return sha256(canonical(plain)).hexdigest()

    def times_met(self, one: int, other: int) -> int:
        return self.met.get((one, other) if one < other else (other, one), 0)


def field_of(tournament: Tournament) -> Field:
    """Of the next round."""
    counted, rules = numbers(tournament), tournament.rules
    seats_of, met = _history(tournament)
    pulled = [entrant for one in tournament.of_stage for entrant in one.pulled]
    known = present(tournament)
    there = [one for one in _order(tournament) if one in known]
    byes: Mapping[int, int] = counted.byes
    if tournament.lasts:
        byes, met = waited(tournament), met_lately(tournament)
    contenders = tuple(
        Contender(one, counted.points[one], byes[one], pulled.count(one), tuple(seats_of[one])) for one in there
    )
    kept = {pair: count for pair, count in met.items() if known.issuperset(pair)}
    return Field(
        tournament.format,
        len(tournament.of_stage),
        rules.seats,
        rules.shortest,
        contenders,
        kept,
        groups_of(tournament),
        tournament.lasts,
    )


def present(tournament: Tournament) -> set[int]:
    """Whom the next round is for: not who still plays, nor who is away or knocked out."""
    next_, busy = len(tournament.rounds), tournament.busy if tournament.format != LEAGUE else frozenset()
    return {one for one in tournament.members if one not in busy and _is_there(tournament, one, next_)}


def groups_of(tournament: Tournament) -> tuple[tuple[int, ...], ...]:
    """By the seeding, dealt back and forth, so that groups are about equally strong; in a league its divisions."""
    if tournament.season:
        divisions = divisions_of(tournament, tournament.season, seeding(tournament))
        return divisions if len(divisions) > 1 else ()
    count, order = tournament.groups, seeding(tournament)
    if count == 1:
        return ()
    found: list[list[int]] = [[] for _ in range(count)]
    for at, entrant in enumerate(order):
        place = at % count
        found[count - 1 - place if at // count % 2 else place].append(entrant)
    return tuple(map(tuple, found))


def _is_there(tournament: Tournament, entrant: int, round_: int) -> bool:
    """A schedule or bracket has a place for everybody: who is away there forfeits."""
    return tournament.format not in (SWISS, ARENA, DUPLICATE) or tournament.is_active(entrant, round_)


def _order(tournament: Tournament) -> Sequence[int]:
    """By the standings; before anything was played by strength, and in a final by the first stage."""
    if tournament.of_stage and tournament.format not in (ROUND_ROBIN, LEAGUE):
        return [one.entrant for one in standings(tournament)]
    return seeding(tournament)


def seeding(tournament: Tournament) -> Sequence[int]:
    """The order at the beginning of a stage."""
    if tournament.finalists is not None:
        return tournament.finalists
    return by_strength(tournament)


def _history(tournament: Tournament) -> tuple[dict[int, list[int]], dict[Pair, int]]:
    """Seats count of the whole tournament, meetings of this stage."""
    seats_of = {one: [0] * tournament.rules.seats for one in range(len(tournament.entrants))}
    met: dict[Pair, int] = {}
    for one in tournament.rounds:
        for table in one.tables:
            for seat, entrant in enumerate(table):
                seats_of[entrant][seat] += 1
            for pair in pairs(table) if one.stage == tournament.stage else ():
                met[pair] = met.get(pair, 0) + 1
    return seats_of, met
