"""How a table ended, from the record of its match: the places that count are of those who came, and mostly stayed.

Where all play together, all who count share the first place, won or lost: their points are compared.
"""

from collections.abc import Sequence
from typing import NamedTuple

from shared.games.ranks import Ranks
from shared.platform.match import Match
from shared.platform.match.events import LEFT, MatchAborted, MatchAdjudicated
from shared.platform.player import is_bot
from shared.platform.score.state import Score
from shared.platform.tournament.decide_tables import ADJUDICATED, FORFEIT, PLAYED
from shared.platform.tournament.rules import FORFEITS


class TableResult(NamedTuple):
    """As `tournament.result_recorded` has it. `note` is an operator's, who decided the match."""

    how: str
    places: Ranks
    points: tuple[int, ...]
    note: str | None = None


def result_of_table(absent: str, entrants: Sequence[str], match: Match, count: Score | None) -> TableResult | None:
    """`entrants` are players by seat, `absent` is the rule of the tournament. None while nobody knows how it ended."""
    nothing = (0,) * len(entrants)
    match match.end:
        case MatchAborted(reason=reason):
            stayed = [reason == LEFT and one == entrant for one, entrant in zip(match.players, entrants, strict=True)]
            return without_match(stayed)
        case MatchAdjudicated() as decided:
            return TableResult(ADJUDICATED, counting(absent, entrants, match, decided.places), nothing, decided.note)
        case None:
            return None
    if count is None:
        return None
    places = count.places if count.target is None else (1,) * len(entrants)
    return TableResult(PLAYED, counting(absent, entrants, match, places), tuple(count.points))


def counting(absent: str, entrants: Sequence[str], match: Match, places: Ranks) -> Ranks:
    """The place of who never came counts for nobody. Who left has the one that the stand-in reached, unless the rule
    says that they forfeit.
    """
    return tuple(
        place if is_counted(absent, entrant, match, seat) else None
        for seat, (entrant, place) in enumerate(zip(entrants, places, strict=True))
    )


def is_counted(absent: str, entrant: str, match: Match, seat: int) -> bool:
    """A bot that came never leaves: another version plays on for it, or the stand-in."""
    stays = is_bot(entrant) or absent != FORFEITS or match.players[seat] == entrant
    return match.start.players[seat] == entrant and stays


def without_match(sat: Sequence[bool]) -> TableResult:
    """Of a table at which too few sat down in time."""
    return TableResult(FORFEIT, tuple(1 if is_there else None for is_there in sat), (0,) * len(sat))
