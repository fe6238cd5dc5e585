"""The platform's own events: what tables, matches, scores and ratings tell, whatever the game.

Stored names and fields are for ever: docs/ledger.md lists them with their writers.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from shared.rules.chance import PublicDraw
from shared.rules.game import sealed

Option = int | str | bool | None


class Cited(NamedTuple):
    """An event of another stream, named so that it can't be exchanged."""

    version: int
    digest: str


# Tables


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOpened:
    """`options` are the effective ones, defaults included; an unlisted table is found by its link only.

    `opener` seats bots and may give the table up.
    """

    opener: str
    game: str
    options: Mapping[str, Option]
    seats: int
    listed: bool
    commitment: str
    seed: str = sealed()


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTaken:
    """`player` is `person:<id>` or `bot:<name>@<version>`; `nonce_hash` is null for who brings no nonce."""

    seat: int
    player: str
    nonce_hash: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLeft:
    seat: int
    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFilled:
    """The last seat is taken: nobody can leave, and nonces are shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NonceShown:
    seat: int
    nonce: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableClosed:
    """The last event of a table; `match` says whether a match follows. `reason`: filled, given_up or forgotten."""

    match: bool
    reason: str


# Matches


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchStarted:
    """`players` and `nonces` by seat; `table` cites its `table.closed`, null where there was no table."""

    game: str
    rules: int
    options: Mapping[str, Option]
    players: tuple[str, ...]
    commitment: str
    nonces: tuple[str | None, ...]
    table: Cited | None
    practice: bool
    seed: str = sealed()


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """Every draw of the match. `orders`, in the same sequence: item indices by position."""

    draws: tuple[PublicDraw, ...]
    orders: tuple[tuple[int, ...], ...] = sealed()


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
class TakeBackAsked:
    """`to` is a turn (its version). The request is named by this event's version."""

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
    """The match stands where turn `to` started."""

    to: int
    request: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPaused:
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchResumed:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchEnded:
    """`reason`: finished. Points stand only in `score.counted`."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchAborted:
    """`reason`: idle or operator; `note` is what the operator wrote."""

    reason: str
    note: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchAdjudicated:
    """An operator decided the places; `note` says why."""

    places: tuple[int | None, ...]
    note: str


# Scores and ratings


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreCounted:
    """`match` cites the `match.ended` that was counted; the rest is by seat. `target` for cooperative games only."""

    match: Cited
    points: tuple[int, ...]
    places: tuple[int | None, ...]
    lines: tuple[Mapping[str, int], ...]
    target: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreCorrected:
    """Stands in place of what was counted before; `note` says why."""

    points: tuple[int, ...]
    places: tuple[int | None, ...]
    lines: tuple[Mapping[str, int], ...]
    target: int | None
    note: str


class Rating(NamedTuple):
    """Mean and deviation in millionths."""

    player: str
    mu: int
    sigma: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingAdjusted:
    """`match` is the id of what was rated, `score` cites its count; the next update starts from these numbers."""

    match: str
    score: Cited
    ratings: tuple[Rating, ...]


EVENTS: Mapping[str, type] = {
    "table.opened": TableOpened,
    "table.seat_taken": SeatTaken,
    "table.seat_left": SeatLeft,
    "table.filled": TableFilled,
    "table.nonce_shown": NonceShown,
    "table.closed": TableClosed,
    "match.started": MatchStarted,
    "match.drawn": Drawn,
    "match.turn_started": TurnStarted,
    "match.seat_resigned": SeatResigned,
    "match.stand_in_seated": StandInSeated,
    "match.take_back_asked": TakeBackAsked,
    "match.take_back_answered": TakeBackAnswered,
    "match.take_back_withdrawn": TakeBackWithdrawn,
    "match.taken_back": TakenBack,
    "match.paused": MatchPaused,
    "match.resumed": MatchResumed,
    "match.ended": MatchEnded,
    "match.aborted": MatchAborted,
    "match.adjudicated": MatchAdjudicated,
    "score.counted": ScoreCounted,
    "score.corrected": ScoreCorrected,
    "rating.adjusted": RatingAdjusted,
}
