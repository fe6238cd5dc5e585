"""Lets a bot play on for who is away, once they have given no sign for as long as the table chose."""

from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from typing import Any

from services.game_command.clock_times import now
from services.game_command.stand_ins import MOVED_ON, SERVICE
from shared.bots import stand_in
from shared.ledger.absences import Absence, worked
from shared.ledger.decider import Message
from shared.ledger.envelope import moment
from shared.ledger.fold import Folded
from shared.ledger.redis import answering, connect
from shared.people.signs import DUE, Signs
from shared.platform.match import Command, Match, NoteAbsence
from shared.platform.player import is_person
from shared.settings import settings
from shared.web.ledger import streams

MOST = 50  # matches in one round


@cache
def signs() -> Signs:
    return Signs(connect(settings().redis_url))


class Leavers:
    """What the product was away for is no absence of anybody."""

    def __init__(self, client: Any) -> None:
        self.client = client
        self.signs = Signs(client)

    def due(self) -> list[str]:
        with answering():
            return [id_.decode() for id_ in self.client.zrangebyscore(DUE, "-inf", now(), 0, MOST)]

    def plan(self, folded: Folded[Match], periods: Iterable[Absence]) -> None:
        """When somebody who is called may have been away for too long, if they give no further sign."""
        ends = [now() + left for left in self._left(folded, periods).values()]
        with answering():
            if ends:
                self.client.zadd(DUE, {folded.state.id: max(min(ends), now() + 1)})
            else:
                self.client.zrem(DUE, folded.state.id)

    def keep(self, folded: Folded[Match], periods: Iterable[Absence]) -> None:
        """The key names the version: within one turn somebody may come back, or take over, and be away once more."""
        match = folded.state
        for seat, left in self._left(folded, periods).items():
            if left <= 0:
                seconds = match.patience - left // 1000
                cause = f"match:{match.id}#{match.version}:absent_{seat}"
                command: Command = NoteAbsence(seat=seat, turn=match.turn, player=stand_in(), seconds=seconds)
                message = Message(stream=folded.stream, by=SERVICE, cause=cause, command=command)
                with suppress(*MOVED_ON):
                    streams().matches.handle(message)

    def _left(self, folded: Folded[Match], periods: Iterable[Absence]) -> dict[int, int]:
        """Milliseconds, by seat of the people who are called."""
        match, found = folded.state, dict[int, int]()
        if match.is_over or folded.unknown or match.game is None or not match.patience:
            return found
        if match.time.paused is not None:
            return found
        for seat in match.called:
            if is_person(player := match.players[seat]):
                since = max(self._here(folded, player), match.time.hands[seat].away if match.time.hands else 0)
                waited = worked(since / 1000, max(since, now()) / 1000, periods) - max(0, since - now()) / 1000
                found[seat] = match.patience * 1000 - int(waited * 1000)
        return found

    def _here(self, folded: Folded[Match], player: str) -> int:
        """When they were called, acted, or were seen."""
        events = (folded.last_of.get("match.turn_started", folded.began), folded.latest.get(player, folded.began))
        return max(*map(moment, events), self.signs.last(player, folded.state.id))
