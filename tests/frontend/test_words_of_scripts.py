"""Scripts hold no sentences: each page brings those of its scripts along, every one that they can say and no other."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from frontend.bundles import table
from frontend.sentences_of_scripts import text_of
from tests.frontend.conftest import Pages
from tests.frontend.look.pages import FRONTEND, PAGES, environment, render

STATIC = FRONTEND / "static"
SCRIPTS = sorted(file for file in STATIC.rglob("*.js") if not {"htmx", "noble"} & {*file.parts})
TEXT = re.compile(r'"(?:[^"\\\n]|\\.)*"' + r"|'(?:[^'\\\n]|\\.)*'" + r"|`(?:[^`\\]|\\.)*`", re.DOTALL)
WORDS = re.compile(r"[a-z\u2019']{2,}[,:;]? [a-z\u2019']{2,}|^[A-Z][a-z]+ [a-z]+|[a-z]{2,}[.!?…]$", re.IGNORECASE)
# Codes of the verifier, shared with infra/verify.py; lists of CSS; an error for whoever reads the console.
NO_SENTENCES = {
    "after the end", "not checked", "committed only", "still running", "no match", "sealed part", "revealed item",
    "secret number", "drawn item", "button quiet", "missing: {}", "value {} of sentence {}",
    "broken by the host",
}  # fmt: skip
SAID = re.compile(r"""\bsentence\((?:"(\w+)"|`(\w+)\$\{)""")
CHOSEN = re.compile(r"""\bsentence\(([^()`]*\?[^()`]*?)(?:, \w+|, \{[^}]*\})?\)""")
IMPORTED = re.compile(r"""(?:from|import\()\s*"(\.[^"]+)\"""")
BLOCK = re.compile(r"<script type=\"application/json\" data-sentences>(.*?)</script>", re.DOTALL)
FILE = re.compile(r'<script defer src="/sentences/en/(\w+)\.js\?v=[0-9a-f]{12}">')
ROOTS = {"page": table.SCRIPTS, "audit": table.AUDIT, **table.MORE_SCRIPTS}
OF_MATCHES = {"continuity.js", "signer.js"}
VALUE = re.compile(r"\{(\w+)\}")


def code(file: Path) -> str:
    """Without its comments."""
    return re.sub(r"(?m)^\s*//.*$|[ ;,{(]\s*// .*$", "", file.read_text(encoding="utf-8"))


def texts(file: Path) -> Iterator[str]:
    for found in TEXT.findall(code(file)):
        yield re.sub(r"\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}", "{}", found[1:-1])


KEYS = re.compile(r"Arrow\w*|Backspace|Comma|Delete|Digit|End|Enter|Equal|Escape|Home|Minus|Period|Slash")


def is_sentence(text: str) -> bool:
    if re.fullmatch(r"[A-Z][a-z]+[.!?…]?", text):
        return not KEYS.fullmatch(text)
    is_code = re.search(r"[<>\[\]=#]|^[.:]|--|^/|^[a-z]+(, [a-z.#\[]+)+$|^(input|select|details|script|time)\b", text)
    return bool(WORDS.search(text)) and not is_code and text not in NO_SENTENCES and not re.search(r"^[\w:./-]+$", text)


@pytest.mark.parametrize("file", SCRIPTS, ids=lambda file: str(file.relative_to(STATIC)))
def test_no_script_holds_a_sentence(file: Path):
    assert [text for text in texts(file) if is_sentence(text)] == []


def test_a_sentence_in_a_script_would_be_found():
    for text in ("There is no connection.", "choose again", "Copied.", "stale since {}, polling", "this is no text"):
        assert is_sentence(text), text


@cache
def said(file: Path) -> tuple[frozenset[str], frozenset[str]]:
    """The names of the sentences that a script says, and the beginnings of those that it makes."""
    found = SAID.findall(code(file))
    chosen = {name for part in CHOSEN.findall(code(file)) for name in re.findall(r'"(\w+)"', part)}
    names = frozenset(name for name, _ in found if name) | chosen
    return names, frozenset(begins for _, begins in found if begins)


@cache
def closure(file: Path) -> frozenset[Path]:
    """The script with all that it imports, now or later."""
    found, new = set[Path](), [file]
    while new:
        one = new.pop()
        if one not in found:
            found.add(one)
            new += [(one.parent / other).resolve() for other in IMPORTED.findall(code(one))]
    return frozenset(found)


def sentences(page: str) -> dict[str, Any]:
    """Those of its kind, in a file, and those of the board's own script."""
    (kind,) = FILE.findall(page)
    listed = json.loads(text_of(environment(), kind, "en").removeprefix("globalThis.sentences = ").rstrip(";\n"))
    return {name: words for each in (*listed, *map(json.loads, BLOCK.findall(page))) for name, words in each.items()}


def scripts(page: str) -> frozenset[Path]:
    """Those of a page; what watches a record only does so where there is one."""
    bundles = re.findall(r'<script type="module" src="/static/(\w+)\.[0-9a-f]{12}\.js', page)
    named = [name for bundle in bundles for name in ROOTS.get(bundle, (f"boards/{bundle}.js",))]
    watches = "data-digest" in page
    return frozenset().union(*(closure(STATIC / name) for name in named if watches or name not in OF_MATCHES))


def known(page: str) -> tuple[set[str], set[str]]:
    names, beginnings = set[str](), set[str]()
    for file in scripts(page):
        names |= said(file)[0]
        beginnings |= said(file)[1]
    return names, beginnings


@pytest.mark.parametrize("name", PAGES)
def test_a_page_brings_the_sentences_of_its_scripts_and_no_others(name: str):
    page = render(name)
    brought, (names, beginnings) = sentences(page), known(page)
    assert names - set(brought) == set()
    assert [one for one in beginnings if not any(each.startswith(one) for each in brought)] == []
    made = tuple(beginnings)
    assert [one for one in brought if one not in names and not (made and one.startswith(made))] == []


def test_every_form_of_a_sentence_has_the_same_values():
    for name in ("match-architect", "city-card", "audit"):
        for forms in sentences(render(name)).values():
            each: list[str] = list(forms.values()) if isinstance(forms, dict) else [str(forms)]
            assert len({frozenset(VALUE.findall(form)) for form in each}) == 1


@pytest.mark.server
def test_browsers_keep_the_sentences_of_a_page_until_one_changes(pages: Pages):
    visitor = pages.visitor()
    (address,) = re.findall(r'src="(/sentences/[^"]+)"', visitor.get("/").text)
    kept = visitor.get(address)
    assert kept.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert kept.content_type == "text/javascript; charset=utf-8"
    assert "There is no connection." in kept.text
    assert visitor.get("/sentences/en/page.js?v=other").headers["Cache-Control"] == "private, no-cache"
    assert visitor.get("/sentences/en/nothing.js").status_code == 404


@pytest.mark.server
def test_files_that_are_the_same_for_everybody_are_kept_whatever_cookie_comes(pages: Pages):
    visitor = pages.visitor()
    page = visitor.get("/").text
    assert visitor.client.get_cookie(pages.app.config["SESSION_COOKIE_NAME"])
    kept = sorted(set(re.findall(r'(?:src|href)="(/(?:static|sentences)/[^"]+)"', page)))
    assert {address.split("/")[1] for address in kept} == {"static", "sentences"}
    for address in kept:
        with visitor.get(address) as answer:
            assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable", address
            assert answer.headers.get("Vary", "Accept-Encoding") == "Accept-Encoding", address
    assert "Cookie" in visitor.get("/").headers["Vary"]
