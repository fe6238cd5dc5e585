"""Rounds: who plays whom, and when it is over."""

from collections.abc import Sequence

from shared.errors import NotAllowed
from shared.platform.tournament.commands import ChangePairing, EndRound, PairRound
from shared.platform.tournament.decide_tables import FORFEIT, check_note, round_at
from shared.platform.tournament.due import can_pair, due
from shared.platform.tournament.duplicate import is_duplicate, name_of
from shared.platform.tournament.events import (
    PairingChanged,
    ResultRecorded,
    RoundEnded,
    RoundPaired,
    StageEnded,
)
from shared.platform.tournament.evolve import Event, after
from shared.platform.tournament.pairings import INSTEAD, OURS, input_of, ours, wrong
from shared.platform.tournament.pairings.field import groups_of
from shared.platform.tournament.rules import ARENA
from shared.platform.tournament.standings import standings
from shared.platform.tournament.state import Tournament


def pair(tournament: Tournament, command: PairRound) -> list[Event]:
    """And the results of tables to which at most one player comes."""
    if command.round != len(tournament.rounds):
        raise NotAllowed("this round is paired already, or its turn has not come")
    if tournament.nonces is None or tournament.is_paused or not can_pair(tournament):
        raise NotAllowed("no round can be paired now")
    pairing = ours(tournament) if command.library is None else command.library
    if command.library is not None and (broken := wrong(tournament, command.library)):
        raise broken
    if command.instead not in (None, *INSTEAD):
        raise NotAllowed("there is no such reason for another pairing")
    paired = RoundPaired(
        round=command.round,
        stage=tournament.stage,
        input=input_of(tournament),
        by=command.made_by or OURS,
        instead=command.instead,
        tables=pairing.tables,
        byes=pairing.byes,
        pulled=pairing.pulled,
        deal=name_of(tournament, command.round) if is_duplicate(tournament) else None,
    )
    return [paired, *forfeits(tournament, command.round, pairing.tables)]


def forfeits(tournament: Tournament, round_: int, tables: Sequence[Sequence[int]]) -> list[Event]:
    """Of a schedule or bracket: where others have left, who is there wins."""
    return [
        _forfeit(round_, table, [tournament.is_active(one, round_) for one in seats])
        for table, seats in enumerate(tables)
        if sum(tournament.is_active(one, round_) for one in seats) <= 1
    ]


def _forfeit(round_: int, table: int, there: Sequence[bool]) -> ResultRecorded:
    return ResultRecorded(
        round=round_,
        table=table,
        how=FORFEIT,
        played=None,
        places=tuple(1 if is_there else None for is_there in there),
        points=(0,) * len(there),
        note=None,
    )


def change(tournament: Tournament, command: ChangePairing) -> list[Event]:
    one = round_at(tournament, command.round)
    if one.matches or one.is_ended or any(result.how != FORFEIT for result in one.results.values()):
        raise NotAllowed("this round has begun, and its pairing can't be changed any more")
    before = sorted([*(who for seats in one.tables for who in seats), *one.byes])
    if sorted([*(who for seats in command.tables for who in seats), *command.byes]) != before:
        raise NotAllowed("a changed pairing has everybody of the round just once")
    if any(not tournament.rules.shortest <= len(seats) <= tournament.rules.seats for seats in command.tables):
        raise NotAllowed(
            "a table of this tournament has {least} to {most} seats",
            least=tournament.rules.shortest,
            most=tournament.rules.seats,
        )
    check_note(command.note)
    changed = PairingChanged(round=command.round, tables=command.tables, byes=command.byes, note=command.note)
    return [changed, *forfeits(tournament, command.round, command.tables)]


def end_round(tournament: Tournament, command: EndRound) -> list[Event]:
    """With the standings after it; in an arena, where rounds overlap, they are told at the end."""
    one = round_at(tournament, command.round)
    if one.is_ended:
        raise NotAllowed("this round has ended already")
    if one.open and not command.late:
        raise NotAllowed("some tables of this round still play")
    if one.disputed and not command.late:
        raise NotAllowed("players of this round disagree about a result, which its organiser decides first")
    missing: list[Event] = [_forfeit(one.number, table, [False] * len(one.tables[table])) for table in one.open]
    now = after(tournament, missing)
    ended = RoundEnded(round=one.number, standings=standings(now) if tournament.format != ARENA else ())
    return [*missing, ended]


def begin_final(tournament: Tournament) -> StageEnded:
    """Those who left make room for the next ones."""
    final = tournament.rules.final
    if final is None or due(tournament) != "final":
        raise NotAllowed("the first stage still goes on, or no final follows it")
    return StageEnded(entrants=tuple(best_of(tournament)[: final.entrants]))


def best_of(tournament: Tournament) -> list[int]:
    """Of groups first those who won one, then those who came second in one, and so on; each time by the standings."""
    best = [one.entrant for one in standings(tournament) if tournament.entrants[one.entrant].is_in]
    groups = [[one for one in best if one in group] for group in groups_of(tournament)]
    return sorted(best, key=lambda one: next((group.index(one) for group in groups if one in group), 0))
