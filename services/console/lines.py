"""JSON Lines in, JSON Lines out: for each line, in order, an answer or an error that names what is wrong with it."""

import json
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

from services.console.words import plural
from shared.errors import Malformed, UrbanistError, filled
from shared.games.registry import GAMES
from shared.language import ENGLISH, speaking
from shared.ledger.forms.schema import made
from shared.web.strict import foreign, read_json
from shared.web.wrong_fields import in_words, wrong_fields

BOM = b"\xef\xbb\xbf"
LONGEST = 64 * 1024  # bytes in a line, as many as in the body of a request
MOST_NAMED = 50  # wrong fields of a line; more would answer garbage with garbage

Answer = Callable[[Any], Any]


def score(asked: Namespace) -> int:
    calculator = GAMES[asked.game].calculator
    if calculator is None:
        raise Malformed("{game} has no calculator", game=asked.game)
    return answer_all(lambda city: calculator.count(made(calculator.asks, city)))


def moves(asked: Namespace) -> int:
    positions = GAMES[asked.game].positions
    if positions is None:
        raise Malformed("{game} has no format for positions", game=asked.game)

    def listed(position: Any) -> Any:
        found = positions.moves(made(positions.asks, position))
        return {"count": len(found), "moves": found}

    return answer_all(listed)


def answer_all(answer: Answer) -> int:
    """The exit code: 1 if any line was answered with an error. Blank lines and byte order marks are skipped."""
    if sys.stdin is None:
        raise Malformed("standard input is closed: there are no lines to read")
    code = 0
    for number, raw in enumerate(read_lines(sys.stdin.buffer)):
        line = raw.removeprefix(BOM)  # editors put one before the first line, and `cat` puts them before others
        if not number and (other := foreign(line)):
            raise Malformed("standard input can't be read as lines of JSON: {reason}", reason=filled(other, {}))
        if line.strip() or len(line) > LONGEST:
            with speaking(ENGLISH):  # to programs
                given = answered(answer, line)
            code = max(code, int("error" in given))
            print(json.dumps(given), flush=True)  # ASCII alone, so that it is valid JSON in any encoding
    return code


def read_lines(stream: BinaryIO) -> Iterator[bytes]:
    """A line that is too long is cut where it is just too long, so that no line fills the memory."""
    while line := stream.readline(LONGEST + 1):
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = stream.readline(LONGEST + 1)
        yield line


def answered(answer: Answer, line: bytes) -> Any:
    try:
        if len(line) > LONGEST:
            raise Malformed("this line is too long: at most {kib} KiB are read", kib=LONGEST // 1024)
        return answer(read_json(line))
    except Malformed as verdict:
        return {"error": all_of(verdict.fields) or str(verdict)}
    except UrbanistError as verdict:
        return {"error": str(verdict)}


def all_of(fields: Any) -> str:
    wrong = list(named(fields))
    left = len(wrong) - MOST_NAMED
    more = [plural("and {n} more", "and {n} more", left)] if left > 0 else []
    return "; ".join(wrong[:MOST_NAMED] + more)


def named(fields: Any) -> Iterator[str]:
    """`city[1][2].floors: No shop stacks.`: every wrong field."""
    for path, sentence in wrong_fields(fields):
        said = in_words(sentence)
        yield f"{path}: {said}" if path else said
