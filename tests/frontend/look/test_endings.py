"""The end of a match: the tie with its numbers, the moments, the pad that fills, the picture, and what is printed."""

import re
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from frontend.door import limits
from frontend.presentation import picture
from frontend.presentation.moments import moves_of
from frontend.presentation.picture import LEFT_OUT, fitted, is_drawable, width
from shared.recent import Recent
from tests.frontend.look import tables
from tests.frontend.look.house import ADA, BART, CLEO, EVE
from tests.frontend.look.pages import render
from tests.frontend.look.samples import house
from tests.frontend.look.shots import served

HOSTILE = {CLEO: "</text><script>&\"'", ADA: "\N{CJK UNIFIED IDEOGRAPH-5EFA}" * 24, BART: "{0.x} שלום 👩‍👩‍👧"}


def words(html: str) -> str:
    return " ".join(re.sub("<[^>]+>", " ", html).split())


def part(name: str, begins: str, ends: str) -> str:
    page = render(name)
    return words(begins + page.split(begins, 1)[1].split(ends, 1)[0])


def points_after(id_: str, version: int) -> list[int]:
    """What all would have had, by a fold of its own."""
    match = house().streams.matches.folder.at(f"match:{id_}", version)
    return [match.rules.points(match.state, seat) for seat in range(len(match.players))]


def test_a_tie_shows_both_ways_to_win_it_with_the_numbers_of_all_who_are_equal():
    shown = part("result-four", '<table class="tie">', "</table>")
    assert "Cleo greedy" in shown
    assert "Inhabitants in the city: more is better 9 8" in shown
    assert "Empty squares: fewer is better 6 8" in shown
    assert 'class="tie"' not in render("result")


def test_the_best_moment_is_the_largest_gain_of_the_record_and_leads_to_the_replay():
    shown = part("result", '<div class="moment" id="best-moment">', "</div>")
    id_ = tables.ended()
    folded = house().streams.match(id_)
    made = moves_of(house().site.logs.of(folded))
    ends = [*(line.version - 1 for line in made[1:]), folded.version]
    gains = [
        points_after(id_, end)[line.seat or 0] - points_after(id_, line.version - 1)[line.seat or 0]
        for line, end in zip(made, ends, strict=True)
    ]
    turn = max(range(len(made)), key=lambda at: (gains[at], at)) + 1
    assert f"The best moment: {max(gains)} points at once" in shown
    assert f"See turn {turn} of {len(made)} in the replay" in shown
    link = rf'id="best-moment">.*?href="/m/{id_}\?at={made[turn - 1].version + 1}"'
    assert re.search(link, render("result"), re.DOTALL)


def test_the_turn_that_decided_is_told_in_words():
    assert "From then on Cleo was ahead." in part("result", '<div class="moment" id="turning-point">', "</div>")
    assert "Nobody was ahead of Cleo after that." in part("result-four", 'id="turning-point">', "</div>")
    assert "always had the points that it needed" in part("together-won", 'id="turning-point">', "</div>")
    assert "turning-point" not in render("together-lost")  # it never had them


def test_a_result_has_a_picture_of_its_own_in_previews_and_a_table_a_plain_one():
    page = render("result")
    address = f"http://localhost/m/{tables.ended()}/result"
    assert f'<meta property="og:image" content="{address}.png?lang=en">' in page
    assert f'<meta property="og:url" content="{address}">' in page
    assert '<meta property="og:title" content="Cleo wins · Quadropolis">' in page
    assert '<meta name="twitter:card" content="summary_large_image">' in page
    assert "og:image" not in render("result-counting")
    assert '<meta property="og:image" content="http://localhost/urbanist.png?lang=en">' in render("table")
    assert house().visitor(EVE).get("/urbanist.png").data[:8] == b"\x89PNG\r\n\x1a\n"


def size(png: bytes) -> tuple[int, int]:
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    wide, tall = struct.unpack(">II", png[16:24])
    return wide, tall


def test_the_picture_is_drawn_once_whoever_asks(monkeypatch: pytest.MonkeyPatch):
    address = f"/m/{tables.ended()}/result.png"
    first = house().visitor(EVE).get(address)
    assert (first.status_code, first.content_type, size(first.data)) == (200, "image/png", (1200, 630))
    monkeypatch.setattr(picture, "png", lambda drawing: pytest.fail("it was drawn again"))
    assert house().visitor(CLEO).get(address).data == first.data
    assert first.headers["Cache-Control"] == "public, max-age=300"


