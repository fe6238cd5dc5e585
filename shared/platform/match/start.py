"""How a match starts: its facts and draws, and in a branch all moves that were made before it."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any, NamedTuple

from shared.evidence import Asked
from shared.games.chance import Chance, Continued, commitment, match_key
from shared.platform.match.commands import Start
from shared.platform.match.events import MatchStarted
from shared.platform.match.evolve import after
from shared.platform.match.follow import and_what_follows
from shared.platform.match.state import Match, luck_name


class Step(NamedTuple):
    """Events, and the move that led to them."""

    asked: Asked | None
    events: list[Any]


def beginning(match: Match, command: Start) -> Iterator[Step]:
    """`match` has not started yet. What a branch repeats is judged like any other move."""
    events = [_started(command), *command.game.setup(len(command.players), command.options, _chance(match.id, command))]
    step = Step(None, and_what_follows(after(match, events), events))
    yield step
    for seat, move in command.branched.moves if command.branched else ():
        match = after(match, step.events, step.asked)
        step = _repeated(match, seat, move)
        yield step


def repeated(match: Match, command: Start) -> dict[int, Asked]:
    """The moves that a branch repeats, by index among the events that it starts with."""
    found, index = dict[int, Asked](), 0
    for step in beginning(match, command):
        if step.asked:
            found[index] = step.asked
        index += len(step.events)
    return found


def _started(command: Start) -> MatchStarted:
    return MatchStarted(
        game=command.game.slug,
        rules=command.branched.rules if command.branched else command.game.rules,
        options=asdict(command.options),
        players=command.players,
        commitment=commitment(command.seed),
        nonces=command.nonces,
        table=command.table,
        practice=command.practice,
        branch=command.branched.branch if command.branched else None,
        hints=command.hints,
        terms=command.terms,
        deal=command.deal,
        host_key=command.keys.host,
        keys=command.keys.by_seat(len(command.players)),
        seed=command.seed,
    )


def _chance(id_: str, command: Start) -> Chance:
    key = match_key(command.seed, luck_name(id_, command.deal), command.nonces)
    return Continued(key, command.branched.orders) if command.branched else Chance(key)


def _repeated(match: Match, seat: int, move: Any) -> Step:
    asked, events = Asked(seat, match.turn, move), match.rules.decide(match.state, seat, move)
    return Step(asked, and_what_follows(after(match, events, asked), events))
