"""What went wrong with a bot's turn. It is kept as an English line: who reads it is known on the page alone."""

from frontend.sentences import Sentence
from shared.language import recognised
from shared.plug_ins.asking import ILLEGAL
from shared.plug_ins.greeting import NO_SENSE
from shared.roster.failures import NO_ANSWER

TEMPLATES = (ILLEGAL, NO_SENSE, NO_ANSWER)


def failure_lines(reason: str) -> list[Sentence]:
    """Line by line; what a program of somebody else said stays as it is."""
    return [Sentence(*recognised(line, TEMPLATES), is_whole=True) for line in reason.splitlines()]


def first_line(reason: str) -> Sentence:
    return next(iter(failure_lines(reason)), Sentence("", is_whole=True))
