"""A tournament as its pages look at it: the fold, what is told of it beside the record, and who is called what."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypedDict, overload

from frontend.people.who import kind_of, seat_name
from shared.platform.player import player_from
from shared.platform.tournament import Rules, Tournament, due
from shared.platform.tournament.divisions import movements, ranked
from shared.platform.tournament.due import Step
from shared.platform.tournament.events import Standing
from shared.platform.tournament.standings import Numbers, numbers
from shared.platform.tournament.standings import standings as standings_of
from shared.recent import Recent

NAME_ALONE = "name"
REMEMBERED = 32  # tournaments whose standings are kept, each at its newest version

_ranked: Recent[tuple[Standing, ...]] = Recent(REMEMBERED)
_counted: Recent[Numbers] = Recent(REMEMBERED)
_due: Recent[Step] = Recent(REMEMBERED)


class EntrantContext(TypedDict):
    """`number` counts from 1. `kind`: person, bot, or name for who is known by that alone. `twin`: which one of several
    of the same name, None where there is one. `address` is the page of a person or bot.
    """

    number: int
    name: str
    kind: str
    twin: int | None
    address: str | None
    you: bool
    is_in: bool


class Called(NamedTuple):
    """By entrant: the name, and which one of several of that name. All who look at a tournament share it."""

    names: Sequence[str]
    twins: Sequence[int | None]


def called_in(held: Tournament, names: Mapping[str, str], told: Mapping[int, str]) -> Called:
    """`names` are those of people and bots by player, `told` those of entrants who are no people of ours."""
    called = [
        seat_name(names, one.player) if one.player else told.get(number, "") for number, one in enumerate(held.entrants)
    ]
    several = {name for name, count in Counter(called).items() if count > 1}
    seen: Counter[str] = Counter()
    twins: list[int | None] = []
    for name in called:
        seen[name] += 1
        twins.append(seen[name] if name in several else None)
    return Called(called, twins)


@dataclass(frozen=True)
class Shown:
    """What takes long is kept by `digest`, that of the last event, where there is one."""

    held: Tournament
    called: Called
    organiser: str
    me: str = ""
    digest: str | None = None

    @property
    def rules(self) -> Rules:
        return self.held.rules

    @cached_property
    def moves(self) -> Mapping[int, int]:
        """Of a league: who would rise (1) and fall (-1) as it stands."""
        season = self.held.season
        return movements(ranked(self.held, self.standings), season.moves) if season else {}

    @cached_property
    def before(self) -> Sequence[int]:
        """Of a league: how many places there are in the divisions above each."""
        divisions = Counter(-one.numbers[0] for one in self.standings)
        return [sum(count for other, count in divisions.items() if other < each) for each in range(len(divisions))]

    @property
    def is_open(self) -> bool:
        """It has not started, and may still do so."""
        return self.held.nonces is None and self.held.ended is None

    @property
    def is_organiser(self) -> bool:
        return bool(self.me) and self.me == self.held.opening.organiser

    @cached_property
    def you(self) -> int | None:
        """The visitor's own number as an entrant, from 0."""
        return self.held.entrant_of(self.me) if self.me else None

    @cached_property
    def standings(self) -> Sequence[Standing]:
        """As they are now, also in the middle of a round. Nobody has one before the first pairing: it would tell it."""
        held = self.held
        if not held.rounds:
            return ()
        if held.ended:
            return held.standings
        return _ranked.get(self.digest, lambda: standings_of(held)) if self.digest else standings_of(held)

    @cached_property
    def numbers(self) -> Numbers:
        return _counted.get(self.digest, lambda: numbers(self.held)) if self.digest else numbers(self.held)

    @cached_property
    def due(self) -> Step:
        """What the tournament waits for; to know it takes the field of the next round."""
        return _due.get(self.digest, lambda: due(self.held)) if self.digest else due(self.held)

    @property
    def entrants(self) -> "Entrants":
        return Entrants(self)


class Entrants(Sequence[EntrantContext]):
    """Each is made when it is asked for: a page shows a few of a thousand."""

    def __init__(self, shown: Shown) -> None:
        self.shown = shown

    def __len__(self) -> int:
        return len(self.shown.held.entrants)

    @overload
    def __getitem__(self, number: int) -> EntrantContext: ...

    @overload
    def __getitem__(self, number: slice) -> Sequence[EntrantContext]: ...

    def __getitem__(self, number: int | slice) -> EntrantContext | Sequence[EntrantContext]:
        if isinstance(number, slice):
            return [self[each] for each in range(len(self))[number]]
        one = self.shown.held.entrants[number]
        return {
            "number": number + 1,
            "name": self.shown.called.names[number],
            "kind": kind_of(one.player) if one.player else NAME_ALONE,
            "twin": self.shown.called.twins[number],
            "address": address_of(one.player),
            "you": number == self.shown.you,
            "is_in": one.is_in,
        }


def address_of(player: str | None) -> str | None:
    if player is None:
        return None
    who = player_from(player)
    return f"/bots/{who.name}" if who.is_bot else f"/p/{who.name}"
