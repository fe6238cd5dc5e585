"""Draws sample pages into PNG files, to be looked at: `python -m tests.frontend.look.shots <folder> [page …]`.

`--language fr` draws them in another language.

Each in light and dark, on a desk and on a phone, with a list to look through. Where no pages are named, all are drawn,
and the pictures of the README too.
"""

import argparse
import re
import shutil
import sys
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal
from urllib.parse import urlsplit

from PIL import Image
from playwright.sync_api import Browser, Page, Route, sync_playwright

from frontend.bundles.made import bundles
from frontend.sentences_of_scripts import KINDS, text_of
from shared.language import ENGLISH, LANGUAGES, speaking
from tests.chromium import ARGUMENTS, chromium
from tests.frontend.look.house import CLEO
from tests.frontend.look.pages import FRONTEND, PAGES, environment, render
from tests.frontend.look.samples import house
from tests.translations.pseudo import CODE as PSEUDO
from tests.translations.pseudo import pseudo_spoken

Scheme = Literal["light", "dark"]
SIZES = {"desk": (1280, 720), "phone": (390, 844)}
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
PICTURES = FRONTEND.parent / "docs" / "pictures"
README: dict[str, tuple[str, str, Scheme]] = {
    "lobby.png": ("lobby", "desk", "light"),
    "match.png": ("expert-target", "desk", "light"),
    "city.png": ("city-put", "desk", "light"),
    "result.png": ("result", "desk", "light"),
    "replay.png": ("match-replay", "desk", "dark"),
    "phone.png": ("match-confirm", "phone", "light"),
}
COLOURS = 128
# No record is behind a city of a ledger of its own, which the page notices whenever it has asked.
CALM = """() => {
  document.adoptedStyleSheets = [new CSSStyleSheet()];
  document.adoptedStyleSheets[0].insertRule("#parted { display: none !important; }");
}"""
RECORD = re.compile(r"/(m|api/matches)/\w+/export")
MATCH = re.compile(r"/m/\w+(\?.*)?$")

# Scripts run and nothing is on its way; the audit has come to its end.
DRAWN = """() => document.documentElement.classList.contains("scripted") && document.readyState === "complete"
  && document.querySelector(".live")?.dataset.state !== "catching"
  && !document.querySelector("#checks-card:not([hidden]) [data-state=waiting]")"""
POLICY = "default-src 'self'; img-src 'self' data:; connect-src 'self' ws://127.0.0.1:8001"


class Quiet(SimpleHTTPRequestHandler):
    """Serves the sample pages under the product's own content policy, each drawn when it is asked for."""

    drawing = threading.Lock()

    def translate_path(self, path: str) -> str:
        """A page's name leads to its file: `/lobby.html` in English, `/fr/lobby.html` in French."""
        found = Path(super().translate_path(path))
        code = found.parent.name if found.parent.name in (*LANGUAGES, PSEUDO) else ENGLISH
        if found.suffix == ".html" and found.stem in PAGES:
            with self.drawing, spoken(code):
                if not found.exists():
                    found.parent.mkdir(exist_ok=True)
                    found.write_text(render(found.stem), encoding="utf-8")
        return str(found)

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        pass


def spoken(code: str) -> AbstractContextManager[None]:
    """In a language of ours, or in the one in which English shows."""
    return pseudo_spoken() if code == PSEUDO else speaking(code)


@contextmanager
def served() -> Iterator[str]:
    with TemporaryDirectory() as folder:
        shutil.copytree(FRONTEND / "static", Path(folder, "static"))
        for bundle in bundles().values():
            Path(folder, bundle.address.lstrip("/")).write_bytes(bundle.content)
        for code in (*LANGUAGES, PSEUDO):
            Path(folder, "sentences", code).mkdir(parents=True)
            with spoken(code):
                for kind in KINDS:
                    said = text_of(environment(), kind, code)
                    Path(folder, "sentences", code, f"{kind}.js").write_text(said, encoding="utf-8")
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            server.server_close()


