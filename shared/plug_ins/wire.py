"""What crosses the pipe between whoever asks and a bot's process: one line of JSON each way.

    asked     {"turn", "game", "seat", "view", "moves", "chance", "refused"}
    answered  {"turn", "move": the index of one of the moves} or {"turn", "illegal"} or {"turn", "error"}, and
              "wanted" and "spent"

The view and the moves are the game's own values in their plainest form, arrays and numbers, which the other side turns
into the same values again; `chance` is the key of the bot's luck in this turn. Nothing else of the match crosses.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import msgspec

from shared.games.chance import Chance
from shared.games.game import Game
from shared.games.registry import GAMES

LONGEST = 65_536  # bytes of an answer


class Question(NamedTuple):
    """One turn. `refused` says why the move that it answered before was not taken."""

    turn: str
    game: Game
    seat: int
    view: Any
    moves: Sequence[Any]
    chance: Chance
    refused: str | None = None

    @property
    def match(self) -> str:
        return self.turn.rpartition("-")[0]


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """`move` is an index; else `illegal` is what it answered, or `error` what it raised.

    Where anybody watches, `wanted` is what the bot asked the system for meanwhile, and `spent` its milliseconds of
    processor time.
    """

    turn: str
    move: int | None = None
    illegal: str | None = None
    error: str | None = None
    wanted: str | None = None
    spent: int | None = None


def asked(question: Question) -> bytes:
    game = question.game
    names = {cls: name for name, cls in game.moves.items()}
    said = {
        "turn": question.turn,
        "game": game.slug,
        "seat": question.seat,
        "view": question.view,
        "moves": [(names[type(move)], move) for move in question.moves],
        "chance": question.chance.key.hex(),
        "refused": question.refused,
    }
    return msgspec.json.encode(said) + b"\n"


def question_from(line: bytes) -> Question:
    said = msgspec.json.decode(line)
    game = GAMES[said["game"]]
    view: Any = msgspec.convert(said["view"], type=state_of(game.slug), str_keys=True)
    moves: list[Any] = [msgspec.convert(move, type=game.moves[name], str_keys=True) for name, move in said["moves"]]
    chance = Chance(bytes.fromhex(said["chance"]))
    return Question(said["turn"], game, said["seat"], view, moves, chance, said["refused"])


@cache
def state_of(slug: str) -> type:
    """The type of a game's states, and so of its views."""
    game = GAMES[slug]
    return type(game.initial(min(game.seats), game.options(), game.rules))


def answered(answer: Answer) -> bytes:
    return msgspec.json.encode(answer) + b"\n"


def answer_from(line: bytes) -> Answer:
    """Raises ValueError where it makes no sense: whoever wrote it is not trusted."""
    return msgspec.json.decode(line, type=Answer)


def is_legal(answer: Answer, question: Question) -> bool:
    return answer.move is not None and 0 <= answer.move < len(question.moves)
