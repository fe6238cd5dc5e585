"""How soon a slow phone shows the front page: `python -m tests.bench.slow_phone`. Slow 4G, a quarter of this machine.

The product answers as it does over plain http, its lists full of matches; every file is fetched anew. `--page match`
shows a match, `--times N` asks for more than five visits.
"""

import argparse
import statistics

from playwright.sync_api import Browser, sync_playwright

from tests.chromium import ARGUMENTS, chromium
from tests.frontend.look import tables
from tests.frontend.look.house import CLEO
from tests.frontend.look.open_house import cookie_of, open_house

SLOW_4G = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}
SLOWER = 4  # times
PHONE = {"width": 360, "height": 740}
PAINTED = """() => new Promise(done => new PerformanceObserver(seen => {
  const first = seen.getEntriesByName("first-contentful-paint")[0];
  if (first) done(first.startTime);
}).observe({ type: "paint", buffered: true }))"""
FETCHED = """() => performance.getEntries().filter(each => each.transferSize)
  .reduce((sum, each) => sum + each.transferSize, 0)"""
ADDRESSES = {"lobby": lambda: "/", "match": lambda: f"/m/{tables.four()}"}


def visit(browser: Browser, address: str, cookie: tuple[str, str]) -> tuple[float, float, int]:
    """Milliseconds until something is shown and until all of it can be used, and bytes on the wire by then."""
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)  # type: ignore[arg-type]
    context.add_cookies([{"name": cookie[0], "value": cookie[1], "url": address}])
    page = context.new_page()
    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.send("Network.setCacheDisabled", {"cacheDisabled": True})
    wire.send("Network.emulateNetworkConditions", SLOW_4G)
    wire.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(address, wait_until="load")
    painted = page.evaluate(PAINTED)
    ready = page.evaluate("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd")
    fetched = page.evaluate(FETCHED)
    context.close()
    return painted, ready, fetched


def main() -> None:
    said = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    said.add_argument("--page", default="lobby", choices=ADDRESSES)
    said.add_argument("--times", type=int, default=5)
    asked = said.parse_args()
    tables.fill_lists()
    with open_house() as at, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(ARGUMENTS))
        address, cookie = f"{at}{ADDRESSES[asked.page]()}", cookie_of(CLEO)
        visit(browser, address, cookie)  # templates are compiled and files compressed at the first one
        visits = [visit(browser, address, cookie) for _ in range(asked.times)]
        browser.close()
    painted, ready, fetched = (statistics.median(each) for each in zip(*visits, strict=True))
    print(f"{asked.page}: first shown after {painted:.0f} ms, ready after {ready:.0f} ms, {fetched / 1000:.0f} kB")


if __name__ == "__main__":
    main()