def a_page(browser: Browser, size: str, scheme: Scheme) -> Page:
    """Of a visitor who keeps nothing: sample pages show different matches under the same address."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=scheme,
        has_touch=size == "phone",
        reduced_motion="reduce",
    )
    context.add_init_script("localStorage.clear(); sessionStorage.clear();")
    context.route(RECORD, serve_record)
    context.route(MATCH, lambda route: route.abort("aborted"))  # who waits at a table is led to its match
    context.route_web_socket(re.compile("^ws"), lambda socket: None)  # is live, and nothing happens
    page = context.new_page()
    page.on("console", lambda said: complain(page, said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: complain(page, error.message))
    return page


def complain(page: Page, said: str) -> None:
    """But not that no match is there to be asked for."""
    if "404" not in said:
        print(f"{page.url}: {said}", file=sys.stderr)


def serve_record(route: Route) -> None:
    """What the product answers to the audit page; some other pages show matches that are kept elsewhere."""
    if "/audit" not in route.request.frame.url:
        return route.continue_()
    asked = urlsplit(route.request.url)
    with Quiet.drawing, house().services_here():
        answer = house().visitor(CLEO).get(f"{asked.path}?{asked.query}")
    return route.fulfill(status=answer.status_code, body=answer.data, headers=dict(answer.headers))


@contextmanager
def around_frames(browser: Browser) -> Iterator[tuple[Page, str]]:
    """A page that tests open others in, each in a frame that is resized within one call; with where they are."""
    context = browser.new_context(viewport={"width": 2000, "height": 1200}, reduced_motion="reduce")
    context.route(MATCH, lambda route: route.abort("aborted"))  # who waits at a table is led to its match
    with served() as at:
        shown = context.new_page()
        shown.goto(f"{at}/error.html")
        yield shown, at
    context.close()


@contextmanager
def made_up(page: Page, text: str) -> Iterator[None]:
    """At `/fault.html` stands a page that has the fault which a test looks for."""
    page.route("**/fault.html", lambda route: route.fulfill(body=text, content_type="text/html"))
    yield
    page.unroute("**/fault.html")


def shoot(page: Page, address: str, file: Path, whole: bool = True) -> None:
    page.goto(address)
    page.wait_for_function(DRAWN)
    page.evaluate(CALM)
    page.screenshot(path=file, full_page=whole, animations="disabled")


def main(folder: Path, names: list[str], code: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with served() as at, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(ARGUMENTS))
        for size, scheme in product(SIZES, SCHEMES):
            page = a_page(browser, size, scheme)
            if not names and code == ENGLISH:
                draw_chosen(page, at, size, scheme)
            for name in names or PAGES:
                shoot(page, f"{at}/{code}/{name}.html", folder / f"{name}-{size}-{scheme}.png")
            page.context.close()
        browser.close()
    write_list(folder)


def draw_chosen(page: Page, at: str, size: str, scheme: Scheme) -> None:
    """The pictures of the README: as much as a screen shows."""
    for file, chosen in README.items():
        if chosen[1:] == (size, scheme):
            shoot(page, f"{at}/{chosen[0]}.html", PICTURES / file, whole=False)
            make_small(PICTURES / file)


def make_small(file: Path) -> None:
    """Flat drawings need few colours."""
    with Image.open(file) as drawn:
        small = drawn.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    small.save(file, optimize=True)


def write_list(folder: Path) -> None:
    """All there are, to look through in a browser."""
    rows = "".join(f"<h2>{name}</h2>{''.join(map(linked, files))}" for name, files in sorted(by_page(folder).items()))
    style = "body { font-family: sans-serif } img { height: 20rem; margin: .25rem; border: 1px solid #888 }"
    page = f'<!doctype html><meta charset="utf-8"><title>Every page</title><style>{style}</style>{rows}'
    (folder / "index.html").write_text(page, encoding="utf-8")


def linked(file: str) -> str:
    return f'<a href="{file}"><img src="{file}" loading="lazy" alt="{file}"></a>'


def by_page(folder: Path) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for file in sorted(each.name for each in folder.glob("*.png")):
        found.setdefault(file.rsplit("-", 2)[0], []).append(file)
    return found


def asked(words: list[str]) -> tuple[Path, list[str], str]:
    """The folder, the pages by name (none for all), and the language."""
    read = argparse.ArgumentParser(description="Draws sample pages into PNG files, in light and dark, desk and phone.")
    read.add_argument("folder", type=Path)
    read.add_argument("page", nargs="*", help="all, where none is named, and the pictures of the README too")
    read.add_argument("--language", choices=(*LANGUAGES, PSEUDO), default=ENGLISH)
    given = read.parse_args(words)
    if unknown := sorted({*given.page} - {*PAGES}):
        read.error(f"no such page: {', '.join(unknown)}")
    return given.folder, given.page, given.language


if __name__ == "__main__":
    main(*asked(sys.argv[1:]))
