"""The commands for a tournament. `by` is a player, or an operator, who may do what its organiser may."""

from dataclasses import dataclass
from typing import Any

from shared.games.game import Game
from shared.platform.tournament.events import Played
from shared.platform.tournament.pairings import Pairing
from shared.platform.tournament.rules import Rules
from shared.platform.tournament.season import Season


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTournament:
    """`seed`: 32 random bytes as hex. With a `season` it is one of a league in divisions."""

    by: str
    game: Game
    options: Any
    rules: Rules
    seed: str
    season: Season | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Enter:
    """`player` (None: who is known by a name alone) enters; only the organiser may enter somebody else.

    `once`: a bot that can be at one table alone, as a remote one, is refused where it has entered before.
    """

    by: str
    player: str | None
    nonce_hash: str | None = None
    strength: int = 0
    once: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckIn:
    """For the next round; before the start for the first one."""

    by: str
    entrant: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowNonce:
    by: str
    nonce: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdraw:
    """By the entrant, by the organiser with a note, or by matchmaking (`by` None) for who is absent.

    `away`: a bot that nobody runs now, or that is benched, so that it may come back by itself.
    """

    by: str | None
    entrant: int
    note: str | None = None
    away: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Return:
    by: str
    entrant: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StartTournament:
    """Nobody is needed for it: `by` None is the clock. Nonces that are missing by then count as none."""

    by: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PairRound:
    """Pair round `round`, which nobody has paired yet. With `library` the pairing is its own and `made_by` names it;
    else it is ours, made here. `instead`: why that is not what the rules name first.
    """

    round: int
    library: Pairing | None = None
    made_by: str | None = None
    instead: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangePairing:
    by: str
    round: int
    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...]
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkMatch:
    round: int
    table: int
    match: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordResult:
    """`by` None: matchmaking, of a match that was counted or a table that forfeits. A second result of a table needs a
    `note`, and so does the organiser who decides one.
    """

    by: str | None
    round: int
    table: int
    how: str
    places: tuple[int | None, ...]
    points: tuple[int, ...]
    played: Played | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterResult:
    """Of a real table, by whoever says to have this seat there. Who may do so is for whoever gives the command."""

    by: str
    round: int
    table: int
    seat: int
    places: tuple[int | None, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EndRound:
    """With `late` all tables that still play forfeit: their time is over."""

    round: int
    late: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginFinal:
    """The first stage is over: the best of it go on to the second one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndTime:
    """The time of an arena is over. Whoever says so looks at the clock, which the rules don't know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pause:
    by: str
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Resume:
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EndTournament:
    """When all is played (`by` None), or early by the organiser, with a note; before the start it is called off."""

    by: str | None
    note: str | None = None


OfEntrants = Enter | CheckIn | ShowNonce | Withdraw | Return
OfRounds = PairRound | ChangePairing | LinkMatch | RecordResult | EnterResult | EndRound | BeginFinal
OfAll = StartTournament | EndTime | Pause | Resume | EndTournament
Command = OpenTournament | OfEntrants | OfRounds | OfAll
