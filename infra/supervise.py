"""supervisord as we need it: a name before each line, one word when a program falls, and an end on SIGHUP too."""

import os
import signal
from contextlib import suppress
from pathlib import Path
from typing import Any

from supervisor import events
from supervisor.dispatchers import POutputDispatcher
from supervisor.medusa.asyncore_25 import ExitNow
from supervisor.options import ProcessConfig, ServerOptions
from supervisor.states import SupervisorStates
from supervisor.supervisord import Supervisor

from infra.ending import SERVER, Child, is_ending

OURS = {"ready"}  # speaks for the whole product
QUIET = b"WARNING Memory overcommit must be enabled"  # of the server: README.md says when it matters
WIDTH = 22
TURN = 0.1  # seconds


def supervise(config: Path) -> int:
    """Run the programs of a configuration until a signal ends them all, or the server can't go on. The exit code."""
    options = Options()
    options.realize(["-c", str(config)])
    options.first, options.test = True, False
    with suppress(ExitNow):
        Foreground(options).main()
    options.close_logger()
    return options.code


def say(name: str, line: bytes) -> None:
    if QUIET in line:
        return
    prefix = b"" if name in OURS else f"{name:<{WIDTH}}| ".encode()
    with suppress(BrokenPipeError):  # nobody reads any more; that is no reason to stop
        os.write(1, prefix + line + b"\n")


class Lines(POutputDispatcher):
    """Whole lines of one program, so that two programs never share one."""

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
    def make_dispatchers(self, process: Any) -> Any:
        dispatchers, pipes = super().make_dispatchers(process)
        channel = pipes["stdout"]
        dispatchers[channel] = Lines(process, events.ProcessCommunicationStdoutEvent, channel)
        return dispatchers, pipes

    def make_process(self, group: Any = None) -> Any:
        process = Child(self)
        process.group = group
        return process


class Options(ServerOptions):
    code = 0  # of the whole product

    def fail(self, why: bytes) -> None:
        """The product ends, and not because somebody asked it to."""
        self.code, self.mood = 1, SupervisorStates.SHUTDOWN
        if why:
            say("ready", why)

    def processes_from_section(self, parser: Any, section: Any, group: Any, _klass: Any = None) -> Any:
        return super().processes_from_section(parser, section, group, Program)

    def setsignals(self) -> None:
        keeps_on = signal.getsignal(signal.SIGHUP) == signal.SIG_IGN  # started with nohup
        super().setsignals()
        if keeps_on:
            signal.signal(signal.SIGHUP, signal.SIG_IGN)

    def get_signal(self) -> Any:
        """A closed terminal ends everything; supervisord itself would start everything anew."""
        received = super().get_signal()
        return signal.SIGTERM if received == signal.SIGHUP else received


class Foreground(Supervisor):
    def runforever(self) -> None:
        events.subscribe(events.ProcessStateExitedEvent, fell)
        events.subscribe(events.ProcessStateBackoffEvent, fell)
        events.subscribe(events.ProcessStateFatalEvent, gave_up)
        events.subscribe(events.ProcessStateRunningEvent, runs)
        self.options.poller.poll = in_time(self.options)
        super().runforever()


def in_time(options: Any) -> Any:
    """Waits as long as supervisord wants to, but not for a second after each program that has ended, at the end."""
    poll = options.poller.poll
    return lambda timeout: poll(timeout if options.mood >= SupervisorStates.RUNNING else min(timeout, TURN))


def fell(event: Any) -> None:
    if is_ending(event):
        return
    if not event.expected or isinstance(event, events.ProcessStateBackoffEvent):
        say(event.process.config.name, b"ended by itself and is started again")


def runs(event: Any) -> None:
    """What may be missing at the first start of the server may not be missing at a later one."""
    if event.process.config.name == SERVER:
        os.environ.pop("URBANIST_ACCEPT_LOSS", None)


def gave_up(event: Any) -> None:
    if is_ending(event):
        return
    say(event.process.config.name, b"could not be started, however often it was tried")
