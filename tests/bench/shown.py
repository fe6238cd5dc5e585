"""How soon a move of one person is seen by another: from its POST until it is painted in the page of a second browser.

The match has two people; the page is that of the one who did not move, whom it calls. `python -m tests.bench.shown`
prints what the time is made of: until the news comes in, until the page has changed, and until that is painted.
"""

import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from itertools import islice
from typing import NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from shared.settings import Settings
from tests.bench.figure import Figure, spread
from tests.bench.visitors import PATIENCE, Visitor
from tests.chromium import ARGUMENTS, chromium
from tests.waiting import until

MOVES = 300
# Milliseconds since 1970, by version: when its news came, when the page had it, and when that was painted.
NOTE = """
globalThis.noted = {};
const now = () => performance.timeOrigin + performance.now();
let came = null;
document.addEventListener("htmx:ws:before:message:incoming", ({ detail }) => {
  if (/data-head="/.test(detail.message.data)) came = now();
}, true);
document.addEventListener("htmx:after:swap", () => {
  const version = document.getElementById("match")?.dataset.version;
  if (!version || globalThis.noted[version]) return;
  const times = globalThis.noted[version] = [came ?? now(), now(), null];
  requestAnimationFrame(() => setTimeout(() => { times[2] = now(); }));
});
"""


class Wait(NamedTuple):
    """Seconds from the POST of a move."""

    came: float
    changed: float
    painted: float


def figures(chosen: Settings) -> list[Figure]:
    return [Figure("POST of a move to paint in another's page", spread([each.painted for each in waits(chosen)]))]


def waits(chosen: Settings, moves: int = MOVES) -> list[Wait]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(ARGUMENTS))
        with closing(each for _ in range(moves) for each in match(chosen, browser)) as matches:
            found = list(islice(matches, moves))
        browser.close()
    return found


def match(chosen: Settings, browser: Browser) -> Iterator[Wait]:
    """One match: a wait for each move of the person who has no page."""
    with ExitStack() as stack:
        ada, bo = (stack.enter_context(closing(Visitor(chosen))) for _ in range(2))
        id_ = ada.open_table(bots=[])
        for person in (ada, bo):
            person.sit(id_)
        page = stack.enter_context(closing(browser.new_context(viewport={"width": 1280, "height": 720}))).new_page()
        open_as(bo, page, f"http://127.0.0.1:{chosen.port}/m/{id_}", ada.wait_for(id_))
        seat = ada.wait_for(id_)["seat"]
        while called := (seen := ada.wait_for(id_))["called"]:
            if seat not in called:
                version = bo.move(id_, bo.wait_for_turn(id_))
                seen_by(page, version)
                continue
            begun = time.time()
            yield Wait(*(at / 1000 - begun for at in seen_by(page, ada.move(id_, seen))))


def open_as(person: Visitor, page: Page, address: str, seen: object) -> None:
    assert seen, "the match has begun"
    page.add_init_script(NOTE)
    page.context.add_cookies(
        [{"name": one.name, "value": str(one.value), "url": address} for one in person.http.cookies.jar]
    )
    page.goto(address)
    page.wait_for_function("document.getElementById('live').textContent === 'live'")


def seen_by(page: Page, version: int) -> list[float]:
    """The times that the page noted of this version, or of a later one."""
    find = "version => Object.entries(noted).find(([at, times]) => at >= version && times[2])?.[1] ?? null"
    return until(lambda: page.evaluate(find, version), PATIENCE, f"version {version} is not shown")


def main() -> None:
    from tests.bench.whole import running

    with running() as (chosen, _):
        found = waits(chosen)
    for name, seconds in zip(Wait._fields, zip(*found, strict=True), strict=True):
        print(f"{name}: {spread(seconds)}")


if __name__ == "__main__":
    main()
