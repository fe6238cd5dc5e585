"""Whatever is sent to whichever address: a page, or a refusal with a sentence, and never a failure of ours."""

import gzip
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from urllib.parse import quote

import pytest
from werkzeug.routing import BaseConverter, IntegerConverter

import frontend.pages
from shared.games.registry import GAMES
from tests.frontend.conftest import Pages, Visitor

pytestmark = pytest.mark.server
ASKED = re.compile(r'request\.(?:args|form)\.get\("(\w+)"')
PAGES = Path(frontend.pages.__file__).parent
FIELDS = sorted(
    {name for file in PAGES.glob("*.py") for name in ASKED.findall(file.read_text())}
    | {"at", "was", "have", "move", "turn", "cause", "press", "on", "who", "p1", "p2", "p3", "p4", "city", "mode"}
    | {
        "endpoint",
        "p256dh",
        "auth",
        "inhabitants",
        "energy",
        "tool",
        "given",
        "goals",
        "architect",
        "slot",
        "target",
        "tile",
        "card",
        "place",
    }
)
ODD = [
    "", "\0", "a\0b", "\x7f", "//[", "http://[::1", "/score/quadropolis?[", "-1", "9" * 400, "1e9", "\u0661", "\u00b2",
    "null", '{"a":"\\ud800"}', "[" * 900, "~" * 99, "a~b~c~d~e", "\u202e\u200d", "\u0300" * 99, "\U0001d54f" * 50,
    "<script>", "{{7*7}}", "%s", "../../etc/passwd", "a\r\nX-Other: y", "p1", "T3ST2-FSV-ST3H", "x" * 3000,
]  # fmt: skip
RAW = ["%ED%A0%80", "%FF%FE", "%", "%00", "%0d%0a"]  # bytes that are no text
LARGE = 1_000_000


def addresses(pages: Pages, id_: str, method: str) -> Iterator[str]:
    """One for each route that takes the method: of this match, or of a calculator."""
    own = {"id_": id_, "slug": "quadropolis"}
    for rule in pages.app.url_map.iter_rules():
        if method in (rule.methods or ()) and not rule.rule.startswith("/api/"):
            kinds = rule._converters
            yield rule.build({name: own.get(name, one_of(kinds[name])) for name in rule.arguments}, False)[1]  # type: ignore[index]


def one_of(converter: BaseConverter) -> str:
    """What the converter accepts."""
    return "1" if isinstance(converter, IntegerConverter) else str(min(getattr(converter, "items", ["quadropolis"])))


def asked(visitor: Visitor, method: str, address: str, **more: object) -> None:
    with visitor.client.open(address, method=method, **more) as answer:  # type: ignore[arg-type]
        data = answer.get_data()
        text = (gzip.decompress(data) if answer.headers.get("Content-Encoding") == "gzip" else data).decode(
            errors="replace"
        )
        assert answer.status_code < 500, f"{method} {address[:200]} {more}\n{text[-500:]}"
        if answer.status_code >= 400 and method != "HEAD":
            assert 'class="code"' in text or "sentence" in text, (
                f"{method} {address[:200]}: {answer.status_code} {text[:300]}"
            )


@pytest.fixture
def visited(pages: Pages, monkeypatch: pytest.MonkeyPatch) -> tuple[Visitor, str]:
    """Somebody whom nobody limits, and their match."""
    monkeypatch.setattr("frontend.door.limits.check", lambda _kind: None)
    ada = pages.visitor()
    return ada, pages.match(ada)


def test_a_query_makes_no_page_fail(pages: Pages, visited: tuple[Visitor, str]):
    ada, id_ = visited
    assert {"was", "link", "count", "endpoint", "p4"} <= set(FIELDS)
    for address in addresses(pages, id_, "GET"):
        for value in [*(quote(odd) for odd in ODD), *RAW]:
            asked(ada, "GET", f"{address}?{'&'.join(f'{name}={value}' for name in FIELDS)}")
        asked(ada, "GET", f"{address}?{'&'.join(f'{name}=1&{name}=2&{name}' for name in FIELDS)}")


def test_a_form_makes_no_page_fail(pages: Pages, visited: tuple[Visitor, str]):
    ada, id_ = visited
    typed = {"content_type": "application/x-www-form-urlencoded"}
    for address in addresses(pages, id_, "POST"):
        for value in [*(quote(odd) for odd in ODD), *RAW]:
            form = "&".join(f"{name}={value}" for name in FIELDS)
            asked(ada, "POST", address, data=f"{form}&csrf_token={ada.token()}", **typed)
        files = {name: (BytesIO(b"text"), "a.txt") for name in FIELDS}
        asked(ada, "POST", address, data={**files, "csrf_token": ada.token()})
        asked(ada, "POST", address, data=b"x" * LARGE, **typed)
        asked(ada, "POST", address, data=b"--x\r\nbroken", content_type="multipart/form-data; boundary=x")
        asked(ada, "POST", address, data=b'{"a": "\\ud800"}', content_type="application/json")
        asked(ada, "POST", address)


ODD_HEADERS = [
    *({"Accept-Encoding": said} for said in ("identity;q=0", "br;q=0", "gzip;q=2", "*;q=0", "gzip;q=0.", ", ,;q")),
    *({"Range": said} for said in ("bytes=0-10", "bytes=99999999-", "bytes=-0", "lines=1")),
    {"If-None-Match": "*"},
    {"If-Modified-Since": "never"},
    {"Cookie": "a=" + "x" * 4000},
    {"Referer": "http://["},
    {"Origin": "http://["},
    {"HX-Request": "true", "HX-Current-URL": "http://[", "HX-Request-Type": "odd"},
    {"X-Forwarded-For": "?, ,"},
]


def test_methods_and_headers_make_no_page_fail(pages: Pages, visited: tuple[Visitor, str]):
    ada, id_ = visited
    for address in {*addresses(pages, id_, "GET"), *addresses(pages, id_, "POST")}:
        for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "PROPFIND"):
            asked(ada, method, address)
        for headers in ODD_HEADERS:
            asked(ada, "GET", address, headers=headers)
            asked(ada, "HEAD", address, headers=headers)


@pytest.mark.parametrize("game", GAMES)
def test_a_round_is_as_long_as_an_address_allows_and_no_longer(pages: Pages, game: str):
    """Cities as full as they get, names of any kind, and a round within a round."""
    ada = pages.visitor()
    full = "T4T4T4T4-" * 4 + "~99~99~" + "\u202e\U0001f3f4" * 20
    for seats in range(1, 5):
        query = "&".join(f"p{seat}={quote(full[: 100 if seats % 2 else 3000])}" for seat in range(1, seats + 1))
        asked(ada, "GET", f"/score/{game}?{query}&who={quote(full)}")
        asked(ada, "GET", f"/score/{game}?{query}&press=open-4&on=p1")
        asked(ada, "GET", f"/score/{game}/qr.svg?{query}")
