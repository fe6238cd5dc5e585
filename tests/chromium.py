"""Finds the Chromium that the page tests drive; run as a program, it installs one where that is allowed."""

from tests.debian import Needed

CHROMIUM = Needed(
    title="Chromium",
    need="The tests of pages need Chromium",
    variable="CHROMIUM",
    names=(
        # The shell has no windows, tabs and toolbars, so it takes a third less of a processor than the whole browser.
        "chromium-headless-shell",
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    ),
    packages=("chromium-headless-shell", "fonts-dejavu-core"),
)
chromium = CHROMIUM.path
MISSING = CHROMIUM.missing
# No sandbox: CI runs as root, and the only pages visited are our own.
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

if __name__ == "__main__":
    CHROMIUM.install()
