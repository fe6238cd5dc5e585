"""Ties a program to the runner that started it: when the runner ends, in whatever way, so does the program."""

import ctypes
import os
import signal
import sys

REFUSED = 78  # EX_CONFIG, the exit code of a program that would refuse however often it was started
NAMED = "URBANIST_RUNNER"  # holds the runner's process id, in the environment of everything that it starts
SET_PARENT_DEATH_SIGNAL = 1  # prctl(2); it survives exec


def has_runner() -> bool:
    if (named := os.environ.get(NAMED)) is None:
        return False
    try:
        os.kill(int(named), 0)  # sends nothing, and fails if nobody is there
    except OSError:
        return False
    return True


def go_with_the_runner() -> None:
    """Without a runner (in a container, say) this does nothing. On macOS, programs outlive a runner that was killed."""
    named = os.environ.get(NAMED)
    if named is None:
        return
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(SET_PARENT_DEATH_SIGNAL, signal.SIGTERM)
    if os.getppid() != int(named):  # it ended before we asked for the signal
        sys.exit("the runner is gone")
