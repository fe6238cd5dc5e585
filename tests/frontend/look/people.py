"""The people of the sample pages who have an account."""

from collections.abc import Callable
from functools import cache
from unittest.mock import patch

from frontend.door.provider import NAME, Asked, Provider
from frontend.pages import by_provider
from frontend.people.mailed import token
from tests.frontend.look.house import BEGUN, EVE, Page
from tests.frontend.look.samples import house

ZOE = "zoewhosigned"
PASSWORD = "four words and one more"


@cache
def signed_up() -> None:
    """Zoe, in two browsers, on the day on which everything in the house has begun."""
    at = int(BEGUN.timestamp() * 1000)
    with patch("shared.people.register.now", lambda: at), patch("shared.people.sessions.now", lambda: at):
        house().site.register.sign_up(ZOE, "Zoe", PASSWORD)
        house().secrets[ZOE] = house().site.sessions.begin(ZOE, "Firefox on Linux")
        house().site.sessions.begin(ZOE, "Chrome on Android")


ADDRESS = "zoe.of.the.long.street@mail.example.org"


@cache
def noted(kind: str) -> str:
    """The link of a mail to Zoe, as its address is written."""
    signed_up()
    serial = house().site.notes.keep(ZOE, kind, ADDRESS, "http://localhost")
    return token(house().site.key, kind, ZOE, serial)


@cache
def with_address() -> None:
    signed_up()
    house().site.addresses.take(ZOE, ADDRESS)


PROVIDER = Provider("https://id.example.org", "urbanist", "secret", "Identities of the Old Town")


def with_provider(address: str, person: str) -> Callable[[], Page]:
    """A page of a server whose operator has named a provider."""

    def page() -> Page:
        signed_up()
        with patch.dict(house().app.extensions, {NAME: PROVIDER}):
            return house().get(person, address)

    return page


def led_on() -> Page:
    def address(_provider: Provider, _asked: Asked) -> str:
        return "https://id.example.org/authorize?client_id=urbanist"

    with patch.dict(house().app.extensions, {NAME: PROVIDER}), patch.object(Provider, "address", address):
        return house().post(EVE, "/signin/provider")


def names_oneself() -> Page:
    """Somebody who has just come back from the provider."""
    new = {"subject": "0" * 64, "name": "Eve of the Old Town", "until": 0}
    with patch.object(by_provider, "_new", lambda: new):
        return with_provider("/signup/provider", EVE)()
