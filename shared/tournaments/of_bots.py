"""The last round robin of bots that the house has held in each pool: its table is their rating for everybody.

Key: the hash `tournaments:of_bots` of `<end> <id>` by pool, the end in milliseconds since 1970.
"""

from collections.abc import Mapping
from datetime import datetime
from fractions import Fraction
from typing import Any, NamedTuple

from shared.ledger.fold import Folded
from shared.ledger.redis import answering
from shared.platform.player import is_bot
from shared.platform.rating.pools import pool
from shared.platform.tournament import Tournament
from shared.platform.tournament.decide_tables import PLAYED
from shared.platform.tournament.rules import POINT, ROUND_ROBIN

LAST = "tournaments:of_bots"


class BotStanding(NamedTuple):
    """Of a bot with all that it entered as. `points` are twelfths, `matches` seats that it played."""

    player: str
    place: int
    points: int
    matches: int

    @property
    def mean(self) -> Fraction:
        """Points a match."""
        return Fraction(self.points, POINT * self.matches) if self.matches else Fraction(0)


class RoundRobins:
    """`client` decodes what it reads. Everything here raises Unavailable."""

    def __init__(self, client: Any) -> None:
        self.redis = client

    def note(self, folded: Folded[Tournament]) -> None:
        """Safe to repeat, in whatever order they are heard of."""
        opened = folded.state.opening
        name, end = pool(opened.game, opened.options), int(datetime.fromisoformat(folded.at).timestamp() * 1000)
        with answering():
            known = self.redis.hget(LAST, name)
            if known is None or int(known.split()[0]) < end:
                self.redis.hset(LAST, name, f"{end} {folded.state.id}")

    def last(self) -> Mapping[str, str]:
        """Ids by pool."""
        with answering():
            return {name: text.split()[1] for name, text in sorted(self.redis.hgetall(LAST).items())}


def is_of_bots(tournament: Tournament) -> bool:
    """Whether bots alone have played a whole round robin, and nobody decided anything for them.

    What is known at once comes first: each version of a tournament is asked.
    """
    rules, ended = tournament.rules, tournament.ended
    is_whole = rules.format == ROUND_ROBIN and rules.groups == 1 and rules.final is None
    if not is_whole or ended is None or ended.reason != "finished":
        return False
    if not all(is_bot(one.player or "") for one in tournament.entrants):
        return False
    results = [result for one in tournament.rounds for result in one.results.values()]
    return bool(results) and all(result.how == PLAYED for result in results)


def bot_standings(tournament: Tournament) -> list[BotStanding]:
    """By points a match, as not all may have entered equally often."""
    points: dict[str, int] = {}
    matches: dict[str, int] = {}
    for one in tournament.standings:
        player = tournament.entrants[one.entrant].player or ""
        points[player] = points.get(player, 0) + one.points
    for round_ in tournament.rounds:
        for table in round_.results:
            for entrant in round_.tables[table]:
                player = tournament.entrants[entrant].player or ""
                matches[player] = matches.get(player, 0) + 1
    found = [BotStanding(player, 1, points[player], matches.get(player, 0)) for player in points]
    found.sort(key=lambda one: (-one.mean, one.player))
    return [one._replace(place=1 + sum(other.mean > one.mean for other in found)) for one in found]
