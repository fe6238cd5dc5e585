"""The browser says of tournaments what the stand-alone verifier says, in the same words."""

import re
from base64 import b64encode
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from infra.verify import OK, Player, verify
from tests.cups import ABSENT, ABSENT_BOT, KINDS, cup, forged, own_rows, played, unfinished
from tests.frontend.audit.conftest import Modules, modules_on
from tests.frontend.look.pages import render
from tests.infra.test_verify_by_players import OTHERWISE, file, with_another_word, without_a_decision
from tests.infra.test_verify_tournament import FORGED, given_a_place

pytestmark = pytest.mark.browser

BLANK = """<!doctype html><html lang="en"><title>modules</title>
<script>{% include "sentences/tournament.js" %}</script>"""
VERIFY = """async file => {
  const { verifyTournament } = await import("/verify_tournament.js");
  const bytes = Uint8Array.from(atob(file), letter => letter.charCodeAt(0));
  const { grade, checks, failures, seats, acts } = await verifyTournament(bytes);
  const { actWords } = await import("/verify/verdict.js");
  const told = acts.map(act => actWords(act));
  return { grade, seats, acts: told, checks: checks.map(({ name, state }) => [name, state]), failures };
}"""


@pytest.fixture(scope="module")
def modules(browser: Browser) -> Iterator[Modules]:
    with modules_on(browser, BLANK) as found:
        yield found


def said(modules: Modules, file: bytes) -> dict[str, Any]:
    return dict(modules.say(VERIFY, b64encode(file).decode()))


def player_of(found: dict[str, Any]) -> Player:
    names = ("player", "matches", "numbers", "hasEntered", "orders", "signed", "isKeyless")
    return Player(*(found[name] for name in names))


@pytest.mark.parametrize("file", [ABSENT, ABSENT_BOT, file(), cup("arena")], ids=["absent", "bot", "sheets", "bots"])
def test_whose_numbers_are_in_and_what_was_changed_is_told_in_the_same_words(modules: Modules, file: bytes):
    found, alone = said(modules, file), verify(file)
    assert [player_of(each) for each in found["seats"]] == list(alone.seats)
    assert found["acts"] == list(alone.acts)


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_wrong_with_a_real_one(modules: Modules, kind: str):
    found = said(modules, cup(kind))
    assert found["failures"] == []
    assert {state for _, state in found["checks"]} == {OK}
    alone = verify(cup(kind))
    assert (found["grade"], [name for name, _ in found["checks"]]) == (alone.grade, list(alone.checks))


def test_the_page_has_a_line_for_each_check():
    assert re.findall(r'data-check="(\w+)"', render("audit-tournament")) == list(verify(cup("arena")).checks)


@pytest.mark.parametrize("what", FORGED)
def test_what_is_forged_is_named_in_the_same_words(modules: Modules, what: str):
    _, kind, edit, _ = FORGED[what]
    file = forged(cup(kind), edit)
    found, verdict = said(modules, file), verify(file)
    assert dict(found["checks"]) == verdict.checks
    assert found["grade"] == verdict.grade
    told = [(one["check"], one["at"], one["wrong"]) for one in found["failures"]]
    assert told == [(one.check, one.at, one.wrong) for one in verdict.failures]


@pytest.mark.parametrize("absent", [ABSENT, ABSENT_BOT], ids=["people", "a bot"])
def test_who_stays_away_or_leaves_has_no_place(modules: Modules, absent: bytes):
    assert said(modules, absent)["failures"] == []
    (played,) = [row["envelope"]["data"] for row in own_rows(absent) if row["envelope"]["data"].get("how") == "played"]
    for edit in given_a_place(played["places"]):
        file = forged(absent, edit)
        told = [(one["check"], one["at"], one["wrong"]) for one in said(modules, file)["failures"]]
        assert told == [(one.check, one.at, one.wrong) for one in verify(file).failures]
        assert told


def test_what_players_have_entered_is_judged_in_the_same_words(modules: Modules):
    for each in (file(), without_a_decision(), *map(with_another_word, OTHERWISE)):
        told = [(one["check"], one["at"], one["wrong"]) for one in said(modules, each)["failures"]]
        assert told == [(one.check, one.at, one.wrong) for one in verify(each).failures]


def test_one_that_still_runs_or_is_nonsense(modules: Modules):
    running = unfinished(*played("swiss of four"))
    assert dict(said(modules, running)["checks"]) == verify(running).checks
    header = cup("arena").split(b"\n")[0] + b"\n"
    assert dict(said(modules, header)["checks"]) == verify(header).checks
