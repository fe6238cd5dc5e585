"""Whoever can't have any of the roles that a row allows is told who may, before anything is done; and the walk tries
new rows without new code.
"""

from collections.abc import Iterator
from typing import Any, cast

import pytest
from flask import Blueprint, Flask, session

import frontend.app
from frontend.door.rights import ALL, check
from frontend.people.asking import roles_of
from shared import rights
from shared.errors import NoRight, NotAllowed
from shared.people.standing import ACCOUNT, CLOSED, FORMER, standing_from
from shared.platform.player import as_player
from shared.rights import ROLES, Row, table
from tests.frontend.conftest import pages, platform
from tests.rights.walk import walk
from tests.rights.world import World, uncounted, world

__all__ = ["pages", "platform", "uncounted", "world"]  # fixtures

pytestmark = pytest.mark.server

OF_OPERATORS = frozenset({"operator"})
OF_ORGANISERS = OF_OPERATORS | {"organiser"}
OF_ACCOUNTS = OF_ORGANISERS | {"account"}
OF_GUESTS = frozenset({"guest", "seat", "owner"})  # in the world of the walk these two are guests
OF_KNOWN = OF_ACCOUNTS | OF_GUESTS
TRIALS = {"operators": OF_OPERATORS, "organisers": OF_ORGANISERS, "accounts": OF_ACCOUNTS, "guests": OF_GUESTS}
TRIALS |= {"known": OF_KNOWN}
TRIAL = [
    Row("frontend", method, f"/trial/{name}", allowed, "a trial")
    for name, allowed in TRIALS.items()
    for method in ("GET", "POST")
]
WRONG = Row("frontend", "GET", "/trial/wrong", frozenset(ROLES), "its view says no to everybody")


@pytest.fixture(autouse=True)
def with_trials(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before `pages` makes the application."""
    add_pages = frontend.app.add_pages
    monkeypatch.setattr(rights, "table", lambda: (*table(), *TRIAL, WRONG))
    monkeypatch.setattr(frontend.app, "add_pages", lambda app: (add_pages(app), app.register_blueprint(trial())))


def trial() -> Blueprint:
    found = Blueprint("trial", __name__, url_prefix="/trial")
    for name in TRIALS:
        found.add_url_rule(f"/{name}", endpoint=name, view_func=lambda: "let in", methods=["GET", "POST"])
    found.add_url_rule("/wrong", endpoint="wrong", view_func=say_no)
    return found


def say_no() -> str:
    raise NotAllowed("this is not the one that was meant")


def said(world: World, role: str, name: str, method: str = "GET") -> tuple[int, str]:
    """Status, and the sentence of the page."""
    client = world.pages.app.test_client(use_cookies=False)
    somebody = world.people[role]
    headers = {"Cookie": somebody.cookie} if somebody.cookie else {}
    answer = client.open(f"/trial/{name}", method=method, headers=headers, data={"csrf_token": somebody.token})
    _, _, rest = answer.text.partition('id="error-sentence">')
    return answer.status_code, rest.partition("<")[0].rstrip(".").casefold() if rest else answer.text


SENTENCES = {
    ("operators", "GET"): "only operators may see this page",
    ("operators", "POST"): "only operators may do this",
    ("organisers", "GET"): "only organisers and operators may see this page",
    ("organisers", "POST"): "only organisers and operators may do this",
    ("accounts", "GET"): "this is for people with an account: sign in first",
    ("accounts", "POST"): "this is for people with an account: sign in first",
    ("guests", "GET"): "this is for visitors without an account",
    ("guests", "POST"): "this is for visitors without an account",
}


def test_whoever_may_not_is_told_who_may(world: World):
    for (name, method), sentence in SENTENCES.items():
        for role in ("guest", "account", "seat", "owner", "organiser", "operator"):
            told = (200, "let in") if role in TRIALS[name] else (403, sentence)
            assert said(world, role, name, method) == told, (name, role)


def test_a_visitor_without_a_cookie_is_told_the_same_or_that_it_takes_one(world: World):
    assert said(world, "nobody", "operators") == (403, "only operators may see this page")
    no_cookie = "this browser sent no cookie, and without one nobody can tell who you are"
    assert said(world, "nobody", "known") == (403, no_cookie)
    assert said(world, "nobody", "operators", "POST") == (400, no_cookie)
    assert said(world, "guest", "known") == (200, "let in")


def test_an_account_that_was_closed_opens_nothing_any_more(world: World):
    """The cookie counts no more, so the first page leads away from here, and says so."""
    world.redis.hset(as_player(world.people["operator"].id), "state", "closed")
    status, page = said(world, "operator", "operators")
    assert (status, "let in" in page) == (303, False)
    assert said(world, "operator", "operators", "POST") == (403, "only operators may do this")


def test_new_rows_are_tried_without_new_code_and_wrong_ones_are_found(world: World):
    tried = list(walk(world, "frontend", "/trial/"))
    assert len(tried) == (len(TRIAL) + 1) * len(ROLES)
    wrong = {(asked.row.address, asked.role) for asked in tried if not asked.is_as_said}
    assert wrong == {(WRONG.address, role) for role in ROLES}


class Unasked:
    def facts(self, players: Any) -> Any:
        raise AssertionError("nobody needs to be looked up")


@pytest.fixture
def visitor() -> Iterator[Any]:
    app = Flask("trial")
    app.secret_key = b"key"
    with app.test_request_context("/"):
        yield session


def test_nobody_is_looked_up_where_no_more_than_a_cookie_counts(visitor: Any):
    nobody_is_asked = cast(Any, Unasked())
    check(ALL, nobody_is_asked)
    check(None, nobody_is_asked)
    with pytest.raises(NoRight, match="this browser sent no cookie"):
        check(OF_KNOWN, nobody_is_asked)
    visitor["person"] = "adaadaadaada"
    check(OF_KNOWN, nobody_is_asked)
    check(frozenset({"seat"}), nobody_is_asked)
    check(OF_ACCOUNTS | {"seat"}, nobody_is_asked)  # a guest may sit there
    with pytest.raises(AssertionError):
        check(OF_OPERATORS, nobody_is_asked)


def test_roles_of_a_standing():
    assert roles_of(standing_from(None, "operator")) == {"guest"}
    assert roles_of(standing_from(ACCOUNT, "")) == {"account"}
    assert roles_of(standing_from(ACCOUNT, "organiser")) == {"account", "organiser"}
    assert roles_of(standing_from(ACCOUNT, "operator")) == {"account", "organiser", "operator"}
    assert roles_of(standing_from(CLOSED, "operator")) == roles_of(standing_from(FORMER, "")) == {"nobody"}
