"""Templates get just what the type of their context says: no field less, none more, each of its type."""

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, get_type_hints, is_typeddict

import pytest
from flask import before_render_template

from frontend import presentation
from frontend.people.who import PersonContext
from frontend.presentation.erase import ErasePage
from frontend.presentation.ladder import LadderPage, PoolsPage
from frontend.presentation.lobby import ListPage, LobbyContext
from frontend.presentation.match import MatchPage
from frontend.presentation.oneself import OneselfPage
from frontend.presentation.person import OtherPage
from frontend.presentation.personal import OpenedLink, OwnSeat
from frontend.presentation.queue import QueuePage
from frontend.presentation.result import ResultPage
from frontend.presentation.sheet import SheetContext
from frontend.presentation.table import TablePage
from frontend.presentation.talk import TalkPage
from frontend.presentation.tournament.bracket import BracketContext
from frontend.presentation.tournament.crosstable import CrosstableContext
from frontend.presentation.tournament.desk import DeskContext
from frontend.presentation.tournament.entrant import EntrantPage
from frontend.presentation.tournament.form import SetUpContext
from frontend.presentation.tournament.hall import HallContext
from frontend.presentation.tournament.listing import ListingPage
from frontend.presentation.tournament.page import TournamentContext
from frontend.presentation.tournament.printed import PairingsContext
from frontend.presentation.tournament.rounds import RoundContext
from shared.web.queue import queue
from tests.frontend.conftest import Pages, Visitor
from tests.frontend.contexts import differences
from tests.frontend.test_ratings import much_rated
from tests.frontend.tournaments.test_pages import result, set_up

TEMPLATES = Path(presentation.__path__[0]).parent / "templates"
PAGES = {
    "lobby": LobbyContext,
    "list": ListPage,
    "table": TablePage,
    "match": MatchPage,
    "result": ResultPage,
    "talk": TalkPage,
    "erase": ErasePage,
    "me": OneselfPage,
    "person": OtherPage,
    "ratings": PoolsPage,
    "ladder": LadderPage,
    "queue": QueuePage,
    "tournaments": ListingPage,
}
EVENT = {  # fields of pages in the folder `tournament`, where they are there
    "tournament": TournamentContext,
    "bracket": BracketContext,
    "cross": CrosstableContext,
    "entrant": EntrantPage,
    "hall": HallContext,
    "pairings": PairingsContext,
    "round": RoundContext,
}
FIELDS = {
    ("tournaments_new", "form"): SetUpContext,
    ("seat", "seat"): OwnSeat,
    ("seat_opened", "seat"): OpenedLink,
    ("score", "sheet"): SheetContext,
}


class Contexts:
    """What the templates were given, by folder."""

    def __init__(self) -> None:
        self.given: dict[str, list[dict[str, Any]]] = {}

    def hear(self, _app: Any, template: Any, context: dict[str, Any], **_more: Any) -> None:
        self.given.setdefault(template.name.partition("/")[0], []).append(dict(context))

    def check(self, name: str) -> int:
        """How many contexts of this folder were as their type says."""
        found = self.given.get(name, [])
        for context in found:
            assert differences(context["person"], PersonContext, "person") == []
            if name in PAGES:
                given = {key: context[key] for key in get_type_hints(PAGES[name])}
                assert differences(given, PAGES[name], name) == []
            for key, hint in EVENT.items() if name == "tournament" else ():
                if context.get(key) is not None:
                    assert differences(context[key], hint, key) == []
            if name == "tournament" and "can_change" in context:
                given = {key: context[key] for key in get_type_hints(DeskContext)}
                assert differences(given, DeskContext, "desk") == []
            for (folder, key), hint in FIELDS.items():
                if folder == name:
                    assert differences(context[key], hint, key) == []
        return len(found)


@pytest.fixture
def contexts(pages: Pages) -> Iterator[Contexts]:
    found = Contexts()
    with before_render_template.connected_to(found.hear, pages.app):
        yield found


def play(pages: Pages, ada: Visitor, id_: str) -> None:
    """To the end, the first legal move each time."""
    while (seen := ada.seen(id_))["legal_moves"]:
        ada.move(id_, seen, cause=f"the-key-of-turn-{seen['turn']}")
        pages.settle()


def test_the_front_page_its_lists_and_a_table_with_a_talk(pages: Pages, contexts: Contexts):
    ada, eve = pages.visitor(), pages.visitor()
    table = pages.open_table(ada).headers["Location"]
    ada.post(f"{table}/sit")
    ada.post(f"{table}/talk", text="hello")
    for visitor in (ada, eve):
        for address in (table, f"{table}/talk", "/", "/lists/open", "/lists/mine", "/t/?link=nothing"):
            visitor.get(address)
    ada.post(f"{table}/talk", text=" ")
    eve.post(f"{table}/unseat", seat="0", player="person:nobody", htmx=True)
    ada.post(f"{table}/seat")
    ada.get(f"{table}/seat")
    assert all(contexts.check(name) for name in ("lobby", "list", "table", "talk", "seat"))


