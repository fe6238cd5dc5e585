"""Who may write what into a table and a match, and what no honest host does: each rule, with honest records beside."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from infra import verify as verifier
from infra.verify import BROKEN, NO, OK, QUESTIONABLE, Verdict, doubts_about, read, verify
from tests.course import FORGERIES, HONEST, all_at, honest, of_a_program, two_people
from tests.records import KINDS, forged, record, rows
from tests.rules import gate


@pytest.mark.parametrize("way", HONEST)
def test_an_honest_course_is_neither_refused_nor_doubted(way: str):
    verdict = verify(honest(way))
    assert (verdict.failures, verdict.doubts, verdict.checks["course"]) == ((), (), OK)


@pytest.mark.parametrize("what", FORGERIES)
def test_what_nobody_may_do_or_no_honest_host_does_is_named(what: str):
    forgery = FORGERIES[what]
    verdict = verify(forgery.file)
    assert verdict.grade == forgery.grade
    found = named(verdict)
    assert any(forgery.said in one for one in found), (what, found, verdict.first)
    if forgery.grade == QUESTIONABLE:
        assert (verdict.failures, verdict.checks["course"]) == ((), QUESTIONABLE)
        assert verdict.why == str(verdict.doubts[0])
    else:
        assert verdict.checks["course"] == NO


def named(verdict: Verdict) -> list[str]:
    of = verdict.failures if verdict.grade == BROKEN else verdict.doubts
    return [one.wrong for one in of if one.check == "course"]


def test_each_sentence_of_the_course_is_said_of_some_forgery():
    source = Path(verifier.__file__).read_text("utf-8")
    course = source[source.index("def check_course") : source.index("# Signatures: Ed25519")]
    course = re.sub(r'""".*?"""', "", course, flags=re.DOTALL)
    literals = [text for text in re.findall(r'"([^"]*)"', course) if " " in text and "%" not in text]
    pieces = {max(re.split(r"\{.*?\}", text), key=len).strip() for text in literals}
    said = " ".join(one for what in FORGERIES for one in named(verify(FORGERIES[what].file)))
    assert {piece for piece in pieces if piece not in said} == BESIDE
    assert len(pieces) > 25


BESIDE = {"the server has a key, and did not sign the start of this match"}
"""Which depends on a signature."""


@pytest.mark.parametrize("name", gate.names())
def test_old_records_keep_their_verdicts_but_for_one(name: str):
    """Where a bot was replaced in its first turn, a moment after the start: a test once wrote that."""
    verdict = verify(gate.file_of(name))
    assert verdict.holds
    assert (verdict.grade == QUESTIONABLE) == (name == "sprawlopolis-replaced")


def test_a_program_that_moves_in_five_milliseconds_is_not_doubted_and_one_that_takes_none_is():
    assert verify(of_a_program(1).file).doubts == ()
    doubts = [one.wrong for one in verify(of_a_program(0).file).doubts]
    assert any("each of the" in one for one in doubts)
    assert any(one.endswith("orders of people were given at one and the same moment") for one in doubts)


def test_a_short_match_at_one_moment_is_not_doubted():
    """A few orders can come together: of two people, or of one at two windows."""
    file = rows(two_people().play(8).file)
    all_at("match.started")(file)
    assert verify(forged(file)).doubts == ()


def test_what_lies_in_the_future_is_judged_by_the_clock_of_who_asks():
    checked = read(record("quadropolis", "fair"))
    first = verifier.moment_of(checked.lines[0])
    day = 86_400_000
    assert [*doubts_about(checked, now=first)] == []
    (doubt,) = doubts_about(checked, now=first - day - 1)
    assert doubt.place == checked.lines[0]
    assert doubt.wrong == "this is dated more than a day after it was checked"


def test_bots_in_one_process_have_times_that_stand_still():
    lines = rows(record("quadropolis", "practice"))
    all_at("match.started", "1970-01-01T00:00:00.000Z")(lines)
    assert verify(forged(lines)).grade == "practice"


@given(st.sampled_from(KINDS), st.data())
def test_an_order_in_the_name_of_somebody_else_is_never_believed(kind: tuple[str, str], data: st.DataObject):
    """Whichever command it was: nobody but its author, the opener, the server or an operator can have given it."""
    lines = rows(record(*kind))
    keys = list(
        dict.fromkeys(
            (line["envelope"]["stream"], line["envelope"]["by"], line["envelope"]["cause"]) for line in lines[1:]
        )
    )
    key = data.draw(st.sampled_from(keys))
    for line in lines[1:]:
        if (line["envelope"]["stream"], line["envelope"]["by"], line["envelope"]["cause"]) == key:
            line["envelope"]["by"] = "person:eve"
    assert verify(forged(lines)).grade == BROKEN


@given(st.integers(0, 10**9))
def test_seconds_are_cut_and_not_rounded(milliseconds: int):
    said = verifier.seconds_in(milliseconds)
    whole, tenth = said.split(".")
    assert int(whole) * 1000 + int(tenth) * 100 <= milliseconds < int(whole) * 1000 + int(tenth) * 100 + 100
