"""The table of rights and the routes of all applications are the same list, and the docs show what it says."""

import pytest
from flask import Flask

import frontend.app
from frontend.sockets import live
from shared import rights
from shared.games.registry import GAMES
from shared.rights import APPLICATIONS, COLUMNS, FILE, ROLES, Misfit, Route, Row, WithoutRow, plain, read, table
from shared.rights.listed import PAGE, page
from shared.web.gate import Gate, asked
from shared.web.service import make_service
from tests.frontend.conftest import Pages, pages, platform
from tests.services.conftest import app_of

__all__ = ["pages", "platform"]  # fixtures

LINE = "scoring,GET,/here,no,yes,yes,yes,yes,yes,yes,no,why"


def file(*lines: str) -> str:
    return "\n".join((",".join(COLUMNS), *lines))


def app_with(address: str) -> Flask:
    app = Flask("trial", static_folder=None)
    app.add_url_rule(address, endpoint="here", view_func=str)
    return app


@pytest.mark.server
def test_every_route_of_every_application_has_a_row_and_every_row_a_route(pages: Pages):
    sockets = live.create_app()
    sockets.extensions["listening"].stop()
    apps = {"frontend": pages.app, "live": sockets} | {
        name: app_of(prefix)
        for name, prefix in (("matchmaking", "tables"), ("game-command", "matches"), ("scoring", "scoring"))
    }
    assert apps.keys() == APPLICATIONS.keys()
    there = {Route(name, method, plain(rule.rule, GAMES)) for name, app in apps.items() for rule, method in asked(app)}
    assert there == {Route(*row[:3]) for row in table()}


def test_the_docs_are_made_from_the_table():
    assert PAGE.read_text("utf-8") == page(), "run `make rights`"
    assert len(page().splitlines()) > len(table()) > 80


def test_whoever_has_a_further_role_may_what_an_account_may():
    """The other way round, roles would take something away from whoever is given them."""
    for row in table():
        if "account" in row.allowed:
            assert {"organiser", "operator"} <= row.allowed, row
        if "organiser" in row.allowed:
            assert "operator" in row.allowed, row


def test_a_signature_opens_nothing_at_the_frontend():
    for row in table():
        if row.application in ("frontend", "live"):
            assert ("service" in row.allowed) == ("nobody" in row.allowed), row


def test_no_service_but_its_health_is_for_those_without_a_signature():
    open_ = [row.address for row in table() if "nobody" in row.allowed and row.application not in ("frontend", "live")]
    assert open_ == ["/health"] * 3


def test_a_route_without_a_row_is_named_with_the_file_and_the_line_to_add():
    with pytest.raises(WithoutRow) as error:
        Gate(app_with("/here/<string(length=12):id_>"), "scoring")
    said = str(error.value)
    assert FILE in said
    assert "make rights" in said
    (line,) = (line.strip() for line in said.splitlines() if "/here" in line)
    (row,) = read(file(line))
    assert row[:3] == ("scoring", "GET", "/here/<id_>")
    Gate(app_with("/here/<string(length=12):id_>"), "scoring", [row])


@pytest.mark.server
@pytest.mark.parametrize("create", [frontend.app.create_app, live.create_app])
def test_neither_pages_nor_sockets_start_without_a_row(pages: Pages, create, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(rights, "table", lambda: [row for row in table() if row.address != "/health"])
    with pytest.raises(WithoutRow, match=r",GET,/health,"):
        create()


def test_no_service_starts_without_a_row():
    with pytest.raises(WithoutRow, match=r"scoring,GET,/health,"):
        make_service("scoring", b"key", [], [row for row in table() if row.address != "/health"])


def test_a_route_that_comes_after_the_start_is_for_nobody():
    app = app_with("/here")
    found = Gate(app, "scoring", read(file(LINE)))
    app.add_url_rule("/late", endpoint="late", view_func=str)
    with app.test_request_context("/late"):
        assert found.allowed() == frozenset()
    with app.test_request_context("/here", method="HEAD"):
        assert found.allowed() == frozenset(ROLES) - {"nobody", "service"}
    with app.test_request_context("/here", method="OPTIONS"):
        assert found.allowed() is None
    with app.test_request_context("/nowhere"):
        assert found.allowed() is None


def test_there_is_one_row_for_all_games_and_none_for_each_kind_of_parameter():
    assert plain("/scoring/quadropolis", GAMES) == plain("/scoring/sprawlopolis", GAMES) == "/scoring/<game>"
    assert plain("/api/<any(a, b):prefix>/<path:rest>") == "/api/<prefix>/<rest>"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("application,method", "its columns must be"),
        (file(LINE, LINE), "two rows for"),
        (file(LINE.replace("yes", "maybe", 1)), "must be yes or no"),
        (file(LINE.removesuffix(",why")), "must be yes or no"),
        (file(f"{LINE},more"), "must be yes or no"),
        (file(LINE.removesuffix("why")), "says neither why nor who"),
        (file(LINE.replace("yes", "no")), "says neither why nor who"),
        (file(LINE.replace("scoring", "scorring")), "the application must be one of"),
    ],
)
def test_a_line_that_can_not_be_meant_is_named(text: str, why: str):
    with pytest.raises(Misfit, match=why) as error:
        read(text)
    assert FILE in str(error.value)


def test_a_good_line_is_a_row():
    assert read(file(LINE)) == (Row("scoring", "GET", "/here", frozenset(ROLES) - {"nobody", "service"}, "why"),)
