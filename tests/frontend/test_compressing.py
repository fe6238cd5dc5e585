"""Answers are compressed around the token of their forms, and not at all where they open a seat."""

import gzip
import re
import zlib

import brotli
import pytest
from hypothesis import given
from hypothesis import strategies as st

from frontend.compressing import LAST, deflated_around, gzipped, is_accepted, stored
from tests.frontend.conftest import Pages

SMALL = {"Accept-Encoding": "gzip, deflate, br, zstd"}
TEXTS = st.text(alphabet="ab<>", max_size=300)
TOKEN = "IjEyMzQ1Njc4OTAxMjM0NTY3ODkwIg.ab12cd.t0-kEn"


@pytest.mark.drawn
@given(parts=st.lists(TEXTS, min_size=1, max_size=5), secret=st.text(alphabet="xyz", max_size=40))
def test_a_compressed_text_is_the_text(parts: list[str], secret: str):
    text = secret.join(parts).encode()
    assert gzip.decompress(gzipped(text, secret.encode())) == text
    pieces = deflated_around([part.encode() for part in parts], len(secret), 6)
    assert zlib.decompress(stored(secret.encode()).join(pieces) + LAST, -zlib.MAX_WBITS) == text


@pytest.mark.drawn
@given(right=st.integers(0, len(TOKEN) - 1), said=TEXTS)
def test_a_guess_beside_a_token_says_nothing_of_it(right: int, said: str):
    """The text is as long beside the token whose beginning was guessed as it is beside another."""
    parts = [f'<p>{said}</p><p class="said">{TOKEN[:right]}</p><input value="', '"><a>to</a><input value="', '">']
    other = TOKEN[::-1].swapcase()
    assert len({len(gzipped(token.join(parts).encode(), token.encode())) for token in (TOKEN, other)}) == 1


def test_a_token_that_is_compressed_would_be_found():
    page = '<p class="said">{}</p><input name="csrf_token" value="' + TOKEN + '">'
    right, wrong = (page.format(said).encode() for said in (TOKEN, TOKEN[::-1]))
    assert len(zlib.compress(right)) < len(zlib.compress(wrong)) - 20


@pytest.mark.parametrize(
    ("said", "is_so"),
    [
        ("gzip", True),
        ("gzip, br", True),
        ("br;q=1.0, gzip;q=0.8", True),
        ("", False),
        ("identity", False),
        ("br", False),
        ("gzip;q=0", False),
        ("gzip;q=0.0, br", False),
        ("gzip;q=0.", False),
        ("gzip ; q=0.000 ,br", False),
        ("gzip;q=2", True),
        ("identity;q=0, gzip", True),
        ("x-gzip", False),
    ],
)
def test_a_browser_gets_what_it_accepts(said: str, is_so: bool):
    assert is_accepted("gzip", said) == is_so


@pytest.mark.server
def test_pages_leave_compressed_with_their_token_as_it_is(pages: Pages):
    ada = pages.visitor()
    ada.post("/name", name="Ada")
    page = ada.client.get("/", headers=SMALL)
    assert page.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in page.headers["Vary"]
    assert "Cookie" in page.headers["Vary"]
    text = gzip.decompress(page.data).decode()
    token = text.split('name="csrf_token" value="', 1)[1].split('"', 1)[0]
    assert page.data.count(token.encode()) == text.count(token) > 1
    assert len(page.data) < 0.5 * len(text)
    assert ada.client.post("/name", data={"csrf_token": token, "name": "Bea"}).status_code == 303


@pytest.mark.server
def test_who_asks_for_no_compression_gets_none(pages: Pages):
    page = pages.visitor().get("/")
    assert "Content-Encoding" not in page.headers
    assert "Accept-Encoding" in page.headers["Vary"]


@pytest.mark.server
@pytest.mark.parametrize(
    ("site", "is_so"), [("same-origin", True), ("none", True), ("cross-site", False), ("same-site", False)]
)
def test_what_another_sites_page_asks_for_is_not_compressed(pages: Pages, site: str, is_so: bool):
    answer = pages.visitor().client.get("/", headers={**SMALL, "Sec-Fetch-Site": site})
    assert ("Content-Encoding" in answer.headers) == is_so


@pytest.mark.server
def test_what_opens_a_seat_is_not_compressed(pages: Pages):
    ada = pages.visitor()
    address = ada.post("/tables/new", game="quadropolis", seats="2").headers["Location"]
    ada.post(f"{address}/sit")
    ada.post(f"{address}/seat")
    link = ada.client.get(f"{address}/seat", headers=SMALL)
    assert link.status_code == 200
    assert len(link.data) > 1000
    assert "Content-Encoding" not in link.headers


@pytest.mark.server
@pytest.mark.parametrize("encoding", ["br", "gzip"])
def test_bundles_leave_compressed(pages: Pages, encoding: str):
    visitor = pages.visitor()
    for address in re.findall(r'(?:src|href)="(/static/page[^"]+)"', visitor.get("/").text):
        plain = visitor.client.get(address)
        small = visitor.client.get(address, headers={"Accept-Encoding": encoding})
        assert small.headers["Content-Encoding"] == encoding
        assert small.headers["Vary"] == plain.headers["Vary"] == "Accept-Encoding"
        assert small.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert {"br": brotli.decompress, "gzip": gzip.decompress}[encoding](small.data) == plain.data
        assert len(small.data) < 0.4 * len(plain.data)
