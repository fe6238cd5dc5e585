"""Practice matches written straight into a running product's ledger: its listeners and workers do the rest."""

from services.console.play import id_of
from shared.errors import Unavailable
from shared.ledger.decider import Command
from shared.ledger.kinds import Streams
from shared.rules.games import GAMES
from shared.rules.match import Order, Start

GAME = GAMES["quadropolis"]
BOTS = ("bot:greedy@1", "bot:any_move@1")


def begin(streams: Streams, number: int, players: tuple[str, ...] = BOTS) -> str:
    """The id of a match whose luck comes from the number."""
    seed = f"{number:064x}"
    id_ = id_of(seed)
    order = Start(
        game=GAME,
        options=GAME.options(),
        players=players,
        seed=seed,
        nonces=(None,) * len(players),
        table=None,
        practice=True,
    )
    command: Command[Order] = Command(stream=f"match:{id_}", by="service:tests", cause="start", order=order)
    streams.matches.handle(command)
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
