"""Ties a program to the runner that started it: when the runner is gone, however it went, so is the program."""

import ctypes
import os
import signal
import sys

REFUSED = 78  # the exit code of a program that would refuse again, however often it was started: EX_CONFIG
NAMED = "URBANIST_RUNNER"  # the runner's process id, in the environment of all that it starts
SET_PARENT_DEATH_SIGNAL = 1  # prctl(2); it is kept over exec


def has_runner() -> bool:
    if (named := os.environ.get(NAMED)) is None:
        return False
    try:
        os.kill(int(named), 0)  # it sends nothing, and fails where nobody is there
    except OSError:
        return False
    return True


def go_with_the_runner() -> None:
    """Without a runner (in a container, say) this does nothing; on macOS only a runner killed by force leaves some."""
    named = os.environ.get(NAMED)
    if named is None:
        return
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(SET_PARENT_DEATH_SIGNAL, signal.SIGTERM)
    if os.getppid() != int(named):  # it went before we asked to be told
        sys.exit("the runner is gone")
