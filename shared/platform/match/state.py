"""The state of a match.

Where its game is among `games`, it holds that game's state too. Without, as when an operator closes a match whose rules
can't be loaded, it knows players, turns and the end, and nothing of the board.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from shared.errors import MatchOver, ReadOnly
from shared.games.chance import Chance, Draw, bot_key, match_key
from shared.games.game import Game
from shared.platform.cited import OfDeal
from shared.platform.match.events import LEFT, MatchAborted, MatchAdjudicated, MatchEnded, MatchStarted
from shared.platform.match.seating import Seating
from shared.platform.match.time import Time
from shared.platform.player import is_person
from shared.platform.terms import LOSES, Clock

EMPTY: Mapping[Any, Any] = MappingProxyType({})
NO_TIME = Time()
NEVER_DEALT = 0  # the rules of a match that was called off before it could start
ENDS = {MatchEnded: "ended", MatchAborted: "aborted", MatchAdjudicated: "adjudicated"}


def luck_name(id_: str, deal: OfDeal | None) -> str:
    """The name in the key: that of its deal for a match that shares its luck, else its own id."""
    return deal.name if deal else id_


class TurnStart(NamedTuple):
    """A turn by its version, the seats that it called, and the game's state then."""

    turn: int
    seats: tuple[int, ...]
    state: Any


class TakeBack(NamedTuple):
    """An open request, by its version: `seat` asks to go back to the start of turn `to`, and `agreed` agree so far."""

    request: int
    seat: int
    to: int
    agreed: frozenset[int] = frozenset()


class Match(NamedTuple):
    """A match after `version` events. `called` are the seats that still owe a move in turn `turn`.

    `agreed` are, by absent seat, those that agree in this turn to a bot there. `now` is in milliseconds since 1970.
    `stops` and `resumes` are the seats that agree to stop the clocks, and to let them run again; `ran_out` those in
    which a bot plays on because their time ran out, `absent` those that one keeps for whoever was away.
    `resigners` are all who ever resigned, and `took_over` is as in Seating,
    and `later_keys` are the public keys of those.
    `starts` are those of the turns since anybody last learned something hidden, in order; `take_back` is the request to
    go back to one of them.
    """

    id: str
    games: Mapping[str, Game]
    version: int = 0
    started: MatchStarted | None = None
    players: tuple[str, ...] = ()
    draws: Mapping[str, Draw] = EMPTY
    revealed: frozenset[tuple[str, int]] = frozenset()
    state: Any = None
    turn: int = 0
    called: tuple[int, ...] = ()
    resigned: frozenset[int] = frozenset()
    resigners: frozenset[str] = frozenset()
    took_over: Mapping[str, int] = EMPTY
    later_keys: Mapping[str, str] = EMPTY
    agreed: Mapping[int, frozenset[int]] = EMPTY
    now: int = 0
    time: Time = NO_TIME
    stops: frozenset[int] = frozenset()
    resumes: frozenset[int] = frozenset()
    ran_out: frozenset[int] = frozenset()
    absent: frozenset[int] = frozenset()
    starts: tuple[TurnStart, ...] = ()
    take_back: TakeBack | None = None
    end: MatchEnded | MatchAborted | MatchAdjudicated | None = None

    @property
    def game(self) -> Game | None:
        """None where this release lacks the game or the match's number of its rules, and where nothing was dealt."""
        if self.started is None:
            return None
        game = self.games.get(self.started.game)
        return game if game and NEVER_DEALT < self.started.rules <= game.rules else None

    @property
    def rules(self) -> Game:
        """The game by whose rules the match is played. Raises ReadOnly where this server does not have them."""
        if (game := self.game) is None:
            if self.started is not None and self.started.rules == NEVER_DEALT:
                raise ReadOnly("this match was called off before anything was dealt")
            raise ReadOnly("this server does not have the rules of this match")
        return game

    @property
    def start(self) -> MatchStarted:
        """The facts that it started with. Raises MatchOver before the start."""
        if self.started is None:
            raise MatchOver("the match has not started")
        return self.started

    @property
    def clock(self) -> Clock | None:
        return self.started.terms.clock if self.started else None

    @property
    def patience(self) -> int:
        """Seconds without a sign of who is called until a bot plays on; 0 for ever."""
        return self.started.terms.absent if self.started else 0

    @property
    def lost(self) -> frozenset[int]:
        """The seats that have the last place, as their time ran out and the terms say so."""
        return self.ran_out if self.started and self.started.terms.out == LOSES else frozenset()

    @property
    def deal(self) -> OfDeal | None:
        """The deal whose luck it shares with others; None where it has its own, or has not started."""
        return self.started.deal if self.started else None

    @property
    def seating(self) -> Seating:
        return Seating(self.started.players if self.started else (), self.players, self.took_over)

    def keys_of(self, player: str) -> frozenset[str]:
        """The public keys with which this player signs; a bot that holds several seats may have several."""
        if self.started is None:
            return frozenset()
        by_seat = zip(self.started.players, self.started.keys, strict=True)
        own = {key for sitting, key in by_seat if sitting == player and key}
        return frozenset(own | {self.later_keys[player]} if player in self.later_keys else own)

    @property
    def on_offer(self) -> frozenset[int]:
        """The seats that somebody else may take over. One whose time ran out would have none."""
        is_offered = not self.is_over and self.started is not None and self.started.terms.substitutes
        return self.seating.left - self.ran_out if is_offered else frozenset()

    @property
    def was_left(self) -> bool:
        """Whether it ended early because all others had left."""
        return isinstance(self.end, MatchEnded | MatchAborted) and self.end.reason == LEFT

    @property
    def is_over(self) -> bool:
        return self.end is not None

    @property
    def status(self) -> str:
        """playing, ended, aborted or adjudicated."""
        return "playing" if self.end is None else ENDS[type(self.end)]

    @property
    def key(self) -> bytes:
        """The match's key. It needs the sealed seed, so only the server has it before the end."""
        return match_key(self.start.seed, luck_name(self.id, self.deal), self.start.nonces)

    def turn_of(self, seat: int) -> int | None:
        """The turn that this seat is called to answer, None where it isn't."""
        return self.turn if seat in self.called and not self.is_over else None

    def start_of(self, turn: int) -> TurnStart | None:
        """Where the match can go back to; None for turns before somebody last learned something hidden."""
        return next((start for start in self.starts if start.turn == turn), None)

    def has_moved_since(self, seat: int, start: TurnStart) -> bool:
        return seat in start.seats and (start.turn != self.turn or seat not in self.called)

    def ways_back(self, seat: int) -> list[int]:
        """The turns to which this seat may ask to go back: those that called it and that it has answered."""
        if self.is_over or not self.start.terms.take_back or not is_person(self.players[seat]):
            return []
        return [start.turn for start in self.starts if self.has_moved_since(seat, start)]

    def seat_of(self, player: str) -> int | None:
        """The seat of this player; one who resigned no longer has a seat."""
        return next((seat for seat, name in enumerate(self.players) if name == player), None)

    def bot_chance(self, seat: int) -> Chance:
        return Chance(bot_key(self.key, seat, self.turn))

    def view(self, seat: int | None) -> Any:
        """What that seat may see of the game (None: a spectator)."""
        return self.rules.view(self.state, seat)
