"""Draws the PNG icons from `frontend/static/icon.svg` anew: `python -m tests.frontend.look.icons`."""

from playwright.sync_api import Page, sync_playwright

from tests.chromium import ARGUMENTS, chromium
from tests.frontend.look.pages import FRONTEND

STATIC = FRONTEND / "static"
SQUARE = '<rect width="32" height="32" rx="7" fill="#1b6ca8"/>'
STYLE = "<style>body { margin: 0 } svg { display: block; width: 100vw; height: 100vh }</style>"
WHOLE, SAFE = 1.0, 0.72  # a mask may cut off all but the middle 80 %
ICONS = {"192": (192, WHOLE), "512": (512, WHOLE), "maskable": (512, SAFE), "apple-touch": (180, SAFE)}


def drawing(share: float) -> str:
    """The icon as it is; or on a ground that fills the whole square, smaller, for systems that cut it to a shape."""
    icon = (STATIC / "icon.svg").read_text(encoding="utf-8")
    if share == WHOLE:
        return icon
    assert SQUARE in icon
    edge = 16 * (1 - share)
    smaller = f'<g transform="translate({edge} {edge}) scale({share})">'
    return icon.replace(SQUARE, SQUARE.replace(' rx="7"', "") + smaller).replace("</svg>", "</g></svg>")


def draw(page: Page, name: str, pixels: int, share: float) -> None:
    page.set_viewport_size({"width": pixels, "height": pixels})
    page.set_content(f"{STYLE}{drawing(share)}")
    page.screenshot(path=STATIC / "icons" / f"{name}.png", omit_background=True)


def main() -> None:
    (STATIC / "icons").mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(ARGUMENTS))
        page = browser.new_page()
        for name, (pixels, share) in ICONS.items():
            draw(page, name, pixels, share)
        browser.close()


if __name__ == "__main__":
    main()
