"""Sentences are put together in one place: values are escaped, counted things take their form, verdicts keep theirs."""

import pytest
from markupsafe import Markup

from frontend.problems import problem_of
from frontend.sentences import Sentence, listed, plural, say
from shared.errors import IllegalMove, Malformed
from shared.web.answers import said


def test_values_are_escaped_and_the_sentence_is_not():
    assert say("<b>{name}</b> wins.", name="<i>") == Markup("<b>&lt;i&gt;</b> wins.")
    assert say("{name} wins.") == "{name} wins."


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


def test_a_verdict_on_fields_says_them_beside_its_advice():
    found = problem_of(400, said(Malformed("this form can't be understood", fields={"at": ["a whole number"]})))
    assert str(found["sentence"]) == "This form can't be understood."
    assert str(found["what_to_do"]) == "Correct it, then try again. (at: a whole number)"


def test_a_sentence_without_values_may_hold_braces():
    assert str(Sentence('this can\'t be read as JSON: {"a"')) == 'This can\'t be read as JSON: {"a".'
