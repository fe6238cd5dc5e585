"""The row of a tournament in the lists, from what its stream says now."""

from dataclasses import dataclass, fields

from shared.platform.tournament import Tournament
from shared.platform.tournament.due import rounds_left

PLANNED, RUNNING, PAUSED, ENDED = STATUSES = ("planned", "running", "paused", "ended")


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentRow:
    """`entrants` counts those who are in, `rounds` those paired so far, `length` those of the stage (0: as many as it
    takes), `playing` the tables without a result. `winner` is an entrant's number. `at` is the time of the last event.
    """

    id: str
    version: int
    status: str
    organiser: str
    game: str
    format: str
    seats: int
    entrants: int
    rounds: int
    length: int
    playing: int
    winner: int | None
    player: str | None
    at: str


FIELDS = tuple(field.name for field in fields(TournamentRow))


def tournament_row(tournament: Tournament, at: str) -> TournamentRow:
    winner = winner_of(tournament)
    return TournamentRow(
        id=tournament.id,
        version=tournament.version,
        status=status_of(tournament),
        organiser=tournament.opening.organiser,
        game=tournament.opening.game,
        format=tournament.rules.format,
        seats=tournament.rules.seats,
        entrants=sum(one.is_in for one in tournament.entrants),
        rounds=len(tournament.rounds),
        length=length_of(tournament),
        playing=sum(1 for _ in tournament.playing()),
        winner=winner,
        player=None if winner is None else tournament.entrants[winner].player,
        at=at,
    )


def status_of(tournament: Tournament) -> str:
    if tournament.ended:
        return ENDED
    if tournament.nonces is None:
        return PLANNED
    return PAUSED if tournament.is_paused else RUNNING


def length_of(tournament: Tournament) -> int:
    """The rounds of this stage, 0 where nobody knows yet."""
    left = rounds_left(tournament)
    return len(tournament.of_stage) + left if tournament.nonces is not None and left >= 0 else tournament.length


def winner_of(tournament: Tournament) -> int | None:
    """Of one that has ended, and was played."""
    found = tournament.ended.standings if tournament.ended else ()
    return found[0].entrant if found and any(one.results for one in tournament.rounds) else None
