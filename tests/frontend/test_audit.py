"""What the server gives to those who check: a page for every record, and the chain of a match with every part."""

import html
import json
import re
from typing import Any

import pytest

from frontend.logs import TAIL, newest
from shared.ledger.redis import stream_key
from shared.platform.records.imported import Imported, Mark
from tests.frontend.conftest import Pages, Visitor

pytestmark = pytest.mark.server


def stored(pages: Pages, id_: str) -> list[bytes]:
    return [entry.envelope for entry in pages.streams.ledger.read(f"match:{id_}")]


def attribute(part: str, name: str) -> str:
    found = re.search(rf'{name}="([^"]*)"', part)
    assert found
    return found[1]


def tail(part: str) -> list[bytes]:
    found = re.search(r'<pre id="tail" hidden>(.*?)</pre>', part, re.DOTALL)
    assert found
    return html.unescape(found[1]).encode().split(b"\n")


def test_a_match_has_an_audit_page_before_and_after_its_end(pages: Pages):
    ada = pages.visitor()
    id_ = pages.match(ada)
    for _ in range(2):
        page = pages.visitor().get(f"/m/{id_}/audit")
        assert page.status_code == 200
        assert f'data-record="/api/matches/{id_}/export"' in page.text
        assert f'href="/m/{id_}/export" download' in page.text
        ada.post(f"/m/{id_}/resign")
        pages.settle()


def test_a_table_that_was_given_up_has_one_too(pages: Pages):
    ada = pages.visitor()
    table = pages.open_table(ada).headers["Location"]
    ada.post(f"{table}/close")
    page = ada.get(f"/m/{table.rsplit('/', 1)[1]}/audit")
    assert (page.status_code, f'href="{table}"' in page.text) == (200, True)


def test_so_has_a_record_that_nobody_can_read(pages: Pages):
    ada = pages.visitor()
    id_ = pages.match(ada)
    key = stream_key(f"match:{id_}")
    pages.platform.redis.xadd(key, {"envelope": b"{"}, id=f"{len(stored(pages, id_)) + 1}-0")
    assert ada.get(f"/m/{id_}/export").status_code == 409
    assert ada.get(f"/m/{id_}/audit").status_code == 200


def test_what_is_not_there_has_none(pages: Pages):
    for address in ("/m/zzzzzzzzzzzz/audit", "/m/zzzzzzzzzzzz/chain"):
        assert pages.visitor().get(address).status_code == 404


def test_the_page_of_an_imported_record_says_so(pages: Pages):
    id_ = pages.match(pages.visitor())
    assert "played on another server" not in pages.visitor().get(f"/m/{id_}/audit").text
    mark = Mark(at="2026-05-01T12:00:00.000Z", by="operator:root", file="<match>.jsonl")
    Imported(pages.site.rows.client).mark(id_, mark)
    page = pages.visitor().get(f"/m/{id_}/audit").text
    assert "played on another server" in page
    assert "&lt;match&gt;.jsonl" in page


def test_log_and_result_lead_to_the_audit(pages: Pages):
    ada = pages.visitor()
    id_ = pages.match(ada)
    assert f'href="/m/{id_}/audit"' in ada.get(f"/m/{id_}").text
    ada.post(f"/m/{id_}/resign")
    pages.settle()
    assert f'href="/m/{id_}/audit"' in ada.get(f"/m/{id_}/result").text


def test_the_chain_is_what_is_stored_from_any_version_on(pages: Pages):
    ada, eve = pages.visitor(), pages.visitor()
    id_ = pages.match(ada)
    ada.move(id_)
    pages.settle()
    lines = stored(pages, id_)
    assert eve.get(f"/m/{id_}/chain").data.split(b"\n")[:-1] == lines
    for after in (0, 1, 4, len(lines) - 1, len(lines), len(lines) + 1):
        answer = eve.get(f"/m/{id_}/chain?after={after}")
        assert (answer.status_code, answer.mimetype) == (200, "application/x-ndjson")
        assert answer.data == b"".join(line + b"\n" for line in lines[after:])


@pytest.mark.parametrize("after", ["-1", "x", "", "1.5", "٣", "1" * 10])
def test_a_version_that_is_none_has_no_chain(pages: Pages, after: str):
    assert pages.visitor().get(f"/m/{pages.match(pages.visitor())}/chain?after={after}").status_code == 404


def test_the_chain_has_nothing_sealed_even_after_the_end(pages: Pages):
    ada = pages.visitor()
    id_ = pages.match(ada)
    ada.post(f"/m/{id_}/resign")
    pages.settle()
    seed = pages.streams.match(id_).state.started
    assert seed is not None
    text = ada.get(f"/m/{id_}/chain").text
    assert (seed.seed in text, '"sealed"' in text, '"salt"' in text) == (False, False, False)


def shown(visitor: Visitor, id_: str, **more: Any) -> str:
    return visitor.get(f"/m/{id_}", htmx=True, **more).text


def test_every_part_has_the_newest_digest_and_the_events_that_led_to_it(pages: Pages):
    ada, eve = pages.visitor(), pages.visitor()
    id_ = pages.match(ada)
    for turn in range(3):
        before = len(stored(pages, id_))
        ada.move(id_, cause=f"turn-number-{turn:02}")
        pages.settle()
        lines = stored(pages, id_)
        head = json.loads(lines[-1])
        for part in (shown(ada, id_), shown(eve, id_), shown(eve, id_, query_string={"at": "5"})):
            assert (attribute(part, "data-id"), attribute(part, "data-head")) == (id_, str(head["version"]))
            assert attribute(part, "data-digest") == head["digest"]
            assert attribute(part, "data-over") == "no"
        for part in (shown(ada, id_), shown(eve, id_)):
            found = tail(part)
            assert found == lines[-len(found) :]
            assert len(found) >= len(lines) - before


def test_a_replay_has_the_newest_digest_and_tells_nothing_of_what_comes(pages: Pages):
    ada = pages.visitor()
    id_ = pages.match(ada)
    part = shown(ada, id_, query_string={"at": "3"})
    assert attribute(part, "data-digest") == json.loads(stored(pages, id_)[-1])["digest"]
    assert tail(part) == [b""]


def test_the_result_has_it_too(pages: Pages):
    ada = pages.visitor()
    id_ = pages.match(ada)
    ada.post(f"/m/{id_}/resign")
    pages.settle()
    result = ada.get(f"/m/{id_}/result", htmx=True).text
    assert attribute(result, "data-digest") == json.loads(stored(pages, id_)[-1])["digest"]
    assert (attribute(result, "data-id"), attribute(result, "data-over")) == (id_, "yes")


def test_a_tail_is_as_many_of_the_newest_events_as_fit():
    assert newest([]) == ()
    assert newest([b"x" * (TAIL + 1)]) == ()
    assert newest([b"x" * TAIL]) == (b"x" * TAIL,)
    many = [bytes([48 + number]) * (TAIL // 4) for number in range(9)]
    assert newest(many) == tuple(many[-4:])
    assert newest((*newest(many[:6]), *many[6:])) == newest(many)
