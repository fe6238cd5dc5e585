"""The browser doubts and refuses the course of a match where the stand-alone verifier does, in the same words."""

from base64 import b64encode
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from infra.verify import QUESTIONABLE, verify
from tests.course import FORGERIES, HONEST, honest, of_a_program, of_one_command
from tests.frontend.audit.conftest import Modules
from tests.records import KINDS, forged, record, rows
from tests.rules import gate

pytestmark = pytest.mark.browser

VERIFY = """async file => {
  const { verify } = await import("/verify.js");
  const { grade, checks, failures, doubts } = await verify(Uint8Array.from(atob(file), letter => letter.charCodeAt(0)));
  return { grade, failures, doubts, state: checks.find(check => check.name === "course").state };
}"""


def agreed(modules: Modules, file: bytes) -> str:
    """What both say of the course; the grade."""
    found: dict[str, Any] = modules.say(VERIFY, b64encode(file).decode())
    alone = verify(file)
    for said, own in ((found["failures"], alone.failures), (found["doubts"], alone.doubts)):
        of_course = [(one["line"], one["at"], one["check"], one["wrong"]) for one in said if one["check"] == "course"]
        assert of_course == [(one.line, one.at, one.check, one.wrong) for one in own if one.check == "course"]
    assert (found["grade"], found["state"]) == (alone.grade, alone.checks["course"])
    return alone.grade


@pytest.mark.parametrize("way", HONEST)
def test_an_honest_course_is_not_doubted(modules: Modules, way: str):
    assert agreed(modules, honest(way)) != QUESTIONABLE


@pytest.mark.parametrize("what", FORGERIES)
def test_what_is_forged_is_named_in_the_same_words(modules: Modules, what: str):
    assert agreed(modules, FORGERIES[what].file) == FORGERIES[what].grade


@pytest.mark.parametrize("name", [name for name in gate.names() if "bots" not in name])
def test_old_records_have_the_same_verdicts(modules: Modules, name: str):
    assert (agreed(modules, gate.file_of(name)) == QUESTIONABLE) == (name == "sprawlopolis-replaced")


def test_a_match_at_one_moment_is_doubted_alike(modules: Modules):
    assert agreed(modules, of_a_program(0).file) == QUESTIONABLE


WRITERS = ("person:eve", "person:ada", "person:bea", "service:game_command", "operator:root", "bot:any_move@1")


@given(kind=st.sampled_from(KINDS), by=st.sampled_from(WRITERS), data=st.data())
@settings(max_examples=100)
def test_whoever_else_is_said_to_have_given_an_order_both_judge_it_alike(
    modules: Modules, kind: tuple[str, str], by: str, data: st.DataObject
):
    lines = rows(record(*kind))
    first = data.draw(st.sampled_from(lines[1:]))
    for line in [line for line in lines[1:] if of_one_command(first, line)]:
        line["envelope"]["by"] = by
    agreed(modules, forged(lines))
