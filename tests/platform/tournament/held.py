"""Tournaments in memory: commands, and results from a seed in place of matches."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from shared.games.registry import GAMES
from shared.platform.tournament import Command, Rules, Tournament, after, decide, due, rules_for
from shared.platform.tournament.commands import (
    BeginFinal,
    EndRound,
    EndTime,
    EndTournament,
    Enter,
    OpenTournament,
    PairRound,
    RecordResult,
    StartTournament,
)
from shared.platform.tournament.pairings import OURS, made
from shared.platform.tournament.state import Round

ID = "cupcupcupcup"
ORGANISER = "person:olga"
GAME = GAMES["quadropolis"]
SEED = "5e" * 32

Ends = Callable[[Round, int], Sequence[int | None]]


def swiss(seats: int = 4, rounds: int = 5, **more: Any) -> Rules:
    return rules_for(GAME, "swiss", seats, rounds, **more)


def opening(rules: Rules, seed: str = SEED) -> OpenTournament:
    return OpenTournament(by=ORGANISER, game=GAME, options=GAME.options(), rules=rules, seed=seed)


def opened(rules: Rules, seed: str = SEED) -> Tournament:
    return do(Tournament(id=ID), opening(rules, seed))


def entry(number: int) -> Enter:
    return Enter(by=ORGANISER, player=player(number))


def started(rules: Rules, entrants: int, seed: str = SEED) -> Tournament:
    held = opened(rules, seed)
    for number in range(entrants):
        held = do(held, Enter(by=player(number), player=player(number)))
    return do(held, StartTournament(by=None))


def player(number: int) -> str:
    return f"person:p{number}"


def do(held: Tournament, *commands: Command) -> Tournament:
    for command in commands:
        held = after(held, decide(held, command))
    return held


def paired(held: Tournament, library: bool = False) -> Tournament:
    if not library:
        return do(held, PairRound(round=len(held.rounds)))
    found = made(held)
    is_own = found.by == OURS
    command = PairRound(
        round=len(held.rounds),
        library=None if is_own else found.pairing,
        made_by=found.by,
        instead=found.instead,
    )
    return do(held, command)


def at_random(seed: int) -> Ends:
    """Any places, ties too."""

    def ends(one: Round, table: int) -> Sequence[int | None]:
        random = Random(f"{seed}:{one.number}:{table}")
        points = [random.randrange(8) for _ in one.tables[table]]
        return [1 + sum(other > own for other in points) for own in points]

    return ends


def by_strength(one: Round, table: int) -> Sequence[int | None]:
    """The lower number wins."""
    seats = one.tables[table]
    return [1 + sum(other < own for other in seats) for own in seats]


def played(held: Tournament, ends: Ends) -> Tournament:
    """All tables that still play are played."""
    return do(held, *results(held, ends))


def results(held: Tournament, ends: Ends) -> list[RecordResult]:
    return [result(held.rounds[round_], table, ends(held.rounds[round_], table)) for round_, table, _ in held.playing()]


def result(one: Round, table: int, places: Sequence[int | None], note: str | None = None) -> RecordResult:
    points = tuple(50 - 5 * (place or 9) for place in places)
    return RecordResult(
        by=ORGANISER,
        round=one.number,
        table=table,
        how="by_hand",
        places=tuple(places),
        points=points,
        note=note,
    )


def step(held: Tournament, ends: Ends, library: bool = False) -> Tournament:
    """What is due."""
    if due(held) == "pair":
        return paired(held, library)
    return do(held, *commands_due(held, ends))


def commands_due(held: Tournament, ends: Ends) -> Sequence[Command]:
    match due(held):
        case "pair":
            return [PairRound(round=len(held.rounds))]
        case "play" if held.lasts and not held.is_time_over and len(held.rounds) > 3:
            return [EndTime()]
        case "play":
            return results(held, ends) or [EndTime()]
        case "end_round":
            over = next(one.number for one in held.rounds if not one.is_ended and not one.open)
            return [EndRound(round=over)]
        case "final":
            return [BeginFinal()]
        case _:
            return [EndTournament(by=None)]


def to_the_end(held: Tournament, ends: Ends, library: bool = False) -> Tournament:
    for _ in range(2000):
        if due(held) == "over":
            return held
        held = step(held, ends, library)
    raise AssertionError("it does not end")
