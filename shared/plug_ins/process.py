"""A bot's process, as whoever asks it holds it: started when it is needed, ended when it does what it must not."""

import os
import select
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

from shared.platform.player import player_from
from shared.plug_ins import family
from shared.plug_ins.failed import Failed, NoWall
from shared.plug_ins.greeting import offer_in
from shared.plug_ins.launch import Started, start
from shared.plug_ins.wall import NO_WALL, Limits
from shared.plug_ins.wire import LONGEST, Answer, Question, answer_from, asked
from shared.roster.offer import Offer

STARTS = 30.0  # seconds until a package is loaded
ENDS = 1.0  # seconds that a process which has closed its pipes may still take
LOOK = 0.05  # seconds between two looks at a bot that thinks
PROCESSES = 8  # of a bot, while it thinks
KEPT = 2000  # characters of what it printed last
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
        self._started: Started | None = None
        self.asked_in = frozenset[str]()  # the matches since the process started, also after its end
        self._printed = ""
        self._unread = b""

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
            raise Failed("failed", self._with_print(answer.error))
        return answer

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
        if self._started is not None and not family.memory([self.bot_process]):
            self.end()
        return self._started is not None

    def _answer(self, question: Question, until: float) -> Answer:
        self._hear_all()
        self._printed = ""
        self._go_on()
        self._write(asked(question), until)
        try:
            answer = answer_from(self._line(until))
        except ValueError:
            raise Failed("failed", self._with_print("its answer makes no sense")) from None
        if answer.turn != question.turn or self._unread:
            raise Failed("failed", self._with_print("it answered what nobody had asked"))
        self._stand_still()
        return answer

    def end(self) -> None:
        """With everything that it has started. Safe to repeat."""
        if (started := self._started) is None:
            return
        self._started, self._unread = None, b""
        if started.program.poll() is None:  # its number may be somebody else's by now
            family.end(started.program.pid)
            started.program.wait()
        for pipe in (started.questions, started.answers, started.said):
            os.close(pipe)

    def _begin(self) -> Offer:
        """Raises Failed, NoWall."""
        self._printed, self.asked_in = "", frozenset()
        self._started = start(self.bot.name, self.limits, self.watch)
        try:
            offer = offer_in(self._line(time.monotonic() + STARTS), self.bot.name)
            if self.bot.version not in (None, str(offer.version)):
                raise Failed("failed", "another version of it is installed now")
            self._stand_still()
        except Failed as failed:
            if self._has_no_wall():
                raise NoWall(failed.detail) from None
            raise
        return offer

    def _has_no_wall(self) -> bool:
        with suppress(subprocess.TimeoutExpired):
            return self._running().program.wait(ENDS) == NO_WALL
        return False

    def _line(self, until: float) -> bytes:
        while b"\n" not in self._unread:
            self._wait(until)
        line, _, self._unread = self._unread.partition(b"\n")
        return line

    def _wait(self, until: float) -> None:
        """For a part of an answer."""
        started = self._running()
        if started.answers not in self._ready(until, reads=[started.answers]):
            return
        part = os.read(started.answers, LONGEST)
        if not part:
            raise Failed("failed", self._with_print("its process ended"))
        self._unread += part
        if len(self._unread) > LONGEST:
            raise Failed("failed", self._with_print("it answered far too much"))

    def _ready(self, until: float, reads: Sequence[int] = (), writes: Sequence[int] = ()) -> set[int]:
        """Which of these pipes can be used now, as long as the bot keeps within its limits, whatever else it does."""
        started = self._running()
        if time.monotonic() > until:
            raise Failed("late", self._with_print("it did not answer in time"))
        readable, writable, _ = select.select([*reads, started.said], writes, [], LOOK)
        self.while_waiting()
        if started.said in readable:
            self._hear(started)
        self._look(started)
        return {*readable, *writable}

    def _look(self, started: Started) -> None:
        own = family.below(started.program.pid)
        if len(own) > PROCESSES:
            raise Failed("failed", self._with_print("it started too many processes"))
        if family.memory([started.program.pid, *own]) > self.limits.memory:
            raise Failed("failed", self._with_print("it took too much memory"))

    def _write(self, data: bytes, until: float) -> None:
        """A bot that reads nothing is as late as one that answers nothing."""
        started = self._running()
        while data:
            if started.questions in self._ready(until, writes=[started.questions]):
                try:
                    data = data[os.write(started.questions, data) :]
                except BrokenPipeError:
                    raise Failed("failed", self._with_print("its process ended")) from None

    def _stand_still(self) -> None:
        """Until it is asked again. What it has started would go on."""
        bot = self.bot_process
        if not family.stop(bot):
            raise Failed("failed", self._with_print("it does not stand still"))
        if family.below(bot):
            raise Failed("failed", self._with_print("it left processes running"))

    def _go_on(self) -> None:
        family.send([self.bot_process], signal.SIGCONT)

    @property
    def bot_process(self) -> int:
        """Its own process, which is the first behind the wall."""
        program = self._running().program.pid
        return next(iter(family.below(program)), program) if self.limits.is_walled else program

    def _running(self) -> Started:
        if self._started is None:
            raise Failed("failed", "its process is gone")
        return self._started

    def _hear(self, started: Started) -> bool:
        """Whether there was anything."""
        try:
            said = os.read(started.said, LONGEST)
        except BlockingIOError:
            return False
        self._printed = (self._printed + said.decode("utf-8", "replace"))[-KEPT:]
        return bool(said)

    def _hear_all(self) -> None:
        """While it stands still, so this ends."""
        while self._hear(self._running()):
            pass

    def _with_print(self, sentence: str) -> str:
        """What it printed last helps its author; it may say anything, and is shown as text."""
        if self._started is not None:
            self._hear(self._started)
        return f"{sentence}\n{self._printed}".strip()
