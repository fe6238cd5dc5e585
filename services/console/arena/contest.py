"""One match of the arena, from its draws to its result, by a game's own functions: no ledger and no server."""

import time
from collections.abc import Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from services.console.arena.entrants import entrant
from services.console.arena.schedule import Contest
from shared.bots import STAND_IN, mind, player
from shared.bots.trying import after, begun, settled
from shared.games.chance import Chance, bot_key
from shared.games.game import Result
from shared.games.registry import GAMES
from shared.ledger.canonical import canonical
from shared.platform.moves import plain_move


class Played(NamedTuple):
    """By one bot, in all its seats: how many turns, how many of them with illegal moves, and the slowest, in seconds of
    processor time."""

    turns: int = 0
    illegal: int = 0
    slowest: float = 0.0
    seconds: float = 0.0

    def plus(self, other: "Played") -> "Played":
        return Played(
            self.turns + other.turns,
            self.illegal + other.illegal,
            max(self.slowest, other.slowest),
            self.seconds + other.seconds,
        )


class Outcome(NamedTuple):
    """`digest` is over the bots and every move; times are not in it."""

    points: tuple[int, ...]
    places: tuple[int | None, ...]
    target: int | None
    played: tuple[Played, ...]
    digest: str


def outcome(contest: Contest) -> Outcome:
    game, seats = GAMES[contest.game], len(contest.bots)
    minds = [entrant(name, game, seat) for seat, name in enumerate(contest.bots)]
    moves: list[dict[str, Any]] = []
    state, played = begun(game, seats, contest.options, Chance(contest.key)), [Played()] * seats
    while called := game.to_move(state):
        seat = called[0]
        view = game.view(state, seat)
        legal, chance = game.legal_moves(view, seat), Chance(bot_key(contest.luck, seat, len(moves)))
        started = time.process_time()
        move = minds[seat](view, legal, chance)
        took = time.process_time() - started
        is_illegal = move not in legal
        if is_illegal:
            move = mind(player(STAND_IN), game, seat)(view, legal, chance)
        played[seat] = played[seat].plus(Played(1, int(is_illegal), took, took))
        moves.append(plain_move(game.moves, move))
        state = settled(game, after(game, state, seat, move))
    return _ended(contest, game.result(state), moves, played)


def _ended(contest: Contest, result: Result, moves: Sequence[Any], played: Sequence[Played]) -> Outcome:
    digest = sha256(canonical([list(contest.bots), list(moves), list(result.points)])).hexdigest()
    return Outcome(result.points, result.places, result.target, tuple(played), digest)
