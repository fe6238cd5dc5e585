"""The processor time of each program of a running product, including those that end meanwhile."""

import os
from collections import Counter
from contextlib import suppress
from pathlib import Path

from shared.services import DOORS, SERVICES
from tests.whole.product import SERVER, Product

TICKS = os.sysconf("SC_CLK_TCK")
LOAD, REST = "load", "runner"
WORKERS = "workers"
NAMES = {
    **{one.module: one.program for one in (*DOORS, *SERVICES)},
    **{f"-m services.{one.program} ": f"{one.program} listener" for one in SERVICES},
    "rq worker ": WORKERS,
    "-m frontend.caller ": "caller",
}
"""By what is in a command line."""
PROGRAMS = tuple(dict.fromkeys(NAMES.values()))
COLUMNS = (*PROGRAMS, *SERVER, REST, LOAD)


class Processor:
    """`sample` notes what each process has used so far; `begin` starts counting from there."""

    def __init__(self, product: Product) -> None:
        self.product = product
        self._names: dict[int, str] = {}
        self._before: dict[int, int] = {}
        self._last: dict[int, int] = {}

    def begin(self) -> None:
        self._last = {}
        self.sample()
        self._before = dict(self._last)

    def sample(self) -> None:
        """Call it before killing a process, whose processor time can't be read afterwards."""
        for pid in self.product.pids(*SERVER):
            self._names[pid] = SERVER[0]
        for pid in self.product.pids():
            self._names[pid] = name_of(command_line(pid))
        self._names[os.getpid()] = LOAD
        for pid in self._names:
            if ticks := ticks_of(pid):
                self._last[pid] = ticks

    def pids(self, name: str) -> list[int]:
        """Its processes, as of the last sample."""
        return [pid for pid, found in self._names.items() if found == name and ticks_of(pid)]

    def used(self) -> dict[str, float]:
        """Seconds since `begin`, by name."""
        self.sample()
        found: Counter[str] = Counter()
        for pid, ticks in self._last.items():
            found[self._names[pid]] += ticks - self._before.get(pid, 0)
        return {name: found[name] / TICKS for name in COLUMNS}


def name_of(command: str) -> str:
    return next((name for sign, name in NAMES.items() if sign in command), REST)


def command_line(pid: int) -> str:
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    return ""


def ticks_of(pid: int) -> int:
    """In user and in system mode; 0 for a process that has ended."""
    with suppress(OSError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return int(fields[11]) + int(fields[12])
    return 0
