"""Whatever a person may read passes a function that marks it, as a literal that a translator can find."""

import json
from collections import Counter
from pathlib import Path

import pytest

from tests.translations.messages import CODE as CODE_OF_ALL
from tests.translations.messages import ROOT, TEMPLATES, found
from tests.translations.unmarked import unmarked
from tests.translations.unmarked_code import unmarked_code

READ = (".html", ".svg", ".xml", ".txt")
NO_SENTENCES = Path(__file__).with_name("unmarked_code.json")
FILES = sorted(str(file.relative_to(TEMPLATES)) for file in TEMPLATES.rglob("*") if file.suffix in READ)
# Names of kinds of pages and of parts, and what a macro returns for an element of somebody else.
NO_WORDS = {
    *("page", "match", "audit", "tournament", "yes", "site"),
    *("…; url=…", "……press=…&on=…", "…/anchors", "…/anchors/…"),
}
CODE = ('="', "='", "|seat-", "translate(")
# How many calls of each file are given a sentence that is marked elsewhere: a name, a parameter, what a verdict holds.
# Whoever adds one sees to it that its sentences are marked where they are written.
PASSED_ON = {
    "frontend/bots/routes.py": 1,
    "frontend/caller/words.py": 1,
    "frontend/door/guessing.py": 1,
    "frontend/door/provider.py": 2,
    "frontend/pages/accounts.py": 2,
    "frontend/pages/by_provider.py": 6,
    "frontend/pages/mailed_links.py": 3,
    "frontend/pages/operators.py": 1,
    "frontend/pages/table.py": 2,
    "frontend/pages/talk.py": 1,
    "frontend/people/browsers.py": 2,
    "frontend/presentation/company.py": 1,
    "frontend/presentation/failures.py": 1,
    "frontend/presentation/match.py": 1,
    "frontend/presentation/ranks.py": 1,
    "frontend/presentation/round.py": 1,
    "frontend/problems.py": 9,
    "frontend/sentences.py": 12,
    "frontend/sockets/admission.py": 2,
    "frontend/sockets/live.py": 3,
    "frontend/talk.py": 1,
    "services/console/summary.py": 1,
    "services/console/words.py": 3,
    "shared/games/sprawlopolis/page/choices.py": 2,
    "shared/games/sprawlopolis/play/refusals.py": 3,
    "shared/language/worded.py": 4,
    "shared/ledger/anchors/check.py": 10,
    "shared/people/houses.py": 1,
    "shared/people/names.py": 1,
    "shared/people/passwords.py": 1,
    "shared/people/register.py": 1,
    "shared/people/reports.py": 1,
    "shared/people/watching.py": 3,
    "shared/plug_ins/conformance.py": 1,
    "shared/web/answers.py": 3,
    "shared/web/houses.py": 3,
    "shared/web/wrong_fields.py": 2,
}


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


def test_functions_that_pass_a_sentence_on_are_known():
    """What reaches them is marked elsewhere; the pages in a language of tests show what is not."""
    assert Counter(each.file for each in found() if each.message is None) == PASSED_ON


def test_code_says_nothing_past_the_catalogues():
    """The table counts texts of other kinds: scripts of Redis, SQL, what the OpenAPI document says, logs and what
    programs say when they start (0087). Whoever adds one more sees here that it is in no catalogue.
    """
    files = [file for folder in CODE_OF_ALL for file in (ROOT / folder).rglob("*.py")]
    found = {str(file.relative_to(ROOT)): len([*unmarked_code(file.read_text(encoding="utf-8"))]) for file in files}
    assert {name: count for name, count in found.items() if count} == json.loads(NO_SENTENCES.read_text())


def test_what_code_says_past_the_catalogues_would_be_found():
    source = '''"""A module of three words."""\nsaid = "this is said here"\nraise Malformed("nobody sits here today")'''
    assert [*unmarked_code(source)] == ["this is said here"]
