"""supervisord as we need it: a line when a program crashes, another when it hangs, and SIGHUP ends it too."""

import os
import signal
from contextlib import suppress
from io import StringIO
from typing import Any

from supervisor import events
from supervisor.medusa.asyncore_25 import ExitNow  # supervisord ends by raising it, and exports it nowhere
from supervisor.options import ServerOptions
from supervisor.states import SupervisorStates
from supervisor.supervisord import Supervisor

from infra.ending import SERVER, is_ending
from infra.program import Program, say

TURN = 0.1  # seconds


def supervise(configuration: str) -> int:
    """Run the programs of a configuration until a signal ends them all, or the server can't go on. The exit code."""
    options = Options()
    options.configfile = StringIO(configuration)  # no file: the disk may be full
    options.realize([])
    options.first, options.test = True, False
    with suppress(ExitNow):
        Foreground(options).main()
    options.close_logger()
    return options.code


class Options(ServerOptions):
    server_is_silent = False
    code = 0  # of the whole product

    def fail(self, why: bytes) -> None:
        """Ends the product, though nobody asked it to end."""
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
        """A closed terminal ends everything; supervisord alone would start everything again."""
        received = super().get_signal()
        return signal.SIGTERM if received == signal.SIGHUP else received


class Foreground(Supervisor):
    def runforever(self) -> None:
        events.subscribe(events.ProcessStateExitedEvent, crashed)
        events.subscribe(events.ProcessStateBackoffEvent, crashed)
        events.subscribe(events.ProcessStateFatalEvent, gave_up)
        events.subscribe(events.SupervisorStoppingEvent, self.refuse)
        events.subscribe(events.ProcessStateRunningEvent, runs)
        self.options.poller.poll = in_time(self.options)
        super().runforever()

    def refuse(self, _event: Any) -> None:
        for group in self.process_groups.values():
            for process in group.processes.values():
                process.config.refuse()


def in_time(options: Any) -> Any:
    """Waits as long as supervisord wants to; at the end, not for a whole second after each program that has ended."""
    poll = options.poller.poll
    return lambda timeout: poll(timeout if options.mood >= SupervisorStates.RUNNING else min(timeout, TURN))


def crashed(event: Any) -> None:
    if is_ending(event) or event.process.was_hung:  # that has been said
        return
    if not event.expected or isinstance(event, events.ProcessStateBackoffEvent):
        say(event.process.config.name, b"ended by itself and is started again")


def runs(event: Any) -> None:
    """A loss is accepted for the first start of the server only."""
    if event.process.config.name == SERVER:
        os.environ.pop("URBANIST_ACCEPT_LOSS", None)


def gave_up(event: Any) -> None:
    if is_ending(event):
        return
    say(event.process.config.name, b"could not be started, however often it was tried")
