"""JSON Lines in, JSON Lines out: an answer for every line in its order, or an error that names what is wrong in it."""

import json
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

from shared.errors import Malformed, UrbanistError
from shared.games.registry import GAMES
from shared.ledger.forms.schema import made
from shared.web.strict import foreign, read_json
from shared.web.wrong_fields import wrong_fields

BOM = b"\xef\xbb\xbf"
LONGEST = 64 * 1024  # bytes of a line, as much as a request's body
MOST_NAMED = 50  # wrong fields of a line: more would answer garbage with more garbage

Answer = Callable[[Any], Any]


def score(asked: Namespace) -> int:
    calculator = GAMES[asked.game].calculator
    if calculator is None:
        raise Malformed("{game} has no calculator", game=asked.game)
    return answer_all(lambda said: calculator.count(made(calculator.asks, said)))


def moves(asked: Namespace) -> int:
    positions = GAMES[asked.game].positions
    if positions is None:
        raise Malformed("{game} has no format for positions", game=asked.game)

    def listed(said: Any) -> Any:
        found = positions.moves(made(positions.asks, said))
        return {"count": len(found), "moves": found}

    return answer_all(listed)


def answer_all(answer: Answer) -> int:
    """The exit code: 1 where a line was answered with an error. Blank lines and byte order marks are passed over."""
    if sys.stdin is None:
        raise Malformed("standard input is closed: there are no lines to read")
    code = 0
    for number, told in enumerate(read_lines(sys.stdin.buffer)):
        line = told.removeprefix(BOM)  # editors put it before the first line, and `cat` before others
        if not number and (other := foreign(line)):
            raise Malformed("standard input can't be read as lines of JSON: {reason}", reason=other)
        if line.strip() or len(line) > LONGEST:
            said = answered(answer, line)
            code = max(code, int("error" in said))
            print(json.dumps(said), flush=True)  # in ASCII: wherever it goes, it is JSON
    return code


def read_lines(given: BinaryIO) -> Iterator[bytes]:
    """Of a line that is too long only the beginning, still too long: no line fills the memory."""
    while line := given.readline(LONGEST + 1):
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = given.readline(LONGEST + 1)
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
    more = [f"and {len(wrong) - MOST_NAMED} more"] if len(wrong) > MOST_NAMED else []
    return "; ".join(wrong[:MOST_NAMED] + more)


def named(fields: Any) -> Iterator[str]:
    """`city[1][2].floors: No shop stacks.`: every wrong field."""
    for path, said in wrong_fields(fields):
        yield f"{path}: {said}" if path else said
