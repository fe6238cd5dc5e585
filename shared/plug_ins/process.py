"""A bot's process, as whoever asks it holds it: started when it is needed, ended when it does what it must not."""

import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress

from shared.marked import marked
from shared.platform.player import player_from
from shared.plug_ins import family
from shared.plug_ins.failed import Failed, NoWall
from shared.plug_ins.greeting import offer_in
from shared.plug_ins.launch import start
from shared.plug_ins.pipes import Pipes
from shared.plug_ins.wall import NO_WALL, Limits
from shared.plug_ins.wire import Answer, Question, answer_from, asked
from shared.roster.offer import Offer

STARTS = 30.0  # seconds until a package is loaded
ENDS = 1.0  # seconds that a process which has closed its pipes may still take
MATCHES = 50  # in which one process is asked; it may remember all of them


class BotProcess:
    """It answers one question at a time, and stands still between two."""

    def __init__(
        self, player: str, limits: Limits, watch: bool = False, while_waiting: Callable[[], None] = lambda: None
    ) -> None:
        """Of the version that `bot:<name>@<version>` names, or, of `bot:<name>`, of the one that is installed.

        `while_waiting` is called several times a second.
        """
        self.bot, self.limits, self.watch, self.while_waiting = player_from(player), limits, watch, while_waiting
        self._pipes: Pipes | None = None
        self.asked_in = frozenset[str]()  # the matches since the process started, also after its end

    def meet(self) -> Offer:
        """Start it anew, and ask what it is. Raises Failed, NoWall."""
        self.end()
        try:
            offer = self._begin()
        except BaseException:
            self.end()
            raise
        self.bot = player_from(offer.player)
        return offer

    def ask(self, question: Question, seconds: float) -> Answer:
        """Its answer. Raises Failed where it gives none."""
        try:
            self._begin_for(question.match)
            answer = self._answer(question, time.monotonic() + seconds)
        except BaseException:  # whoever asks may also be interrupted: then an answer would come to another question
            self.end()
            raise
        if answer.error is not None:
            raise self._running().failed(answer.error)
        return answer

    def end(self) -> None:
        """With everything that it has started. Safe to repeat."""
        if (pipes := self._pipes) is None:
            return
        self._pipes = None
        if pipes.started.program.poll() is None:  # its number may be somebody else's by now
            family.end(pipes.started.program.pid)
            pipes.started.program.wait()
        pipes.close()

    def _begin_for(self, match: str) -> None:
        """Unless it is there. What it says may be of any match in which it was asked, so these are few."""
        if match not in self.asked_in and len(self.asked_in) >= MATCHES:
            self.end()
        if not self._is_there():
            self._begin()
        self.asked_in |= {match}

    def _is_there(self) -> bool:
        """One that was ended while it stood still, by the system or by a person, has not failed: it did nothing.

        Its wall ends a moment after it; an ended process holds no memory, even before anybody has noticed.
        """
        if self._pipes is not None and not family.memory([self.bot_process]):
            self.end()
        return self._pipes is not None

    def _begin(self) -> Offer:
        """Raises Failed, NoWall."""
        self.asked_in = frozenset()
        self._pipes = Pipes(start(self.bot.name, self.limits, self.watch), self.limits.memory, self.while_waiting)
        try:
            offer = offer_in(self._pipes.line(time.monotonic() + STARTS), self.bot.name)
            if self.bot.version not in (None, str(offer.version)):
                raise Failed("failed", marked("another version of it is installed now"))
            self._stand_still()
        except Failed as failed:
            if self._has_no_wall():
                raise NoWall(failed.detail) from None
            raise
        return offer

    def _has_no_wall(self) -> bool:
        with suppress(subprocess.TimeoutExpired):
            return self._running().started.program.wait(ENDS) == NO_WALL
        return False

    def _answer(self, question: Question, until: float) -> Answer:
        pipes = self._running()
        pipes.forget()
        family.send([self.bot_process], signal.SIGCONT)
        pipes.write(asked(question), until)
        try:
            answer = answer_from(pipes.line(until))
        except ValueError:
            raise pipes.failed(marked("its answer makes no sense")) from None
        if answer.turn != question.turn or pipes.unread:
            raise pipes.failed(marked("it answered what nobody had asked"))
        self._stand_still()
        return answer

    def _stand_still(self) -> None:
        """Until it is asked again. What it has started would go on."""
        bot = self.bot_process
        if not family.stop(bot):
            raise self._running().failed(marked("it does not stand still"))
        if family.below(bot):
            raise self._running().failed(marked("it left processes running"))

    @property
    def bot_process(self) -> int:
        """Its own process, which is the first behind the wall."""
        program = self._running().started.program.pid
        return next(iter(family.below(program)), program) if self.limits.is_walled else program

    def _running(self) -> Pipes:
        if self._pipes is None:
            raise Failed("failed", marked("its process is gone"))
        return self._pipes
