"""Bots' turns as jobs: in which queue each waits, under which name, and how long it may take."""

from typing import Any

from rq import Queue

from services.game_command.jobs import play_bot_turn
from services.game_command.stand_ins import is_built_in, seconds_of
from shared.platform.match import Match
from shared.platform.player import is_person, player_from
from shared.services import BOTS_ALONE
from shared.settings import settings
from shared.web.jobs import Jobs

LONG = 5  # seconds: bots of this release that may take longer over a move have a queue of their own
ASKED = 2  # times at most in a turn: a second time after a move that the rules do not allow
SPARE = 40  # seconds of a worker until a bot's package is loaded


class Turns:
    """`quick`, `slow` and `alone` are RQ's queues `bots`, `slow_bots` and `bots_alone`, of the bots of this release:
    the last one for matches without people. Any other bot has a queue of its own.
    """

    def __init__(self, quick: Queue, slow: Queue) -> None:
        self.quick = quick
        self.slow = slow
        self.alone = Queue(BOTS_ALONE.name, connection=quick.connection)

    def enqueue(self, match: Match, seat: int) -> None:
        self._jobs(match, seat).enqueue(work(match, seat), play_bot_turn, match.id, match.turn, seat)

    def is_under_way(self, match: Match, seat: int) -> bool:
        return self._jobs(match, seat).is_under_way(work(match, seat))

    def next_try(self, match: Match, seat: int) -> int:
        return self._jobs(match, seat).next_try(work(match, seat))

    def _jobs(self, match: Match, seat: int) -> Jobs:
        """Nobody waits for bots that others bring, and these only for themselves."""
        player = match.players[seat]
        pause, seconds = int(settings().bot_pause), seconds_of(player)
        if is_built_in(player):
            return Jobs(self._queue_of(match, seconds), pause + seconds)
        return Jobs(queue_of(player, self.quick.connection), pause + ASKED * seconds + SPARE)

    def _queue_of(self, match: Match, seconds: int) -> Queue:
        """Where a person plays, quick bots never wait for slow ones, nor any bot for matches among bots, however many
        there are. Among themselves quick ones and slow ones wait for each other.
        """
        if not any(map(is_person, match.start.players)):  # whoever has left may come back
            return self.alone
        return self.slow if seconds > LONG else self.quick


def queue_of(player: str, connection: Any) -> Queue:
    """Of a bot that is not of this release, by its name and version: only a worker that has it listens there."""
    return Queue(player, connection=connection)


def work(match: Match, seat: int) -> str:
    """The name of a bot's turn in the queue.

    A worker of a bot that others bring may have rights for jobs that begin with the bot's name alone.
    """
    player = match.players[seat]
    bot = player_from(player)
    own = "" if is_built_in(player) else f"{bot.name}-{bot.version}-"
    return f"bot-{own}{match.id}-{match.turn}-{seat}"
