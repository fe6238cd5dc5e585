"""The first words of the audit page: for whom a record is fair, by name, what operators did, and who looks first."""

from base64 import b64encode
from typing import Any

import pytest

from tests.frontend.audit.conftest import Modules
from tests.records import record

pytestmark = pytest.mark.browser

FIRST = """async ({ file, who, grade }) => {
  const [{ headline, peopleTold }, { verify }] = [await import("/for_whom.js"), await import("/verify.js")];
  const verdict = await verify(Uint8Array.from(atob(file), letter => letter.charCodeAt(0)));
  return { head: headline(verdict, who), people: peopleTold(verdict, grade ?? verdict.grade, who) };
}"""
SIGNED = """async ({ grade, you }) => {
  const { peopleTold } = await import("/for_whom.js");
  const own = { seat: 0, player: "person:ada", isIn: true, orders: 15, signed: 15, isKeyless: false };
  return peopleTold({ seats: [own] }, grade, { names: { "person:ada": "Ada" }, you })[0];
}"""
NAMES = {"person:ada": "Ada", "person:bea": "Bea"}


def said(modules: Modules, way: str, you: str = "", names: dict[str, str] = NAMES) -> Any:
    file = b64encode(record("quadropolis", way)).decode()
    return modules.say(FIRST, {"file": file, "who": {"names": names, "you": you}})


def test_where_not_everybody_has_a_number_in_it_the_heading_has_names(modules: Modules):
    assert said(modules, "fair")["head"] is None
    assert said(modules, "one nonce missed")["head"] == "Fair for Ada: no number of Bea is in it"
    assert said(modules, "one nonce missed", names={})["head"] == "Fair for seat 1: no number of seat 2 is in it"


@pytest.mark.parametrize(
    ("way", "head"),
    [
        ("corrected", "Fair, but an operator changed the points from 5 : 30 to 1 : 2 (counted by hand)"),
        ("adjudicated", "Fair, but an operator decided the places: 2 : 1 (the other one has left the town)"),
        ("aborted", 'Fair, but an operator ended the match without a result (these words:\u2028 "\\😀")'),
    ],
)
def test_what_operators_did_is_in_the_heading(modules: Modules, way: str, head: str):
    assert said(modules, way)["head"].replace("\u00a0", " ") == head


def test_whoever_looks_comes_first(modules: Modules):
    unsigned = "because you sat down without a key."
    ada, bea = said(modules, "one nonce missed", you="person:bea")["people"]
    assert ada["words"] == f"No number of yours is in it, and your moves are unsigned, {unsigned}"
    assert bea["words"].startswith("Ada: their number is in it, and their moves are unsigned, ")


@pytest.mark.parametrize(
    ("grade", "you", "words"),
    [
        ("fair", "person:ada", "Fair for you: your number is in it, and every move of yours carries your signature."),
        ("fair", "", "Fair for Ada: their number is in it, and every move of theirs carries their signature."),
        ("odd", "person:ada", "Your number is in it, and every move of yours carries your signature."),
        ("odd", "", "Ada: their number is in it, and every move of theirs carries their signature."),
    ],
)
def test_it_is_fair_for_a_person_only_where_the_record_is(modules: Modules, grade: str, you: str, words: str):
    told = modules.say(SIGNED, {"grade": grade, "you": you})
    assert told == {"state": "ok" if grade == "fair" else "look", "words": words}
