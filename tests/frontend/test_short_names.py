"""Short names in bundles: a script with them does what it did, and no name of a browser is taken from it."""

import pytest
from playwright.sync_api import Browser

from frontend.bundles.made import STATIC
from frontend.bundles.modules import closure, is_vendored
from frontend.bundles.names import OF_BROWSERS, declared, shortened
from frontend.bundles.table import ALONE, HTMX
from frontend.bundles.words import Reader, UnreadableScript

OWN = [
    file.relative_to(STATIC).as_posix()
    for file in sorted(STATIC.rglob("*.js"))
    if file.relative_to(STATIC).as_posix() not in (*ALONE, *HTMX)
    if not is_vendored(file.relative_to(STATIC).as_posix())
]


@pytest.mark.parametrize(
    ("script", "short"),
    [
        ("let first = 1, second = first;", "let a = 1, b = a;"),
        ("const names = of => of.names;", "const a = of => of.names;"),
        ("function told(word) { return told(word); }", "function a(b) { return a(b); }"),
        ("for (const each of all) use(each, { each: 1 });", "for (const a of all) use(a, { each: 1 });"),
        ("const made = { made: made, used };", "const a = { made: a, used };"),
        ("const kept = 1; use({ kept });", "const kept = 1; use({ kept });"),
        ("const { kept } = all; kept();", "const { kept } = all; kept();"),
        ("const show = 1; use({ show() { return show; } });", "const show = 1; use({ show() { return show; } });"),
        (
            "class Wrong extends Error { tell(it) { return Wrong; } }",
            "class a extends Error { tell(it) { return a; } }",
        ),
        ("const text = `${text} text ${`${text}`}`;", "const a = `${a} text ${`${a}`}`;"),
        ("const text = x / text / text;", "const a = x / a / a;"),
        ('const word = /word"[/]/.test("word"); // word', 'const a = /word"[/]/.test("word"); // word'),
        ("const yes = is ? yes : no;", "const a = is ? a : no;"),
        ("try { a(); } catch (error) { b(error); }", "try { a(); } catch (c) { b(c); }"),
        ("said.catch(reportError);", "said.catch(reportError);"),
        ("[1].map(([one, other]) => one); const one = 2;", "[1].map(([a, other]) => a); const a = 2;"),
        ("const most = (left, ...rest) => left;", "const b = (a, ...c) => a;"),
    ],
)
def test_what_a_module_declares_gets_short_names(script: str, short: str):
    assert shortened(script, ()) == short


def test_what_goes_out_keeps_its_name():
    assert shortened("function told(word) { return word; }", ["told"]) == "function told(a) { return a; }"


@pytest.mark.parametrize("script", ["f(1;", "f)", "`text", "const a = `${a`", "if (a) {", 'x = /["'])
def test_a_script_that_can_not_be_read_is_refused(script: str):
    with pytest.raises(UnreadableScript):
        list(Reader(script).tokens())


@pytest.mark.parametrize("name", OWN)
def test_reading_loses_nothing(name: str):
    text = (STATIC / name).read_text("utf-8")
    assert "".join(token.text for token in Reader(text).tokens()) == text


@pytest.mark.browser
def test_no_name_of_a_browser_is_taken_from_it(browser: Browser):
    """Where a module declares one in a function, and may mean the browser's elsewhere, it keeps it."""
    names = {
        name for module in closure(STATIC, OWN) for name in declared(list(Reader("\n".join(module.lines)).tokens()))
    }
    page = browser.new_page()
    shared = set(page.evaluate("names => names.filter(name => name in globalThis)", sorted(names)))
    page.close()
    never_meant = {"event", "opener"}  # every function that speaks of one is given it, or has it from a record
    assert shared <= OF_BROWSERS | never_meant
