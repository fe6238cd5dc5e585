"""One program under the runner: its output, its listening socket, which outlives it, and whether it still works."""

import fcntl
import os
import signal
import socket
import time
from contextlib import suppress
from typing import Any

from gunicorn.util import parse_address
from supervisor import events
from supervisor.dispatchers import POutputDispatcher
from supervisor.options import ProcessConfig
from supervisor.process import ProcessStates

from infra.ending import SERVER, Child
from infra.healthy import ALIVE, date
from infra.pulse import Ping, Pipe, is_running, is_stopped
from shared.settings import settings
from shared.web.life import LIFE

UNNAMED = {"ready"}  # it speaks for the whole product, so its lines carry no name
QUIET = b"WARNING Memory overcommit must be enabled"  # the server says it always; README.md says when it matters
WIDTH = 22
SILENT = 8.0  # seconds without a sign of life after which a program is killed and restarted
STARTS = 60.0  # the same while it starts
STOPPED = 3.0  # the same for one that a signal has stopped, whether or not it has shown any sign
PATIENCE = 5  # times as long for one that is found computing, or waiting for a processor or a disk
LOOK = 1.5  # seconds of silence that one look adds at most: a runner that itself stood still has heard nobody
LISTENING, SHOWING = 3, 4  # file descriptors in a program: the one that gunicorn and systemd agree on, and the next
BACKLOG = 2048


def say(name: str, line: bytes) -> None:
    if QUIET in line:
        return
    prefix = b"" if name in UNNAMED else f"{name:<{WIDTH}}| ".encode()
    with suppress(BrokenPipeError):  # nobody reads any more; that is no reason to stop
        os.write(1, prefix + line + b"\n")


def show_outside() -> None:
    """For the health check of a container."""
    if alive := os.environ.get(ALIVE):
        date(alive, time.monotonic())


class Lines(POutputDispatcher):
    """Passes on whole lines, so that two programs never share one."""

    output_buffer = b""

    def record_output(self) -> None:
        *whole, self.output_buffer = self.output_buffer.split(b"\n")
        for line in whole:
            say(self.process.config.name, line)

    def close(self) -> None:
        if self.output_buffer:
            say(self.process.config.name, self.output_buffer)
            self.output_buffer = b""
        super().close()


class Program(ProcessConfig):
    """Visitors who come while it restarts wait in the queue of its socket and are not refused."""

    listener: socket.socket | None = None

    def make_process(self, group: Any = None) -> "Process":
        made = Process(self)
        made.group = group
        return made

    def make_dispatchers(self, process: Any) -> Any:
        dispatchers, pipes = super().make_dispatchers(process)
        channel = pipes["stdout"]
        dispatchers[channel] = Lines(process, events.ProcessCommunicationStdoutEvent, channel)
        return dispatchers, pipes

    def listen(self) -> None:
        """At the address in its command. If that fails, the program itself tries, and says why it can't."""
        words = str(self.command).split()
        if self.listener is None and "gunicorn" in str(self.command) and "-b" in words:
            with suppress(OSError):
                address = parse_address(words[words.index("-b") + 1])
                family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
                self.listener = socket.create_server(address, family=family, backlog=BACKLOG)

    def refuse(self) -> None:
        """Refuses connections from now on, since nobody will answer."""
        if self.listener is not None:
            self.listener.close()
            self.listener = None


class Process(Child):
    pulse: Pipe | Ping | None = None
    was_hung = False
    silence = 0.0  # seconds since its last sign of life
    looked = 0.0

    def spawn(self) -> Any:
        if self.pulse is not None:
            self.pulse.close()
        self.pulse = Ping(settings().redis_url) if self.config.name == SERVER else Pipe()
        self.silence, self.looked, self.was_hung = 0.0, time.monotonic(), False
        self.config.listen()
        return super().spawn()

    def _prepare_child_fds(self) -> None:
        """In the child: closes all files except the usual three and these two."""
        kept = {SHOWING: self.pulse and self.pulse.theirs, LISTENING: self.config.listener}
        most = self.config.options.minfds
        aside = {number: fcntl.fcntl(file, fcntl.F_DUPFD, most) for number, file in kept.items() if file is not None}
        super()._prepare_child_fds()
        for number, file in aside.items():
            os.dup2(file, number)
            os.close(file)
        os.environ[LIFE] = str(SHOWING)
        if LISTENING in aside:
            os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))

    def finish(self, pid: int, status: int) -> None:
        """Restarts it at once, not at the next look a second later."""
        super().finish(pid, status)
        super().transition()

    def transition(self) -> None:
        """The runner calls this for every program about once a second."""
        super().transition()
        if self.pid and self.state in (ProcessStates.STARTING, ProcessStates.RUNNING):
            self.look()

    def look(self) -> None:
        assert self.pulse is not None
        options, now = self.config.options, time.monotonic()
        passed, self.looked = min(now - self.looked, LOOK), now
        stands = is_stopped(self.pid)
        if self.pulse.beats():
            self.silence = 0.0
            if self.pulse.works:
                show_outside()
        elif stands or (self.pulse.starts and not (options.server_is_silent and self.config.name != SERVER)):
            self.silence += passed
        if self.config.name == SERVER:
            options.server_is_silent = self.silence > LOOK  # all others wait for it, and aren't to blame
        patience = STOPPED if stands else SILENT if self.pulse.works else STARTS
        if self.silence > patience and not (self.silence < PATIENCE * patience and is_running(self.pid)):
            self.end_hung()

    def end_hung(self) -> None:
        """Kills it, but not its children: gunicorn's workers go on serving until others are there. Its end is then
        noticed as if it had exited by itself.
        """
        say(self.config.name, b"shows no sign of life: it is ended and started again")
        self.was_hung, self.silence = True, 0.0
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
