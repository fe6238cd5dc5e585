"""Practice matches written straight into the ledger of a running product, whose listeners and workers do the rest."""

from dataclasses import replace

from services.console.practice import id_of, practice
from shared.errors import Unavailable
from shared.games.registry import GAMES
from shared.ledger.decider import Message
from shared.platform.match import Command
from shared.platform.streams import Streams
from shared.platform.terms import USUAL, Terms

GAME = GAMES["quadropolis"]
BOTS = ("bot:greedy@1", "bot:any_move@1")


def begin(streams: Streams, number: int, players: tuple[str, ...] = BOTS, terms: Terms = USUAL) -> str:
    """The id of a match whose luck depends on the number."""
    seed = f"{number:064x}"
    command = replace(practice(GAME, players, GAME.options(), seed), terms=terms)
    id_ = id_of(command)
    message: Message[Command] = Message(stream=f"match:{id_}", by="service:tests", cause="start", command=command)
    streams.matches.handle(message)
    return id_


def is_over(streams: Streams, match: str) -> bool:
    try:
        return streams.match(match).state.is_over
    except Unavailable:
        return False


def is_counted(streams: Streams, match: str) -> bool:
    try:
        return streams.score(match) is not None
    except Unavailable:
        return False
