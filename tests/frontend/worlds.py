"""Another world behind the same match: two hidden things lie in each other's place, and a seat can't notice.

What was public stays as it was stored, to the byte; only sealed parts differ, and what seals and chains them.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any

import msgspec

from shared.games.chance import Drawn
from shared.games.game import Game
from shared.ledger.envelope import Stored, seal_of, sealed_bytes
from shared.ledger.past import Entry
from shared.platform.match import Match
from shared.platform.moves import move_from
from shared.platform.streams import REGISTRY, Streams
from tests.games.scenario import evolved, settled_down


def another_world(streams: Streams, id_: str, seat: int | None) -> list[Stored] | None:
    """The stream of the match in that world; None where this seat knows all that is hidden from others."""
    match, entries = streams.match(id_).state, streams.matches.reader.past(f"match:{id_}").entries
    game, drawn = match.game, next(entry.event for entry in entries if isinstance(entry.event, Drawn))
    assert game is not None
    for other in swaps(match, drawn):
        state, told = played_again(game, match, entries, other)
        if state != match.state and game.view(state, seat) == match.view(seat):
            return stored_again(streams, id_, entries, iter([other, *told]))
    return None


def swaps(match: Match, drawn: Drawn) -> Iterator[Drawn]:
    """All in which two things have changed places that nobody was shown yet."""
    for number, (draw, order) in reversed([*enumerate(zip(drawn.draws, drawn.orders, strict=True))]):
        hidden = [at for at in range(len(order)) if (draw.label, at) not in match.revealed]
        for one, other in combinations(hidden, 2):
            swapped = [*order]
            swapped[one], swapped[other] = order[other], order[one]
            yield replace(drawn, orders=(*drawn.orders[:number], tuple(swapped), *drawn.orders[number + 1 :]))


def played_again(game: Game, match: Match, entries: tuple[Entry, ...], drawn: Drawn) -> tuple[Any, list[Any]]:
    """The same moves there: the state after them, and the game's events."""
    assert match.started is not None
    undealt = game.initial(len(match.players), game.options(**match.started.options), match.started.rules)
    state, told = settled_down(game, game.evolve(undealt, drawn))
    for asked in (entry.asked for entry in entries if entry.asked):
        decided = game.decide(state, asked.seat, move_from(game.moves, asked.move))
        state, followed = settled_down(game, evolved(game, state, decided))
        told += [*decided, *followed]
    return state, told


def stored_again(streams: Streams, id_: str, entries: tuple[Entry, ...], events: Iterator[Any]) -> list[Stored]:
    """The draw and the game's events take the place of those that were stored; the platform's others stay."""
    found: list[Stored] = []
    digest = None
    for entry, before in zip(entries, streams.ledger.read(f"match:{id_}"), strict=True):
        envelope, sealed = entry.envelope, before.sealed
        if envelope.type == "match.drawn" or not envelope.type.startswith("match."):
            written = REGISTRY.write(next(events))
            assert (written.type, written.data) == (envelope.type, envelope.data)
            if sealed is not None and written.part is not None:
                salt = bytes.fromhex(json.loads(sealed)["salt"])
                envelope = msgspec.structs.replace(envelope, seal=seal_of(written.part, salt))
                sealed = sealed_bytes(written.part, salt)
        envelope = msgspec.structs.replace(envelope, previous=digest).with_digest()
        digest = envelope.digest
        found.append(Stored(envelope.to_bytes(), sealed))
    assert next(events, None) is None
    return found
