"""Scripts and styles in one file each: what is joined does what its files do, and unknown forms are refused."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route

from frontend.bundles import table
from frontend.bundles.made import STATIC, TYPES, bundles
from frontend.bundles.modules import UnknownForm, closure, joined, read
from tests.frontend.look.pages import PAGES, environment, render

JOINED = "Object.fromEntries(Object.entries($made).map(([name, made]) => [name, Object.keys(made).sort()]))"
ALONE = """async names => Object.fromEntries(await Promise.all(names.map(
  async name => [name, Object.keys(await import(`/${name}`)).sort()])))"""
ORIGIN = "https://urbanist.test"  # never asked: hashes are there where a page came by https
FAMILY = {
    "root.js": 'import { add, SUM as sum } from "./parts/numbers.js";\nimport * as words from "./words.js";\n'
    'import { two, three } from "./noble/both.js";\n'
    "globalThis.said = `${add(2, 3)} ${sum} ${words.low} ${words.Loud.name} ${this === undefined}`; // said\n"
    "globalThis.others = two + three;\n"
    'globalThis.later = async () => (await import("./later.js")).late();\n',
    "parts/numbers.js": 'import { low } from "../words.js";\nexport const SUM = 7, LEAST = 2;\n'
    "export function add(one, other) {\n  return one + other;\n}\n"
    "globalThis.order = [...(globalThis.order ?? []), low];\n",
    "words.js": 'export const low = "low";\nexport class Loud {}\n',
    "later.js": 'import { low } from "./words.js";\nexport async function late() {\n  return `late ${low}`;\n}\n',
    "noble/both.js": "/** Of others:\nimport { nothing } from 'nowhere';\n */\nconst two = 2, three = 3;\n"
    "export { two, three, };\n",
    "fails.js": 'throw new Error("of this module alone");\n',
}


@pytest.fixture
def family(tmp_path: Path) -> Path:
    for folder in ("parts", "noble"):
        (tmp_path / folder).mkdir()
    for name, text in FAMILY.items():
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


def opened(browser: Browser, files: dict[str, str], html: str) -> tuple[Page, list[str]]:
    def serve(route: Route) -> None:
        name = route.request.url.removeprefix(f"{ORIGIN}/")
        kind = TYPES["js"] if name else "text/html"
        if name in files or not name:
            route.fulfill(body=files.get(name, html), content_type=kind)
        else:
            route.fulfill(status=404)

    page = browser.new_page()
    reported: list[str] = []
    page.on("pageerror", lambda error: reported.append(str(error)))
    page.route(f"{ORIGIN}/**", serve)
    page.goto(f"{ORIGIN}/")
    return page, reported


@pytest.mark.browser
def test_joined_modules_do_what_modules_do(browser: Browser, family: Path):
    alone = (
        '<!doctype html><script type="module" src="/fails.js"></script><script type="module" src="/root.js"></script>'
    )
    later = joined(closure(family, ["later.js"]), str)
    together = joined(closure(family, ["fails.js", "root.js"]), lambda name: "/later-bundle.js")
    said = []
    for files, html in (
        (FAMILY, alone),
        (
            {"bundle.js": together, "later-bundle.js": later},
            '<!doctype html><script type="module" src="/bundle.js"></script>',
        ),
    ):
        page, reported = opened(browser, files, html)
        said.append((page.evaluate("[said, others, order]"), page.evaluate("later()"), reported))
        page.close()
    assert said[0] == said[1]
    assert said[0] == (["5 7 low Loud true", 5, ["low"]], "late low", ["of this module alone"])


@pytest.mark.parametrize(
    "line",
    [
        'import "./words.js";',
        'import low from "./words.js";',
        'import { low } from "./words.js"; low();',
        'import { low } from "elsewhere";',
        "import { low }",
        "export let low = 1;",
        "export default 1;",
        "export { low as high };",
        'export * from "./words.js";',
        "await later();",
        "const here = import.meta.url;",
        "const name = await import(`./${name}.js`);",
    ],
)
def test_a_form_that_can_not_be_joined_is_refused(tmp_path: Path, line: str):
    (tmp_path / "one.js").write_text(f"// One.\n{line}\n", "utf-8")
    with pytest.raises(UnknownForm, match=r"one\.js, line 2"):
        read(tmp_path, "one.js")


def test_circles_and_names_that_nobody_exports_are_refused(family: Path):
    (family / "words.js").write_text('import { add } from "./parts/numbers.js";\nexport const low = 1;\n', "utf-8")
    with pytest.raises(UnknownForm, match=r"circle: root\.js > parts/numbers\.js > words\.js > parts/numbers\.js"):
        closure(family, ["root.js"])
    (family / "words.js").write_text("export const high = 1;\n", "utf-8")
    with pytest.raises(UnknownForm, match=r"parts/numbers\.js imports what words\.js does not export: low"):
        closure(family, ["root.js"])


def test_each_script_and_style_sheet_is_in_a_bundle():
    roots = [
        *table.SCRIPTS,
        *(file for files in table.MORE_SCRIPTS.values() for file in files),
        *(file for files in table.LATER.values() for file in files),
        *table.AUDIT,
        *table.ALONE,
        *(f"boards/{file.name}" for file in STATIC.glob("boards/*.js")),
    ]
    scripts = {module.name for module in closure(STATIC, roots)} | set(table.HTMX)
    assert {str(file.relative_to(STATIC)) for file in STATIC.rglob("*.js")} == scripts
    more = (*table.BOARD_STYLES.values(), *table.MORE_STYLES.values())
    styles = {*table.STYLES, *(file for files in more for file in files)}
    assert {file.name for file in STATIC.glob("*.css")} == styles


def test_what_is_imported_later_is_not_loaded_before():
    assert b"checkDraw" not in bundles()["page.js"].content
    assert f'import("{bundles()["later.js"].address}")'.encode() in bundles()["page.js"].content
    assert b"urbanist-move-1" in bundles()["signing.js"].content
    assert not [name for name in bundles() if b"randomSecretKey" in bundles()[name].content if name != "noble.js"]
    assert f'import("{bundles()["noble.js"].address}")'.encode() in bundles()["signing.js"].content


@pytest.mark.browser
@pytest.mark.parametrize(
    "names",
    [
        ("page.js", "sprawlopolis.js", "htmx.js"),
        ("sprawlopolis.js", "page.js"),
        ("page.js", "later.js"),
        ("page.js", "signing.js", "noble.js"),
        ("page.js", "counting.js", "tables.js"),
    ],
)
def test_the_bundles_run_in_any_order_and_export_what_their_modules_do(browser: Browser, names: tuple[str, ...]):
    """In them are the modules with all that they export when each is loaded by itself."""
    sentences = environment().from_string('{% include "sentences/match.js" %}').render()
    made = {bundle.address.lstrip("/"): bundle.content.decode() for bundle in bundles().values()}
    sources = {str(file.relative_to(STATIC)): file.read_text("utf-8") for file in STATIC.rglob("*.js")}
    tags = "".join(f'<script type="module" src="{bundles()[name].address}"></script>' for name in names)
    tags = tags.replace('type="module" src="/static/htmx', 'defer src="/static/htmx')
    html = f"<!doctype html><html lang=en><body><script>{sentences}</script>{tags}"
    page, reported = opened(browser, made | sources, html)
    assert reported == []
    expected = {module.name: sorted(module.exports) for module in closure(STATIC, roots_of(names))}
    assert page.evaluate(JOINED) == expected
    exporting = {name: each for name, each in expected.items() if each}
    assert page.evaluate(ALONE, list(exporting)) == exporting
    page.close()


def roots_of(names: tuple[str, ...]) -> list[str]:
    more = {f"{name}.js": files for name, files in (table.MORE_SCRIPTS | table.LATER).items()}
    roots = {"page.js": table.SCRIPTS, "htmx.js": ()} | more
    return [file for name in names for file in roots.get(name, (f"boards/{name}",))]


def test_bundles_are_the_same_in_every_process():
    kept = {name: bundle.digest for name, bundle in bundles().items()}
    bundles.cache_clear()
    assert {name: bundle.digest for name, bundle in bundles().items()} == kept
    assert all(re.fullmatch(r"/static/\w+\.[0-9a-f]{12}\.(css|js)", bundle.address) for bundle in bundles().values())
    assert {"page.css", "page.js", "htmx.js", "audit.js", "sprawlopolis.js", "quadropolis.css"} <= kept.keys()


PRESSED = {  # what a script listens for in a page, and the bundle that it is in
    "tables.js": ("data-play", "data-sit", 'id="table"'),
    "queue.js": ("data-met=", 'id="queue"'),
    "counting.js": ("data-sheet=", "data-fills=", "data-share=", "data-print", "data-shows="),
}


@pytest.mark.parametrize("name", PAGES)
def test_a_page_names_the_scripts_that_it_needs(name: str):
    """News may bring to a result, or to who waits for opponents, what needs one that the page needs not yet."""
    page = render(name)
    needed = {one for one, marks in PRESSED.items() if any(mark in page for mark in marks)}
    named = {one for one in PRESSED if f'src="{bundles()[one].address}"' in page}
    has_news = 'id="result"' in page or 'data-status="waiting"' in page
    assert needed == named or (needed < named and has_news)


CLASS = re.compile(r"\.(-?[a-z][\w-]*)")
STRINGS = re.compile(r'class="([^"]*)"')


def classes_of(name: str) -> set[str]:
    return set(CLASS.findall(re.sub(r"\{[^{}]*\}", "{}", bundles()[name].content.decode())))


@pytest.mark.parametrize("name", PAGES)
def test_a_page_names_the_styles_that_it_needs(name: str):
    """No class that only one of its style sheets dresses is on a page without it."""
    page = render(name)
    linked = {one for one in bundles() if one.endswith(".css") and f'href="{bundles()[one].address}"' in page}
    used = {each for found in STRINGS.findall(page) for each in found.split()}
    dressed = set[str]().union(*map(classes_of, linked))
    more = {f"{one}.css" for one in table.MORE_STYLES} - linked
    assert {one: used & classes_of(one) - dressed for one in more} == {one: set() for one in more}
