"""What a bot's process is told and says, for as long as it keeps within its limits."""

import os
import select
import time
from collections.abc import Callable, Sequence

from shared.marked import marked
from shared.plug_ins import family
from shared.plug_ins.failed import Failed
from shared.plug_ins.launch import Started
from shared.plug_ins.wire import LONGEST

LOOK = 0.05  # seconds between two looks at a bot that thinks
PROCESSES = 8  # of a bot, while it thinks
KEPT = 2000  # characters of what it printed last


class Pipes:
    """`unread` is what came after the last line. `while_waiting` is called several times a second."""

    def __init__(self, started: Started, memory: int, while_waiting: Callable[[], None]) -> None:
        """`memory` in bytes, of all its processes together."""
        self.started, self.memory, self.while_waiting = started, memory, while_waiting
        self.unread = b""
        self._printed = ""

    def line(self, until: float) -> bytes:
        """Raises Failed."""
        while b"\n" not in self.unread:
            self._wait(until)
        line, _, self.unread = self.unread.partition(b"\n")
        return line

    def write(self, data: bytes, until: float) -> None:
        """A bot that reads nothing is as late as one that answers nothing. Raises Failed."""
        while data:
            if self.started.questions in self._ready(until, writes=[self.started.questions]):
                try:
                    data = data[os.write(self.started.questions, data) :]
                except BrokenPipeError:
                    raise self.failed(marked("its process ended")) from None

    def forget(self) -> None:
        """What it has printed so far. It stands still, so there is an end to it."""
        while self._hear():
            pass
        self._printed = ""

    def failed(self, sentence: str, reason: str = "failed") -> Failed:
        """What it printed last helps its author; it may say anything, and is shown as text."""
        self._hear()
        return Failed(reason, f"{sentence}\n{self._printed}".strip())

    def close(self) -> None:
        for pipe in (self.started.questions, self.started.answers, self.started.said):
            os.close(pipe)

    def _wait(self, until: float) -> None:
        """For a part of a line."""
        if self.started.answers not in self._ready(until, reads=[self.started.answers]):
            return
        part = os.read(self.started.answers, LONGEST)
        if not part:
            raise self.failed(marked("its process ended"))
        self.unread += part
        if len(self.unread) > LONGEST:
            raise self.failed(marked("it answered far too much"))

    def _ready(self, until: float, reads: Sequence[int] = (), writes: Sequence[int] = ()) -> set[int]:
        """Which of these pipes can be used now, whatever else the bot does."""
        if time.monotonic() > until:
            raise self.failed(marked("it did not answer in time"), "late")
        readable, writable, _ = select.select([*reads, self.started.said], writes, [], LOOK)
        self.while_waiting()
        if self.started.said in readable:
            self._hear()
        self._look()
        return {*readable, *writable}

    def _look(self) -> None:
        own = family.below(self.started.program.pid)
        if len(own) > PROCESSES:
            raise self.failed(marked("it started too many processes"))
        if family.memory([self.started.program.pid, *own]) > self.memory:
            raise self.failed(marked("it took too much memory"))

    def _hear(self) -> bool:
        """Whether it had printed anything."""
        try:
            said = os.read(self.started.said, LONGEST)
        except BlockingIOError:
            return False
        self._printed = (self._printed + said.decode("utf-8", "replace"))[-KEPT:]
        return bool(said)
