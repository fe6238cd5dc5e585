"""What a match that is over came to for one of its people, and what many of them come to together."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from shared.platform.player import player_from
from shared.platform.rows.row import Row


class Outcome(StrEnum):
    """For a person who sat there when the match began. Their names stand in addresses."""

    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"  # shared the first place
    RESIGNED = "resigned"
    REPLACED = "replaced"  # never came, was away or out of time, and a bot played on
    PASSED_ON = "passed_on"  # left, and somebody else took the seat over
    ABORTED = "aborted"


LOST = (Outcome.LOST, Outcome.RESIGNED, Outcome.REPLACED, Outcome.PASSED_ON)


class Mode(NamedTuple):
    """A game and its options, as one text that stands in addresses: `quadropolis`, `mode=expert,squares=true`."""

    game: str
    options: str


def outcome(row: Row, player: str) -> Outcome | None:
    """None while the match runs or its points are being counted, and for who has never sat there."""
    if row.status == "aborted":
        return Outcome.ABORTED
    if row.winners is None or player not in row.everybody:
        return None
    if player in row.resigned:
        return Outcome.RESIGNED
    if player not in row.players:
        return Outcome.PASSED_ON if player in row.passed_on else Outcome.REPLACED
    if row.players.index(player) not in row.winners:
        return Outcome.LOST
    return Outcome.DRAWN if row.target is None and len(row.winners) > 1 else Outcome.WON


def mode_of(row: Row) -> Mode:
    return Mode(row.game, ",".join(f"{name}={_text(value)}" for name, value in sorted(row.options.items())))


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def others_of(row: Row, player: str) -> list[str]:
    """Everybody else who sat there, without versions of bots: a later one is the same opponent."""
    return [*dict.fromkeys(_unversioned(each) for each in row.everybody if each != player)]


def _unversioned(player: str) -> str:
    return str(player_from(player)._replace(version=None))


@dataclass(slots=True)
class Tally:
    """`lost` also counts matches that were left: resigned ones, and those in which a bot or somebody else played on."""

    played: int = 0
    won: int = 0
    lost: int = 0
    drawn: int = 0

    def add(self, found: Outcome) -> None:
        self.played += 1
        self.won += found is Outcome.WON
        self.drawn += found is Outcome.DRAWN
        self.lost += found in LOST


class Results(NamedTuple):
    """By mode, with the options of one of its matches, and by opponent; what was played most comes first.

    Matches that all play together have no opponents, but company. `matches` is how many were gone through.
    """

    modes: Mapping[Mode, tuple[Mapping[str, Any], Tally]]
    opponents: Mapping[str, Tally]
    company: Sequence[str]
    matches: int


def results(rows: Iterable[Row], player: str) -> Results:
    """Of matches that count: those that were called off and branches, which are for practice, do not."""
    modes, others = dict[Mode, tuple[Mapping[str, Any], Tally]](), dict[str, Tally]()
    company, matches = Counter[str](), 0
    for row in rows:
        matches += 1
        found = outcome(row, player)
        company.update(others_of(row, player))
        if found in (None, Outcome.ABORTED) or row.practice:
            continue
        modes.setdefault(mode_of(row), (row.options, Tally()))[1].add(found)
        for other in others_of(row, player) if row.target is None else ():
            others.setdefault(other, Tally()).add(found)
    return Results(
        dict(sorted(modes.items(), key=lambda each: -each[1][1].played)),
        dict(sorted(others.items(), key=lambda each: -each[1].played)),
        [other for other, _ in company.most_common()],
        matches,
    )
