"""Where a program's processor time goes during a run, as py-spy samples it from outside."""

import asyncio
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

TOP = 20  # lines
GET_IT = "py-spy is not installed: get it by `uv tool install py-spy`, or `pip install py-spy` anywhere on the PATH"


def sampler() -> str:
    """Its path. Raises SystemExit where it isn't installed."""
    beside = Path(sys.executable).with_name("py-spy")
    found = shutil.which("py-spy") or (str(beside) if beside.exists() else None)
    if found is None:
        raise SystemExit(GET_IT)
    return found


async def stacks_of(pids: Iterable[int], seconds: float) -> Counter[str]:
    """The stacks on which these processes were at work, by how often, from the outermost function inwards."""
    with tempfile.TemporaryDirectory(prefix="urbanist-profile-") as folder:
        files = {pid: Path(folder) / str(pid) for pid in pids}
        await asyncio.gather(*(_sample(pid, seconds, file) for pid, file in files.items()))
        found: Counter[str] = Counter()
        for file in files.values():
            for line in file.read_text().splitlines() if file.exists() else ():
                stack, _, times = line.rpartition(" ")
                found[stack] += int(times)
        return found


async def _sample(pid: int, seconds: float, file: Path) -> None:
    program = await asyncio.create_subprocess_exec(
        sampler(), "record", "--pid", str(pid), "--duration", str(max(1, int(seconds))), "--function", "--gil",
        "--format", "raw", "--output", str(file), stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    try:
        await program.wait()
    finally:
        if program.returncode is None:
            program.kill()


def top(stacks: Counter[str]) -> list[str]:
    """The functions in which most time is spent, and those that lead to most, as hundredths of all samples."""
    alone: Counter[str] = Counter()
    below: Counter[str] = Counter()
    for stack, times in stacks.items():
        functions = stack.split(";")
        alone[functions[-1]] += times
        below.update(dict.fromkeys(functions, times))
    total = max(1, stacks.total())
    return [
        "in the function itself:",
        *(f"{100 * times / total:5.1f} %  {name}" for name, times in alone.most_common(TOP)),
        "with all that it calls:",
        *(f"{100 * times / total:5.1f} %  {name}" for name, times in below.most_common(2 * TOP)),
    ]
