"""Templates are drawn without the white space that only makes them legible; words and elements keep their distance."""

import re
from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment, TemplateSyntaxError

from frontend.dense import dense, draw_densely
from tests.frontend.look.pages import FRONTEND

TEMPLATES = sorted((FRONTEND / "templates").rglob("*.html"))
CASES = (
    "<p>a</p>\n  {# said #}\n  {% if x %}\n  <b>b</b>\n  {% else %}\n  <i>c</i>\n  {% endif %}\n<p>d</p>",
    "<b>a</b>{% if x %}\n<b>b</b>\n{% endif %}\n<b>c</b>",
    "<b>a</b>{% if x %}\n<b>b</b>\n{% else %}\n<b>d</b>{% endif %}\n<b>c</b>",
    "a {% if x -%}\n{% set y = 1 %}\n{{ y }}{% else -%}\n{% set y = 2 %}\nb{% endif %}\nc",
    "a\n{% for each in x %}\n{{ each }}\n{% endfor %}\nb",
    "a{% for each in x %}\n{{ each }}\n{% endfor %}\nb",
    "a{% set y %}\nb\n{% endset %}\n{{ y }}c",
    "{% macro m(x) %}\n{% if x %}\nb\n{% endif %}\n{% endmacro %}\na{{ m(x) }}c",
    "{# of\n two lines #}\n{% set y = 1 %}\na{{- x }}\n{% if x %}{% endif %}\nb",
)


def drawn(source: str, is_dense: bool, x: str) -> list[str]:
    made = Environment(loader=DictLoader({"page.html": source}))
    if is_dense:
        draw_densely(made)
    return re.sub(r"\s+", " ", made.get_template("page.html").render(x=x)).strip().split(" ")


@pytest.mark.parametrize("x", ["", "x", "xy"])
@pytest.mark.parametrize("source", CASES)
def test_no_two_words_lose_the_space_between_them(source: str, x: str):
    assert drawn(source, True, x) == drawn(source, False, x)


@pytest.mark.parametrize("file", TEMPLATES, ids=lambda file: file.name)
def test_lines_stay_where_they_are(file: Path):
    source = file.read_text("utf-8")
    assert dense(source).count("\n") == source.count("\n")


def test_an_error_names_the_right_line():
    made = Environment(loader=DictLoader({"page.html": "a\n  {% if x %}\n  {% set y = 1 %}\n  {{ }}\n{% endif %}"}))
    draw_densely(made)
    with pytest.raises(TemplateSyntaxError) as raised:
        made.get_template("page.html")
    assert raised.value.lineno == 4


def test_what_is_left_out_is_not_drawn():
    made = Environment(loader=DictLoader({"page.html": CASES[0], "note.txt": CASES[0]}))
    draw_densely(made)
    assert made.get_template("page.html").render(x="x") == "<p>a</p>\n<b>b</b>\n<p>d</p>"
    assert "  <b>b</b>\n" in made.get_template("note.txt").render(x="x")
