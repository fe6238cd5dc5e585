"""Reports: kept once, bounded for each reporter, settled with a note, and forgotten with either person."""

from collections.abc import Iterator
from typing import Any

import pytest
import redis

from shared.errors import Malformed, NotAllowed, NotFound
from shared.people.reports import LONGEST, MOST_OPEN, Reports

pytestmark = pytest.mark.server
ADA, BOB, EVE = "adaadaadaada", "bobbobbobbob", "eveeveeveeve"
PLACE = "aaaaaaaaaaaa"


@pytest.fixture
def reports(clean_server: str) -> Iterator[Reports]:
    client = redis.Redis.from_url(clean_server, protocol=2, decode_responses=True)
    yield Reports(client)
    client.close()


def file(reports: Reports, cause: str = "cause-0001", **more: Any) -> str:
    said: dict[str, Any] = {"by": ADA, "about": BOB, "place": PLACE, "version": 12, "kind": "talk", "text": "he swears"}
    return reports.file(**said | more, cause=cause)


def test_a_report_is_read_as_it_was_made(reports: Reports):
    id_ = file(reports, text="  he \n swears\u202e ")
    (kept,) = reports.open(10)
    assert (kept.id, kept.by, kept.about, kept.place, kept.version) == (id_, ADA, BOB, PLACE, 12)
    assert (kept.kind, kept.text, kept.settled) == ("talk", "he swears", None)
    assert reports.about(BOB, 10) == [kept]
    assert reports.about(ADA, 10) == []


def test_the_same_report_again_is_the_same_one_and_another_persons_is_not(reports: Reports):
    assert file(reports) == file(reports)
    assert file(reports, by=EVE) != file(reports)
    assert reports.count_open() == 2


def test_the_newest_comes_first(reports: Reports, monkeypatch: pytest.MonkeyPatch):
    for at in (1000, 3000, 2000):
        monkeypatch.setattr("shared.people.reports.now", lambda at=at: at)
        file(reports, f"cause-{at}")
    assert [each.at for each in reports.open(2)] == [3000, 2000]


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"kind": "murder"}, "choose what this is about"),
        ({"text": " \u200b "}, "say in a few words what happened"),
        ({"text": "x" * (LONGEST + 1)}, "a report has at most 500 characters"),
    ],
)
def test_what_makes_no_report_says_why(reports: Reports, wrong: dict[str, str], sentence: str):
    with pytest.raises(Malformed) as refused:
        file(reports, **wrong)
    assert str(refused.value) == sentence
    assert reports.count_open() == 0


def test_nobody_reports_themselves(reports: Reports):
    with pytest.raises(NotAllowed, match="you can't report yourself"):
        file(reports, about=ADA)


def test_only_so_many_wait_for_an_answer(reports: Reports):
    ids = [file(reports, f"cause-{number:04}") for number in range(MOST_OPEN)]
    with pytest.raises(NotAllowed, match="nobody has looked at 20 reports of yours yet: wait for an answer"):
        file(reports, "one-too-many")
    assert file(reports, "cause-0003") == ids[3]
    file(reports, by=EVE)
    reports.settle(ids[0], EVE, "spoke to him")
    file(reports, "one-too-many")
    assert reports.count_open() == MOST_OPEN + 1


def test_a_settled_report_says_what_was_done_and_by_whom(reports: Reports):
    id_ = file(reports)
    reports.settle(id_, EVE, "muted for a day")
    assert reports.open(10) == []
    (kept,) = reports.settled(10)
    assert (kept.operator, kept.note) == (EVE, "muted for a day")
    assert kept.settled
    assert reports.about(BOB, 10) == [kept]


@pytest.mark.parametrize("note", ["", " ", "x" * 501])
def test_a_note_has_something_to_say(reports: Reports, note: str):
    id_ = file(reports)
    with pytest.raises(Malformed, match="say in 1 to 500 characters what was done"):
        reports.settle(id_, EVE, note)
    assert reports.count_open() == 1


def test_a_report_that_is_not_there_is_not_settled(reports: Reports):
    with pytest.raises(NotFound, match="there is no such report"):
        reports.settle("nosuchreport", EVE, "done")
