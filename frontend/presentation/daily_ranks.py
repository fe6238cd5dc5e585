"""Who did how well in a daily deal, as its list shows them."""

from collections.abc import Mapping, Sequence
from typing import TypedDict

from frontend.people.who import seat_name
from frontend.site import Site
from shared.people.standing import FORMER, Standing
from shared.platform.deals import Entry, OnDay
from shared.platform.player import player_from


class RankedContext(TypedDict):
    """`points` are above the target in games with one. Who gave up has no rank, and nobody sees a `match` too early."""

    rank: int | None
    points: int | None
    name: str
    address: str
    guest: bool
    you: bool
    match: str | None


def ranked_contexts(site: Site, entries: Sequence[Entry], one: OnDay, me: str) -> list[RankedContext]:
    """Who was erased is not listed: their place stays empty."""
    players = [entry.player for entry in entries]
    names, facts = site.accounts.names(players), site.accounts.facts(players)
    standings = {player: known.standing for player, known in facts.items()}
    kept = [entry for entry in entries if facts[entry.player].state != FORMER]
    return [_result(entry, names, standings, one, me) for entry in kept]


def _result(
    entry: Entry, names: Mapping[str, str], standings: Mapping[str, Standing], one: OnDay, me: str
) -> RankedContext:
    return {
        "rank": entry.rank,
        "points": entry.points,
        "name": seat_name(names, entry.player),
        "address": f"/p/{player_from(entry.player).name}",
        "guest": standings[entry.player].is_guest,
        "you": entry.player == me,
        "match": one.match_in(entry, me),
    }
