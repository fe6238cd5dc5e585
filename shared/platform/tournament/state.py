"""The state of a tournament: who is in it, what was paired, and how the tables ended."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from shared.errors import NotFound
from shared.games.chance import match_key
from shared.platform.player import is_bot
from shared.platform.tournament.events import (
    ResultEntered,
    ResultRecorded,
    SeasonOpened,
    Standing,
    TournamentEnded,
    TournamentOpened,
)
from shared.platform.tournament.rules import EACH_ROUND, KNOCK_OUT, Rules, columns, lasts

NONE: Mapping[int, ResultRecorded] = MappingProxyType({})
UNLINKED: Mapping[int, str] = MappingProxyType({})
NOT_ENTERED: Mapping[int, tuple[ResultEntered, ...]] = MappingProxyType({})
NOT_AT_ALL = 10**6  # the round from which somebody plays who left before the start


class Entrant(NamedTuple):
    """`since`: the first round in which they may be paired. `checked_in`: the rounds for which they checked in.

    `gone`: the reason for which they are not in, None of who is.
    """

    player: str | None
    nonce_hash: str | None
    strength: int
    since: int
    is_in: bool = True
    nonce: str | None = None
    checked_in: frozenset[int] = frozenset()
    gone: str | None = None


class Round(NamedTuple):
    """`tables` hold entrants by seat; `results` and `matches` are by table. `deal`: see RoundPaired. `entered`: by
    table what its players have said since the organiser last did.
    """

    number: int
    stage: int
    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...]
    pulled: tuple[int, ...]
    by: str
    deal: str | None = None
    results: Mapping[int, ResultRecorded] = NONE
    matches: Mapping[int, str] = UNLINKED
    is_ended: bool = False
    entered: Mapping[int, tuple[ResultEntered, ...]] = NOT_ENTERED

    @property
    def open(self) -> tuple[int, ...]:
        """The tables without a result."""
        return tuple(table for table in range(len(self.tables)) if table not in self.results)

    @property
    def disputed(self) -> tuple[int, ...]:
        """The tables whose players say different things, which their organiser has to decide."""
        return tuple(table for table, said in self.entered.items() if any(differs(one, said[0]) for one in said))

    @property
    def unconfirmed(self) -> tuple[int, ...]:
        """The tables of whose players one alone has said how it ended."""
        return tuple(table for table, said in self.entered.items() if len(said) == 1)


def differs(one: ResultEntered, other: ResultEntered) -> bool:
    return (one.places, one.points) != (other.places, other.points)


class Tournament(NamedTuple):
    """A tournament after `version` events. `finalists` is None before its second stage; `nonces` before its start.

    `is_time_over`: of an arena that lasts for a span of time.
    """

    id: str
    version: int = 0
    opened: TournamentOpened | None = None
    season: SeasonOpened | None = None
    entrants: tuple[Entrant, ...] = ()
    nonces: tuple[str | None, ...] | None = None
    rounds: tuple[Round, ...] = ()
    finalists: tuple[int, ...] | None = None
    standings: tuple[Standing, ...] = ()
    is_paused: bool = False
    is_time_over: bool = False
    ended: TournamentEnded | None = None

    @property
    def opening(self) -> TournamentOpened:
        """Raises NotFound."""
        if self.opened is None:
            raise NotFound("there is no such tournament")
        return self.opened

    @property
    def rules(self) -> Rules:
        return self.opening.rules

    @property
    def stage(self) -> int:
        return 0 if self.finalists is None else 1

    @property
    def format(self) -> str:
        final = self.rules.final
        return final.format if final and self.stage else self.rules.format

    @property
    def length(self) -> int:
        """How many rounds this stage has, 0 where its format says when it ends."""
        final = self.rules.final
        return final.rounds if final and self.stage else self.rules.rounds

    @property
    def lasts(self) -> bool:
        """Whether this stage is played for a span of time."""
        return self.stage == 0 and lasts(self.rules)

    @property
    def groups(self) -> int:
        """In how many this stage is played: never in more than have a table each."""
        return min(self.rules.groups, max(len(self.members) // self.rules.seats, 1)) if self.stage == 0 else 1

    @property
    def of_stage(self) -> tuple[Round, ...]:
        return tuple(one for one in self.rounds if one.stage == self.stage)

    @property
    def key(self) -> bytes:
        """What all draws of the tournament follow from."""
        return match_key(self.opening.seed, self.id, self.nonces or ())

    @property
    def members(self) -> tuple[int, ...]:
        """Who has a place in this stage, also where they left since it began."""
        if self.finalists is not None:
            return self.finalists
        return tuple(number for number, one in enumerate(self.entrants) if one.since < NOT_AT_ALL)

    def place_of(self, match: str) -> tuple[int, int] | None:
        """Round and table of this match."""
        linked = ((one, table) for one in reversed(self.rounds) for table, id_ in one.matches.items() if id_ == match)
        return next(((one.number, table) for one, table in linked), None)

    def minutes_of(self, one: Round) -> int:
        """How long the round may take at most; 0: for ever, as those of an arena for a span of time."""
        return 0 if lasts(self.rules) and not one.stage else self.rules.minutes

    @property
    def columns(self) -> tuple[str, ...]:
        """What the numbers of its standings are, the first counting most."""
        return columns(self.rules, self.format, is_divided=self.season is not None)

    def entrant_of(self, player: str) -> int | None:
        return next((number for number, one in enumerate(self.entrants) if one.player == player), None)

    @property
    def is_knock_out(self) -> bool:
        return self.format in KNOCK_OUT

    def is_bot(self, entrant: int) -> bool:
        return is_bot(self.entrants[entrant].player or "")

    def is_active(self, entrant: int, round_: int) -> bool:
        """Whether they are paired in this round, if they aren't at a table."""
        one = self.entrants[entrant]
        is_there = self.rules.check_in != EACH_ROUND or round_ in one.checked_in or self.is_bot(entrant)
        return one.is_in and one.since <= round_ and is_there

    @property
    def busy(self) -> frozenset[int]:
        """Who sits at a table that still plays."""
        return frozenset(entrant for _, _, seats in self.playing() for entrant in seats)

    def playing(self) -> Iterator[tuple[int, int, tuple[int, ...]]]:
        """Round, table and entrants by seat of all tables without a result; of none after an early end."""
        for one in () if self.ended else self.rounds:
            for table in one.open if not one.is_ended else ():
                yield one.number, table, one.tables[table]
