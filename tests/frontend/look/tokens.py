"""Sample pages of Zoe's tokens for programs."""

from unittest.mock import patch

from shared.people.scopes import Scope
from shared.people.tokens import LONGEST, MOST
from tests.frontend.look.house import Page
from tests.frontend.look.people import ZOE, signed_up
from tests.frontend.look.samples import house

PAGE = "/account/tokens"
AGO = 100 * 86_400  # seconds


def some() -> Page:
    """One that was used, and one that has ended."""
    return _with("My bot", 0)


def all_of_them() -> Page:
    """As many as a person may have, with long labels."""
    return _with("W" * (LONGEST - len(" of then")), MOST - 2)


def _with(label: str, more: int) -> Page:
    signed_up()
    tokens, now = house().site.tokens, house().now().timestamp()
    tokens.end_all(ZOE)
    with patch.object(tokens, "clock", lambda: now - AGO):
        tokens.make(ZOE, f"{label} of then", [Scope.READ], 90, "ended")
    with patch.object(tokens, "clock", lambda: now):
        tokens.find(tokens.make(ZOE, label, [*Scope], None, "used"))
        for each in range(more):
            tokens.make(ZOE, f"{label} {each}", [Scope.PLAY], 90, f"more-{each}")
        return house().get(ZOE, f"{PAGE}?done=revoked")


def made() -> Page:
    """The text is as long as any, and the same each time."""
    signed_up()
    with patch.object(house().site.tokens, "make", lambda *_: f"urbanist_7xk2m9qa4b1c_{'w' * 43}"):
        return house().post(ZOE, PAGE, label="My bot", scope="read", cause="the-key-of-a-form")
