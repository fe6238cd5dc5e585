"""Starts a bot's process behind its wall, with an empty environment and pipes to it."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from shared.plug_ins import wall
from shared.plug_ins.calls import refusing
from shared.plug_ins.needed import needed
from shared.plug_ins.wall import Limits

BOOT = "import json, sys; sys.path[:] = json.loads(sys.argv.pop(1)); from shared.plug_ins.child import main; main()"


class Started(NamedTuple):
    """`questions` and `answers` are pipes; `said` is where everything comes out that the bot prints."""

    program: "subprocess.Popen[bytes]"
    questions: int
    answers: int
    said: int


def start(name: str, limits: Limits, watch: bool) -> Started:
    """Its environment is empty, and it finds the packages that this process finds, compiled where that keeps them."""
    questions, write_questions = os.pipe()
    read_answers, answers = os.pipe()
    said, printed = os.pipe()
    compiled = ["-X", f"pycache_prefix={sys.pycache_prefix}"] if sys.pycache_prefix else []
    python = [sys.executable, "-I", "-B", *compiled]
    path = json.dumps([str(Path(entry).absolute()) for entry in sys.path])
    bot = [
        *python,
        "-u",
        "-X",
        "utf8",
        "-c",
        BOOT,
        path,
        name,
        str(questions),
        str(answers),
        *(["--watch"] if watch else []),
    ]
    within = json.dumps(limits._replace(shown=needed(limits.has_network))._asdict())
    command = [*python, wall.__file__, within, refusing(os.uname().machine).hex(), *bot]
    with open(os.devnull, "rb") as nothing:
        program = subprocess.Popen(
            command, stdin=nothing, stdout=printed, stderr=printed, env={}, cwd="/", pass_fds=(questions, answers)
        )
    for theirs in (questions, answers, printed):
        os.close(theirs)
    os.set_blocking(said, False)
    os.set_blocking(write_questions, False)
    return Started(program, write_questions, read_answers, said)
