"""The result of a match that was not analysed says so; who asks for it, or looks at what they played, comes first."""

import re
from typing import Any

import pytest
import redis

from frontend.door.limits import ANALYSE
from frontend.site import make_site
from shared.errors import Unavailable
from shared.ledger.archive import WholeLedger
from shared.platform.archiving import Archivist
from shared.platform.rows import Rows
from shared.settings import settings
from shared.web.waiting import Wish
from tests.frontend.conftest import Pages, Visitor

pytestmark = pytest.mark.server

NOT_YET = "This match has not been analysed."
SIGNED = re.compile(r"[\w-]{40,}\.[\w-]{6}\.[\w-]{27}")  # tokens of forms: they hold the second of their making
NEXT = "This match is next, or is being analysed now"


def ended(pages: Pages, who: Visitor) -> str:
    """The id of a match that its player left to bots."""
    id_ = pages.match(who, "sprawlopolis")
    who.post(f"/m/{id_}/resign")
    pages.settle()
    return id_


def in_order(pages: Pages) -> list[str]:
    assert pages.site.analyses is not None
    return [each.decode() for each in pages.site.analyses.client.zrange(pages.site.analyses.key, 0, -1)]


def wish(pages: Pages, *ids: str, kind: Wish = Wish.UNASKED) -> None:
    assert pages.site.analyses is not None
    for id_ in ids:
        pages.site.analyses.wish(id_, kind)


def test_a_stranger_may_ask_by_a_button_and_is_told_what_comes_before(pages: Pages):
    ada, eve = pages.visitor(), pages.visitor()
    id_ = ended(pages, ada)
    shown = eve.get(f"/m/{id_}/result").text
    assert NOT_YET in shown
    assert f'action="/m/{id_}/analysis"' in shown
    assert in_order(pages) == []  # who only watches asks for nothing by looking
    wish(pages, "unasked00001", "unasked00002")
    wish(pages, "asked0000001", kind=Wish.ASKED)
    answer = eve.post(f"/m/{id_}/analysis")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/m/{id_}/result#turn-by-turn")
    assert in_order(pages)[:2] == ["asked0000001", id_]
    assert "One other match comes first." in eve.get(f"/m/{id_}/result").text
    wish(pages, "unasked00003")
    assert in_order(pages)[:2] == ["asked0000001", id_]


def test_who_played_it_moves_it_up_by_looking(pages: Pages):
    ada, eve = pages.visitor(), pages.visitor()
    id_ = ended(pages, ada)
    wish(pages, id_, "unasked00001", "unasked00002")
    assert in_order(pages)[-1] == id_
    assert "2 other matches come first." in eve.get(f"/m/{id_}/result").text
    assert NEXT in ada.get(f"/m/{id_}/result").text
    assert in_order(pages)[0] == id_


def test_where_too_many_asked_before_that_is_said(pages: Pages):
    ada = pages.visitor()
    id_ = ended(pages, ada)
    assert pages.site.analyses is not None
    pages.site.analyses.most = 2
    wish(pages, "asked0000001", "asked0000002", kind=Wish.ASKED)
    answer = ada.post(f"/m/{id_}/analysis")
    assert answer.status_code == 503
    assert "Too many matches are waiting for an analysis: ask again later" in answer.text
    assert NOT_YET in ada.get(f"/m/{id_}/result").text


def test_nobody_may_ask_for_as_many_as_they_like(pages: Pages):
    ada, eve = pages.visitor(), pages.visitor()
    most = int(ANALYSE.rate.split()[0])
    token = ada.token()
    answers = [ada.client.post(f"/m/{number:012}/analysis", data={"csrf_token": token}) for number in range(most + 1)]
    assert [answer.status_code for answer in answers] == [404] * most + [429]
    assert eve.post(f"/m/{1:012}/analysis").status_code == 404


def test_what_can_not_be_analysed_is_not_waited_for(pages: Pages):
    ada = pages.visitor()
    running = pages.match(ada, "sprawlopolis")
    assert ada.post(f"/m/{running}/analysis").status_code == 303
    assert in_order(pages) == []


def test_where_nothing_is_analysed_nothing_is_offered(pages: Pages, monkeypatch: pytest.MonkeyPatch):
    ada = pages.visitor()
    id_ = ended(pages, ada)
    monkeypatch.setenv("URBANIST_ANALYSIS", "no")
    settings.cache_clear()
    assert make_site(settings()).analyses is None
    object.__setattr__(pages.site, "analyses", None)
    shown = ada.get(f"/m/{id_}/result")
    assert (shown.status_code, "Turn by turn" in shown.text) == (200, False)
    assert ada.post(f"/m/{id_}/analysis").status_code == 303


def test_the_result_is_there_while_the_server_of_the_queues_is_away(pages: Pages, monkeypatch: pytest.MonkeyPatch):
    ada = pages.visitor()
    id_ = ended(pages, ada)

    def away(*_: Any, **__: Any) -> None:
        raise redis.ConnectionError("nobody answers")

    assert pages.site.analyses is not None
    monkeypatch.setattr(pages.site.analyses.client, "execute_command", away)
    with pytest.raises(Unavailable):
        pages.site.analyses.position(id_)
    shown = ada.get(f"/m/{id_}/result")
    assert (shown.status_code, "Score pad" in shown.text, "Turn by turn" in shown.text) == (200, True, False)


def test_an_archived_match_is_never_analysed_and_all_its_pages_stay(pages: Pages):
    eve = pages.visitor()
    id_ = ended(pages, pages.visitor())
    addresses = [f"/m/{id_}{part}" for part in ("", "/result", "/replay", "/audit", "/export")] + ["/lists/finished"]
    before = [SIGNED.sub("", eve.get(address).text) for address in addresses]
    assert NOT_YET in before[1]
    ledger = pages.site.streams.ledger
    assert isinstance(ledger, WholeLedger)
    rows = Rows(pages.site.rows.client, pages.site.rows.archived)
    archivist = Archivist(ledger, rows, 1, clock=lambda: 10**10)
    while archivist.step() is not None:
        pass
    assert ledger.is_archived(f"match:{id_}")
    after = [SIGNED.sub("", eve.get(address).text) for address in addresses]
    assert NOT_YET not in after[1]
    del before[1], after[1]
    assert after == before
