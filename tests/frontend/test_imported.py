"""A record of another server has its pages, boards, replay and result, and they say where it is from."""

import pytest

from shared.games.registry import GAMES
from shared.ledger.decider import Message
from shared.platform.cited import Cited
from shared.platform.records.imported import Imported, Mark
from shared.platform.records.read_export import read_export
from shared.platform.score import Analyse, Command
from shared.platform.score.events import Judged
from shared.platform.streams import REGISTRY
from tests.frontend.conftest import Pages
from tests.records import ADA, ID, KINDS, WHOLE, forged, record, rows

pytestmark = pytest.mark.server
SAID = "Imported: not rated"


@pytest.fixture(params=sorted(GAMES))
def file(request: pytest.FixtureRequest, pages: Pages) -> bytes:
    """Of a match in the ledger that `urbanist import` put there."""
    found = record(request.param, "fair")
    put(pages, found)
    return found


def put(pages: Pages, found: bytes) -> None:
    Imported(pages.site.rows.client).mark(
        ID, Mark(at="2026-05-01T12:00:00.000Z", by="operator:root", file="match.jsonl")
    )
    for kind, entries in read_export(found, REGISTRY).streams.items():
        pages.streams.ledger.put_away(f"{kind}:{ID}", entries)


@pytest.mark.parametrize("address", [f"/m/{ID}", f"/m/{ID}/result", f"/m/{ID}?at=12"])
def test_spectators_see_it_and_read_that_it_is_not_rated(pages: Pages, file: bytes, address: str):
    shown = pages.visitor().get(address)
    assert (shown.status_code, SAID in shown.text) == (200, True)


def test_its_record_is_the_file_that_was_imported(pages: Pages, file: bytes):
    visitor = pages.visitor()
    assert visitor.get(f"/m/{ID}/export").data == visitor.get(f"/api/matches/{ID}/export").data == file


def test_its_table_leads_to_it(pages: Pages, file: bytes):
    assert pages.visitor().get(f"/t/{ID}").headers["Location"] == f"/m/{ID}"


@pytest.mark.parametrize("way", [way for slug, way in KINDS if slug == "quadropolis" and way.startswith("branch")])
def test_a_branch_of_a_match_that_is_not_here_has_its_table_and_its_page(pages: Pages, way: str):
    put(pages, record("quadropolis", way))
    assert pages.visitor().get(f"/t/{ID}").headers["Location"] == f"/m/{ID}"
    page = pages.visitor().get(f"/m/{ID}").text
    assert SAID in page
    assert "of a match that is over on another server" in page
    assert WHOLE not in page.split('id="tail"')[0]  # no link to what isn't here


def test_nothing_follows_from_it_and_the_lobby_does_not_list_it(pages: Pages, file: bytes):
    pages.settle()
    pages.platform.rounds()
    pages.settle()
    assert pages.streams.ledger.last(f"score:{ID}") == 1
    visitor = pages.visitor()
    visitor.get("/")
    assert ID not in visitor.get("/").text


def test_who_played_it_elsewhere_is_offered_no_rematch(pages: Pages):
    visitor = pages.visitor()
    file = record("quadropolis", "fair").replace(ADA.encode(), f"person:{visitor.person}".encode())
    put(pages, forged(rows(file)))
    shown = visitor.get(f"/m/{ID}/result").text
    assert SAID in shown
    assert 'name="rematch"' not in shown


def test_a_match_that_was_played_here_says_nothing_of_it(pages: Pages):
    visitor = pages.visitor()
    assert SAID not in visitor.get(f"/m/{pages.match(visitor)}").text


def test_an_aborted_record_is_shown_as_such(pages: Pages):
    put(pages, record("quadropolis", "aborted"))
    shown = pages.visitor().get(f"/m/{ID}/result").text
    assert "An operator called this match off" in shown
    assert SAID in shown


def test_an_analysis_that_makes_no_sense_costs_nobody_the_result(pages: Pages, file: bytes):
    places = [(turn, seat) for turn in (0, 1, 5, 99_999) for seat in (0, 9)]
    turns = tuple(Judged(turn, seat, best, 1000, 500) for turn, seat in places for best in ("{", "[]"))
    cited = Cited(1, "0" * 64)
    command: Command = Analyse(match=cited, bot="bot:look_ahead@1", turns=turns)
    pages.streams.scores.handle(Message(stream=f"score:{ID}", by="service:scoring", cause="forged", command=command))
    shown = pages.visitor().get(f"/m/{ID}/result")
    assert (shown.status_code, "What cost most" in shown.text) == (200, True)
