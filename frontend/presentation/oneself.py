"""The context of the page of one's own: what runs, who is followed and plays, results, and finding what is over."""

from collections.abc import Iterable, Sequence
from typing import TypedDict

from frontend.people.who import player_of
from frontend.presentation.entries import (
    OpenTable,
    OwnMatch,
    RunningMatch,
    open_table,
    own_match,
    running_match,
    sitting,
)
from frontend.presentation.finding import FindingContext, finding_context, wanted_from
from frontend.presentation.over import for_everybody, past_of
from frontend.presentation.own_bots import OwnBot, own_bots
from frontend.presentation.results import ResultsContext, results_context
from frontend.site import Site
from shared.platform.player import as_player
from shared.platform.rows import Place, Row, live_of_each, results

MOST_LIVE = 100  # of one's own
MOST_OF_EACH = 10  # of somebody who is followed
RUNNING = ("playing", "counting")
OPEN = ("open", "filled", "starting")


class Followed(TypedDict):
    id: str
    name: str
    playing: list[RunningMatch]


class Blocked(TypedDict):
    id: str
    name: str


class OneselfContext(TypedDict):
    """`more`: there are more running matches or tables than are shown."""

    since: str | None
    running: list[OwnMatch]
    tables: list[OpenTable]
    more: bool
    bots: list[OwnBot]
    follows: list[Followed]
    blocked: list[Blocked]
    results: ResultsContext
    finding: FindingContext


class OneselfPage(TypedDict):
    oneself: OneselfContext


def oneself_context(site: Site, person: str, said: dict[str, str], after: Place) -> OneselfContext:
    """`said` is the query of the address."""
    me, past = player_of(person), past_of(site, person)
    known = results(past.rows, me)
    live = live_of_each(site.rows, [me], MOST_LIVE)[me]
    names = _names(site, live)
    return {
        "since": site.accounts.since(person),
        "running": [own_match(row, names, me) for row in live if row.status in RUNNING and me in row.everybody],
        "tables": [open_table(row, names, me) for row in live if row.status in OPEN],
        "more": len(live) == MOST_LIVE,
        "bots": own_bots(site, person),
        "follows": followed(site, person),
        "blocked": _by_name(site, site.blocks.of(person)),
        "results": results_context(site, known, past.cut),
        "finding": finding_context(site, person, known, wanted_from(said, known), after),
    }


def followed(site: Site, person: str) -> list[Followed]:
    """With the running matches that everybody may watch, but of somebody who has blocked the visitor."""
    found = _by_name(site, site.follows.of(person))
    blocks = site.blocks.of_each([each["id"] for each in found])
    asked = [as_player(each["id"]) for each in found if person not in blocks[each["id"]]]
    rows = {
        player: for_everybody(site, (row for row in live if row.status == "playing" and player in row.players))
        for player, live in live_of_each(site.rows, asked, MOST_OF_EACH).items()
    }
    names, me = _names(site, [row for each in rows.values() for row in each]), player_of(person)
    shown: list[Followed] = [
        {**each, "playing": [running_match(row, names, me) for row in rows.get(as_player(each["id"]), ())]}
        for each in found
    ]
    return sorted(shown, key=lambda each: not each["playing"])


def _by_name(site: Site, persons: Iterable[str]) -> list[Blocked]:
    ids = {as_player(person): person for person in persons}
    names = site.accounts.names(ids)
    found: list[Blocked] = [{"id": id_, "name": names[player]} for player, id_ in ids.items()]
    return sorted(found, key=lambda each: each["name"].casefold())


def _names(site: Site, rows: Sequence[Row]) -> dict[str, str]:
    return site.accounts.names({player for row in rows for player in sitting(row)})
