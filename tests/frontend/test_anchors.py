"""Anchors on pages, as files and as a feed: lines that anybody can keep, and no name of a match in any of them."""

import json
from datetime import UTC, datetime
from hashlib import sha256
from xml.etree import ElementTree

import pytest

from frontend.presentation.anchors import SHOWN
from infra.verify import anchored
from shared.ledger.anchors import Anchors, Leaf, Maker
from shared.ledger.archive import WholeLedger
from tests.frontend.conftest import Pages

pytestmark = pytest.mark.server
ATOM = "{http://www.w3.org/2005/Atom}"


def make(pages: Pages, times: int = 1) -> Anchors:
    ledger = pages.streams.ledger
    assert isinstance(ledger, WholeLedger)
    assert Maker(ledger, pages.site.anchors, lambda: datetime(2026, 11, 30, 18, tzinfo=UTC)).make()
    for number in range(1, times):
        pages.site.anchors.put("2026-11-30T19:00:00.000Z", [Leaf("match:a1b2c3d4e5f6", number, "ab" * 32)])
    return pages.site.anchors


def test_without_anchors_the_page_says_so_and_nothing_leads_there(pages: Pages):
    visitor = pages.visitor()
    id_ = pages.match(visitor)
    assert "This server has made none yet" in visitor.get("/anchors").text
    assert "/anchors" not in visitor.get(f"/m/{id_}/audit").text
    assert visitor.get("/anchors/1").status_code == 404
    assert visitor.get("/anchors/1.json").status_code == 404
    assert visitor.get("/anchors/1.tsr").status_code == 404
    refused = visitor.get(f"/api/matches/{id_}/anchors")
    assert refused.status_code == 404
    assert refused.json["sentence"] == f"no anchor names {id_} yet"  # type: ignore[index]
    feed = ElementTree.fromstring(visitor.get("/anchors/feed").data)
    assert feed.findall(f"{ATOM}entry") == []


def test_a_line_is_on_the_page_in_the_file_and_in_the_feed(pages: Pages):
    visitor = pages.visitor()
    id_ = pages.match(visitor)
    anchor = make(pages).of(1)
    for address in ("/anchors", "/anchors/1"):
        page = visitor.get(address)
        assert anchor.text in page.text
        assert id_ not in page.text
    file = visitor.get("/anchors/1.json")
    assert sha256(file.data).hexdigest() == anchor.digest
    assert file.headers["Content-Disposition"] == 'attachment; filename="anchor-1.json"'
    answer = visitor.get("/anchors/feed")
    assert answer.content_type == "application/atom+xml; charset=utf-8"
    entry = ElementTree.fromstring(answer.data).find(f"{ATOM}entry")
    assert entry is not None
    told = {part.tag.removeprefix(ATOM): part.text for part in entry}
    assert told["content"] == anchor.text
    assert told["id"] == "http://localhost/anchors/1"
    assert told["updated"] == anchor.at


def test_the_audit_leads_to_a_proof_that_the_stand_alone_verifier_takes(pages: Pages):
    visitor = pages.visitor()
    id_ = pages.match(visitor)
    make(pages)
    assert f'href="/api/matches/{id_}/anchors"' in visitor.get(f"/m/{id_}/audit").text
    proof = visitor.get(f"/api/matches/{id_}/anchors")
    assert proof.headers["Content-Disposition"] == f'attachment; filename="{id_}-anchors.json"'
    said = anchored(visitor.get(f"/m/{id_}/export").data, proof.data)
    assert [one.holds for one in said] == [True, True]
    assert json.loads(proof.data)["id"] == id_


def test_whoever_may_not_have_a_record_gets_no_proof_of_it(pages: Pages):
    host, guest, eve = pages.visitor(), pages.visitor(), pages.visitor()
    table = host.post("/tables/new", game="quadropolis", seats="2", watch="nobody").headers["Location"]
    for visitor in (host, guest):
        visitor.post(f"{table}/sit")
    pages.settle()
    make(pages)
    assert host.get(f"/api/matches/{table[3:]}/anchors").status_code == 200
    assert eve.get(f"/api/matches/{table[3:]}/anchors").status_code == 403


def test_a_stamped_anchor_offers_its_stamp(pages: Pages):
    visitor = pages.visitor()
    pages.match(visitor)
    anchors = make(pages)
    assert "/anchors/1.tsr" not in visitor.get("/anchors/1").text
    assert visitor.get("/anchors/1.tsr").status_code == 404
    anchors.put_token(1, b"\x30\x00stamp")
    assert "/anchors/1.tsr" in visitor.get("/anchors/1").text
    stamp = visitor.get("/anchors/1.tsr")
    assert (stamp.data, stamp.content_type) == (b"\x30\x00stamp", "application/timestamp-reply")


def test_older_ones_are_reached_from_newer_ones(pages: Pages):
    visitor = pages.visitor()
    pages.match(visitor)
    make(pages, SHOWN + 2)
    page = visitor.get("/anchors").text
    assert page.count('<li><a href="/anchors/') == SHOWN
    assert "2 earlier ones can be reached from the oldest of these." in page
    newest, oldest = visitor.get(f"/anchors/{SHOWN + 2}").text, visitor.get("/anchors/1").text
    assert f'href="/anchors/{SHOWN + 1}"' in newest
    assert "The next one" not in newest
    assert "The one before" not in oldest