def test_few_are_drawn_at_once_so_that_pages_come_between(monkeypatch: pytest.MonkeyPatch):
    address, turns = f"/m/{tables.ended()}/result.png", BoundedSemaphore(1)
    monkeypatch.setattr(limits, "TURNS", turns)
    monkeypatch.setattr(picture, "_drawn", Recent[bytes](2))
    turns.acquire()
    refused = house().visitor(EVE).get(address)
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, str(limits.SOON))
    assert "Too many requests in a short time." in refused.text
    turns.release()
    assert house().visitor(EVE).get(address).status_code == 200
    turns.acquire()
    assert house().visitor(EVE).get(address).status_code == 200, "what is kept is nobody's turn"
    turns.release()


def test_there_is_none_before_the_match_is_over_and_counted():
    for id_ in (tables.my_turn(), tables.uncounted(), tables.aborted(), "nosuchmatch0"):
        assert house().visitor(EVE).get(f"/m/{id_}/result.png").status_code == 404


def test_names_are_only_letters_in_it(monkeypatch: pytest.MonkeyPatch):
    drawn: list[str] = []
    real = picture.png

    def png(drawing: str) -> bytes:
        drawn.append(drawing)
        return real(drawing)

    monkeypatch.setattr(picture, "png", png)
    with house().called(HOSTILE):
        answer = house().visitor(EVE).get(f"/m/{tables.tie()}/result.png")
    assert size(answer.data) == (1200, 630)
    assert "<script" not in drawn[0]
    assert "&lt;/text&gt;" in drawn[0]
    assert "{0.x}" in drawn[0]


def test_long_names_become_smaller_and_then_shorter():
    assert fitted("Ada", 240, 30) == ("Ada", 30)
    name, size = fitted("Bartholomew of A", 240, 30)
    assert (name, size < 30) == ("Bartholomew of A", True)
    name, size = fitted("W" * 24, 240, 30)
    assert name.endswith(LEFT_OUT)
    assert width(name) * size * 0.58 <= 260
    assert not is_drawable("\x00")


@pytest.fixture(scope="module")
def shown(browser: Browser) -> Iterator[tuple[Page, str]]:
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    with served() as at:
        page = context.new_page()
        page.on("pageerror", lambda error: pytest.fail(f"a script failed: {error}"))
        yield page, at
    context.close()


@pytest.mark.browser
def test_the_pad_fills_once_and_a_key_shows_all_of_it(shown: tuple[Page, str]) -> None:
    page, at = shown
    page.emulate_media(reduced_motion="no-preference")
    page.goto(f"{at}/result.html")
    expect(page.locator(".filling")).to_have_count(1)
    opacity = "getComputedStyle(document.querySelector('.pad tfoot tr:last-child')).opacity"
    assert page.evaluate(opacity) == "0"
    expect(page.get_by_role("button", name="Show all at once")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".filling")).to_have_count(0)
    assert page.evaluate(opacity) == "1"
    expect(page.get_by_role("button", name="Show all at once")).to_be_hidden()
    page.reload()
    expect(page.locator("html.scripted")).to_have_count(1)
    expect(page.locator(".filling")).to_have_count(0)


@pytest.mark.browser
def test_who_wants_less_motion_has_the_whole_pad_at_once(shown: tuple[Page, str]) -> None:
    page, at = shown
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{at}/result-four.html")
    expect(page.locator("html.scripted")).to_have_count(1)
    expect(page.locator(".filling")).to_have_count(0)


PRINTED = """() => {
  const shows = each => each.getClientRects().length > 0 && getComputedStyle(each).visibility === "visible";
  const CONTROLS = "button, input, textarea, select, progress, form, nav, .top, .button, "
    + "details:not(.goal-choice) > summary";
  const controls = [...document.querySelectorAll(CONTROLS)].filter(shows);
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  const cut = [...document.querySelectorAll("main *")].filter(each => shows(each)
    && each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).overflowX !== "visible");
  return [controls.map(each => each.outerHTML.slice(0, 80)), wide, cut.map(each => each.outerHTML.slice(0, 80))];
}"""
A4: ViewportSize = {"width": 703, "height": 1020}  # what the margins leave of the paper, in pixels
PRINTS = {
    **{"result": 4, "result-four": 6, "result-long": 6, "result-odd": 6, "expert-result": 6, "together-won": 2},
    **{"score-expert": 2, "laying-counted": 2, "score-round": 3, "score-tie": 3, "score-long": 3},
}


