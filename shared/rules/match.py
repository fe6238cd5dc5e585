"""The decider around any game: turns, resignations, stand-ins and every way a match can end.

The state is folded from the match's stream alone. With a game it holds that game's state too; without one (an operator
closes a match whose rules can't be loaded) it knows players, turns and ends, and nothing of the board.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from functools import cache
from typing import Any, NamedTuple

from shared.errors import MatchOver, NotAllowed, NotYourSeat, NotYourTurn, StaleTurn
from shared.rules.chance import Chance, Draw, Reveal, bot_key, commitment, match_key
from shared.rules.game import Game
from shared.rules.platform import (
    Cited,
    Drawn,
    MatchAborted,
    MatchAdjudicated,
    MatchEnded,
    MatchPaused,
    MatchResumed,
    MatchStarted,
    SeatResigned,
    StandInSeated,
    TakeBackAnswered,
    TakeBackAsked,
    TakeBackWithdrawn,
    TakenBack,
    TurnStarted,
)

STAND_IN = "bot:any_move@1"


class Asked(NamedTuple):
    """What a player asked for, as kept in the envelope's `move`: the evidence beside the events."""

    seat: int
    turn: int
    move: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """Begin the match with what its table collected."""

    game: Game
    options: Any
    players: tuple[str, ...]
    seed: str
    nonces: tuple[str | None, ...]
    table: Cited | None
    practice: bool


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
class Abort:
    """`reason`: idle or operator."""

    reason: str
    note: str | None = None


Order = Start | Play | Resign | Abort


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A match after `version` events. `called` are the seats that still owe a move in turn `turn`.

    `starts` are the game's states at the turns that could be taken back to, `requests` the open wishes to do so.
    """

    id: str
    game: Game | None = None
    version: int = 0
    started: MatchStarted | None = None
    players: tuple[str, ...] = ()
    draws: Mapping[str, Draw] = field(default_factory=dict)
    revealed: frozenset[tuple[str, int]] = frozenset()
    state: Any = None
    turn: int = 0
    called: tuple[int, ...] = ()
    resigned: frozenset[int] = frozenset()
    starts: Mapping[int, Any] = field(default_factory=dict)
    requests: Mapping[int, TakeBackAsked] = field(default_factory=dict)
    is_paused: bool = False
    end: MatchEnded | MatchAborted | MatchAdjudicated | None = None

    @property
    def is_over(self) -> bool:
        return self.end is not None

    @property
    def key(self) -> bytes:
        """The match's key; needs the sealed seed, so only the server has it before the end."""
        assert self.started is not None
        return match_key(self.started.seed, self.id, self.started.nonces)

    def turn_of(self, seat: int) -> int | None:
        """The turn that this seat is called to answer, None where it isn't."""
        return self.turn if seat in self.called and not self.is_over else None

    def seat_of(self, player: str) -> int | None:
        """Where somebody sits; who resigned sits nowhere any more."""
        return next((seat for seat, name in enumerate(self.players) if name == player), None)

    def bot_chance(self, seat: int) -> Chance:
        return Chance(bot_key(self.key, seat, self.turn))

    def view(self, seat: int | None) -> Any:
        """What that seat may see of the game (None: a spectator)."""
        assert self.game is not None
        return self.game.view(self.state, seat)


def decide(match: Match, order: Order) -> list[Any]:
    """The events that the order leads to, or a verdict: MatchOver, StaleTurn, NotYourTurn, IllegalMove, NotAllowed."""
    if isinstance(order, Start):
        return _start(match, order)
    if match.started is None:
        raise MatchOver("the match has not started")
    if match.is_over:
        raise MatchOver("the match is over")
    match order:
        case Play():
            return _play(match, order)
        case Resign():
            return _resign(match, order)
        case Abort():
            return [MatchAborted(reason=order.reason, note=order.note)]


def _start(match: Match, order: Start) -> list[Any]:
    if match.started is not None:
        raise MatchOver("the match has already started")
    started = MatchStarted(
        game=order.game.slug,
        rules=order.game.rules,
        options=asdict(order.options),
        players=order.players,
        commitment=commitment(order.seed),
        nonces=order.nonces,
        table=order.table,
        practice=order.practice,
        seed=order.seed,
    )
    chance = Chance(match_key(order.seed, match.id, order.nonces))
    events = [started, *order.game.setup(len(order.players), order.options, chance)]
    return _and_what_follows(after(replace(match, game=order.game), events), events)


def _play(match: Match, order: Play) -> list[Any]:
    assert match.game is not None
    if order.seat >= len(match.players) or match.players[order.seat] != order.player:
        raise NotYourSeat("you do not sit at seat {seat}", seat=order.seat)
    if match.is_paused:
        raise NotAllowed("the match is paused")
    if order.turn != match.turn:
        raise StaleTurn("this turn is over: the match went on", turn=order.turn, now=match.turn)
    if order.seat not in match.called:
        raise NotYourTurn("waiting for {seats}", seats=match.called)
    events = match.game.decide(match.state, order.seat, order.move)
    asked = Asked(order.seat, order.turn, order.move)
    return _and_what_follows(after(match, events, asked), events)


