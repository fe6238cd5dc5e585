"""The events of matches, whatever the game."""

from collections.abc import Mapping
from dataclasses import dataclass

from shared.annotations import sealed
from shared.games.chance import Drawn
from shared.games.game import Option
from shared.platform.cited import Branch, Cited, OfDeal
from shared.platform.terms import Terms


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchStarted:
    """`players` and `nonces` by seat; `table` cites its `table.closed`, null where there was no table.

    `hints` and `terms` are as its table says. `deal` names the deal whose luck it shares with others, null where it has
    its own. `host_key` and `keys`, by seat, are the public keys with which this server and the players sign, as hex;
    None for who has none. In a branch the events of all moves up to the one that it goes on from follow at once.
    """

    game: str
    rules: int
    options: Mapping[str, Option]
    players: tuple[str, ...]
    commitment: str
    nonces: tuple[str | None, ...]
    table: Cited | None
    practice: bool
    branch: Branch | None
    hints: bool
    terms: Terms
    deal: OfDeal | None
    host_key: str | None
    keys: tuple[str | None, ...]
    seed: str = sealed()


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnStarted:
    """These seats are called to move; the turn is named by this event's version."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatResigned:
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StandInSeated:
    """From here on the bot `player` moves for the seat."""

    seat: int
    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StoodIn:
    """The bot `player` made this one move for whoever keeps the seat. `reason`: why, one of REASONS or TIME."""

    seat: int
    player: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StandInAgreed:
    """`seat` agrees that a bot plays for the seat `absent`, which was called in `turn` and has never moved."""

    seat: int
    absent: int
    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AbsenceNoted:
    """For so many seconds nobody gave a sign for the seat, which was called: a bot plays on, and keeps the seat."""

    seat: int
    turn: int
    seconds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatReclaimed:
    """Whoever was absent plays on from here."""

    seat: int
    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTakenOver:
    """Somebody else plays on from here, in place of the bot that kept the seat for who left, and signs with `key`."""

    seat: int
    player: str
    key: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBackAsked:
    """`seat` asks to go back to where turn `to` started. The request is named by this event's version."""

    seat: int
    to: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBackAnswered:
    seat: int
    request: int
    agrees: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBackWithdrawn:
    seat: int
    request: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenBack:
    """The game stands where turn `to` started, and a new turn follows. Who plays for each seat stays as it is."""

    to: int
    request: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LatenessForgiven:
    """The move beside it came so late, and counts as if it had come in time: what it may lose on its way."""

    seat: int
    milliseconds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeRanOut:
    """Nobody answered for the seat in time. What the terms say follows in the same command."""

    seat: int
    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeCredited:
    """The product was away from `begin` to `end`, in milliseconds since 1970: so much of it was these seats' time."""

    seats: tuple[int, ...]
    milliseconds: int
    begin: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PauseAgreed:
    """`seat` agrees to stop all clocks, or asks for it first; what was agreed ends with the turn."""

    seat: int
    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPaused:
    """All clocks stand, for so long at most. `reason`: consent."""

    reason: str
    milliseconds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ResumeAgreed:
    """`seat` agrees to let the clocks run again."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchResumed:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class VacationTaken:
    """Until then, in milliseconds since 1970, the seat's clock of days stands. One that is over by then has ended."""

    seat: int
    until: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchEnded:
    """`reason`: finished, or left: only one of its people was still there. Points stand only in `score.counted`."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchAborted:
    """`reason`: idle, operator, or left: as in MatchEnded, where nothing is at stake. `note` is what the operator
    wrote.
    """

    reason: str
    note: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchAdjudicated:
    """An operator decided the places; `note` says why."""

    places: tuple[int | None, ...]
    note: str


LEFT = "left"
"""Why a match ended early: everybody else had left, and who stayed did not want to play on."""
TIME = "time"
"""Why another bot played a person's turn: their clock ran out."""
REASONS = frozenset({"illegal", "late", "failed", "away"})
"""Why another bot played a bot's turn: two moves that the rules don't allow; no answer in time; an error, or a program
that ended; nobody who runs it."""

EVENTS: Mapping[str, type] = {
    "match.started": MatchStarted,
    "match.drawn": Drawn,
    "match.turn_started": TurnStarted,
    "match.seat_resigned": SeatResigned,
    "match.stand_in_seated": StandInSeated,
    "match.stand_in_agreed": StandInAgreed,
    "match.stood_in": StoodIn,
    "match.take_back_asked": TakeBackAsked,
    "match.take_back_answered": TakeBackAnswered,
    "match.take_back_withdrawn": TakeBackWithdrawn,
    "match.taken_back": TakenBack,
    "match.absence_noted": AbsenceNoted,
    "match.seat_reclaimed": SeatReclaimed,
    "match.seat_taken_over": SeatTakenOver,
    "match.lateness_forgiven": LatenessForgiven,
    "match.time_ran_out": TimeRanOut,
    "match.time_credited": TimeCredited,
    "match.pause_agreed": PauseAgreed,
    "match.resume_agreed": ResumeAgreed,
    "match.vacation_taken": VacationTaken,
    "match.paused": MatchPaused,
    "match.resumed": MatchResumed,
    "match.ended": MatchEnded,
    "match.aborted": MatchAborted,
    "match.adjudicated": MatchAdjudicated,
}
