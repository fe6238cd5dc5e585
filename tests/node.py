"""Finds the Node that tests run JavaScript with: the machine's own, or the one that Playwright brings."""

import shutil
from pathlib import Path

import playwright

BROUGHT = Path(playwright.__file__).parent / "driver" / "node"
MISSING = "Tests of other languages need Node: install it (Debian: apt-get install nodejs)."


def node() -> str | None:
    return shutil.which("node") or shutil.which(str(BROUGHT))
