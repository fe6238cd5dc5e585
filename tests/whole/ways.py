"""The ways in which one can play: by mouse, with a finger, by keys alone, without scripts; in both browsers."""

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page, Playwright

from shared.language import ENGLISH
from tests import firefox
from tests.chromium import ARGUMENTS, MISSING, chromium
from tests.waiting import until_shown
from tests.whole.product import ROOT

Press = Callable[[Page, str], None]
DESK, UPRIGHT, SIDEWAYS = (1280, 720), (360, 740), (740, 360)
KEYS_TO_ANYTHING = 150  # Tabs

# What a page was pressed with: the proof that a way is what it says. (Chromium makes moves of a mouse up.)
LISTEN = """addEventListener("pointerdown", event => {
  const met = (sessionStorage.met ?? "").split(" ");
  if (!met.includes(event.pointerType)) sessionStorage.met = [...met, event.pointerType].join(" ");
}, true);"""

# A finger meets what Firefox has painted, which a busy machine does long after the page has been laid out or scrolled.
PAINTED = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"

HAS_FOCUS = "selector => document.activeElement.matches(selector)"
WHAT = """selector => {
  const first = document.querySelector(selector);
  return [first?.dataset.hotkey, Boolean(first?.closest("svg"))];
}"""


@dataclass(frozen=True)
class Way:
    name: str
    size: tuple[int, int]
    press: Press
    pointers: set[str]
    scripts: bool = True
    preferences: dict[str, Any] = field(default_factory=dict)  # of Firefox

    @property
    def by_finger(self) -> bool:
        return self.pointers == {"touch"}


def middle_of(page: Page, selector: str) -> Locator:
    """The first that is seen. A link in a drawing is as large as the line of sight it draws; its button is pressed."""
    found = page.locator(f":is({selector}):visible").first
    button = found.locator(".touch, rect")
    return button.first if button.count() else found


def click(page: Page, selector: str) -> None:
    middle_of(page, selector).click()


def tap(page: Page, selector: str) -> None:
    """The finger of Firefox is made of its mouse: tests/firefox_wire.py."""
    target = middle_of(page, selector)
    if not is_firefox(page):
        return target.tap()
    target.scroll_into_view_if_needed()
    page.evaluate(PAINTED)
    target.click()


def click_without_scripts(page: Page, selector: str) -> None:
    """A driver waits for a script to say that an element stands still, which Firefox does not run then."""
    if not is_firefox(page):
        return click(page, selector)
    box = middle_of(page, selector).bounding_box()
    assert box, f"{selector} has no place"
    height = DESK[1]
    if box["y"] + box["height"] > height:
        page.mouse.wheel(0, round(box["y"] + box["height"] - height / 2))
        box = until_shown(page, partial(within, page, selector, height), why=f"{selector} can't be scrolled to")
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def within(page: Page, selector: str, height: int) -> Any:
    box = middle_of(page, selector).bounding_box()
    return box if box and box["y"] >= 0 and box["y"] + box["height"] <= height else None


def press_keys(page: Page, selector: str) -> None:
    """Its own key, if it has one; the arrows, which walk what is lit; else Tab until the focus is there. Then Enter."""
    hotkey, is_drawn = page.evaluate(WHAT, selector)
    if hotkey:
        return page.keyboard.press(hotkey)
    for key in [*["ArrowDown"] * (3 if is_drawn else 0), *["Tab"] * KEYS_TO_ANYTHING]:
        if page.evaluate(HAS_FOCUS, selector):
            return page.keyboard.press("Enter")
        page.keyboard.press(key)
    raise AssertionError(f"no key leads to {selector}")


def is_firefox(page: Page) -> bool:
    assert page.context.browser
    return page.context.browser.browser_type.name == "firefox"


FINE = {"ui.primaryPointerCapabilities": 6, "ui.allPointerCapabilities": 6}
# A tap that lasts longer than 0.3 s would be none there, and a busy machine holds it as long as that.
UNHURRIED = {"apz.max_tap_time": 60_000, "ui.click_hold_context_menus.delay": 60_000}  # ms
FINGER = {
    "dom.w3c_touch_events.enabled": 1,
    "ui.primaryPointerCapabilities": 1,
    "ui.allPointerCapabilities": 1,
    **UNHURRIED,
}
WAYS = [
    Way("mouse", DESK, click, {"mouse"}, preferences=FINE),
    Way("plain", DESK, click_without_scripts, set(), scripts=False, preferences={"javascript.enabled": False}),
    Way("upright", UPRIGHT, tap, {"touch"}, preferences=FINGER),
    Way("sideways", SIDEWAYS, tap, {"touch"}, preferences=FINGER),
    Way("keys", DESK, press_keys, set(), preferences=FINE),
]


def launch(playwright: Playwright, engine: str, way: Way, folder: Path) -> Browser:
    if engine == "chromium":
        path = chromium()
        assert path, MISSING
        return playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
    assert firefox.firefox(), firefox.MISSING
    more: dict[str, str | float | bool] = {"FINGERS": "yes"} if way.by_finger else {}
    return playwright.firefox.launch(
        channel="moz-firefox",
        executable_path=between(folder),
        env={**os.environ, **more},
        firefox_user_prefs=way.preferences,
    )


def between(folder: Path) -> Path:
    """A program that starts Firefox with somebody on the wire."""
    program = folder / "firefox"
    program.write_text(f'#!/bin/sh\ncd "{ROOT}" && exec "{sys.executable}" -m tests.firefox_wire "$@"\n')
    program.chmod(0o700)
    return program


def a_page(browser: Browser, way: Way, failed: Callable[[str], Any], language: str = ENGLISH) -> Page:
    """A new person. An error in a script fails the test."""
    width, height = way.size
    phone = True if way.by_finger and browser.browser_type.name == "chromium" else None  # Firefox does not know it
    context = browser.new_context(
        viewport={"width": width, "height": height},
        has_touch=way.by_finger,
        java_script_enabled=way.scripts,
        is_mobile=phone,
        locale=language,
    )
    page = context.new_page()
    page.on("pageerror", lambda error: failed(f"a script failed: {error}"))
    if way.scripts:
        page.add_init_script(LISTEN)
    return page


def pointers_met(page: Page) -> set[str]:
    return set(page.evaluate("sessionStorage.met ?? ''").split())
