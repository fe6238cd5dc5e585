"""The context of one daily deal: what is played, how the visitor did, and who did how well."""

from typing import NamedTuple, TypedDict

from frontend.people.who import seat_name
from frontend.presentation.daily_ranks import RankedContext, ranked_contexts
from frontend.presentation.games import GameContext, game_context, is_together
from frontend.site import Site
from shared.annotations import Json
from shared.ledger.envelope import moment
from shared.platform.deals import Listed, Name, OnDay, entry_of, name_from

MINUTE = 60_000


class LeftContext(NamedTuple):
    hours: int
    minutes: int


class MineContext(TypedDict):
    """How the visitor's own try stands: playing, counting, done, given_up, or late: not done when the day was over."""

    match: str
    state: str
    rank: int | None
    points: int | None


class DealContext(TypedDict):
    """`bots` are who sits in the other seats. `left`: until it ends, or begins. `all`: how many results there are."""

    id: str
    address: str
    date: str
    game: GameContext
    options: Json
    bots: list[str]
    status: str
    begins: str
    ends: str
    left: LeftContext
    above: bool
    mine: MineContext | None
    results: list[RankedContext]
    all: int
    playing: int
    commitment: str
    seed: str | None


def address_of(name: Name) -> str:
    """Of the list of this deal."""
    return f"/daily/{name.date}/{name.game}"


def list_address(name: str) -> str | None:
    """Of a deal's list, by its name; None where it is no deal of a day."""
    found = name_from(name)
    return address_of(found) if found else None


def deal_context(site: Site, one: OnDay, me: str, most: int) -> DealContext:
    facts, ranked = one.deal.facts, site.days.ranked(one)
    bots = [bot for bot in facts.bots if bot]
    names = site.accounts.names(bots)
    return {
        "id": one.id,
        "address": address_of(one.name),
        "date": one.name.date,
        "game": game_context(facts.game),
        "options": dict(facts.options),
        "bots": [seat_name(names, bot) for bot in bots],
        "status": one.status,
        "begins": facts.begins,
        "ends": facts.ends,
        "left": _left(moment(facts.ends) - site.days.now),
        "above": is_together(facts.game, len(facts.bots)),
        "mine": _mine(site, one, ranked, me) if me else None,
        "results": ranked_contexts(site, ranked.entries[:most], one, me),
        "all": len(ranked.entries),
        "playing": ranked.playing,
        "commitment": facts.commitment,
        "seed": one.seed,
    }


def _left(milliseconds: int) -> LeftContext:
    return LeftContext(*divmod(max(0, -(-milliseconds // MINUTE)), 60))


def _mine(site: Site, one: OnDay, ranked: Listed, me: str) -> MineContext | None:
    id_ = site.days.match_of(one, me)
    if id_ is None:
        return None
    entry = entry_of(ranked, me)
    row = site.days.row_of(one, me)
    if entry:
        state = "done" if entry.rank else "given_up"
    elif one.status in ("over", "closing"):
        state = "late"
    else:
        state = "counting" if row and row.status == "counting" else "playing"
    return {"match": id_, "state": state, "rank": entry and entry.rank, "points": entry and entry.points}
