"""Operators' pages: there for operators alone, and each act does what it says."""

import re
from html import unescape
from typing import Any

import pytest
from structlog.testing import capture_logs

from shared.people.register import now
from shared.platform.match.events import MatchAborted, MatchAdjudicated
from shared.platform.unstarted import never_dealt
from tests.frontend.conftest import Pages, Visitor
from tests.frontend.test_talk import table_of_two
from tests.services.test_operators import GONE, of_a_game_that_is_gone

pytestmark = pytest.mark.server
REASON = "they asked for it"
HOW_LONG: list[dict[str, Any]] = [{"for": how_long} for how_long in ("day", "good", "a year")]
FOR_A_DAY, FOR_GOOD, FOR_A_YEAR = HOW_LONG


def standing(pages: Pages, visitor: Visitor, **facts: Any) -> Visitor:
    pages.site.directory.redis.hset(f"person:{visitor.person}", mapping=facts)
    return visitor


def signed_in(pages: Pages, visitor: Visitor, **facts: Any) -> Visitor:
    """In an account, without the time that a password takes."""
    person = visitor.person
    standing(pages, visitor, state="account", **facts)
    secret = pages.site.sessions.begin(person, "a browser")
    with visitor.client.session_transaction() as session:
        session["person"], session["signed"] = person, {person: secret}
    return visitor


def operator(pages: Pages) -> Visitor:
    return signed_in(pages, pages.visitor(), roles="operator", name="Op")


def report(visitor: Visitor, about: str, place: str = "", **more: str) -> Any:
    form: dict[str, Any] = {"about": about, "in": place, "kind": "talk", "text": "he swears", "cause": "key-of-a-form"}
    return visitor.post("/report", **form | more)


def commands(id_: str, person: str, report_: str) -> dict[str, dict[str, Any]]:
    """Every act with a form that would do."""
    return {
        f"/operators/people/{person}/mute": {"for": "day"},
        f"/operators/people/{person}/unmute": {},
        f"/operators/people/{person}/close": {},
        f"/operators/people/{person}/reopen": {},
        f"/operators/reports/{report_}/settle": {"note": "spoke to him"},
        f"/operators/matches/{id_}/abort": {"reason": REASON},
        f"/operators/matches/{id_}/adjudicate": {"place-0": "1", "place-1": "2", "reason": REASON},
        f"/operators/tables/{id_}/close": {"reason": REASON},
        f"/operators/tournaments/{id_}/unname": {"entrant": "1", "sure": "yes"},
    }


@pytest.mark.parametrize("who", ["nobody", "guest", "account", "organiser", "closed", "former"])
def test_nobody_else_gets_in(pages: Pages, who: str):
    ada, bob = pages.visitor(), pages.visitor()
    id_ = table_of_two(pages, ada, bob)
    report(ada, bob.person, id_)
    (kept,) = pages.site.reports.open(1)
    visitor = pages.visitor()
    if who == "guest":
        visitor.post("/name", name="Guest")
    elif who != "nobody":
        key = f"person:{visitor.person}"
        signed_in(pages, visitor, roles="organiser" if who == "organiser" else "")
        if who in ("closed", "former"):
            pages.site.directory.redis.hset(key, mapping={"state": who, "roles": "operator"})
            assert visitor.get("/").status_code == 303  # told once that they are signed out
    acts = commands(id_, bob.person, kept.id)
    for address in ("/operators", "/operators?who=Bob", f"/operators/people/{bob.person}", f"/operators/matches/{id_}"):
        answer = visitor.get(address)
        assert (answer.status_code, "Only operators may see this page" in answer.text) == (403, True), address
    for address, form in acts.items():
        assert visitor.post(address, **form).status_code == 403, address
    assert not pages.streams.match(id_).state.is_over
    assert pages.site.reports.count_open() == 1
    assert pages.site.directory.redis.hmget(f"person:{bob.person}", "muted", "state") == [None, None]


