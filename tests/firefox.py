"""Finds the Firefox that matches are played in; run as a program, it installs one where that is allowed."""

from tests.debian import Needed

FIREFOX = Needed(
    title="Firefox",
    need="The tests of whole matches need Firefox",
    variable="FIREFOX",
    names=("firefox-esr", "firefox", "/Applications/Firefox.app/Contents/MacOS/firefox"),
    packages=("firefox-esr",),
)
firefox = FIREFOX.path
MISSING = FIREFOX.missing

if __name__ == "__main__":
    FIREFOX.install()
