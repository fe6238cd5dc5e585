"""Sample pages as somebody sees them who has never been here, one after the other."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page

from tests.frontend.look.shots import served
from tests.frontend.look.test_widths import WITHOUT_WARNING

Samples = Callable[[str], Page]


@contextmanager
def samples(browser: Browser) -> Iterator[Samples]:
    """By name, each once its scripts run, without the warning that no record is behind it."""
    context = browser.new_context(viewport={"width": 1280, "height": 720}, reduced_motion="reduce")
    context.add_init_script("localStorage.clear(); sessionStorage.clear();")
    page = context.new_page()
    with served() as at:

        def show(name: str) -> Page:
            page.goto(f"{at}/{name}.html")
            page.wait_for_selector("html.scripted", state="attached")
            page.evaluate(WITHOUT_WARNING)
            return page

        yield show
    context.close()
