"""What a tournament waits for: so that whoever asks often enough brings it to its end."""

from collections.abc import Collection
from typing import Literal

from shared.platform.tournament.divisions import divided
from shared.platform.tournament.pairings import ours
from shared.platform.tournament.pairings.elimination import alive
from shared.platform.tournament.pairings.field import present
from shared.platform.tournament.pairings.schedule import rounds_for
from shared.platform.tournament.pairings.swiss import MOST_TRIED, sizes
from shared.platform.tournament.rules import ARENA, DUPLICATE, KNOCK_OUT, LEAGUE, ROUND_ROBIN
from shared.platform.tournament.state import Round, Tournament

Step = Literal["start", "play", "pair", "end_round", "final", "end", "over"]


def due(tournament: Tournament, waiting: Collection[int] = ()) -> Step:
    """`start` and `play` wait for people: entrants, and the tables of a round; in an arena also for its time.

    `waiting`: rounds of whose results some may still be contradicted.
    """
    if tournament.ended:
        return "over"
    if tournament.is_paused:
        return "play"
    if tournament.nonces is None:
        return "start"
    unended = [one for one in tournament.of_stage if not one.is_ended]
    if any(is_ready(one) and one.number not in waiting for one in unended):
        return "end_round"
    if can_pair(tournament):
        return "pair"
    if unended or (tournament.lasts and not tournament.is_time_over):
        return "play"
    return "final" if has_final(tournament) else "end"


def is_ready(one: Round) -> bool:
    """Whether it can be ended: each of its tables has a result, about which nobody disagrees."""
    return not one.is_ended and not one.open and not one.disputed


def has_final(tournament: Tournament) -> bool:
    """Whether this stage is followed by another one with at least two players."""
    final = tournament.rules.final
    return (
        bool(final) and tournament.stage == 0 and sum(tournament.entrants[one].is_in for one in tournament.members) > 1
    )


def can_pair(tournament: Tournament) -> bool:
    """Whether the next round can be paired now."""
    rounds = tournament.of_stage
    if rounds_left(tournament) == 0 or (
        tournament.format not in (ARENA, LEAGUE) and any(not one.is_ended for one in rounds)
    ):
        return False
    if tournament.format in KNOCK_OUT:
        return len(alive(tournament)) > 1
    count = len(present(tournament))
    if tournament.format == DUPLICATE and count < 2 * tournament.rules.seats:
        return False  # at a single table nobody could be compared with anybody
    if count < 2 or not sizes(count, tournament.rules.seats, tournament.rules.shortest):
        return False
    # Those who have just left a table together wait for others: of so many some always meet somebody else.
    return not tournament.lasts or count > MOST_TRIED or bool(ours(tournament).tables)


def rounds_left(tournament: Tournament) -> int:
    """-1 where the format knows by itself when it is over."""
    if tournament.lasts:
        return 0 if tournament.is_time_over else -1
    if tournament.format in KNOCK_OUT:
        return -1
    length = tournament.length
    if not length and tournament.format in (ROUND_ROBIN, LEAGUE):
        length = rounds_for(_largest(tournament), tournament.rules.seats)
    return length - len(tournament.of_stage)


def _largest(tournament: Tournament) -> int:
    """How many play among themselves in the largest group."""
    if tournament.season:
        return max(map(len, divided(tournament.members, tournament.season.size)))
    return -(-len(tournament.members) // tournament.groups)
