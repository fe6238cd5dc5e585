"""The people of the sample pages who have an account."""

from functools import cache
from unittest.mock import patch

from frontend.people.mailed import token
from tests.frontend.look.house import BEGUN
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
