"""A round on a real table: the cities of all players side by side, who wins, and which tie-break decided."""

from collections.abc import Sequence

from shared.games.game import Compared
from shared.games.quadropolis.page.entered import read
from shared.games.quadropolis.page.sheet import counted
from shared.games.quadropolis.score.result import TIES, ranked, ties_of
from shared.games.query import Query
from shared.games.tie_breaks import measured

OF_CITY = ("city", "inhabitants", "energy")
"""The fields of the address that each player has for themselves; the mode is that of the whole round."""


def compare(queries: Sequence[Query]) -> Compared:
    """At least one city; all of them are in the mode of the first."""
    entered = [read({**query, "mode": queries[0].get("mode", "")})[0] for query in queries]
    settled, mode = [each.best() for each in entered], entered[0].mode
    return Compared(
        cities=[counted(mode, one.city, best) for one, best in zip(entered, settled, strict=True)],
        result=ranked(mode, settled),
        ties=ties_of(settled),
        measures=measured(settled, TIES),
    )
