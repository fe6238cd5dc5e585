"""The process that a bot's package is loaded in; `launch.py` starts it with NAME QUESTIONS ANSWERS [--watch].

`QUESTIONS` and `ANSWERS` are open file descriptors. What the bot prints goes to standard error and is no answer.
With `--watch`, an answer says what the bot asked the system for while it was thinking.
"""

import os
import random
import sys
import time
import traceback
from collections.abc import Iterator
from typing import Any

import msgspec

from shared.errors import Malformed
from shared.plug_ins.greeting import excuse, greeting
from shared.plug_ins.plug_in import PlugIn, load
from shared.plug_ins.wall import die_with_parent
from shared.plug_ins.watched import Watched
from shared.plug_ins.wire import Answer, Question, answered, question_from

LONGEST_SAID = 400  # characters of an illegal answer
LONGEST_ERROR = 600


def main() -> None:
    die_with_parent()
    name, questions, answers = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    watched = Watched() if "--watch" in sys.argv[4:] else None
    try:
        plug_in = load(name)
    except BaseException as error:
        write(answers, excuse(told(error)))
        sys.exit(1)
    write(answers, greeting(plug_in))
    for line in lines(questions):
        write(answers, answered(play(plug_in, question_from(line), watched)))


def play(plug_in: PlugIn, question: Question, watched: Watched | None) -> Answer:
    """Its own luck is the only one: what `random` gives is the same for the same chance."""
    random.seed(question.chance.key)
    began = time.process_time()
    if watched:
        watched.begin()
    try:
        mind = plug_in.mind(question.game, question.seat)
        if question.refused is not None and hasattr(mind, "refused"):
            mind.refused(question.refused)
        answer = chosen(question, mind(question.view, question.moves, question.chance))
    except Exception as error:
        answer = Answer(question.turn, error=told(error))
    if watched is None:
        return answer
    spent = round(1000 * (time.process_time() - began))
    return msgspec.structs.replace(answer, wanted=", ".join(watched.end()) or None, spent=spent)


def chosen(question: Question, move: Any) -> Answer:
    try:
        return Answer(question.turn, move=list(question.moves).index(move))
    except Exception:  # comparing is the bot's own code, too
        return Answer(question.turn, illegal=said_by(move))


def said_by(move: Any) -> str:
    try:
        return repr(move)[:LONGEST_SAID]
    except Exception:
        return f"an object of {type(move).__name__}"


def told(error: BaseException) -> str:
    """What was raised, and where, without the folders of this machine."""
    frames = traceback.extract_tb(error.__traceback__)[-1:]
    where = [f"{os.path.basename(frame.filename)}, line {frame.lineno}: {frame.line}" for frame in frames]
    fields = [f"{error.values['fields']}\n"] if isinstance(error, Malformed) and "fields" in error.values else []
    return "".join([*traceback.format_exception_only(error), *fields, *where])[:LONGEST_ERROR]


def lines(source: int) -> Iterator[bytes]:
    with os.fdopen(source, "rb") as pipe:
        yield from pipe


def write(target: int, data: bytes) -> None:
    while data:
        data = data[os.write(target, data) :]
