"""Programs that follow every link come to an end: those that read robots.txt, and those that know `nofollow` only."""

import re
from collections.abc import Callable
from html.parser import HTMLParser
from urllib.parse import urldefrag, urljoin
from urllib.robotparser import RobotFileParser

import pytest

from tests.frontend.conftest import Pages, Visitor
from tests.frontend.tournaments.test_pages import club

pytestmark = pytest.mark.server

SITE = "http://localhost"
MOST = 45  # of a lobby with a match that is over, one that runs, a table, ratings, tournaments, help and calculators


class Links(HTMLParser):
    """Addresses that a page leads to, each with what its link says of itself."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, set[str]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        if tag == "a" and told.get("href"):
            self.found.append((told["href"] or "", set((told.get("rel") or "").split())))


def allowed_by(robots: str) -> Callable[[str], bool]:
    """RFC 9309: the longest rule that fits decides, `*` is anything, and `$` the end."""
    lines = [line.split(": ", 1) for line in robots.splitlines() if line.startswith(("Allow", "Disallow"))]
    rules = [(path, word == "Allow") for word, path in lines]

    def pattern(rule: str) -> str:
        return re.escape(rule).replace(r"\*", ".*").replace(r"\$", r"\Z")

    def is_allowed(path: str) -> bool:
        fit = [(len(rule), allows) for rule, allows in rules if re.match(pattern(rule), path)]
        return max(fit)[1] if fit else True

    return is_allowed


def crawl(visitor: Visitor, may_follow: Callable[[str, set[str]], bool], most: int = MOST) -> list[str]:
    """Every address that was fetched; it gives up where there are more than `most`."""
    waiting, met = ["/"], {"/": None}
    for address in waiting:
        answer = visitor.get(address)
        assert answer.status_code in (200, 302, 303), address
        if len(waiting) > most:
            break
        found = Links(answer.text).found if answer.mimetype == "text/html" else []
        for href, rel in [*found, *([(answer.headers["Location"], set[str]())] if answer.location else [])]:
            whole = urldefrag(urljoin(SITE + address, href))[0]
            path = whole.removeprefix(SITE)
            if whole.startswith(SITE + "/") and path not in met and may_follow(path, rel):
                met[path] = None
                waiting.append(path)
    return waiting


def test_who_reads_robots_txt_or_knows_nofollow_fetches_a_bounded_number_of_pages(pages: Pages):
    over, (ada,) = pages.seated("sprawlopolis", 1)
    ada.post(f"/m/{over}/resign")
    pages.settle()
    running, _ = pages.seated("quadropolis", 2)
    pages.open_table(ada)
    pages.settle()
    eve = pages.visitor()
    robots = eve.get("/robots.txt")
    assert (robots.status_code, robots.mimetype) == (200, "text/plain")
    assert "max-age" in robots.headers["Cache-Control"]
    is_allowed = allowed_by(robots.text)
    there = {"/", f"/m/{over}/result", f"/m/{running}", "/help/quadropolis", "/score/quadropolis", "/tables/new"}
    for may_follow in (lambda path, rel: is_allowed(path), lambda path, rel: "nofollow" not in rel):
        fetched = crawl(eve, may_follow)
        assert len(fetched) < MOST
        assert there <= set(fetched)
        assert not [path for path in fetched if "?" in path.removesuffix(".png?lang=en")]
    assert len(crawl(eve, lambda path, rel: True)) > MOST  # without either there is no end
    for start in (f"/m/{over}/result", f"/m/{over}"):
        for path, rel in Links(ada.get(start).text).found:
            assert "?" not in path or "nofollow" in rel, path


def test_an_event_is_found_and_its_desk_its_sheets_and_its_hall_are_left_alone(pages: Pages):
    host, eve = pages.visitor(), pages.visitor()
    at = club(pages, host)
    before = len(crawl(eve, lambda path, rel: "nofollow" not in rel and not path.startswith(f"{at}/"), 99))
    fetched = crawl(eve, lambda path, rel: "nofollow" not in rel, 99)
    own = {path.removeprefix(at) for path in fetched if path.startswith(f"{at}/")}
    assert own == {"/standings", "/rounds/1", "/crosstable", "/rules"}
    assert (at in fetched, len(fetched)) == (True, before + len(own))


@pytest.mark.parametrize(
    ("path", "is_allowed"),
    [
        ("/", True),
        ("/help/quadropolis", True),
        ("/m/7xk2m9qa4b1c", True),
        ("/m/7xk2m9qa4b1c/result", True),
        ("/lists/open?page=2", True),
        ("/static/urbanist.css?v=0123", True),
        ("/m/7xk2m9qa4b1c?at=12", False),
        ("/m/7xk2m9qa4b1c?architect=2&slot=S5", False),
        ("/m/7xk2m9qa4b1c/result?explore=1&given=best", False),
        ("/m/7xk2m9qa4b1c/export", False),
        ("/score/quadropolis?press=undo", False),
        ("/score/sprawlopolis?goals=1", False),
        ("/?have=12", False),
        ("/t/7xk2m9qa4b1c/talk?have=3", False),
        ("/api/docs/scoring/openapi.json", False),
        ("/lists/mine", False),
        ("/tournaments", True),
        ("/tournaments/7xk2m9qa4b1c", True),
        ("/tournaments/7xk2m9qa4b1c/standings", True),
        ("/tournaments/7xk2m9qa4b1c/rounds/2", True),
        ("/tournaments/7xk2m9qa4b1c/rounds/2/slips", False),
        ("/tournaments/7xk2m9qa4b1c/rounds/2/tables/1", False),
        ("/tournaments/7xk2m9qa4b1c/hall", False),
        ("/tournaments/7xk2m9qa4b1c/entrants/5", False),
        ("/tournaments?month=2027-01", False),
        ("/?lang=fr", True),
        ("/tournaments/7xk2m9qa4b1c?lang=nl", True),
        ("/score/quadropolis?lang=fr", True),
        ("/lists/open?page=2&lang=it", True),
        ("/?lang=fr&have=3", False),
        ("/?have=3&lang=fr", False),
        ("/?lang=tlh", False),
    ],
)
def test_what_is_endless_or_nobodys_is_asked_to_be_left_alone(pages: Pages, path: str, is_allowed: bool):
    robots = pages.visitor().get("/robots.txt").text
    assert allowed_by(robots)(path) == is_allowed
    if path.startswith("/score/") and not is_allowed:  # also for who knows no `*`
        simple = RobotFileParser()
        simple.parse(robots.splitlines())
        assert not simple.can_fetch("anybody", SITE + path)


def test_what_was_chosen_is_not_to_be_found(pages: Pages):
    eve = pages.visitor()
    for path in ("/score/quadropolis?inhabitants=3", "/?have=0", "/score/sprawlopolis?goals=1"):
        assert eve.get(path).headers["X-Robots-Tag"] == "noindex, nofollow"
    for path in ("/", "/score/quadropolis", "/lists/open?page=1"):
        assert "X-Robots-Tag" not in eve.get(path).headers
