"""Matches with clocks on a ledger in memory, whose time a test sets."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from shared.bots import stand_in
from shared.ledger.codec import Registry
from shared.ledger.decider import Decider, Message
from shared.ledger.fold import Answer
from shared.ledger.handler import Handler
from shared.ledger.memory import MemoryLedger
from shared.platform import events as platform
from shared.platform.again.decided_again import first_difference
from shared.platform.again.difference import Difference
from shared.platform.match import Command, Match, Play, RunOut, Start
from shared.platform.streams import MATCH
from shared.platform.terms import STANDS_IN, Clock, Terms
from tests.games.secret_bids import GAME, Bid, Options

ID = "c1l2o3c4k5s6"
STREAM = f"match:{ID}"
ADA, BOB, EVE = "person:ada", "person:bob", "person:eve"
SERVICE, STAND_IN = "service:game_command", stand_in()
GAMES = {GAME.slug: GAME}
REGISTRY = Registry(platform.EVENTS, GAME.events)
DECIDER: Decider[Match, Command] = replace(MATCH, initial=lambda id_: Match(id=id_, games=GAMES))
BEGAN = datetime(2026, 1, 1, 12, tzinfo=UTC)


class Clocked:
    """`wall` says what time the server believes it is; without one, `pass_time` alone moves it. What is `chosen` are
    further terms.
    """

    def __init__(
        self,
        clock: Clock | None,
        out: str = STANDS_IN,
        players: tuple[str, ...] = (ADA, BOB),
        rounds: int = 3,
        wall: Callable[[], datetime] | None = None,
        absent: int = 0,
        **chosen: bool,
    ) -> None:
        self.moment = BEGAN
        self.handler = Handler(MemoryLedger(), REGISTRY, DECIDER, now=wall or (lambda: self.moment))
        self.obeyed = 0
        self.start = Start(
            game=GAME,
            options=Options(rounds=rounds),
            players=players,
            seed="5e" * 32,
            nonces=(None,) * len(players),
            table=None,
            practice=not chosen.get("rated"),
            terms=Terms(clock=clock, out=out, absent=absent, **chosen),
        )
        self.obey(SERVICE, self.start)

    @property
    def match(self) -> Match:
        """As the next command finds it."""
        return self.handler.at_present(self.handler.load(STREAM)).state

    def obey(self, by: str, command: Any) -> Answer:
        self.obeyed += 1
        return self.handler.handle(Message(stream=STREAM, by=by, cause=f"key-{self.obeyed}", command=command))

    def pass_time(self, **lasts: float) -> None:
        self.moment += timedelta(**lasts)

    def bid(self, seat: int, coins: int = 1) -> Answer:
        player = self.match.players[seat]
        return self.obey(player, Play(player=player, seat=seat, turn=self.match.turn, move=Bid(coins=coins)))

    def run_out(self, seat: int) -> Answer:
        match, moves = self.match, self.match.start.terms.out == STANDS_IN
        command = RunOut(seat=seat, turn=match.turn, player=STAND_IN, move=Bid(coins=0) if moves else None)
        return self.obey(STAND_IN if moves else SERVICE, command)

    def events(self, *types: type) -> list[Any]:
        """Of these types, or all."""
        found = [entry.event for entry in self.handler.reader.past(STREAM).entries]
        return [event for event in found if not types or isinstance(event, types)]

    def difference(self) -> Difference | None:
        return first_difference(ID, {"match": self.handler.ledger.read(STREAM)}, GAMES, REGISTRY)

    def left(self, seat: int) -> int:
        match = self.match
        return match.time.hands[seat].remaining(match.now)
