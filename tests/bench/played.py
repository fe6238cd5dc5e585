"""Matches that other figures work on: played by bots into a ledger in memory, always the same."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from services.console.practice import in_ledger, in_memory, play_out
from shared.bots import mind
from shared.games.registry import GAMES
from shared.ledger.memory import MemoryLedger
from shared.platform.match import Match, Play, Start
from shared.platform.streams import Streams

ID = "bench0000001"
PLAYERS = ("bot:greedy@1", "bot:any_move@1", "bot:greedy@1", "bot:any_move@1")


def start(number: int, options: Any = None) -> Start:
    game = GAMES["quadropolis"]
    return Start(
        game=game,
        options=options or game.options(),
        players=PLAYERS,
        seed=number.to_bytes(32).hex(),
        nonces=(None,) * len(PLAYERS),
        table=None,
        practice=True,
    )


@cache
def played() -> Streams:
    """A ledger that holds one whole match, `match:<ID>`."""
    streams = Streams(MemoryLedger())
    play_out(start(1), in_ledger(streams, ID))
    return streams


def moments(number: int, options: Any) -> Iterator[Match]:
    """A match as it is before each move, and at its end."""
    obey, begin = in_memory(ID), start(number, options)
    game, match = begin.game, obey(begin, "service:bench", "start")
    minds = [mind(player, game, seat) for seat, player in enumerate(begin.players)]
    yield match
    while match.called:
        (seat,) = match.called
        view = match.view(seat)
        move = minds[seat](view, game.legal_moves(view, seat), match.bot_chance(seat))
        player = match.players[seat]
        match = obey(Play(player=player, seat=seat, turn=match.turn, move=move), player, f"{match.turn}")
        yield match
