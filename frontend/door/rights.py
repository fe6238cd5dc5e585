"""The gate of pages and sockets: whoever can't have any of the roles that a row of the table allows goes no further.

Seats and owners are judged where the command is decided; a person who might be one is let through.
"""

from collections.abc import Collection

from flask import Flask, request

from frontend.people.accounts import Accounts
from frontend.people.asking import A_STRANGER, is_somebody, roles_now
from frontend.people.bearers import PREFIX
from shared.errors import NoRight
from shared.rights import Row
from shared.web.gate import Gate, Roles

KNOWN: Roles = frozenset({"guest", "account"})
ALL: Roles = KNOWN | A_STRANGER
BY_PLACE: Roles = frozenset({"seat", "owner"})
LOOKS = ("GET", "HEAD")


def keep_rights(app: Flask, application: str, accounts: Accounts, rows: Collection[Row] | None = None) -> Gate:
    """To be called when the application has all its routes. `rows` are those of the whole table if none are given.

    Raises WithoutRow.
    """
    gate = Gate(app, application, rows)
    app.before_request(lambda: check(gate.allowed(), accounts))
    return gate


def check(allowed: Roles | None, accounts: Accounts) -> None:
    """Where nothing beyond a cookie counts, nobody is looked up. Raises NoRight, Unavailable."""
    if allowed is None or allowed >= ALL:
        return
    is_for_known = allowed >= KNOWN or ("guest" not in allowed and not allowed.isdisjoint(BY_PLACE))
    if is_for_known and is_somebody():
        return
    if is_for_known or allowed.isdisjoint(roles_now(accounts)):
        refuse(allowed, is_for_known)


def refuse(allowed: Roles, is_for_known: bool) -> None:
    """Raises NoRight: who may, in a sentence."""
    is_page = request.method in LOOKS
    if is_for_known:
        raise NoRight("this browser sent no cookie, and without one nobody can tell who you are")
    if "guest" in allowed:
        raise NoRight("this is for visitors without an account")
    if "account" in allowed and request.path.startswith(f"{PREFIX}/"):
        raise NoRight("this is for programs with the token of an account: send it as Authorization: Bearer")
    if "account" in allowed:
        raise NoRight("this is for people with an account: sign in first")
    if "organiser" in allowed and is_page:
        raise NoRight("only organisers and operators may see this page")
    if "organiser" in allowed:
        raise NoRight("only organisers and operators may do this")
    if "operator" in allowed and is_page:
        raise NoRight("only operators may see this page")
    raise NoRight("only operators may do this")