def test_every_act_of_the_pages_is_tried_above(pages: Pages):
    rules = [rule for rule in pages.app.url_map.iter_rules() if str(rule).startswith("/operators")]
    posts = {re.sub(r"<[^>]+>", "…", str(rule)) for rule in rules if "POST" in (rule.methods or ())}
    tried = {re.sub("/[a-z0-9]{12}/", "/…/", address) for address in commands("a" * 12, "b" * 12, "c" * 12)}
    assert posts == tried
    assert len(rules) == len(posts) + 3


def test_an_operator_reads_a_report_with_the_talk_around_it_and_settles_it(pages: Pages):
    ada, bob, op = pages.visitor(), pages.visitor(), operator(pages)
    ada.post("/name", name="Ada")
    bob.post("/name", name="Bob")
    id_ = table_of_two(pages, ada, bob)
    for number in range(14):
        bob.post(f"/t/{id_}/talk", text=f"line {number}")
    version = pages.streams.match(id_).version
    assert report(ada, bob.person, id_).status_code == 303
    ada.post(f"/t/{id_}/talk", text="I told them")
    page = op.get("/operators").text
    assert "1 open report" in page
    assert 'href="/operators"' in op.get("/account").text
    assert 'href="/operators"' not in ada.get("/account").text
    assert f"/m/{id_}?at={version}" in page
    for text in ("he swears", "line 2<", "line 13", "I told them", ">Ada<", ">Bob<"):
        assert text in page, text
    assert "line 1<" not in page
    assert op.get(f"/m/{id_}?at={version}").status_code == 200
    (kept,) = pages.site.reports.open(1)
    answer = op.post(f"/operators/reports/{kept.id}/settle", note="spoke to him")
    assert answer.headers["Location"] == "/operators?done=settled"
    page = op.get("/operators?done=settled").text
    assert "The report is settled." in page
    assert "0 open reports" in page
    assert "Settled by <a" not in page
    assert "“spoke to him”" in page
    assert op.post(f"/operators/reports/{kept.id}/settle", note=" ").status_code == 400
    assert op.post("/operators/reports/nosuchreport/settle", note="x").status_code == 404


def test_who_is_muted_reads_until_when_and_says_nothing(pages: Pages):
    ada, bob, op = pages.visitor(), pages.visitor(), operator(pages)
    id_ = table_of_two(pages, ada, bob)
    person = f"/operators/people/{bob.person}"
    assert op.post(f"{person}/mute", **FOR_A_DAY).status_code == 303
    refused = bob.post(f"/t/{id_}/talk", htmx=True, text="so what")
    assert refused.status_code == 403
    assert re.search(r"An operator has muted you until \d+ [A-Z][a-z]{2,3} 20\d\d, \d\d:\d\d UTC", refused.text)
    assert 'value="so what"' in refused.text
    assert ada.post(f"/t/{id_}/talk", htmx=True, text="hello").status_code == 200
    assert "They are muted until" in op.get(person).text
    op.post(f"{person}/mute", **FOR_GOOD)
    refused = bob.post(f"/t/{id_}/talk", htmx=True, text="so what")
    assert "An operator has muted you: you can read along, and no longer talk" in refused.text
    assert "They are muted for good." in op.get(person).text
    op.post(f"{person}/unmute")
    assert bob.post(f"/t/{id_}/talk", htmx=True, text="thanks").status_code == 200
    assert [line.text for line in pages.site.talk.lines(id_)] == ["hello", "thanks"]


def test_muting_is_over_when_its_time_is(pages: Pages):
    ada, bob = pages.visitor(), pages.visitor()
    id_ = table_of_two(pages, ada, bob)
    standing(pages, bob, muted=now() - 1)
    assert bob.post(f"/t/{id_}/talk", htmx=True, text="here again").status_code == 200


def test_muting_asks_for_how_long(pages: Pages):
    ada, op = pages.visitor(), operator(pages)
    table_of_two(pages, ada)
    answer = op.post(f"/operators/people/{ada.person}/mute", **FOR_A_YEAR)
    assert answer.status_code == 400
    assert "Choose for how long" in answer.text


