"""Templates draw the same as without what saves them time."""

from typing import Any

import pytest
from jinja2 import DictLoader, Environment, UndefinedError, pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from frontend.compiled import draw_faster
from frontend.sentences import offer_sentences

WORDS = """
{% macro a(thing) %}<b>{{ say("a {thing}", thing=thing) }}</b>{% endmacro %}
{% macro where() %}{{ site }} {{ page }}{% endmacro %}
"""
PAGE = """
{% import "words" as words %}
{% for name in names %}{{ say("{name} takes {thing}.", name=name, thing=words.a("<tower>")) }}{% endfor %}
{% set said = say("<i>{n}</i>", n=names|length) %}{{ said }}{{ say("{class}", class=1) }}
{{ say("None.") if names else "<" }}{{ plural("{n} card", "{n} cards", 2) }}{{ listed(names) }}
{{ either(names) ~ say("{x}", **{"x": "&"}) }}{{ words.where() }}
"""


def environment(is_faster: bool, autoescape: bool = True) -> Environment:
    found = Environment(autoescape=autoescape, loader=DictLoader({"words": WORDS, "page": PAGE}))
    found.globals["site"] = "site"
    offer_sentences(found)
    if is_faster:
        draw_faster(found)
    return found


@pytest.mark.parametrize("autoescape", [True, False])
def test_a_page_is_the_same_as_without(autoescape: bool):
    def drawn(is_faster: bool) -> Any:
        found = environment(is_faster, autoescape).get_template("page", globals={"page": "of its own"})
        return found.render(names=["<Ada>", "Bo"])

    assert drawn(is_faster=True) == drawn(is_faster=False)
    assert "site of its own" in drawn(is_faster=True)


@pytest.mark.parametrize("autoescape", [True, False])
@pytest.mark.parametrize(
    "shown",
    [
        "{{ seat.name }}{{ seat['name'] }}{{ seat.points }}{{ seat.lines.parks }}",
        "{{ seat.values()|list|length }}{{ seat['values'] }}{{ seat.get('name') }}{{ seat.items is defined }}",
        "{{ seat.absent is defined }}{{ seat.absent }}{{ seat.absent.name is defined }}",
        "{{ seat.you }}{{ none }}{{ seat.share }}{{ seat.letters }}{{ seat.made }}{{ seat.made.upper() }}",
        "{{ 3 }}{{ seat.points + 1 }}{{ '<' ~ seat.points }}{{ seat.name|upper }}{{ seat.letters.index('<b>') }}",
        "{{ seat.absent.name }}",
        "{{ seat.letters.missing() }}",
    ],
)
def test_a_value_is_found_and_shown_as_without(shown: str, autoescape: bool):
    seat = {
        "name": "<Ada>",
        "points": -3,
        "lines": {"parks": 4},
        "values": "<named like a method>",
        "you": True,
        "share": 0.5,
        "letters": ["<a>", "<b>"],
        "made": Markup("<i>x</i>"),
    }

    def drawn(is_faster: bool) -> str:
        try:
            return environment(is_faster, autoescape).from_string(shown).render(seat=seat)
        except UndefinedError as error:
            return str(error)

    assert drawn(is_faster=True) == drawn(is_faster=False)


def test_a_sentence_is_called_and_shown_without_detours():
    source = '{{ say("{name} wins.", name=name) }}{{ other("x") }}'
    compiled = str(environment(is_faster=True).compile(source, raw=True))
    assert compiled.count("context.call(") == compiled.count("environment.shown(") == 1


MACROS = """
{% macro one(thing) %}{{ thing }}{% endmacro %}
{% macro two(thing, other="<no>") %}{{ thing }} {{ other }}{% endmacro %}
{% macro wrap(thing) %}{{ thing }}: {{ caller() }}{% endmacro %}
{% macro rest(thing) %}{{ thing }} {{ varargs|join(",") }} {{ kwargs }}{% endmacro %}
"""


@pytest.mark.parametrize("autoescape", [True, False])
@pytest.mark.parametrize(
    "called",
    [
        '{{ one("<") }}',
        "{{ one() }}",
        '{{ two("<") }}{{ two("a", "b") }}{{ two("a", other="c") }}{{ two(other="c", thing="<") }}',
        "{% for name in names %}{{ one(name) }}{{ two(name, loop.index) }}{{ seen(name) }}{% endfor %}",
        "{% block inner %}{{ one(names[0]) }}{{ seen(names[1]) }}{% endblock %}",
        '{% call wrap("<") %}<i>{{ one("&") }}</i>{% endcall %}',
        '{{ rest("<") }}{{ rest("<", 1, 2) }}{{ rest("<", key="<") }}{{ rest(thing="<") }}',
        "{% set name = one('<') %}{{ name }}{{ seen(name) }}",
        "{{ one('<', '>') }}",
        "{{ one(thing='<', other='>') }}",
    ],
)
def test_a_macro_is_called_as_without(called: str, autoescape: bool):
    @pass_context
    def seen(context: Context, name: str) -> str:
        return f"{name} of {context.get('name', '')} {len(context['names'])}"

    def drawn(is_faster: bool) -> str:
        found = environment(is_faster, autoescape)
        found.globals["seen"] = seen
        try:
            return found.from_string(MACROS + called).render(names=["<Ada>", "Bo"])
        except TypeError as error:
            return str(error)

    assert drawn(is_faster=True) == drawn(is_faster=False)


def test_an_import_sees_what_its_page_alone_has():
    templates = environment(is_faster=True)
    templates.from_string('{% import "words" as words %}').render()  # keeps the words for pages that have nothing more
    page = templates.get_template("page", globals={"page": "one"})
    assert page.new_context().globals_keys == {"page"}
    assert "site one" in page.render(names=[])
