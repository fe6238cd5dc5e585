"""The cities of opponents: large enough to read, with what their players have and what would not count now."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.frontend.look.pages import drawn_with, render
from tests.frontend.look.shots import served
from tests.frontend.look.test_widths import WITHOUT_WARNING

RUNNING = ("match-architect", "match-four", "match-spectator", "expert-architect", "expert-spectator", "match-replay")


@pytest.mark.parametrize("name", RUNNING)
def test_whoever_would_not_count_now_is_marked_and_says_what_it_needs(name: str):
    match = drawn_with(name)[1]["match"]
    given = [each for city in match["allocation"] for row in city["squares"] for each in row if each]
    idle = [each for each in given if not each["active"]]
    needs = [each for each in idle if each["lacks_inhabitants"] or each["lacks_energy"]]
    assert given
    page = render(name)
    assert page.count(' inactive">') == page.count('<rect class="idle" x=') == len(idle)
    assert len(re.findall(r"<title>[^<]*, not active: needs 1 (?:inhabitant|energy)", page)) == len(needs)
    assert page.count('<g class="given') == len(idle) + sum(
        bool(each["inhabitants"] or each["energy"]) for each in given if each["active"]
    )


def test_some_of_these_have_what_would_not_count():
    assert all(", not active: needs" in render(name) for name in ("match-four", "expert-architect"))
    assert "Not active now: 2 buildings need an inhabitant each and 1 building needs energy." in render(
        "expert-architect"
    )


def test_every_small_city_says_what_its_player_has():
    match = drawn_with("match-four")[1]["match"]
    others = render("match-four").split('<div class="others', 1)[1]
    for city in match["plain"]["cities"][1:]:
        left = ", ".join(map(str, city["available"]))
        assert f'aria-label="Architects left: {left}"' in others
        inhabitants = "1 inhabitant" if city["inhabitants"] == 1 else f"{city['inhabitants']} inhabitants"
        assert f'aria-label="{inhabitants}, {city["energy"]} energy"' in others
    used = sum(4 - len(city["available"]) for city in match["plain"]["cities"][1:])
    assert others.split('class="panel panel-log"')[0].count('class="pawn used ') == used > 0


@pytest.mark.parametrize(
    ("name", "part", "without"),
    [
        ("match-confirm", "chosen-architect", "?slot=S5"),
        ("match-confirm", "chosen-slot", "?architect=4"),
        ("match-confirm", "chosen-square", "?architect=4&amp;slot=S5"),
        ("match-tile", "chosen-tile", ""),
        ("city-put", "chosen-place", "?card=5"),
    ],
)
def test_a_part_of_the_turn_is_taken_back_by_its_chip(name: str, part: str, without: str):
    (address,) = re.findall(rf'<a class="part has" href="/m/\w+([^"]*)"[^>]*data-key="{part}"', render(name))
    assert address.partition("&amp;turned")[0] == without


@pytest.mark.parametrize("name", ["match-spectator", "match-replay", "match-ended"])
def test_who_does_not_play_has_no_tray(name: str):
    assert 'class="tray"' not in render(name)


@pytest.fixture(scope="module")
def desk(browser: Browser) -> Iterator[tuple[Page, str]]:
    context = browser.new_context(viewport={"width": 1280, "height": 720}, reduced_motion="reduce")
    with served() as at:
        yield context.new_page(), at
    context.close()


# The least size of a square, a letter and a number of floors in a small city; and how far down it all reaches.
MEASURED = """() => {
  const boxes = found => [...document.querySelectorAll(found)].map(each => each.getBoundingClientRect());
  const size = (one, of) => Math.min(...boxes(`.others .board ${one}`).map(box => box[of]));
  const lowest = Math.max(...boxes(".others, .other, .bar, .players").map(box => box.bottom));
  return [size(".house .card", "width"), size(".house .letter", "height"), size(".floors rect", "width"), lowest];
}"""


@pytest.mark.browser
@pytest.mark.parametrize("name", ["match-four", "match-spectator", "expert-architect"])
def test_three_opponents_can_be_read_without_a_click_at_1280_by_720(desk: tuple[Page, str], name: str):
    page, at = desk
    page.goto(f"{at}/{name}.html")
    page.evaluate(WITHOUT_WARNING)
    card, letter, floors, lowest = page.evaluate(MEASURED)
    assert (card >= 24, letter >= 9, floors >= 10, lowest <= 720) == (True, True, True, True), page.evaluate(MEASURED)
    assert page.evaluate("document.documentElement.scrollHeight") <= 720
