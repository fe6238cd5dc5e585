"""The lobby's lists are short, have pages by address, and cost the same however many tables there are."""

from dataclasses import replace

import pytest

from frontend.presentation.part import Viewer
from frontend.sockets.room import Room
from shared.ledger.decider import Message
from shared.platform.match import Abort
from shared.platform.rows import Row
from tests.frontend.conftest import Pages, Visitor

pytestmark = pytest.mark.server


def open_row(pages: Pages) -> Row:
    """A row as matchmaking made it."""
    pages.visitor().post("/tables/new", game="quadropolis", seats="3", listed="yes")
    pages.settle()
    (row,) = pages.site.rows.listed("open")
    return row


def many(pages: Pages, row: Row, count: int, first: int = 0, **more: object) -> None:
    for number in range(first, first + count):
        at = f"2026-05-01T{number // 3600 % 24:02}:{number // 60 % 60:02}:{number % 60:02}.000Z"
        pages.site.rows.put(replace(row, id=f"{row.status[:4]}{number:08}", at=at, **more))  # type: ignore[arg-type]


def read(pages: Pages, monkeypatch: pytest.MonkeyPatch, visitor: Visitor, address: str = "/") -> tuple[int, int]:
    """Rows that were read, and requests to the server, for a page."""
    counted: list[int] = []
    of = pages.site.rows.of

    def counting(ids: list[bytes]) -> list[Row]:
        counted.append(len(ids))
        return of(ids)

    before = int(pages.platform.redis.info("stats")["total_commands_processed"])
    with monkeypatch.context() as patch:
        patch.setattr(pages.site.rows, "of", counting, raising=False)
        assert visitor.get(address).status_code == 200
    return sum(counted), int(pages.platform.redis.info("stats")["total_commands_processed"]) - before


def test_the_lobby_reads_as_much_with_a_thousand_open_tables_as_with_thirty(
    pages: Pages, monkeypatch: pytest.MonkeyPatch
):
    row, eve = open_row(pages), pages.visitor()
    many(pages, row, 30)
    eve.get("/")
    few = read(pages, monkeypatch, eve)
    last = read(pages, monkeypatch, eve, "/lists/open?page=2")
    many(pages, row, 500, first=30)
    many(pages, row, 500, first=530, listed=False)
    assert read(pages, monkeypatch, eve) == few
    assert read(pages, monkeypatch, eve, "/lists/open?page=25")[0] == 20
    assert 0 < last[0] < 20
    assert "All 531 open tables" in eve.get("/").text


def test_who_is_shown_their_own_lobby_is_found_without_reading_a_list(pages: Pages, monkeypatch: pytest.MonkeyPatch):
    row = open_row(pages)
    many(pages, row, 50)
    monkeypatch.setattr(type(pages.site.rows), "listed", None)
    rendering = pages._renderer.render(Room("lobby", ""))
    opener = Viewer((row.opener or "").partition(":")[2])
    assert rendering.audience(opener._replace(origin="http://localhost")) == opener
    assert rendering.audience(Viewer("nobodynobody", "http://localhost")) == Viewer(None)
    assert "your table" in rendering.html(opener)


@pytest.mark.parametrize(("status", "name"), [("open", "open"), ("playing", "running"), ("ended", "finished")])
def test_forty_one_unlisted_ones_push_no_listed_one_off(pages: Pages, status: str, name: str):
    row = open_row(pages)
    row = replace(row, status=status, points=[1, 2, 3], winners=[2], idle_since=row.at)
    pages.site.rows.put(replace(row, id="listed000001", at="2026-05-01T00:00:00.000Z", version=row.version + 1))
    many(pages, row, 41, first=60, listed=False)
    eve = pages.visitor()
    for address in ("/", f"/lists/{name}"):
        shown = eve.get(address).text
        assert "listed000001" in shown
        assert f"{status[:4]}0000" not in shown