def test_a_match_running_replayed_refused_and_over_and_its_result(pages: Pages, contexts: Contexts):
    ada, eve = pages.visitor(), pages.visitor()
    id_ = pages.match(ada, game="sprawlopolis", bots=1)
    stale = ada.seen(id_)
    ada.move(id_)
    pages.settle()
    assert ada.move(id_, stale, htmx=True, cause="another-key-of-a-form").status_code == 409
    for visitor in (ada, eve):
        for address in ("", "?at=4", "?card=0"):
            visitor.get(f"/m/{id_}{address}")
    play(pages, ada, id_)
    for visitor in (ada, eve):
        for address in (f"/m/{id_}", f"/m/{id_}/result", f"/m/{id_}/result?explore=1", "/", "/lists/finished"):
            visitor.get(address)
    for address in ("/me", "/me?outcome=won", f"/p/{ada.person}"):
        ada.get(address)
    eve.get(f"/p/{ada.person}")
    assert (contexts.check("me"), contexts.check("person")) == (2, 2)
    assert contexts.check("match") >= 9
    assert contexts.check("result") == 4
    assert contexts.given["result"][-1]["result"]["counted"]
    assert contexts.check("lobby") >= 2


def test_the_page_of_who_waits_for_opponents(pages: Pages, contexts: Contexts):
    ada = pages.visitor()
    ada.get("/queue")
    ada.post("/queue", game="quadropolis", seats="4", clock="total-600-5-0")
    waits = queue().sign(ada.person).ticket
    assert waits
    queue().join(
        waits._replace(pool='quadropolis|{"mode":"classic","squares":false}|2|none', since=waits.since - 11_000)
    )
    ada.get("/queue")
    ada.get("/queue", htmx=True)
    ada.post("/queue", game="quadropolis", seats="9")
    assert contexts.check("queue") == 4


def test_a_personal_link_and_the_calculators(pages: Pages, contexts: Contexts):
    ada, eve = pages.visitor(), pages.visitor()
    id_ = pages.match(ada)
    ada.post(f"/t/{id_}/seat")
    page = ada.get(f"/t/{id_}/seat").text
    link = re.search(r"/seat\?link=[\w-]+", page)
    assert link
    eve.get(link[0])
    for address in ("quadropolis", "quadropolis?mode=expert&mode=classic", "sprawlopolis?goals=1"):
        eve.get(f"/score/{address}")
    assert (contexts.check("seat"), contexts.check("seat_opened"), contexts.check("score")) == (1, 1, 3)


def test_the_pages_about_ratings(pages: Pages, contexts: Contexts):
    ada = pages.visitor()
    much_rated(pages, [f"person:{ada.person}", "bot:greedy@1", "person:other0000001", "person:other0000002"], 80)
    for address in ("/ratings", "/ratings/quadropolis-classic", "/ratings/quadropolis-expert", f"/p/{ada.person}"):
        ada.get(address)
    assert [contexts.check(name) for name in ("ratings", "ladder", "person")] == [1, 2, 1]


def test_the_page_that_erases_somebody(pages: Pages, contexts: Contexts):
    ada = pages.visitor()
    ada.get("/account/erase")
    ada.post("/name", name="Ada")
    ada.post("/account/erase", name="Eve")
    assert contexts.check("erase") == 2


def test_no_field_of_a_context_goes_unread():
    text = "\n".join(each.read_text() for each in TEMPLATES.rglob("*.html"))
    read = set(re.findall(r"[\w]+", text))
    unread = []
    for module in iter_modules(presentation.__path__, "frontend.presentation."):
        for name, found in vars(import_module(module.name)).items():
            if is_typeddict(found) and found.__module__ == module.name:
                unread += [f"{name}.{field}" for field in found.__annotations__ if field not in read]
    assert unread == []


def test_the_pages_of_tournaments(pages: Pages, contexts: Contexts):
    host, eve = pages.visitor(), pages.visitor()
    host.get("/tournaments/new")
    for format_, more in (("swiss", "crosstable"), ("elimination", "bracket")):
        at = set_up(pages, host, format=format_, in_person="yes")
        host.post(f"{at}/desk/add", kind="names", lines="Frida\nGustav\nHilde\nInes")
        for visitor in (host, eve):
            visitor.get(at)
        host.post(f"{at}/desk/start", sure="yes")
        pages.settle()
        host.post(f"{at}/rounds/1/tables/1", **result("40", "50"))
        addresses = ("", "/standings", f"/{more}", "/rounds/1", "/entrants/1", "/hall", "/rounds/1/pairings", "/desk")
        for address in addresses:
            assert host.get(f"{at}{address}").status_code == 200, address
    eve.get("/tournaments")
    assert contexts.check("tournaments") == contexts.check("tournaments_new") == 1
    assert contexts.check("tournament") >= 20