def test_an_account_is_closed_and_opened_again(pages: Pages):
    ada, op = pages.visitor(), operator(pages)
    table_of_two(pages, ada)
    client, key = pages.site.directory.redis, f"person:{ada.person}"
    person = f"/operators/people/{ada.person}"
    signed_in(pages, ada, roles="organiser", name="Ada")
    assert op.post(f"{person}/close").headers["Location"] == f"{person}?done=closed"
    assert client.hmget(key, "state", "roles") == ["closed", None]
    assert not client.exists(f"{key}:sessions")
    assert ada.get("/").headers["Location"].startswith("/signin?ended=yes")
    assert "Open again" in op.get(person).text
    op.post(f"{person}/reopen")
    assert client.hmget(key, "state", "closed") == ["account", None]
    assert op.post(f"{person}/reopen").status_code == 403


def test_nobody_closes_themselves(pages: Pages):
    op = operator(pages)
    answer = op.post(f"/operators/people/{op.person}/close")
    assert answer.status_code == 403
    assert "You can't close yourself: ask another operator" in unescape(answer.text)
    assert pages.site.directory.redis.hget(f"person:{op.person}", "state") == "account"


def test_people_matches_and_tables_are_found(pages: Pages):
    ada, op = pages.visitor(), operator(pages)
    ada.post("/name", name="Ada")
    id_ = table_of_two(pages, ada)
    client = pages.site.directory.redis
    client.rpush(f"person:{ada.person}:names", "Countess")
    client.hset("people:names", "ada", ada.person)
    for who in ("ada", ada.person):
        assert f'href="/operators/people/{ada.person}"' in op.get(f"/operators?who={who}").text
    assert f'href="/operators/matches/{id_}"' in op.get(f"/operators?who={id_}").text
    assert "Nobody and nothing here is called that." in op.get("/operators?who=nothing").text
    page = op.get(f"/operators/people/{ada.person}").text
    assert "Countess" in page
    assert f"/operators/matches/{id_}" in page
    assert op.get("/operators/people/nosuchperson").status_code == 404
    assert op.post("/operators/people/nosuchperson/mute", **FOR_A_DAY).status_code == 404
    answer = op.get("/operators/matches/nosuchmatch1")
    assert (answer.status_code, "There is no table or match nosuchmatch1" in answer.text) == (404, True)


def test_an_operator_calls_a_match_off_and_the_result_says_why(pages: Pages):
    ada, bob, op = pages.visitor(), pages.visitor(), operator(pages)
    id_ = table_of_two(pages, ada, bob)
    assert "Call the match off" in op.get(f"/operators/matches/{id_}").text
    with capture_logs() as logged:
        answer = op.post(f"/operators/matches/{id_}/abort", reason=REASON)
    assert answer.headers["Location"] == f"/operators/matches/{id_}?done=aborted"
    assert [(each["what"], each["operator"]) for each in logged if each["event"] == "operator_acted"] == [
        ("aborted", op.person)
    ]
    assert pages.streams.match(id_).state.end == MatchAborted(reason="operator", note=REASON)
    last = pages.streams.matches.reader.past(f"match:{id_}").entries[-1].envelope
    assert last.by == f"operator:{op.person}"
    pages.settle()
    assert REASON in ada.get(f"/m/{id_}/result").text
    assert "Call the match off" not in op.get(f"/operators/matches/{id_}?done=aborted").text
    assert op.post(f"/operators/matches/{id_}/abort", reason="again").status_code == 409


def test_an_operator_decides_a_match_and_the_result_says_why(pages: Pages):
    ada, bob, op = pages.visitor(), pages.visitor(), operator(pages)
    id_ = table_of_two(pages, ada, bob)
    form: dict[str, Any] = {"place-0": "2", "place-1": "1", "reason": REASON}
    address = f"/operators/matches/{id_}/adjudicate"
    assert op.post(address, **form | {"place-1": "4"}).status_code == 403
    assert op.post(address, **form | {"place-1": "first"}).status_code == 400
    assert "Choose a place for each seat" in op.post(address, **form | {"place-1": "first"}).text
    assert op.post(address, **form).status_code == 303
    assert pages.streams.match(id_).state.end == MatchAdjudicated(places=(2, 1), note=REASON)
    pages.settle()
    assert f"“{REASON}”" in bob.get(f"/m/{id_}/result").text
    assert "The places stand." in op.get(f"/operators/matches/{id_}?done=adjudicated").text


