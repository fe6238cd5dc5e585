"""Templates hold whole sentences: no grammar is put together from pieces, and no value is left out of its sentence."""

import re

import pytest
from jinja2 import nodes

from tests.frontend.look.pages import FRONTEND, PAGES, environment, render

FOLDER = FRONTEND / "templates"
TEMPLATES = sorted(str(file.relative_to(FOLDER)) for file in FOLDER.rglob("*.html"))
SENTENCES = ("_sentences.html", "audit/_sentences.html", "boards/sprawlopolis/_words.html")  # which scripts fill
GLUE = {
    "a plural": r"""["']e?s["'] if |\}\}s\b|["'](\w+)["'] if [^{}]*? else ["']\1e?s["']|\w\(e?s\)""",
    "a number": r"""\b(?:points?|seats?|cards?|blocks?)["'] if [^}]*== 1""",
    "a list": r"""join\(["'] (?:and|or) ["']\)|["'] (?:and|or) ["'] if """,
    "a verb": r"""["'](?:is|has|wins|was)["'] if """,
}
VALUE = re.compile(r"\{(\w+)\}")


@pytest.mark.parametrize("name", TEMPLATES)
@pytest.mark.parametrize("what", GLUE)
def test_no_template_glues_grammar(name: str, what: str):
    source = re.sub(r"\{#.*?#\}", "", (FOLDER / name).read_text(encoding="utf-8"), flags=re.DOTALL)
    assert [line for line in source.splitlines() if re.search(GLUE[what], line)] == []


@pytest.mark.parametrize(
    ("what", "bad"),
    [
        ("a plural", """{{ n }} seat{{ "s" if n != 1 }}"""),
        ("a plural", """{{ "win" if many else "wins" }}"""),
        ("a number", """{{ "point" if n == 1 else more }}"""),
        ("a list", """{{ names|join(" and ") }}"""),
        ("a verb", """{{ "is" if n == 1 else "are" }}"""),
    ],
)
def test_glued_grammar_would_be_found(what: str, bad: str):
    assert re.search(GLUE[what], bad)


def calls(name: str) -> list[tuple[str, set[str], set[str]]]:
    """Of each sentence in a template: it, the values that it names, and those that it is given."""
    tree = environment().parse((FOLDER / name).read_text(encoding="utf-8"))
    found = []
    for call in tree.find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name in ("say", "plural"):
            forms = call.args[: 2 if call.node.name == "plural" else 1]
            given = {each.key for each in call.kwargs} | ({"n"} if call.node.name == "plural" else set())
            for form in forms:
                assert isinstance(form, nodes.Const), f"{name}:{call.lineno}: no sentence that a translator could find"
                found.append((form.value, set(VALUE.findall(form.value)), given))
    return found


@pytest.mark.parametrize("name", TEMPLATES)
def test_every_sentence_gets_the_values_that_it_names(name: str):
    for sentence, named, given in calls(name):
        if given or name not in SENTENCES:
            assert named <= given, sentence
            assert given - named <= {"n"}, sentence


@pytest.mark.parametrize("name", PAGES)
def test_no_page_shows_the_name_of_a_value(name: str):
    page = re.sub(r"<(script|pre|dl)\b.*?</\1>", "", render(name), flags=re.DOTALL)
    assert VALUE.findall(page) == []
