"""Pages without a board in languages whose words are longer: nothing is cut, covered, split or out of reach.

A window of 640x400 is what 1280x800 leaves at 200 %.
"""

from collections.abc import Iterator
from itertools import product

import pytest
from playwright.sync_api import Browser, Page

from tests.frontend.look.longer import FAULTS
from tests.frontend.look.pages import PAGES
from tests.frontend.look.shots import around_frames, made_up
from tests.translations.pseudo import CODE as PSEUDO

pytestmark = pytest.mark.browser
SIZES = [(320, 568), (390, 844), (640, 400), (768, 1024), (1280, 720), (1920, 1080)]
SPOKEN = ("fr", "nl", "it", PSEUDO)
WITH_BOARDS = ("match-", "expert-", "city-", "coach-", "together-", "result", "score-", "laying-", "help")
LED_ON = ("table-started",)  # to its match
UNBROKEN = ("-long", "-odd", "-200")  # names as long as they may be, which have to be split
OF_ODD = [name for name in PAGES if name.endswith(UNBROKEN)]
ALL = [name for name in PAGES if not name.startswith(WITH_BOARDS) and name not in (*LED_ON, *OF_ODD)]
CHOSEN = (
    *("lobby", "lists-mine", "settings-asked", "signup-refused", "account-address", "queue-offered", "table-filled"),
    *("table-private", "seat-link", "bot-failing", "operators-match", "tokens-made", "me", "person", "ladder"),
    *("daily-over", "tournaments-new-refused", "tournament-running", "tournament-desk", "tournament-hall-tables"),
    *("tournament-slips", "tournament-result-wrong", "audit"),
)
OTHERS = [name for name in ALL if name not in CHOSEN]


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[tuple[Page, str]]:
    with around_frames(browser) as found:
        yield found


def faults(page: tuple[Page, str], code: str, name: str, menus: bool = False) -> list[str]:
    shown, at = page
    found: list[str] = shown.evaluate(FAULTS, [f"{at}/{code}/{name}.html", [(*size, menus) for size in SIZES]])
    return found


@pytest.mark.parametrize(("name", "code"), [*product(CHOSEN, SPOKEN)])
def test_longer_words_stand_whole(page: tuple[Page, str], name: str, code: str) -> None:
    assert faults(page, code, name) == []


@pytest.mark.slow
@pytest.mark.parametrize(("name", "code"), [*product(OTHERS, SPOKEN)])
def test_longer_words_stand_whole_on_every_page(page: tuple[Page, str], name: str, code: str) -> None:
    assert faults(page, code, name) == []


@pytest.mark.parametrize("name", ["lobby", "settings-asked", "match-architect", "city-card", "me-long"])
def test_the_menus_of_the_header_open_inside_of_the_window(page: tuple[Page, str], name: str) -> None:
    found = [each for code in SPOKEN for each in faults(page, code, name, menus=True)]
    assert [each for each in found if "menu" in each or ".top" in each] == []


BODIES = {
    '<p style="width: 4000px">wide</p>': "scrolls sideways",
    '<p style="width: 40px; overflow: hidden; white-space: nowrap">words that are cut</p>': "cut: ",
    '<select style="width: 80px"><option>what was chosen</option></select>': "“what was chosen”",
    '<button style="position: absolute; left: -20px">gone</button>': "outside of the window",
    '<p style="width: 30px; overflow-wrap: anywhere">sentences</p>': "“sentences” is split",
    '<p style="width: 20px">sentences</p>': "out of its box",
    '<p>over</p><p style="margin-top: -36px">each other</p>': "overlap: ",
}


@pytest.mark.parametrize(("body", "fault"), [*BODIES.items()])
def test_such_faults_would_be_found(page: tuple[Page, str], body: str, fault: str) -> None:
    shown, at = page
    with made_up(shown, f"<!doctype html>{body}"):
        said = " ".join(shown.evaluate(FAULTS, [f"{at}/fault.html", [(320, 568, False)]]))
    assert fault in said
