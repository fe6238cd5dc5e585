"""Who looks: a visitor as the templates and the rules know them."""

from collections.abc import Mapping, Sequence

from frontend.people.accounts import BOT, Accounts, default_name
from shared.annotations import Json
from shared.errors import Unavailable
from shared.platform.player import as_player, player_from

NOBODY: Json = {"id": None, "name": None, "is_guest": True}


def person_context(accounts: Accounts, person: str | None) -> Json:
    """`is_guest`: has no account but this browser's cookie, which is so for everybody so far."""
    if person is None:
        return NOBODY
    try:
        name = accounts.name(person)
    except Unavailable:  # a page that says so can be shown without
        name = default_name(player_of(person))
    return {"id": person, "name": name, "is_guest": True}


def others_context(accounts: Accounts, person: str, held: Sequence[str]) -> list[Json]:
    """Who else the visitor is in this browser."""
    return [person_context(accounts, each) for each in held if each != person]


def player_of(person: str | None) -> str:
    """As events name them; nobody's name is no player's."""
    return as_player(person) if person else ""


def seat_name(names: Mapping[str, str], player: str) -> str:
    """Beside a seat its kind is written too, so a bot goes by its mind's name alone."""
    return names[player].removesuffix(f" {BOT}") if kind_of(player) == "bot" else names[player]


def kind_of(player: str) -> str:
    """person or bot."""
    return player_from(player).kind
