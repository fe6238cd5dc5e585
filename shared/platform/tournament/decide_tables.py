"""Tables of a round: which match one plays, and how it ended, as matchmaking, the organiser or its players say."""

from collections.abc import Sequence

from shared.errors import NotAllowed
from shared.platform.player import is_person
from shared.platform.tournament.commands import EnterResult, LinkMatch, RecordResult
from shared.platform.tournament.events import MatchLinked, Played, ResultEntered, ResultRecorded
from shared.platform.tournament.state import Round, Tournament

PLAYED, BY_HAND, FORFEIT, ADJUDICATED = HOW = ("played", "by_hand", "forfeit", "adjudicated")


def link(tournament: Tournament, command: LinkMatch) -> MatchLinked:
    one = round_at(tournament, command.round)
    _check_table(one, command.table)
    if command.table in one.matches or command.table in one.results:
        raise NotAllowed("this table has its match already")
    return MatchLinked(round=command.round, table=command.table, match=command.match)


def record(tournament: Tournament, command: RecordResult) -> ResultRecorded:
    one = round_at(tournament, command.round)
    _check_table(one, command.table)
    if command.how not in HOW or (command.how == PLAYED) != (command.played is not None):
        raise NotAllowed("a result is played, entered by hand, forfeited or decided by the organiser")
    check_seats(len(one.tables[command.table]), command)
    if command.played and one.matches.get(command.table) != command.played.match:
        raise NotAllowed("this is not the match of this table")
    before = one.results.get(command.table)
    if before or command.how == ADJUDICATED:
        check_note(command.note)
    if before and command.by is None and not is_newer(command.played, before):
        raise NotAllowed("this table has its result, and only a corrected count takes its place by itself")
    if is_settled(tournament, command.round):
        raise NotAllowed("the next round was paired by this result: it can't be changed any more")
    return ResultRecorded(
        round=command.round,
        table=command.table,
        how=command.how,
        played=command.played,
        places=command.places,
        points=command.points,
        note=command.note,
    )


def is_newer(played: Played | None, before: ResultRecorded) -> bool:
    """Whether its count stands in place of the one that was recorded; what the organiser has decided since stays."""
    was = before.played
    return was is not None and played is not None and was.match == played.match and was.score < played.score


def is_settled(tournament: Tournament, round_: int) -> bool:
    """Whether a bracket has gone on from this round, so that nobody can be brought back into it; in other formats
    points are corrected at any time until the end, and later rounds stay as they were paired.
    """
    one = tournament.rounds[round_]
    return one.stage != tournament.stage or (tournament.is_knock_out and round_ + 1 < len(tournament.rounds))


def enter_result(tournament: Tournament, command: EnterResult) -> Sequence[ResultRecorded | ResultEntered]:
    """The first word is the result; a further one confirms it, or leaves it to the organiser to decide."""
    one = round_at(tournament, command.round)
    _check_table(one, command.table)
    said = one.entered.get(command.table, ())
    check_players(one, command, said)
    entered = ResultEntered(
        round=command.round, table=command.table, seat=command.seat, places=command.places, points=command.points
    )
    return [entered] if said else [_by_hand(entered), entered]


def check_players(one: Round, command: EnterResult, said: Sequence[ResultEntered]) -> None:
    if one.is_ended:
        raise NotAllowed("this round is over: only its organiser can still correct a result")
    if command.table in one.matches:
        raise NotAllowed("this table plays its match here, and its result follows from that")
    if command.table in one.results and not said:
        raise NotAllowed("this table has its result already: only the organiser can correct it")
    seats = len(one.tables[command.table])
    if not is_person(command.by) or not 0 <= command.seat < seats:
        raise NotAllowed("only who sits at a table can say how it ended")
    check_seats(seats, command)
    if any(earlier.seat == command.seat for earlier in said):
        raise NotAllowed("this player has said already how it ended: only the organiser can correct it")


def _by_hand(entered: ResultEntered) -> ResultRecorded:
    return ResultRecorded(
        round=entered.round,
        table=entered.table,
        how=BY_HAND,
        played=None,
        places=entered.places,
        points=entered.points,
        note=None,
    )


def check_seats(seats: int, command: RecordResult | EnterResult) -> None:
    is_place = all(place is None or 1 <= place <= seats for place in command.places)
    if len(command.places) != seats or len(command.points) != seats or not is_place:
        raise NotAllowed("a result has a place and points for each seat")


def check_note(note: str | None) -> None:
    if not note:
        raise NotAllowed("whatever an organiser decides has a reason, which everybody is told")


def round_at(tournament: Tournament, number: int) -> Round:
    if not 0 <= number < len(tournament.rounds):
        raise NotAllowed("this round is not paired yet")
    return tournament.rounds[number]


def _check_table(one: Round, table: int) -> None:
    if not 0 <= table < len(one.tables):
        raise NotAllowed("this round has no such table")