def _and_what_follows(match: Match, events: list[Any]) -> list[Any]:
    """Add what nobody asked for, and then who is called next or that the match has ended."""
    game = match.game
    assert game is not None
    found = list(events)
    while followed := game.follow(match.state):
        found += followed
        match = after(match, followed)
    seats = game.to_move(match.state)
    if not seats:
        found.append(MatchEnded(reason="finished"))
    elif not match.called or not set(seats) <= set(match.called):
        found.append(TurnStarted(seats=seats))
    return found


def _resign(match: Match, order: Resign) -> list[Any]:
    seat = match.seat_of(order.player)
    if seat is None:
        raise NotYourSeat("you do not sit at this match")
    return [SeatResigned(seat=seat), StandInSeated(seat=seat, player=STAND_IN)]


def after(match: Match, events: Iterable[Any], asked: Asked | None = None) -> Match:
    """The match after events of one order; only the first of them carries what was asked."""
    for event in events:
        match, asked = evolve(match, event, asked), None
    return match


def evolve(match: Match, event: Any, asked: Asked | None = None) -> Match:
    """One event on. Never says no and knows no rules; a game's own events go to that game."""
    changed = _changes(match, event)
    if asked is not None:
        changed.setdefault("called", tuple(seat for seat in match.called if seat != asked.seat))
    if shown := drawn_things(match, event):
        changed["revealed"] = match.revealed.union((label, position) for label, position, _ in shown)
        changed["starts"] = {}  # nothing that was seen can be taken back
    return replace(match, version=match.version + 1, **changed)


def _changes(match: Match, event: Any) -> dict[str, Any]:
    match event:
        case TurnStarted():
            now = match.version + 1
            return {"turn": now, "called": event.seats, "starts": {**match.starts, now: match.state}}
        case MatchStarted():
            return {"started": event, "players": event.players, "state": _initial(match.game, event)}
        case Drawn():
            return {"draws": _draws(event), "state": _evolved(match, event)}
        case SeatResigned():
            return {"resigned": match.resigned | {event.seat}}
        case StandInSeated():
            return {"players": (*match.players[: event.seat], event.player, *match.players[event.seat + 1 :])}
        case TakeBackAsked():
            return {"requests": {**match.requests, match.version + 1: event}}
        case TakeBackAnswered(agrees=True):
            return {}
        case TakeBackAnswered() | TakeBackWithdrawn():
            return {"requests": {name: asked for name, asked in match.requests.items() if name != event.request}}
        case TakenBack():
            starts = {turn: state for turn, state in match.starts.items() if turn < event.to}
            return {"state": match.starts[event.to], "starts": starts, "requests": {}, "called": ()}
        case MatchPaused() | MatchResumed():
            return {"is_paused": isinstance(event, MatchPaused)}
        case MatchEnded() | MatchAborted() | MatchAdjudicated():
            return {"end": event, "called": (), "starts": {}}
        case _:
            return {"state": _evolved(match, event)}


def _initial(game: Game | None, event: MatchStarted) -> Any:
    return game and game.initial(len(event.players), game.options(**event.options), event.rules)


def _evolved(match: Match, event: Any) -> Any:
    return match.game and match.game.evolve(match.state, event)


def _draws(event: Drawn) -> dict[str, Draw]:
    pairs = zip(event.draws, event.orders, strict=True)
    return {public.label: Draw(public.label, public.items, order, public.seals) for public, order in pairs}


def reveals(match: Match, events: Iterable[Any]) -> list[list[Reveal]]:
    """For each event that comes next, the proofs of what everybody learns through it for the first time."""
    found = []
    for event in events:
        match, shown = evolve(match, event), drawn_things(match, event)
        chance = Chance(match.key) if shown else None
        found.append([chance.reveal(*thing) for thing in shown] if chance else [])
    return found


def drawn_things(match: Match, event: Any) -> list[tuple[str, int, str]]:
    """Label, position and item of each drawn thing that the event is the first to make known."""
    found = []
    for name, template in _drawn_fields(event.__class__):
        label = template.format_map(_Fields(event))
        value = getattr(event, name)
        for item in value if isinstance(value, tuple) else (value,):
            if item is not None:
                position = match.draws[label].position_of(str(item))
                found.append((label, position, str(item)))
    return [thing for thing in found if thing[:2] not in match.revealed]


@cache
def _drawn_fields(event: Any) -> tuple[tuple[str, str], ...]:
    return tuple((f.name, f.metadata["drawn"]) for f in fields(event) if "drawn" in f.metadata)


class _Fields(dict[str, Any]):
    """The fields of an event, for the label of a draw that cites them."""

    def __init__(self, event: Any) -> None:
        super().__init__()
        self.event = event

    def __missing__(self, name: str) -> Any:
        return getattr(self.event, name)
