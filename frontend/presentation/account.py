"""The context of the account's page."""

from collections.abc import MutableMapping
from datetime import UTC, datetime
from typing import Any, TypedDict

from frontend.people.accounts import NOBODY
from frontend.people.browsers import shown
from frontend.people.by_link import came_by_link
from frontend.people.who import player_of
from frontend.sentences import Sentence
from frontend.site import Site
from shared.ledger.envelope import stamp
from shared.people import passwords


class SessionContext(TypedDict):
    """`here` says that it is the one that asks."""

    id: str
    browser: Sentence | str
    at: str
    seen: str
    here: bool


class AccountContext(TypedDict):
    name: str
    is_guest: bool
    is_operator: bool
    asks_for_old: bool
    mails: bool
    address: str | None
    provider: str | None
    has_provider: bool
    sessions: list[SessionContext]
    shortest: int


def account_context(
    site: Site, person: str, here: str, session: MutableMapping[str, Any], provider: str | None
) -> AccountContext:
    """`here` is the id of the session that asks, `session` its cookie, `provider` what a provider is called."""
    player = player_of(person)
    standing = site.accounts.facts([player]).get(player, NOBODY).standing
    return {
        "name": site.accounts.name(person),
        "is_guest": standing.is_guest,
        "is_operator": standing.is_operator,
        "asks_for_old": not standing.is_guest and asks_for_old(site, session, person),
        "mails": site.settings.sends_mail,
        "provider": provider,
        "has_provider": site.providers.of(person) is not None,
        "address": None if standing.is_guest else site.addresses.of(person),
        "sessions": [
            {
                "id": each.id,
                "browser": shown(each.browser),
                "at": stamp_of(each.at),
                "seen": stamp_of(each.seen),
                "here": each.id == here,
            }
            for each in ([] if standing.is_guest else site.sessions.of(person))
        ],
        "shortest": passwords.SHORTEST,
    }


def asks_for_old(site: Site, session: MutableMapping[str, Any], person: str) -> bool:
    """Whoever changes the password has to know the old one, if there is one and it wasn't a mailed link that brought
    them here just now."""
    return site.register.has_password(person) and not came_by_link(session, person)


def stamp_of(at: int) -> str:
    """Milliseconds since 1970 as pages show times."""
    return stamp(datetime.fromtimestamp(at / 1000, UTC))
