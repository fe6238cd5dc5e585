"""Draws sample pages into PNG files, to be looked at: `python -m tests.frontend.look.shots <folder> [page …]`."""

import shutil
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from frontend.bundles.made import bundles
from frontend.sentences_of_scripts import KINDS, text_of
from tests.chromium import ARGUMENTS, chromium
from tests.frontend.look.pages import FRONTEND, PAGES, environment, render

SIZES = {"desk": (1280, 720), "phone": (390, 844)}
POLICY = "default-src 'self'; img-src 'self' data:; connect-src 'self' ws://127.0.0.1:8001"


class Quiet(SimpleHTTPRequestHandler):
    """Serves the sample pages under the product's own content policy, each drawn when it is asked for."""

    drawing = threading.Lock()

    def translate_path(self, path: str) -> str:
        """A page's name leads to its file."""
        found = Path(super().translate_path(path))
        if found.suffix == ".html" and found.stem in PAGES:
            with self.drawing:
                if not found.exists():
                    found.write_text(render(found.stem), encoding="utf-8")
        return str(found)

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def served() -> Iterator[str]:
    with TemporaryDirectory() as folder:
        shutil.copytree(FRONTEND / "static", Path(folder, "static"))
        for bundle in bundles().values():
            Path(folder, bundle.address.lstrip("/")).write_bytes(bundle.content)
        Path(folder, "sentences").mkdir()
        for kind in KINDS:
            Path(folder, "sentences", f"{kind}.js").write_text(text_of(environment(), kind), encoding="utf-8")
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            server.server_close()


def shoot(browser: Browser, at: str, folder: Path, name: str, size: str, scheme: str) -> None:
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
        has_touch=size == "phone",
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.on("console", lambda message: print(f"{name}: {message.text}") if message.type == "error" else None)
    page.on("pageerror", lambda error: print(f"{name}: {error}"))
    page.goto(f"{at}/{name}.html")
    page.wait_for_load_state("networkidle")
    low = page.evaluate("document.documentElement.scrollHeight")
    wide = page.evaluate("document.documentElement.scrollWidth")
    print(f"{name}-{size}-{scheme}: {wide}x{low}")
    page.screenshot(path=folder / f"{name}-{size}-{scheme}.png")
    context.close()


def main(folder: Path, names: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with served() as at, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(ARGUMENTS))
        for name in names or PAGES:
            for size in SIZES:
                for scheme in ("light", "dark"):
                    shoot(browser, at, folder, name, size, scheme)
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