def test_a_list_is_walked_through_by_links_alone_and_each_row_is_met_once(pages: Pages):
    row, eve = open_row(pages), pages.visitor()
    many(pages, row, 44)
    address, met = "/lists/open", list[str]()
    for _ in range(3):
        shown = eve.get(address).text
        met += [part.split('"')[0] for part in shown.split('href="/t/')[1:]]
        older = shown.split('rel="next" href="')
        address = older[1].split('"')[0] if len(older) > 1 else ""
    assert address == ""
    assert (len(met), len(set(met))) == (45, 45)


@pytest.mark.parametrize("page", ["0", "-1", "x", "1e3", "", "99999999999", "\uff11"])
def test_a_page_that_makes_no_sense_is_not_there(pages: Pages, page: str):
    assert pages.visitor().get(f"/lists/open?page={page}").status_code == 404


def test_a_page_beyond_the_end_says_so_and_leads_back(pages: Pages):
    shown = pages.visitor().get("/lists/open?page=7")
    assert shown.status_code == 200
    assert "the list has become shorter" in shown.text
    assert pages.visitor().get("/lists/rows").status_code == 404


def test_my_turn_is_on_the_front_page_however_many_matches_i_have_finished_since(pages: Pages):
    ada = pages.visitor()
    id_ = pages.match(ada, "sprawlopolis", bots=0)
    (row,) = pages.site.rows.listed("playing")
    many(pages, replace(row, status="ended", called=[], points=[30], winners=[0], target=20), 60, first=80_000)
    shown = ada.get("/").text
    mine = shown.split('aria-labelledby="mine"')[1].split("</section>")[0]
    assert f'href="/m/{id_}"' in mine
    assert "All 61 of my matches" in mine
    assert ada.get("/lists/mine?page=4").text.count('class="sign"') == 1


def test_an_unlisted_table_is_shown_to_who_opened_it_and_to_nobody_else(pages: Pages):
    ada, eve = pages.visitor(), pages.visitor()
    table = ada.post("/tables/new", game="quadropolis", seats="2", listed="no").headers["Location"]
    pages.settle()
    assert table in ada.get("/").text
    assert table not in eve.get("/").text
    assert table not in eve.get("/lists/open").text


def test_my_matches_say_who_waits_for_whom_and_since_when(pages: Pages):
    id_, people = pages.seated("quadropolis", 3)
    for person, name in zip(people, ("Ada", "Bo", "Cleo"), strict=True):
        person.post("/name", name=name)
    called = next(one for one in people if one.seen(id_)["legal_moves"])
    others = [one for one in people if one is not called]
    (row,) = pages.site.rows.listed("playing")
    (turn,) = [line for line in pages.site.logs.of(pages.streams.match(id_)).lines if line.type == "match.turn_started"]
    assert row.called_since == turn.at
    mine, theirs = (signs(one.get("/lists/mine").text) for one in (called, others[0]))
    assert "<b>your turn</b>:" in mine
    assert " have been waiting for you since " in mine
    assert "you have been waiting for " in theirs
    for said in (mine, theirs):
        assert f'<time datetime="{turn.at}" data-when>' in said
    called.move(id_)
    pages.settle()
    assert "you have been waiting for " in signs(called.get("/lists/mine").text)
    assert (pages.site.rows.listed("playing")[0].called_since or "") > turn.at


def signs(page: str) -> str:
    (found,) = page.split('class="sign">')[1:]
    return found.split("</li>")[0]


def test_a_match_that_is_over_makes_nobody_wait(pages: Pages):
    id_, people = pages.seated("quadropolis", 2)
    pages.platform.streams.matches.handle(
        Message(stream=f"match:{id_}", by="operator:tests", cause="abort", command=Abort(reason="operator"))
    )
    pages.settle()
    (row,) = pages.site.rows.listed("aborted")
    assert row.called_since is None
    assert "called off" in people[0].get("/lists/mine").text
