"""The verifier of the audit page in a browser, without the page: its modules and sentences, and nothing else."""

import json
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from mimetypes import guess_type
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from tests.frontend.look.pages import environment

STATIC = Path(__file__).parents[3] / "frontend" / "static"
ORIGIN = "https://urbanist.test"  # never asked: WebCrypto is there where a page came by https
BLANK = """<!doctype html><html lang="en"><title>modules</title><script>{% include "sentences/audit.js" %}</script>"""
VERIFY = """async file => {
  const { verify } = await import("/verify.js");
  const bytes = Uint8Array.from(atob(file), letter => letter.charCodeAt(0));
  const { grade, checks, first, cause, seats, acts } = await verify(bytes);
  const { actWords, gradedOf } = await import("/verify/verdict.js");
  const byName = Object.fromEntries(checks.map(({ name, ...said }) => [name, said]));
  const said = { seats, acts: acts.map(act => actWords(act)), graded: gradedOf({ grade, seats }) };
  return { grade, cause, first: first ?? null, checks: byName, ...said };
}"""


@dataclass(frozen=True, slots=True)
class Modules:
    """`say` runs a function of JavaScript in which the modules can be imported. What they report is an error here."""

    page: Page
    reported: list[str]

    def say(self, function: str, given: Any = None) -> Any:
        """Values go as text: those that a driver would take apart (NaN, -0, halves of pairs) stay what they are."""
        found = self.page.evaluate(f"async given => ({function})(JSON.parse(given))", json.dumps(given))
        assert self.reported == []
        return found

    def verify(self, file: bytes) -> dict[str, Any]:
        """Grade, first failure and checks by name."""
        return dict(self.say(VERIFY, b64encode(file).decode()))


@pytest.fixture(scope="module")
def modules(browser: Browser) -> Iterator[Modules]:
    with modules_on(browser, BLANK) as found:
        yield found


@contextmanager
def modules_on(browser: Browser, blank: str) -> Iterator[Modules]:
    """On a page of the template `blank`."""
    page = browser.new_page()
    page.route(f"{ORIGIN}/**", serve)
    document = environment().from_string(blank).render()
    page.route(f"{ORIGIN}/", lambda route: route.fulfill(body=document, content_type="text/html"))
    reported: list[str] = []
    page.on("pageerror", lambda error: reported.append(str(error)))
    page.goto(f"{ORIGIN}/")
    yield Modules(page, reported)
    page.close()


def serve(route: Route) -> None:
    name = route.request.url.removeprefix(f"{ORIGIN}/")
    return route.fulfill(body=(STATIC / name).read_bytes(), content_type=guess_type(name)[0] or "")
