"""Reports: everybody can make one about whom they met, and it says nothing to anybody but the operators."""

from html import unescape
from typing import Any

import pytest

from frontend.door.limits import REPORT
from shared.people.reports import MOST_OPEN
from tests.frontend.conftest import Pages, Visitor
from tests.frontend.test_house import opened, started
from tests.frontend.test_operators import report
from tests.frontend.test_talk import table_of_two

pytestmark = pytest.mark.server


def kept(pages: Pages) -> list[Any]:
    return pages.site.reports.open(50)


def test_the_talk_leads_to_a_form_with_all_who_are_there(pages: Pages):
    ada, bob, eve = (pages.visitor() for _ in range(3))
    bob.post("/name", name="Bob")
    id_ = table_of_two(pages, ada, bob)
    for page in (f"/m/{id_}", f"/t/{id_}/talk"):
        assert f'href="/report?in={id_}"' in ada.get(page).text
    form = ada.get(f"/report?in={id_}").text
    assert f'value="{bob.person}" required checked' in form
    assert f'value="{ada.person}" required' not in form
    assert f'value="{ada.person}" required' in eve.get(f"/report?in={id_}").text


def test_a_report_is_kept_with_the_match_as_it_stands(pages: Pages):
    ada, bob = pages.visitor(), pages.visitor()
    id_ = table_of_two(pages, ada, bob)
    answer = report(ada, bob.person, id_)
    assert answer.headers["Location"] == f"/report/sent?in={id_}"
    assert "The operators of this server will read it" in ada.get(answer.headers["Location"]).text
    (found,) = kept(pages)
    assert (found.by, found.about, found.place) == (ada.person, bob.person, id_)
    assert found.version == pages.streams.match(id_).version
    report(ada, bob.person, id_)
    assert kept(pages) == [found]


def test_a_table_and_a_person_alone_can_be_reported(pages: Pages):
    ada, bob = pages.visitor(), pages.visitor()
    bob.post("/name", name="Bob")
    id_ = table_of_two(pages, bob)
    report(ada, bob.person, id_)
    report(ada, bob.person, cause="another-key")
    assert sorted((each.place, each.version) for each in kept(pages)) == [("", 0), (id_, 0)]
    assert "Bob" in ada.get(f"/report?about={bob.person}").text


def test_who_spoke_and_left_can_be_reported(pages: Pages):
    ada, bob = pages.visitor(), pages.visitor()
    id_ = table_of_two(pages, bob)
    bob.post(f"/t/{id_}/talk", text="bah")
    bob.post(f"/t/{id_}/leave")
    assert report(ada, bob.person, id_).status_code == 303


def test_who_is_at_a_private_table_or_talks_at_a_hidden_match_is_not_said_to_those_outside(pages: Pages):
    host, bob, eve = (pages.visitor() for _ in range(3))
    host.post("/name", name="Hostess")
    private = opened(pages, host, entry="private")
    assert host.post(f"{private}/sit").status_code == 303
    hidden = started(pages, host, bob, watch="nobody")
    for place, sentence in ((private[3:], "This table is private"), (hidden, "Only those who play this match see it")):
        for answer in (eve.get(f"/report?in={place}"), report(eve, host.person, place)):
            assert (answer.status_code, sentence in answer.text) == (403, True), place
            assert "Hostess" not in answer.text
    assert bob.get(f"/report?in={hidden}").status_code == 200
    assert not kept(pages)


@pytest.mark.parametrize(
    ("wrong", "status", "sentence"),
    [
        ({"about": ""}, 400, "Choose whom this is about"),
        ({"kind": "murder"}, 400, "Choose what this is about"),
        ({"text": " "}, 400, "Say in a few words what happened"),
        ({"text": "x" * 501}, 400, "A report has at most 500 characters"),
        ({"about": "nosuchperson"}, 404, "This person was not there"),
        ({"about": "nosuchperson", "in": ""}, 404, "Nobody here has this id"),
        ({"in": "nosuchtable1"}, 404, "There is no table nosuchtable1"),
    ],
)
def test_what_is_refused_says_why(pages: Pages, wrong: dict[str, str], status: int, sentence: str):
    ada, bob = pages.visitor(), pages.visitor()
    id_ = table_of_two(pages, ada, bob)
    form: dict[str, Any] = {"about": bob.person, "in": id_, "kind": "talk", "text": "he swears"} | wrong
    answer = ada.post("/report", **form)
    assert (answer.status_code, sentence in answer.text) == (status, True), answer.text
    assert kept(pages) == []


def test_what_is_refused_stays_in_the_form(pages: Pages):
    ada, bob = pages.visitor(), pages.visitor()
    id_ = table_of_two(pages, ada, bob)
    answer = report(ada, bob.person, id_, kind="", text='he says "x" & <y>')
    assert answer.status_code == 400
    assert 'he says "x" & <y>' in unescape(answer.text)


def test_nobody_reports_themselves(pages: Pages):
    ada, bob = pages.visitor(), pages.visitor()
    id_ = table_of_two(pages, ada, bob)
    answer = report(ada, ada.person, id_)
    assert answer.status_code == 403
    assert "you can't report yourself" in unescape(answer.text).lower()


def test_where_only_bots_play_nobody_can_be_reported(pages: Pages):
    ada = pages.visitor()
    id_ = pages.match(ada)
    assert "Nobody else plays or talks here." in ada.get(f"/report?in={id_}").text


def test_only_so_many_reports_wait(pages: Pages):
    ada, bob = pages.visitor(), pages.visitor()
    id_ = table_of_two(pages, ada, bob)
    for number in range(MOST_OPEN):
        pages.site.reports.file(ada.person, bob.person, id_, 1, "talk", "again", f"cause-{number:04}")
    answer = report(ada, bob.person, id_)
    assert answer.status_code == 403
    assert "Nobody has looked at 20 reports of yours yet: wait for an answer" in answer.text


def test_a_flood_is_stopped(pages: Pages):
    ada, bob = pages.visitor(), pages.visitor()
    id_ = table_of_two(pages, ada, bob)
    most = int(REPORT.rate.split()[0])
    answers = [report(ada, bob.person, id_, cause=f"key-of-form-{number}").status_code for number in range(most + 1)]
    assert answers == [303] * most + [429]


def test_looking_at_the_form_keeps_nothing(pages: Pages):
    ada, bob = pages.visitor(), pages.visitor()
    id_ = table_of_two(pages, ada, bob)
    before = sorted(pages.platform.redis.keys("*"))
    watching(pages.visitor(), id_)
    assert sorted(pages.platform.redis.keys("*")) == before


def watching(visitor: Visitor, id_: str) -> None:
    assert visitor.get(f"/report?in={id_}").status_code == 200
    assert visitor.get("/report/sent").status_code == 200