@pytest.mark.browser
@pytest.mark.parametrize("name", PRINTS)
def test_on_paper_there_are_no_controls_and_nothing_is_cut(shown: tuple[Page, str], name: str) -> None:
    page, at = shown
    page.emulate_media(media="print", reduced_motion="reduce", color_scheme="dark")
    page.set_viewport_size(A4)
    page.goto(f"{at}/{name}.html")
    assert page.evaluate(PRINTED) == [[], 0, []]
    assert page.evaluate("getComputedStyle(document.querySelector('main')).color") == "rgb(0, 0, 0)"
    sheets = page.pdf(prefer_css_page_size=True)
    assert 1 <= len(re.findall(rb"/Type /Page\b", sheets)) <= PRINTS[name]
    assert {tuple(map(float, box.split())) for box in re.findall(rb"/MediaBox \[([\d. ]+)\]", sheets)} == {A4_BOX}


A4_BOX = (0.0, 0.0, 594.95996, 841.91998)  # points


# A device with a way to share of its own, which may refuse, or without one; and what is copied.
SHARES = """
globalThis.shared = []; globalThis.copied = []; globalThis.asked = [];
const real = globalThis.fetch;
globalThis.fetch = (address, ...more) => { asked.push(String(address)); return real(address, ...more); };
const share = async what => {
  if (refuses) throw new DOMException("no", refuses);
  shared.push(what.url);
};
Object.defineProperty(navigator, "share", { value: can ? share : undefined });
Object.defineProperty(navigator, "clipboard", { value: { writeText: async text => { copied.push(text); } } });
"""


@contextmanager
def sharing(browser: Browser, address: str, can: str = "true", refuses: str = "null") -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    context.add_init_script(f"const can = {can}, refuses = {refuses}; {SHARES}")
    page = context.new_page()
    page.goto(address)
    expect(page.locator("html.scripted")).to_have_count(1)
    yield page
    context.close()


@pytest.mark.browser
@pytest.mark.parametrize("name", ["result", "score-round", "laying-counted"])
def test_a_link_is_shared_where_the_device_can_and_copied_where_it_can_not(
    browser: Browser, shown: tuple[Page, str], name: str
) -> None:
    address = f"{shown[1]}/{name}.html"
    with sharing(browser, address) as page:
        link = page.locator("#share").input_value()
        page.locator("[data-share]").click()
        page.wait_for_function("shared.length")
        assert page.evaluate("shared") == [link]
        pictures = [each for each in page.evaluate("asked") if "result.png" in each or "undefined" in each]
        assert pictures == ([f"/m/{tables.ended()}/result.png?lang=en"] if name == "result" else [])
    with sharing(browser, address, refuses="'NotAllowedError'") as page:
        page.locator("[data-share]").click()
        expect(page.locator("[data-copy=share]")).to_have_text("Copied")
        assert page.evaluate("copied") == [link]
    with sharing(browser, address, refuses="'AbortError'") as page:  # somebody thought better of it
        page.locator("[data-share]").click()
        page.evaluate("new Promise(done => setTimeout(done, 100))")  # nothing is to happen meanwhile
        assert page.evaluate("copied") == []
    with sharing(browser, address, can="false") as page:
        expect(page.locator("[data-share]")).to_be_hidden()
        page.locator("[data-copy=share]").click()
        expect(page.locator("[data-copy=share]")).to_have_text("Copied")
        assert page.evaluate("copied") == [link]


@pytest.mark.browser
def test_on_a_phone_the_goals_come_before_the_cards_and_the_city(shown: tuple[Page, str]) -> None:
    page, at = shown
    page.emulate_media(media="screen", reduced_motion="reduce")
    for wide, tall in ((390, 844), (360, 740)):
        page.set_viewport_size({"width": wide, "height": tall})
        for name in ("laying-empty", "laying-counted"):
            page.goto(f"{at}/{name}.html")
            tops = "each => document.querySelector(each).getBoundingClientRect().top"
            goals, side, answer = (
                page.evaluate(tops, f".laying .sheet-{part}") for part in ("goals", "side", "answer")
            )
            assert goals < side < answer, name
            first = page.locator(".sheet-goals :is(a, button, summary)").first
            assert first.evaluate("each => each.getBoundingClientRect().height") >= 24
