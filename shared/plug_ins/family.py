"""All processes below one, as the system lists them: a bot's process and whatever it started."""

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

PAGE = os.sysconf("SC_PAGE_SIZE")
SWEEPS = 20  # looks for processes that were started while others were ended
STANDS = 5.0  # seconds until every thread stands still, however busy the machine is
PAUSE = 0.0005  # seconds between two looks at one that does not yet
STILL = "TtZX"  # states of a thread that runs no further: stopped, or ended


def below(process: int) -> list[int]:
    """Its children and theirs, without itself. Empty where the system doesn't say, as elsewhere than on Linux."""
    found, asked = list[int](), [process]
    while asked:
        children = list(_children(asked.pop()))
        found += children
        asked += children
    return found


def _children(process: int) -> Iterator[int]:
    with suppress(OSError):
        for task in os.listdir(f"/proc/{process}/task"):
            with suppress(OSError):
                yield from map(int, Path(f"/proc/{process}/task/{task}/children").read_text().split())


def memory(processes: list[int]) -> int:
    """Bytes that they hold together; what several share counts for each."""
    pages = 0
    for process in processes:
        with suppress(OSError):
            pages += int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * PAGE


def send(processes: list[int], number: int) -> None:
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, number)


def end(process: int) -> None:
    """With all below it, also those that are started meanwhile."""
    for _ in range(SWEEPS):
        family = below(process)
        send([process, *family], signal.SIGKILL)
        if not family:
            return


def stop(process: int) -> bool:
    """With all below it, also those that are started meanwhile; False if some of them go on all the same.

    A signal takes its time to reach each thread, and one that it has not reached may still start a process. So they
    are looked for until a look finds no new one after all that were known stood still.
    """
    until, told = time.monotonic() + STANDS, set[int]()
    while time.monotonic() < until:
        is_still = bool(told) and all(map(_stands, told))
        new = {process, *below(process)} - told
        if is_still and not new:
            return True
        send(list(new), signal.SIGSTOP)
        told |= new
        time.sleep(PAUSE)  # the other side needs the processor to stop
    return False


def _stands(process: int) -> bool:
    """With all its threads. Where the system doesn't say, as elsewhere than on Linux, the signal has to do."""
    return sys.platform != "linux" or all(state in STILL for state in states(process))


def states(process: int) -> Iterator[str]:
    with suppress(OSError):
        for task in os.listdir(f"/proc/{process}/task"):
            with suppress(OSError):  # it has just ended
                yield Path(f"/proc/{process}/task/{task}/stat").read_text().rpartition(")")[2].split()[0]
