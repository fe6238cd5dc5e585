"""The context of a person's page, as others see it."""

from typing import TypedDict

from frontend.people.sessions import ID
from frontend.people.who import player_of
from frontend.presentation.entries import RunningMatch, running_match, sitting
from frontend.presentation.over import OverMatch, for_everybody, names_beside, over_match, past_of
from frontend.presentation.rated import RatedContext, rated_context
from frontend.presentation.results import ResultsContext, results_context
from frontend.site import Site
from shared.errors import NotFound
from shared.platform.player import as_player
from shared.platform.rows import live_of_each, of_player, results

LATEST = 20  # matches to replay
MOST_LIVE = 10
GUEST = "guest"  # in place of a state


class OtherContext(TypedDict):
    """`state` is guest, account, closed or former. `is_you`: there is nothing to follow, block or report."""

    id: str
    name: str
    state: str
    since: str | None
    is_you: bool
    follows: bool
    blocked: bool
    running: list[RunningMatch]
    latest: list[OverMatch]
    ratings: list[RatedContext]
    results: ResultsContext


class OtherPage(TypedDict):
    other: OtherContext


def check_known(site: Site, person: str) -> None:
    """Raises NotFound where nothing was ever kept about this id, and nobody has played by it."""
    is_known = site.accounts.is_kept(person) or site.rows.count(of_player(as_player(person)))
    if not (ID.fullmatch(person) and is_known):
        raise NotFound("nobody here is known by this address")


def other_context(site: Site, person: str, visitor: str) -> OtherContext:
    """Everything but the buttons is the same for everybody. Raises NotFound."""
    if person != visitor:
        check_known(site, person)
    player, me = as_player(person), player_of(visitor)
    past = past_of(site, person)
    rows = for_everybody(site, past.rows)
    live = [row for row in live_of_each(site.rows, [player], MOST_LIVE)[player] if row.status == "playing"]
    playing = for_everybody(site, [row for row in live if player in row.players])
    names = names_beside(site, rows[:LATEST], player)
    names |= site.accounts.names({each for row in playing for each in sitting(row)} | {player})
    return {
        "id": person,
        "name": names[player],
        "state": site.accounts.facts([player])[player].state or GUEST,
        "since": site.accounts.since(person),
        "is_you": person == visitor,
        "follows": site.follows.has(visitor, person),
        "blocked": site.blocks.has(visitor, person),
        "running": [running_match(row, names, me) for row in playing],
        "latest": [over_match(row, names, player) for row in rows[:LATEST]],
        "ratings": rated_context(site, player),
        "results": results_context(site, results(rows, player), past.cut),
    }
