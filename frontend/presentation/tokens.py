"""The page of one's tokens: what each allows, when it was last used, and the text of one that was just made."""

from datetime import UTC, datetime
from typing import TypedDict

from frontend.people.who import player_of
from frontend.site import Site
from shared.ledger.envelope import stamp
from shared.people.scopes import Scope
from shared.people.standing import ACCOUNT
from shared.people.tokens import LONGEST, MOST, Token

DAYS = (30, 90, 365)


class TokenContext(TypedDict):
    """Moments are stamps. `ends` is None for one that works until it is revoked, `used` for one never used."""

    id: str
    label: str
    scopes: list[str]
    at: str
    used: str | None
    ends: str | None
    has_ended: bool


class TokensContext(TypedDict):
    """`made` is the text of a new token, shown this once; `said` is what was done otherwise."""

    is_account: bool
    list: list[TokenContext]
    made: str | None
    said: str | None
    scopes: list[str]
    days: list[int]
    most: int
    longest: int


class TokensPage(TypedDict):
    tokens: TokensContext


def tokens_page(site: Site, person: str, made: str | None = None, said: str | None = None) -> TokensPage:
    player = player_of(person)
    is_account = site.accounts.facts([player])[player].state == ACCOUNT
    return {
        "tokens": {
            "is_account": is_account,
            "list": [_shown(site, each) for each in site.tokens.of(person)] if is_account else [],
            "made": made,
            "said": said,
            "scopes": [*map(str, Scope)],
            "days": [*DAYS],
            "most": MOST,
            "longest": LONGEST,
        }
    }


def _shown(site: Site, token: Token) -> TokenContext:
    return {
        "id": token.id,
        "label": token.label,
        "scopes": [*map(str, token.scopes)],
        "at": _moment(token.at),
        "used": None if token.used is None else _moment(token.used),
        "ends": None if token.ends is None else _moment(token.ends),
        "has_ended": site.tokens.has_ended(token),
    }


def _moment(milliseconds: int) -> str:
    return stamp(datetime.fromtimestamp(milliseconds / 1000, UTC))
