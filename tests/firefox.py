"""Finds the Firefox that matches are played in; run as a program, it installs one where that is allowed."""

import os
import shutil
import subprocess
import sys

NAMES = ("firefox-esr", "firefox")
MAC = "/Applications/Firefox.app/Contents/MacOS/firefox"
MISSING = (
    "The tests of whole matches need Firefox: install it (Debian: apt-get install firefox-esr) "
    "or name its program in FIREFOX."
)
UPDATE = ("apt-get", "update", "-qq")
INSTALL = ("apt-get", "install", "-qq", "--yes", "--no-install-recommends", "firefox-esr")


def firefox() -> str | None:
    """The path of a Firefox, or None. FIREFOX in the environment takes precedence."""
    if named := os.environ.get("FIREFOX"):
        return shutil.which(named)
    return next((path for name in (*NAMES, MAC) if (path := shutil.which(name))), None)


def main() -> None:
    if firefox():
        return
    if "FIREFOX" in os.environ or os.geteuid() != 0 or not shutil.which("apt-get"):
        sys.exit(MISSING)
    print("Installing Firefox for the tests of whole matches …", flush=True)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (UPDATE, INSTALL):
        if subprocess.run(command, env=quiet, stdin=subprocess.DEVNULL, stdout=sys.stderr, check=False).returncode:
            sys.exit(MISSING)
    if not firefox():
        sys.exit(MISSING)


if __name__ == "__main__":
    main()
