"""Whatever a person may read passes a function that marks it, as a literal that a translator can find."""

from collections import Counter

import pytest

from tests.translations.messages import TEMPLATES, found
from tests.translations.unmarked import unmarked

FILES = sorted(str(file.relative_to(TEMPLATES)) for file in TEMPLATES.rglob("*.html"))
# Names of kinds of pages and of parts, and what a macro returns for an element of somebody else.
NO_WORDS = {"page", "match", "audit", "tournament", "yes", "site", "…; url=…", "……press=…&on=…"}
CODE = ('="', "='", "|seat-", "translate(")
# Functions that are given a template somewhere and show it elsewhere: what they say is marked where it is written.
PASSED_ON = {"frontend/sentences.py", "shared/language/worded.py", "shared/web/answers.py", "frontend/problems.py"}


@pytest.mark.parametrize("name", FILES)
def test_every_text_of_a_template_is_marked(name: str):
    texts = unmarked((TEMPLATES / name).read_text(encoding="utf-8"))
    assert [each for each in texts if each not in NO_WORDS and not any(sign in each for sign in CODE)] == []


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("<p>Hello there</p>", ["Hello there"]),
        ('<a title="Go on">{{ say("x") }}</a>', ["Go on"]),
        ('<p>{{ say("x") }} more</p>', ["… more"]),
        ('{% if x %}<b class="of note">Yes</b>{% endif %}', ["Yes"]),
        ('<a title="{{ say("x") }}">Urbanist {{ n }} <code>make run</code></a>{# not said #}', []),
    ],
)
def test_what_is_not_marked_would_be_found(source: str, said: list[str]):
    assert list(unmarked(source)) == said


def test_templates_mark_literals():
    assert [each for each in found() if each.file.startswith("frontend/templates") and each.message is None] == []


def test_functions_that_pass_a_sentence_on_are_few():
    """Each of them is fed by literals that are marked elsewhere; the pages in a language of tests show what is not."""
    passing = Counter(each.file for each in found() if each.message is None and each.file not in PASSED_ON)
    assert passing.total() <= 60, passing
