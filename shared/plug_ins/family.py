"""All processes below one, as the system lists them: a bot's process and whatever it started."""

import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

PAGE = os.sysconf("SC_PAGE_SIZE")
SWEEPS = 20  # looks for processes that were started while others were ended


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
