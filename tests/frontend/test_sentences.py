"""Sentences are put together in one place: values are escaped, counted things take their form, verdicts keep theirs."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup, escape

from frontend.problems import problem_of
from frontend.sentences import Once, Sentence, clause, listed, plural, say, why_not
from shared.errors import IllegalMove, Malformed
from shared.web.answers import said


def test_text_and_equal_markup_are_told_apart():
    assert [say("{x}", x=x) for x in (Markup("<i>"), "<i>", Markup("<i>"))] == ["<i>", "&lt;i&gt;", "<i>"]
    assert [say("{x}", x=x) for x in (1, True)] == ["1", "True"]


def test_a_value_may_be_what_no_cache_can_keep():
    assert say("{x}", x=["<"]) == "[&#39;&lt;&#39;]"


def test_values_are_escaped_and_the_sentence_is_not():
    assert say("<b>{name}</b> wins.", name="<i>") == Markup("<b>&lt;i&gt;</b> wins.")
    assert say("{name} wins.") == "{name} wins."


def test_a_name_from_the_right_leaves_numbers_where_they_are():
    apart = "\N{FIRST STRONG ISOLATE}ששש\N{POP DIRECTIONAL ISOLATE}"
    assert say("{name}: {points}", name="ששש", points=26) == f"{apart}: 26"
    assert listed(["ששש", "Ada"]) == f"{apart} and Ada"
    assert say("{name}: {points}", name="Ada", points=26) == "Ada: 26"


VALUES = st.one_of(st.text("<&{}%", max_size=8), st.integers(-9_999, 9_999))


@given(st.text("<&{}é\"'", max_size=8), VALUES, st.booleans())
def test_a_sentence_is_filled_as_the_library_fills_it(text: str, value: Any, is_safe: bool):
    sentence = text.replace("{", "{{").replace("}", "}}") + "<b>{seat}</b> and {seat} {other}"
    values = {"seat": Markup(str(value).replace("<", "")) if is_safe else value, "other": "{seat}"}
    assert say(sentence, **values) == Markup(sentence).format(**values)


def test_a_sentence_names_its_values_and_nothing_inside_of_them():
    with pytest.raises(ValueError, match=r"'seat\.__class__' is not the name of a value"):
        say("{seat.__class__} moves.", seat=1)
    with pytest.raises(KeyError):
        say("{seat} moves.", player="Ada")


def test_what_takes_nothing_is_drawn_once():
    drawn: list[str] = []

    def block() -> Markup:
        drawn.append("block")
        return Markup("<script>…</script>")

    once = Once()
    assert [once(block), once(block)] == [Markup("<script>…</script>")] * 2
    assert len(drawn) == 1


@pytest.mark.parametrize(("n", "found"), [(0, "0 cards"), (1, "1 card"), (2, "2 cards")])
def test_one_thing_is_called_otherwise_than_several(n: int, found: str):
    assert plural("{n} card", "{n} cards", n) == found


@pytest.mark.parametrize(
    ("names", "found"), [([], ""), (["Ada"], "Ada"), (["Ada", "Bo"], "Ada and Bo"), (["<", "B", "C"], "&lt;, B and C")]
)
def test_names_are_listed(names: list[str], found: str):
    assert listed(names) == found


def test_a_verdict_reaches_the_page_as_template_and_values():
    found = problem_of(422, said(IllegalMove("card {card} is not in your hand", card=7)))
    assert found["sentence"] == Sentence("card {card} is not in your hand", {"card": 7})
    assert str(found["sentence"]) == "Card 7 is not in your hand."


@pytest.mark.parametrize(
    ("fields", "to_do"),
    [
        ({"at": ["a whole number"]}, "Reload the page, choose again, then send it."),
        ({"at": {"0": ["too long"]}}, "Reload the page, choose again, then send it."),
        ({"name": ["too long"]}, "Correct it, then try again."),
        ({}, "Correct it, then try again."),
    ],
)
def test_a_verdict_on_fields_names_none_of_them_to_people(fields: dict[str, object], to_do: str):
    wrong = "too long" if "name" in fields else "this form can't be understood"
    found = problem_of(400, said(Malformed(wrong, fields=fields)))
    assert str(found["sentence"]).lower() == f"{wrong}.".lower()
    assert str(found["what_to_do"]) == to_do


@pytest.mark.parametrize(
    ("sentence", "shown"),
    [
        (Sentence("<b> {card}", {"card": "<i>"}), "&lt;b&gt; &lt;i&gt;."),
        (Sentence("{seat} is called", {"seat": 1}), "Seat 2 is called."),
        (Sentence("only {seats} are called", {"seats": [0, 2]}), "Only seat 1 and seat 3 are called."),
        (Sentence('no JSON: {"a"'), "No JSON: {&#34;a&#34;."),
        (
            Sentence("{most} cards", {"most": Sentence("at most {n}", {"n": 7}, is_whole=True)}, is_whole=True),
            "at most 7 cards",
        ),
    ],
)
def test_a_page_and_a_program_read_the_same(sentence: Sentence, shown: str):
    assert escape(sentence) == shown == escape(str(sentence))


def test_a_sentence_without_values_may_hold_braces():
    assert str(Sentence('this can\'t be read as JSON: {"a"')) == 'This can\'t be read as JSON: {"a".'
    assert clause("this can't be read: <a {b}", {}) == Markup("this can&#39;t be read: &lt;a {b}")
    assert clause("<{name}>", {"name": "{b}"}) == Markup("&lt;{b}&gt;")


def test_a_refusal_names_the_seats_as_the_page_does():
    match = {"seats": [{"name": "<Ada>"}, {"name": "Bo"}]}
    one = {"template": "it is the turn of {seat}", "values": {"seat": 0}}
    both = {"template": "waiting for {seats} in round {round}", "values": {"seats": [0, 1], "round": 2}}
    assert why_not(one, match) == "it is the turn of &lt;Ada&gt;"
    assert why_not(both, match) == "waiting for &lt;Ada&gt; and Bo in round 2"
