"""How matchmaking itself commands a tournament: under a key that follows from what is to be done, so only once."""

from contextlib import suppress

from shared.errors import KeyReused, MatchOver, NotAllowed
from shared.ledger.decider import Message
from shared.platform.streams import Streams
from shared.platform.tournament import Command

SERVICE = "service:matchmaking"


def act(streams: Streams, id_: str, command: Command, what: str) -> bool:
    """Whether it was done, now or before. Where somebody was faster, or the organiser wants it otherwise, it is not.

    Raises Busy, Unavailable.
    """
    message: Message[Command] = Message(
        stream=f"tournament:{id_}", by=SERVICE, cause=f"tournament:{id_}:{what}", command=command
    )
    with suppress(NotAllowed, MatchOver, KeyReused):
        streams.tournaments.handle(message)
        return True
    return False
