"""What a Dockerfile says, instruction by instruction, as far as ours goes: whatever else it may say is refused."""

import json
import re
import shlex
from pathlib import Path
from typing import NamedTuple

KNOWN = {"ARG", "FROM", "ENV", "WORKDIR", "COPY", "RUN", "USER", "HEALTHCHECK", "CMD"}
LISTS = {"HEALTHCHECK", "CMD"}  # whose words come as JSON here, so that no shell stands between
FLAG = re.compile(r"--([a-z-]+)=(\S+)\s+")
NAMED = re.compile(r"\$\{?(\w+)\}?")


class Instruction(NamedTuple):
    name: str
    flags: dict[str, str]
    text: str

    @property
    def words(self) -> list[str]:
        if self.name in LISTS:
            found: list[str] = json.loads(self.text.removeprefix("CMD "))
            return found
        return shlex.split(self.text)


class Stage(NamedTuple):
    base: str  # an image, or the name of an earlier stage
    name: str
    does: list[Instruction]

    def last(self, name: str) -> Instruction:
        return [one for one in self.does if one.name == name][-1]


def instructions(text: str) -> list[Instruction]:
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    return [parsed(line.strip()) for line in re.sub(r"\\\n\s*", " ", "\n".join(lines)).splitlines() if line.strip()]


def parsed(line: str) -> Instruction:
    name, _, rest = line.partition(" ")
    if name not in KNOWN:
        raise ValueError(f"the tests do not know what {name} does")
    flags = {}
    while found := FLAG.match(rest):
        flags[found[1]], rest = found[2], rest[found.end() :]
    return Instruction(name, flags, rest)


def stages(path: Path) -> dict[str, Stage]:
    """By name, in their order; the values of ARG are put into FROM."""
    values, found = dict[str, str](), dict[str, Stage]()
    for one in instructions(path.read_text("utf-8")):
        if one.name == "FROM":
            base, _as, name = one.words
            found[name] = Stage(expanded(base, values), name, [])
        elif not found:
            name, _, value = one.text.partition("=")
            values[name] = value
        else:
            found[list(found)[-1]].does.append(one)
    return found


def expanded(text: str, values: dict[str, str]) -> str:
    return NAMED.sub(lambda found: values[found[1]], text)
