"""When the whole product ends by itself: its server refuses to start, or keeps crashing on what it kept."""

import time
from typing import Any

from supervisor.options import decode_wait_status
from supervisor.process import Subprocess
from supervisor.states import SupervisorStates

from infra.runner import REFUSED

SERVER = "server"
CRASHES = 3  # exits by itself: signals don't count
SOON = 600.0  # seconds after its start in which a server may still be reading what it kept
AGAIN = (
    b"Urbanist ends: the server could not go on with what it kept, and its last lines say why. Restore the newest "
    b"intact copy of the folder."
)


class Child(Subprocess):
    """A program whose exit code is checked before it is started again."""

    crashes = 0
    began = 0.0  # by a clock that nobody can set

    def spawn(self) -> Any:
        self.began = time.monotonic()
        return super().spawn()

    def finish(self, pid: int, sts: int) -> None:
        code, _ = decode_wait_status(sts)  # -1 for a signal
        if self.config.name == SERVER and not self.killing and code > 0:
            is_soon = time.monotonic() - self.began < SOON
            self.crashes = self.crashes + 1 if is_soon else 1
            if code == REFUSED or self.crashes >= CRASHES:
                self.config.options.fail(b"" if code == REFUSED else AGAIN)
        super().finish(pid, sts)


def is_ending(event: Any) -> bool:
    return bool(event.process.config.options.mood < SupervisorStates.RUNNING)
