"""Matches that other figures work on: played by bots into a ledger in memory, always the same."""

from functools import cache
from typing import Any

from services.console.practice import in_ledger, play_out
from shared.games.registry import GAMES
from shared.ledger.memory import MemoryLedger
from shared.platform.match import Start
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
