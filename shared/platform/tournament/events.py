"""The events of tournaments. Entrants are numbers, in the order in which they entered; tables of a round too."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from shared.annotations import sealed
from shared.games.game import Option
from shared.platform.cited import Cited
from shared.platform.tournament.rules import Rules


class Played(NamedTuple):
    """The match of a table: its last event, and the event that counted it, or None where nothing was counted."""

    match: str
    version: int
    digest: str
    score: int
    score_digest: str


class Standing(NamedTuple):
    """`numbers` are those by which it is sorted, the first counting most and more being better."""

    entrant: int
    place: int
    points: int
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentOpened:
    organiser: str
    game: str
    options: Mapping[str, Option]
    rules: Rules
    commitment: str
    seed: str = sealed()


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonOpened:
    """Of a league in divisions of `size`; between two of them `moves` rise and as many fall. `number` counts from 1.

    The `former` season ended with the event `end`. `carried` are entrants of it who go on, by division, the best first;
    they are the first ones here, in this sequence.
    """

    number: int
    size: int
    moves: int
    former: str | None
    end: Cited | None
    carried: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entered:
    """`player` is None for who is only known by a name, as where an event is held on real tables; names are outside.

    `strength` is what the first round is seeded by: a rating, or 0.
    """

    entrant: int
    player: str | None
    nonce_hash: str | None
    strength: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedIn:
    """For this round, from 0."""

    entrant: int
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NonceShown:
    entrant: int
    nonce: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdrew:
    """`reason`: left, dropped (by the organiser), absent, or away (a bot that nobody runs now, or that is benched)."""

    entrant: int
    reason: str
    note: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Returned:
    entrant: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentStarted:
    """`nonces` of those who have entered so far: from here on the key of all draws is fixed."""

    nonces: tuple[str | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPaired:
    """`tables` hold entrants by seat. `input` is the hash of all that the pairing follows from; `by` made it.

    `instead`: why that is not what the rules name first (late, failed, large), or None. `deal`: the name of the
    deal that all tables of the round share, or None.
    """

    round: int
    stage: int
    input: str
    by: str
    instead: str | None
    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...]
    pulled: tuple[int, ...]
    deal: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PairingChanged:
    """By the organiser, before anything of the round was played."""

    round: int
    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...]
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchLinked:
    """The match of this id is what this table plays."""

    round: int
    table: int
    match: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRecorded:
    """`places` by seat, from 1, None for who forfeits; `points` of the game by seat. `how`: played, by_hand, forfeit
    or adjudicated. A later one of the same table stands in place of an earlier one, and has a note that says why.
    """

    round: int
    table: int
    how: str
    played: Played | None
    places: tuple[int | None, ...]
    points: tuple[int, ...]
    note: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultEntered:
    """Whoever says to have this `seat` of a real table says how it ended. The first one comes with the result; whoever
    says otherwise changes nothing of it: the organiser decides.
    """

    round: int
    table: int
    seat: int
    places: tuple[int | None, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundEnded:
    round: int
    standings: tuple[Standing, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StageEnded:
    """Those who go on to the final, the best first."""

    entrants: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeEnded:
    """Of an arena: nobody is paired any more, and what still plays counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentPaused:
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentResumed:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentEnded:
    """The last event. `reason`: finished, early or called_off."""

    reason: str
    note: str | None
    standings: tuple[Standing, ...]


EVENTS: Mapping[str, type] = {
    "tournament.opened": TournamentOpened,
    "tournament.season_opened": SeasonOpened,
    "tournament.entered": Entered,
    "tournament.checked_in": CheckedIn,
    "tournament.nonce_shown": NonceShown,
    "tournament.withdrew": Withdrew,
    "tournament.returned": Returned,
    "tournament.started": TournamentStarted,
    "tournament.round_paired": RoundPaired,
    "tournament.pairing_changed": PairingChanged,
    "tournament.match_linked": MatchLinked,
    "tournament.result_recorded": ResultRecorded,
    "tournament.result_entered": ResultEntered,
    "tournament.round_ended": RoundEnded,
    "tournament.stage_ended": StageEnded,
    "tournament.time_ended": TimeEnded,
    "tournament.paused": TournamentPaused,
    "tournament.resumed": TournamentResumed,
    "tournament.ended": TournamentEnded,
}