@pytest.mark.parametrize("reason", ["", "  ", "x" * 201, "two\nlines"])
def test_an_act_without_a_reason_is_refused(pages: Pages, reason: str):
    ada, bob, op = pages.visitor(), pages.visitor(), operator(pages)
    id_ = table_of_two(pages, ada, bob)
    answer = op.post(f"/operators/matches/{id_}/abort", reason=reason)
    assert answer.status_code == 400
    assert "Give a reason of 1 to 200 characters, on one line" in answer.text
    assert not pages.streams.match(id_).state.is_over


def test_programs_end_nothing_through_the_public_door(pages: Pages):
    ada, bob, op = pages.visitor(), pages.visitor(), operator(pages)
    id_ = table_of_two(pages, ada, bob)
    for visitor in (ada, op):
        answer = visitor.client.post(f"/api/matches/{id_}/abort", json={"reason": REASON, "cause": "a-key-of-mine"})
        assert answer.status_code == 403
    assert not pages.streams.match(id_).state.is_over


def test_a_table_whose_game_is_gone_is_listed_and_closed(pages: Pages, monkeypatch: pytest.MonkeyPatch):
    op = operator(pages)
    of_a_game_that_is_gone(pages.platform)
    pages.settle()
    monkeypatch.setattr("frontend.presentation.operators.STUCK", -1)
    page = op.get("/operators").text
    assert "Tables whose match does not start" in page
    assert f'href="/operators/matches/{GONE}"' in page
    assert "Its match will not start." in op.get(f"/operators/matches/{GONE}").text
    assert op.post(f"/operators/tables/{GONE}/close", reason=REASON).status_code == 303
    ended = never_dealt(pages.streams, GONE)
    assert ended == MatchAborted(reason="operator", note=REASON)
    pages.settle()
    assert "Tables whose match does not start" not in op.get("/operators").text
    assert "Close the table" not in op.get(f"/operators/matches/{GONE}").text
    ada = pages.visitor()
    assert ada.get(f"/m/{GONE}").headers["Location"] == f"/t/{GONE}"
    page = ada.get(f"/t/{GONE}").text
    assert f"its match was called off before it began (“{REASON}”)" in page
    assert "starts in a moment" not in page
    refused = ada.get(f"/m/{GONE}/result")
    assert refused.status_code == 409
    assert "This match was called off before anything was dealt" in refused.text


def test_a_table_that_waits_is_closed_without_a_match(pages: Pages):
    ada, op = pages.visitor(), operator(pages)
    id_ = table_of_two(pages, ada)
    assert op.post(f"/operators/tables/{id_}/close", reason=REASON).status_code == 303
    closed = pages.streams.table(id_).state.closed
    assert closed
    assert (closed.match, closed.reason) == (False, "given_up")


def test_what_operators_see_is_kept_by_no_cache(pages: Pages):
    op = operator(pages)
    assert op.get("/operators").headers["Cache-Control"] == "private, no-store"
    assert pages.visitor().get("/operators").headers["Cache-Control"] == "private, no-store"


def test_names_are_shown_as_they_are_typed(pages: Pages):
    ada, op = pages.visitor(), operator(pages)
    ada.post("/name", name="<b>{{7*7}}</b>")
    id_ = table_of_two(pages, ada)
    report(pages.visitor(), ada.person, id_, text="<script>alert(1)</script>")
    for address in ("/operators", f"/operators/people/{ada.person}", f"/operators/matches/{id_}"):
        page = op.get(address).text
        assert "<b>{{" not in page
        assert "<script>alert" not in page
        assert "&lt;b&gt;{{7*7}}" in page
