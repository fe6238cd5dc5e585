"""The house rules of a table as pages tell them, and whom its opener may invite."""

from typing import TypedDict

from frontend.people.who import player_of
from frontend.site import Site
from shared.people.house import Entry, House
from shared.people.houses import players
from shared.platform.player import is_person

MOST_GUESTS = 12  # of those with whom somebody has played
MATCHES = 20  # of one's newest ones, where they are looked for


class Guest(TypedDict):
    player: str
    name: str


class HouseContext(TypedDict):
    """`invited` are there for the opener alone, who may change them while `can_invite`."""

    entry: str
    talk: str
    watch: str
    invited: list[Guest]
    can_invite: bool


def house_context(site: Site, house: House, *, is_opener: bool, is_open: bool) -> HouseContext:
    return {
        "entry": str(house.entry),
        "talk": str(house.talk),
        "watch": str(house.watch),
        "invited": guests(site, players(house.invited - house.away)) if is_opener else [],
        "can_invite": is_opener and is_open and house.entry is Entry.PRIVATE,
    }


def guests(site: Site, invited: list[str]) -> list[Guest]:
    names = site.accounts.names(invited)
    return [{"player": player, "name": names[player]} for player in invited]


def played_with(site: Site, person: str) -> list[Guest]:
    """The people of one's newest tables and matches, the last ones first."""
    me = player_of(person)
    met = dict.fromkeys(player for row in site.rows.of_person(me, MATCHES) for player in row.everybody)
    return guests(site, [player for player in met if player != me and is_person(player)][:MOST_GUESTS])
