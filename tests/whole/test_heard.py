"""A match followed by the words of its live region alone, and how a page calls whoever looks elsewhere."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from shared.ledger.canonical import canonical
from tests.waiting import until_shown
from tests.whole.people import PATIENCE, a_page, expect_address, new_table, open_table, sit_together, wait_for_one_of
from tests.whole.product import Product
from tests.whole.ways import WAYS, launch

pytestmark = [pytest.mark.browser, pytest.mark.server]

# All that is ever added to the live region, in this tab.
LISTEN = """
globalThis.heard = [];
addEventListener("DOMContentLoaded", () => { globalThis.before = document.querySelectorAll("ol.log li").length; });
new MutationObserver(changes => {
  for (const { target, addedNodes } of changes)
    if (target.id === "heard") globalThis.heard.push(...[...addedNodes].map(node => node.textContent));
}).observe(document, { childList: true, subtree: true });
"""
# A person who looks at another window, and the signs that they would hear and see there.
AWAY = """
globalThis.tones = 0; globalThis.shown = [];
document.hasFocus = () => false;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (at) { globalThis.tones++; return start.call(this, at); };
globalThis.Notification = class extends EventTarget {
  static permission = "granted";
  static async requestPermission() { return "granted"; }
  constructor(title, about) { super(); globalThis.shown.push([title, about.body, about.tag]); }
};
"""
# A push service of the browser's maker, which this test can't reach, and a person who agrees to be called.
SUBSCRIBED = """
Object.defineProperty(Notification, "permission", { get: () => "granted" });
PushManager.prototype.getSubscription = async () => null;
PushManager.prototype.subscribe = async ({ applicationServerKey }) => ({ toJSON: () => ({
  endpoint: "https://fcm.googleapis.com/fcm/send/of-this-test",
  keys: { p256dh: applicationServerKey, auth: "AAAAAAAAAAAAAAAAAAAAAA" },
}) });
"""


ENGINES = [
    pytest.param("chromium", id="chromium"),
    pytest.param("firefox", id="firefox", marks=pytest.mark.slow),  # it takes as long to start as to play a match
]
STILL = replace(WAYS[0], preferences={**WAYS[0].preferences, "ui.prefersReducedMotion": 1})


@pytest.fixture(scope="module", params=ENGINES)
def either(
    request: pytest.FixtureRequest, playwright: Playwright, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Browser]:
    browser = launch(playwright, request.param, STILL, tmp_path_factory.mktemp("browser"))
    yield browser
    browser.close()


def heard(page: Page) -> list[str]:
    found: list[str] = page.evaluate("globalThis.heard ?? []")
    return found


def says_more(page: Page, than: int) -> bool:
    return len(heard(page)) > than


def where_it_was(text: str) -> str:
    """Rows and columns are counted from the corner of a city that grows."""
    return re.sub(r"row \d+, column \d+", "there", text)


def id_of(page: Page) -> str:
    return page.url.partition("?")[0].rsplit("/", 1)[1]


def move(page: Page, product: Product, which: int = 0) -> None:
    """A legal move, sent as this person by another program: the page only hears of it."""
    id_ = id_of(page)
    seen = page.request.get(f"{product.url}/api/matches/{id_}").json()
    form: dict[str, str | float | bool] = {
        "csrf_token": page.locator("input[name=csrf_token]").first.input_value(),
        "turn": str(seen["turn"]),
        "move": canonical(seen["legal_moves"][which % len(seen["legal_moves"])]).decode(),
        "cause": f"heard-{seen['turn']}",
    }
    answer = page.request.post(f"{product.url}/m/{id_}/moves", form=form, headers={"Referer": page.url})
    assert answer.ok, answer.text()


@pytest.mark.parametrize(("game", "turns"), [("Quadropolis", 16), ("Sprawlopolis", 14)])
def test_a_match_is_followed_by_the_words_of_its_live_region_alone(
    product: Product, either: Browser, game: str, turns: int
) -> None:
    """The listener knows nothing else: whose turn it is, what the others did, the points and the end."""
    page = a_page(either)
    page.add_init_script(LISTEN)
    page.goto(product.url)
    page.get_by_role("button", name=f"Play {game}").click()
    page.wait_for_url("**/m/*")
    before, asked = page.evaluate("globalThis.before"), 0
    while "The match is over" not in " ".join(words := heard(page)):
        if " ".join(words).count("It is your turn.") > asked:
            asked += 1
            move(page, product, 7 * asked)
        until_shown(page, partial(says_more, page, len(words)), why=lambda: f"nothing more than {heard(page)}")
    assert asked >= turns
    until_shown(page, lambda: "The match is over. " in " ".join(heard(page)), why="the outcome")
    told, log = " ".join(heard(page)), page.locator("ol.log li span").all_inner_texts()
    assert len(log) > turns
    lines, said = [where_it_was(line) for line in log[::-1]], where_it_was(told)
    later = lines[before:]
    assert [line for line in later if not later.count(line) <= said.count(line) <= lines.count(line)] == []
    for line in map(str.strip, page.locator("#news [data-count]").all_text_contents()):
        about = re.escape(line.split(":")[0])
        assert re.findall(rf"{about}: [^.]* points?\.", told)[-1] == line
    assert told.endswith((page.locator("#news [data-turn]").text_content() or "").strip())


def test_what_is_drawn_again_while_somebody_chooses_is_not_said_again(product: Product, browser: Browser) -> None:
    page = a_page(browser)
    page.add_init_script(LISTEN)
    page.goto(product.url)
    page.get_by_role("button", name="Play Quadropolis").click()
    page.wait_for_url("**/m/*")
    until_shown(page, lambda: heard(page)[-1:] and "It is your turn." in heard(page)[-1], why="the first turn")
    expect(page.locator("#live")).to_have_text("live", timeout=PATIENCE)
    before = heard(page)
    page.keyboard.press("1")
    expect_address(page, "architect=1")
    page.keyboard.press("Escape")
    expect_address(page, r"^(?!.*architect=)")
    assert heard(page) == before
    region = page.get_by_role("log", name="What happened")
    expect(region).to_have_count(1)
    assert page.evaluate("document.getElementById('heard').closest('#match')") is None, "it stays when the part goes"


def test_whoever_looks_elsewhere_is_called_by_title_icon_tone_and_notification(
    product: Product, browser: Browser
) -> None:
    ada, bob = a_page(browser), a_page(browser)
    for page in (ada, bob):
        page.context.add_init_script(AWAY)
        page.goto(f"{product.url}/settings")
        for way in ("A short tone", "A notification"):
            page.get_by_label(way).check()
    open_table(new_table(ada, product.url))
    sit_together(ada, bob)
    first = wait_for_one_of(ada, bob)
    other = bob if first is ada else ada
    for page in (first, other):
        page.mouse.click(2, 2)  # browsers play nothing before their person has touched the page
        page.evaluate("globalThis.tones = 0; globalThis.shown = []")
    idle = other.locator("link[rel=icon][data-called]").get_attribute("href")
    assert "/icon.svg" in str(idle)
    assert not other.title().startswith("●")
    move(first, product)
    expect(other).to_have_title(re.compile("^● Your turn"), timeout=PATIENCE)
    expect(other.locator("link[rel=icon][data-called]")).to_have_attribute("href", re.compile("/icon-called.svg"))
    until_shown(other, lambda: other.evaluate("globalThis.tones") == 2, why="the tone")
    assert other.evaluate("globalThis.shown") == [
        ["It is your turn", "Your turn · Quadropolis · Urbanist", f"match-{id_of(other)}"]
    ]
    expect(first.locator("link[rel=icon][data-called]")).to_have_attribute("href", re.compile("/icon.svg"))
    assert first.evaluate("[globalThis.tones, globalThis.shown.length]") == [0, 0]
    move(other, product)
    expect(other.locator("link[rel=icon][data-called]")).to_have_attribute("href", str(idle), timeout=PATIENCE)


def test_a_browser_is_subscribed_shows_what_it_is_sent_and_is_let_go(product: Product, browser: Browser) -> None:
    page = a_page(browser)
    page.context.add_init_script(SUBSCRIBED)
    page.goto(f"{product.url}/settings")
    devtools = page.context.new_cdp_session(page)
    known: list[str] = []
    devtools.on("ServiceWorker.workerRegistrationUpdated", lambda said: known.extend(
        one["registrationId"] for one in said["registrations"]
    ))  # fmt: skip
    devtools.send("ServiceWorker.enable")
    page.get_by_role("button", name="Call me in this browser").click()
    expect(page.get_by_text("From now on, you are called in this browser.")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_role("list", name="Browsers in which you are called")).to_contain_text("this browser, since")
    until_shown(page, lambda: known and page.context.service_workers, why="a service worker")
    (worker,) = page.context.service_workers
    worker.evaluate("registration.showNotification = async (...said) => { globalThis.shown = said; }")
    devtools.send("ServiceWorker.deliverPushMessage", {
        "origin": product.url,
        "registrationId": known[-1],
        "data": '{"title":"It is your turn","body":"Quadropolis, with Bo","tag":"match-x","path":"/m/x"}',
    })  # fmt: skip
    until_shown(page, lambda: worker.evaluate("globalThis.shown"), why="no notification")
    title, about = worker.evaluate("globalThis.shown")
    assert (title, about["body"], about["tag"]) == ("It is your turn", "Quadropolis, with Bo", "match-x")
    assert about["data"] == "/m/x"
    page.get_by_role("button", name="Stop calling me there").click()
    expect(page.get_by_text("You are no longer called in that browser.")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_role("button", name="Call me in this browser")).to_be_visible()
