"""Finds the Chromium that the page tests drive; run as a program, it installs one where that is allowed."""

import os
import shutil
import subprocess
import sys

# The shell has no windows, tabs and toolbars, so it takes a third less of a processor than the whole browser.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
PACKAGES = ("chromium-headless-shell", "fonts-dejavu-core")
MISSING = (
    f"The tests of pages need Chromium: install it (Debian: apt-get install {' '.join(PACKAGES)}) "
    "or name its program in CHROMIUM."
)
UPDATE = ("apt-get", "update", "-qq")
INSTALL = ("apt-get", "install", "-qq", "--yes", "--no-install-recommends", *PACKAGES)
# No sandbox: CI runs as root, and the only pages visited are our own.
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def chromium() -> str | None:
    """The path of a Chromium, or None. CHROMIUM in the environment takes precedence."""
    if named := os.environ.get("CHROMIUM"):
        return shutil.which(named)
    return next((path for name in (*NAMES, MAC) if (path := shutil.which(name))), None)


def install() -> None:
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    print("Installing Chromium for the tests of pages …", flush=True)
    for command in (UPDATE, INSTALL):
        if subprocess.run(command, env=quiet, stdin=subprocess.DEVNULL, stdout=sys.stderr, check=False).returncode:
            sys.exit(MISSING)


def main() -> None:
    if chromium():
        return
    if "CHROMIUM" in os.environ or os.geteuid() != 0 or not shutil.which("apt-get"):
        sys.exit(MISSING)
    install()
    if not chromium():
        sys.exit(MISSING)


if __name__ == "__main__":
    main()
