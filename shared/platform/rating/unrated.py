"""Why a match is not rated, and by which places one is that is."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from fractions import Fraction

from shared.marked import marked
from shared.platform.match import Match
from shared.platform.match.events import MatchAborted, MatchAdjudicated
from shared.platform.player import is_bot, is_person
from shared.platform.rating.pools import has_rivals


class Unrated(StrEnum):
    DEAL = "deal"
    PRACTICE = "practice"
    TOGETHER = "together"
    ALONE = "alone"
    CASUAL = "casual"
    TWICE = "twice"
    SAME = "same"
    REPLACED = "replaced"
    CALLED_OFF = "called_off"
    NO_PLACES = "no_places"


SENTENCES: Mapping[Unrated, str] = {
    Unrated.DEAL: marked("Not rated: ranked among those who had the same draws."),
    Unrated.PRACTICE: marked("Not rated: practice."),
    Unrated.TOGETHER: marked("Not rated: played together."),
    Unrated.ALONE: marked("Not rated: played alone."),
    Unrated.CASUAL: marked("Not rated: casual."),
    Unrated.TWICE: marked("Not rated: somebody had more than one seat."),
    Unrated.SAME: marked("Not rated: the same bot had all seats."),
    Unrated.REPLACED: marked("Not rated: a bot was replaced by another one."),
    Unrated.CALLED_OFF: marked("Not rated: it was called off."),
    Unrated.NO_PLACES: marked("Not rated: an operator gave no ranks."),
}

IMPORTED = marked("Imported: not rated. It was played on another server.")  # no event of a match says so


def why_unrated(match: Match) -> Unrated | None:
    """None where it is rated, or, while it runs, will be if it is played to its end."""
    return _by_its_start(match) or _by_its_seats(match) or _by_its_end(match)


def rated_places(match: Match, places: Sequence[int | None]) -> dict[str, int]:
    """By player, of a rated match: equal ones shared. Who left a seat comes behind all who stayed, whatever the bot
    that played on has made of it, or the person, who is not rated. A bot with several seats counts once, with the mean
    of their places.
    """
    left = [is_person(first) and first != last for first, last in zip(match.start.players, match.players, strict=True)]
    behind = [len(places) + 1 if gone else place or len(places) for gone, place in zip(left, places, strict=True)]
    seats = {player: Fraction(0) for player in match.start.players}
    for player in seats:
        own = [behind[seat] for seat, sits in enumerate(match.start.players) if sits == player]
        seats[player] = Fraction(sum(own), len(own))
    return {player: 1 + sum(other < mean for other in seats.values()) for player, mean in seats.items()}


def _by_its_start(match: Match) -> Unrated | None:
    started = match.start
    if started.practice:
        return Unrated.PRACTICE
    if match.deal:
        return Unrated.DEAL
    if len(started.players) < 2:
        return Unrated.ALONE
    if match.game and not has_rivals(match.game, len(started.players)):
        return Unrated.TOGETHER
    return None if started.terms.rated else Unrated.CASUAL


def _by_its_seats(match: Match) -> Unrated | None:
    players = match.start.players
    if len(set(filter(is_person, players))) < len(list(filter(is_person, players))):
        return Unrated.TWICE
    if len(set(players)) < 2:
        return Unrated.SAME
    pairs = zip(players, match.players, strict=True)
    return Unrated.REPLACED if any(is_bot(first) and first != last for first, last in pairs) else None


def _by_its_end(match: Match) -> Unrated | None:
    if isinstance(match.end, MatchAborted):
        return Unrated.CALLED_OFF
    is_unranked = isinstance(match.end, MatchAdjudicated) and None in match.end.places
    return Unrated.NO_PLACES if is_unranked else None
