"""Where somebody still plays or waits, and how they leave: matches are resigned, tables given up, seats left."""

from enum import Enum
from typing import Any, Protocol

import structlog

from shared.errors import Broken, NotFound, Refused, Unavailable
from shared.platform.player import as_player
from shared.platform.rows import LIVE, Rows
from shared.platform.streams import Streams

log = structlog.get_logger()
UNDER_WAY = ("tournaments:planned", "tournaments:running")  # lists that matchmaking keeps
MOST = 200  # rows of one person at a time: those that still run come first


class Step(Enum):
    RESIGN = "resign"  # the match
    GIVE_UP = "close"  # the table, which this person opened
    LEAVE = "leave"  # a seat at another's table
    WITHDRAW = "withdraw"  # from a tournament
    CALL_OFF = "end"  # their own tournament, which has not begun
    WAIT = "wait"  # all seats are taken: the match begins in a moment


class Commands(Protocol):
    def __call__(self, person: str, step: Step, id_: str, cause: str) -> None:
        """The same cause twice is one command. Raises Refused, NotFound, Unavailable."""


class Leaving:
    """`client` decodes what it reads."""

    def __init__(self, client: Any, streams: Streams, rows: Rows, commands: Commands) -> None:
        self.redis = client
        self.streams = streams
        self.rows = rows
        self.commands = commands

    def places(self, person: str) -> list[str]:
        """Tables and matches where this person may still be: rows lag behind by a moment, reservations don't."""
        player = as_player(person)
        reserved = self.redis.zrange(f"{player}:seats", 0, -1)
        live = [row.id for row in self.rows.concerning(player, MOST) if row.status in LIVE]
        return sorted({*reserved, *live})

    def sits(self, person: str) -> bool:
        """Whether somebody plays with this person, or waits for them."""
        sits = any(self._next(as_player(person), id_)[0] for id_ in self.places(person))
        return sits or bool(self._tournaments(person))

    def leave(self, person: str) -> bool:
        """Whether nothing is left to be left. What a service does not answer for now is left later."""
        places = [self._leave(person, id_) for id_ in self.places(person)]
        cups = [self._leave_tournament(person, id_) for id_ in self._tournaments(person)]
        return all([*places, *cups])

    def _tournaments(self, person: str) -> list[str]:
        """All that are not over: the list of those that are this person's may be gone already."""
        found = {id_ for key in UNDER_WAY for id_ in self.redis.zrange(key, 0, -1)}
        return sorted(id_ for id_ in found if self._next_in(as_player(person), id_)[0])

    def _leave_tournament(self, person: str, id_: str) -> bool:
        step, version = self._next_in(as_player(person), id_)
        if step is not None:
            self._try(person, step, id_, version)
        return self._next_in(as_player(person), id_)[0] is None

    def _next_in(self, player: str, id_: str) -> tuple[Step | None, int]:
        """Rounds that are played go on without who has left, and so does a tournament whose organiser is gone."""
        try:
            folded = self.streams.tournaments.load(f"tournament:{id_}")
        except (Broken, NotFound):
            return None, 0
        tournament = folded.state
        if tournament.opened is None or tournament.ended:
            return None, 0
        if tournament.nonces is None and tournament.opened.organiser == player:
            return Step.CALL_OFF, folded.version
        number = tournament.entrant_of(player)
        is_in = number is not None and tournament.entrants[number].is_in
        return Step.WITHDRAW if is_in else None, folded.version

    def _leave(self, person: str, id_: str) -> bool:
        step, version = self._next(as_player(person), id_)
        if step is None:
            return True
        if step is not Step.WAIT:
            self._try(person, step, id_, version)
        return self._next(as_player(person), id_)[0] is None

    def _try(self, person: str, step: Step, id_: str, version: int) -> None:
        try:
            self.commands(person, step, id_, f"erased-{version}")
        except (Refused, NotFound, Unavailable) as verdict:  # the next look says what is left
            log.info("not_left_yet", id=id_, step=step.value, reason=str(verdict))

    def _next(self, player: str, id_: str) -> tuple[Step | None, int]:
        """What to do there, and the version of what says so. A record that can't be read is left alone."""
        try:
            match = self.streams.blind.load(f"match:{id_}")
            if match.state.started is not None:
                sits = not match.state.is_over and match.state.seat_of(player) is not None
                return Step.RESIGN if sits else None, match.version
            table = self.streams.tables.load(f"table:{id_}")
        except (Broken, NotFound):
            return None, 0
        return _at_table(table.state, player), table.version


def _at_table(table: Any, player: str) -> Step | None:
    is_opener = table.opened is not None and table.opened.opener == player
    sits = table.seat_of(player) is not None
    if table.opened is None or (table.closed and not table.closed.match):
        return None
    if table.is_filled:
        return Step.WAIT if sits else None
    if is_opener:
        return Step.GIVE_UP
    return Step.LEAVE if sits else None
