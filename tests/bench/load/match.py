"""One match of people: opened through the door, and followed with the product's own code.

The stream is read from the server once. What follows a person's move is decided here as the product decides it, down
to the drawn tiles, because the ledger holds their orders. Only after a bot's move is the stream read again.
"""

import asyncio
from collections.abc import Mapping, Sequence
from itertools import count
from random import Random
from typing import Any, NamedTuple

from shared.evidence import Asked
from shared.ledger.fold import Folded
from shared.platform import match as platform
from shared.platform.moves import plain_move
from shared.platform.streams import Streams
from tests.bench.load.person import Person

SEATS = 2
MOMENT = 0.02  # seconds between two looks at a stream
STARTS = 60.0  # seconds until a full table must have started


class Turn(NamedTuple):
    """What a person is called to answer, and how the match stands."""

    seat: int
    number: int
    state: platform.Match

    @property
    def moves(self) -> Sequence[Any]:
        """All that are legal."""
        return self.state.rules.legal_moves(self.state.view(self.seat), self.seat)

    def plain(self, move: Any) -> dict[str, Any]:
        return plain_move(self.state.rules.moves, move)


class Match:
    """`people` by seat; the other seats are bots'."""

    def __init__(self, streams: Streams, id_: str, people: Mapping[int, Person], chance: Random) -> None:
        self.streams = streams
        self.id = id_
        self.people = people
        self.chance = chance
        self._keys = count(1)
        self._foreseen: platform.Match | None = None

    async def fold(self) -> Folded[platform.Match]:
        """In a thread: while the server syncs its file, everybody else goes on."""
        return await asyncio.to_thread(self.streams.match, self.id)

    def key(self) -> str:
        """The idempotency key of the next move."""
        return f"load-{next(self._keys):04}"

    async def turn(self, over: asyncio.Event) -> Turn | None:
        """The next turn of a person; None once the match or the run is over."""
        while not over.is_set():
            state, self._foreseen = self._foreseen or (await self.fold()).state, None
            if state.is_over:
                return None
            for seat in state.called:
                if seat in self.people:
                    return Turn(seat, state.turn, state)
            await asyncio.sleep(MOMENT)  # a bot's turn
        return None

    def moved(self, turn: Turn, move: Any, version: int | None) -> None:
        """Remember what follows, unless the answer to the move names another version: then the stream is read again."""
        state = after(turn, move)
        self._foreseen = state if version in (None, state.version) else None


def after(turn: Turn, move: Any) -> platform.Match:
    """The match after the move."""
    play = platform.Play(player=turn.state.players[turn.seat], seat=turn.seat, turn=turn.number, move=move)
    return platform.after(turn.state, platform.decide(turn.state, play), Asked(turn.seat, turn.number, move))


async def begin(streams: Streams, people: list[Person], bots: list[str], chance: Random) -> Match:
    """Opens a table, seats everybody and waits for the start. Raises Refused."""
    table = {"game": "quadropolis", "seats": SEATS, "bots": bots, "cause": "load-open"}
    id_ = str((await people[0].command("open", "/api/tables", table))["id"])
    for number, person in enumerate(people):
        await person.command("open", f"/api/tables/{id_}/seats", {"nonce_hash": None, "cause": f"load-sit-{number}"})
    async with asyncio.timeout(STARTS):
        while not await asyncio.to_thread(streams.ledger.last, f"match:{id_}"):
            await asyncio.sleep(MOMENT)  # game-command's listener starts it
    return Match(streams, id_, await asyncio.to_thread(seated, streams, id_, people), chance)


def seated(streams: Streams, id_: str, people: list[Person]) -> dict[int, Person]:
    """By the key with which each sat down: the cookie says who they are only to the product."""
    players = {cause: by for by, cause in streams.table(id_).answers}
    state = streams.match(id_).state
    found = {state.seating.first_seat_of(players[f"load-sit-{number}"]): person for number, person in enumerate(people)}
    assert None not in found
    return {seat: person for seat, person in found.items() if seat is not None}
