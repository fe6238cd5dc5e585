"""The context of the account's page."""

from datetime import UTC, datetime
from typing import TypedDict

from frontend.people.accounts import NOBODY
from frontend.people.who import player_of
from frontend.site import Site
from shared.ledger.envelope import stamp
from shared.people import passwords


class SessionContext(TypedDict):
    """`here` says that it is the one that asks."""

    id: str
    browser: str
    at: str
    seen: str
    here: bool


class AccountContext(TypedDict):
    name: str
    is_guest: bool
    is_operator: bool
    has_password: bool
    sessions: list[SessionContext]
    shortest: int


def account_context(site: Site, person: str, here: str) -> AccountContext:
    """`here` is the id of the session that asks."""
    player = player_of(person)
    standing = site.accounts.facts([player]).get(player, NOBODY).standing
    return {
        "name": site.accounts.name(person),
        "is_guest": standing.is_guest,
        "is_operator": standing.is_operator,
        "has_password": not standing.is_guest and site.register.has_password(person),
        "sessions": [
            {
                "id": each.id,
                "browser": each.browser,
                "at": stamp_of(each.at),
                "seen": stamp_of(each.seen),
                "here": each.id == here,
            }
            for each in ([] if standing.is_guest else site.sessions.of(person))
        ],
        "shortest": passwords.SHORTEST,
    }


def stamp_of(at: int) -> str:
    """Milliseconds since 1970 as pages show times."""
    return stamp(datetime.fromtimestamp(at / 1000, UTC))
