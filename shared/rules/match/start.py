"""How a match begins: its facts and draws, and in a branch every move that was made before it."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any, NamedTuple

from shared.rules.chance import Chance, Continued, commitment, match_key
from shared.rules.match.evolve import after
from shared.rules.match.follow import and_what_follows
from shared.rules.match.orders import Asked, Start
from shared.rules.match.state import Match
from shared.rules.platform import MatchStarted


class Step(NamedTuple):
    """Events, and the move that led to them."""

    asked: Asked | None
    events: list[Any]


def beginning(match: Match, order: Start) -> Iterator[Step]:
    """`match` is the one that has not started. What a branch repeats is judged like any move."""
    events = [_started(order), *order.game.setup(len(order.players), order.options, _chance(match.id, order))]
    step = Step(None, and_what_follows(after(match, events), events))
    yield step
    for seat, move in order.branched.moves if order.branched else ():
        match = after(match, step.events, step.asked)
        step = _repeated(match, seat, move)
        yield step


def repeated(match: Match, order: Start) -> dict[int, Asked]:
    """The moves that a branch repeats, by place among the events of its beginning."""
    found, place = dict[int, Asked](), 0
    for step in beginning(match, order):
        if step.asked:
            found[place] = step.asked
        place += len(step.events)
    return found


def _started(order: Start) -> MatchStarted:
    return MatchStarted(
        game=order.game.slug,
        rules=order.branched.rules if order.branched else order.game.rules,
        options=asdict(order.options),
        players=order.players,
        commitment=commitment(order.seed),
        nonces=order.nonces,
        table=order.table,
        practice=order.practice,
        branch=order.branched.branch if order.branched else None,
        seed=order.seed,
    )


def _chance(id_: str, order: Start) -> Chance:
    key = match_key(order.seed, id_, order.nonces)
    return Continued(key, order.branched.orders) if order.branched else Chance(key)


def _repeated(match: Match, seat: int, move: Any) -> Step:
    assert match.game is not None
    asked, events = Asked(seat, match.turn, move), match.game.decide(match.state, seat, move)
    return Step(asked, and_what_follows(after(match, events, asked), events))
