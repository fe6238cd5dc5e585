"""What can be asked of a match."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from shared.games.game import Game
from shared.games.ranks import Ranks
from shared.platform.cited import Branch, Cited, OfDeal
from shared.platform.keys import NO_KEYS, Keys
from shared.platform.match.events import MatchStarted
from shared.platform.terms import USUAL, Terms


@dataclass(frozen=True, slots=True, kw_only=True)
class Branched:
    """What a branch repeats of the match from which it continues.

    `rules` is that match's number, `orders` are the indices at the settled positions by label, `moves` those up to
    where it goes on, each with its seat.
    """

    branch: Branch
    rules: int
    orders: Mapping[str, tuple[int, ...]]
    moves: tuple[tuple[int, Any], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """Start the match with what its table collected; a branch starts where another match stood.

    `before`, in milliseconds since 1970: from then on it can't start any more.
    """

    game: Game
    options: Any
    players: tuple[str, ...]
    seed: str
    nonces: tuple[str | None, ...]
    table: Cited | None
    practice: bool
    branched: Branched | None = None
    hints: bool = True
    terms: Terms = USUAL
    deal: OfDeal | None = None
    keys: Keys = NO_KEYS
    before: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CallOff:
    """End a match that its table announced and that can't start, as when its game is gone. Nothing is dealt.

    `started` names the rules 0, which no release has. `reason` and `note` are as in Abort.
    """

    started: MatchStarted
    reason: str
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """A player's move in answer to a turn. A bot may hold several seats, so the seat is named and checked."""

    player: str
    seat: int
    turn: int
    move: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Resign:
    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatStandIn:
    """Let another bot replace one that can't go on; with `turn`, only while that bot still owes that turn's move.

    `player` is the bot that comes, None for the stand-in.
    """

    seat: int
    turn: int | None = None
    player: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StandIn:
    """The bot `player` moves once for the bot of the seat, which could not play this turn: `reason` is of REASONS."""

    player: str
    seat: int
    turn: int
    move: Any
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOut:
    """The seat's time is over: the bot `player` plays this turn with `move`, or without one on for good."""

    seat: int
    turn: int
    player: str
    move: Any = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Credit:
    """The product was away from `begin` to `end`, in milliseconds since 1970."""

    begin: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreeToPause:
    """Whoever is the first asks for it. `turn` is the one that the player sees."""

    player: str
    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreeToResume:
    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EndPause:
    """The pause has lasted as long as a pause may."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeVacation:
    """`until` is in milliseconds since 1970; a moment that has passed ends a vacation."""

    player: str
    until: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteAbsence:
    """For so many seconds nobody gave a sign for the seat, which is called: the bot `player` plays on."""

    seat: int
    turn: int
    player: str
    seconds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Reclaim:
    """`player` was absent, and plays on."""

    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeOver:
    """`player`, who has never sat here, plays on for who left the seat, and signs with `key`, if they have one."""

    player: str
    seat: int
    key: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EndAlone:
    """End the match now: `player` is the only person who has not left it."""

    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreeToStandIn:
    """`player` agrees that a bot plays for the seat `absent`, which was called in `turn` long ago and has never moved.

    `waived` are seats that need not agree because nobody seems to be there either: the caller has the clock.
    """

    player: str
    absent: int
    turn: int
    waived: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class AskToTakeBack:
    """`player` asks to go back to the start of turn `to`, whose move of theirs is then taken back with all since."""

    player: str
    to: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerTakeBack:
    """`request` is named by its version, so that no answer meant for an older request counts for a newer one."""

    player: str
    request: int
    agrees: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawTakeBack:
    player: str
    request: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Abort:
    """`reason` is idle or operator; with `at`, only if nothing has happened since that version."""

    reason: str
    note: str | None = None
    at: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjudicate:
    """An operator decides the places, by seat; `note` is what everybody will read."""

    places: Ranks
    note: str


OfLeavers = NoteAbsence | Reclaim | TakeOver | EndAlone
OfTime = RunOut | Credit | AgreeToPause | AgreeToResume | EndPause | TakeVacation
OfTakeBack = AskToTakeBack | AnswerTakeBack | WithdrawTakeBack
OfEnds = Abort | Adjudicate
Command = (
    Start | CallOff | Play | Resign | StandIn | SeatStandIn | AgreeToStandIn | OfEnds | OfTime | OfLeavers | OfTakeBack
)
