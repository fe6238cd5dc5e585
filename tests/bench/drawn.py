"""A first visit in Chromium, which has nothing of ours yet: how many bytes come, and how soon something is drawn."""

from statistics import median

from playwright.sync_api import Browser, sync_playwright

from tests.bench.figure import Figure
from tests.chromium import ARGUMENTS, chromium

VISITS = 10
PAINT = """() => new Promise(done => new PerformanceObserver(list => {
  const found = list.getEntriesByName("first-contentful-paint")[0];
  if (found) done(found.startTime);
}).observe({ type: "paint", buffered: true }))"""


def figures(*pages: tuple[str, str]) -> list[Figure]:
    """Of pages by name and address."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(ARGUMENTS))
        made = [Figure(f"first visit of {name}", figure(browser, address)) for name, address in pages]
        browser.close()
    return made


def figure(browser: Browser, address: str) -> str:
    visits = [visit(browser, address) for _ in range(VISITS)]
    painted, sizes = zip(*visits, strict=True)
    return f"{max(sizes) / 1000:.1f} kB, drawn p50 {median(painted):.0f} ms, longest {max(painted):.0f} ms"


def visit(browser: Browser, address: str) -> tuple[float, int]:
    """Milliseconds until something is drawn, and bytes with headers, of all that the page asks for."""
    context, sizes = browser.new_context(), list[int]()
    page = context.new_page()
    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.on("Network.loadingFinished", lambda said: sizes.append(said["encodedDataLength"]))
    page.goto(address, wait_until="load")
    painted = float(page.evaluate(PAINT))
    context.close()
    return painted, sum(sizes)
