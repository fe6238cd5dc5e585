"""Who looks: a visitor as the templates and the rules know them."""

from collections.abc import Mapping, Sequence
from typing import TypedDict

from frontend.people.accounts import Accounts, bot_name, default_name
from shared.errors import Unavailable
from shared.people.standing import GUEST
from shared.platform.player import as_player, is_bot, player_from


class PersonContext(TypedDict):
    """`is_guest`: has no account but this browser's cookie."""

    id: str | None
    name: str | None
    is_guest: bool


NOBODY: PersonContext = {"id": None, "name": None, "is_guest": True}


def person_context(accounts: Accounts, person: str | None) -> PersonContext:
    if person is None:
        return NOBODY
    player = player_of(person)
    try:
        name, standing = accounts.name(person), accounts.facts([player])[player].standing
    except Unavailable:  # a page that says so can do without the name
        name, standing = default_name(player), GUEST
    return {"id": person, "name": name, "is_guest": standing.is_guest}


def others_context(accounts: Accounts, person: str, held: Sequence[str]) -> list[PersonContext]:
    """Who else the visitor is in this browser."""
    return [person_context(accounts, each) for each in held if each != person]


def player_of(person: str | None) -> str:
    """The name that events use; an empty one for nobody, which no player has. A bot that talks has it already."""
    return person if person and is_bot(person) else as_player(person) if person else ""


def seat_name(names: Mapping[str, str], player: str) -> str:
    """The name beside a seat. Its kind is shown there too, so a bot goes by the name of its mind alone."""
    return bot_name(player) if kind_of(player) == "bot" else names[player]


def kind_of(player: str) -> str:
    """person or bot."""
    return player_from(player).kind
