"""What an application finds in the table of rights when it starts, and at each request."""

from collections.abc import Collection, Iterator

from flask import Flask, request
from werkzeug.routing import Rule

from shared import rights
from shared.games.registry import GAMES
from shared.rights import Route, Row, WithoutRow, plain

Roles = frozenset[str]
SOCKET = "SOCKET"


class Gate:
    """Knows the rights of every route. Raises WithoutRow if the application has one that the table lacks."""

    def __init__(self, app: Flask, application: str, rows: Collection[Row] | None = None) -> None:
        said = {row[:3]: row.allowed for row in (rights.table() if rows is None else rows)}
        found = {(rule.rule, method): _route(application, rule, method) for rule, method in asked(app)}
        if missing := [route for route in found.values() if route not in said]:
            raise WithoutRow(missing)
        self._rights = {key: said[route] for key, route in found.items()}

    def allowed(self) -> Roles | None:
        """Which roles may do what this request asks for; None where there is nothing at its address, or OPTIONS asks
        the library for the methods.
        """
        rule, method = request.url_rule, request.method
        if rule is None or (method == "OPTIONS" and rule.provide_automatic_options):  # type: ignore[attr-defined]
            return None
        return self.of(rule.rule, SOCKET if rule.websocket else method)

    def of(self, rule: str, method: str) -> Roles:
        """HEAD is as GET. A route that came after the start is for nobody."""
        return self._rights.get((rule, "GET" if method == "HEAD" else method), frozenset())


def asked(app: Flask) -> Iterator[tuple[Rule, str]]:
    """Each rule of the application with each method that one of its views answers."""
    for rule in app.url_map.iter_rules():
        of_library = {"HEAD", "OPTIONS"} if rule.provide_automatic_options else {"HEAD"}  # type: ignore[attr-defined]
        for method in {SOCKET} if rule.websocket else sorted((rule.methods or set()) - of_library):
            yield rule, method


def _route(application: str, rule: Rule, method: str) -> Route:
    return Route(application, method, plain(rule.rule, GAMES))
