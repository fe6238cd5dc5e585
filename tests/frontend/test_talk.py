"""Talk: who may speak and who may read, what becomes of what is typed, and where it never shows up."""

import re
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from typing import Any

import pytest
import redis
from structlog.testing import capture_logs

from frontend.door.limits import TALK
from frontend.talk import KEPT, LONGEST, MOST, NEWS, plain
from shared.errors import Malformed
from tests.frontend.conftest import Pages, Visitor, field
from tests.frontend.test_rematch import break_off

pytestmark = pytest.mark.server

CANARY = "the-canary-of-this-talk"
FAMILY = "\U0001f469\u200d\U0001f469\u200d\U0001f467"
SHALOM = "\u05e9\u05dc\u05d5\u05dd"
PERSIAN = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"  # with a joiner
HOSTILE = '<script>alert(1)</script> <b>x</b> &amp; "q" https://elsewhere.example/?a=1&b=2 {{ 7 * 7 }}'
ADA, BOB = "adaadaadaada", "bobbobbobbob"


def table_of_two(pages: Pages, *sitting: Visitor) -> str:
    """The id of a table for two people."""
    address = sitting[0].post("/tables/new", game="quadropolis", seats="2", listed="no").headers["Location"]
    for visitor in sitting:
        visitor.post(f"{address}/sit")
    pages.settle()
    return address.rsplit("/", 1)[1]


def say(visitor: Visitor, id_: str, text: str, **more: str) -> int:
    """The status of the answer, as browsers with scripts get it."""
    return visitor.post(f"/t/{id_}/talk", htmx=True, text=text, **more).status_code


def said(page: str) -> list[str]:
    """The lines of a page, as its reader sees them."""
    return [unescape(text) for text in re.findall(r'<span class="text"[^>]*>(.*?)</span>', page, re.DOTALL)]


def speakers(page: str) -> list[str]:
    return re.findall(r"<b><bdi>(.*?)</bdi>", page)


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("  well \t played\r\n all  ", "well played all"),
        ("a\u2028b\u00a0c\x85d", "a b c d"),
        ("a\x00b\x1b[31mc", "ab[31mc"),
        ("\u202eevil\u202c \u2066x\u2069 \u200fy\ufeff\u200b", "evil x y"),
        (SHALOM, SHALOM),
        (f"{FAMILY} \u2764\ufe0f \U0001fae9", f"{FAMILY} \u2764\ufe0f \U0001fae9"),
        (PERSIAN, PERSIAN),
        ("e\u0301", "\u00e9"),
        (HOSTILE, HOSTILE),
        ("x" * LONGEST, "x" * LONGEST),
        ("\U0001f600" * LONGEST, "\U0001f600" * LONGEST),
    ],
)
def test_a_line_is_what_was_typed_without_what_can_not_be_seen(typed: str, line: str):
    assert plain(typed) == line
    assert plain(line) == line


@pytest.mark.parametrize("typed", ["", " \n ", "\u200b\u202e", "\u2800\u3164", "\u0301", "\ufe0f\u200d", "\ud800"])
def test_what_can_not_be_seen_is_refused(typed: str):
    with pytest.raises(Malformed, match="say something that can be seen"):
        plain(typed)


def test_a_line_that_is_too_long_is_refused_with_its_length():
    with pytest.raises(Malformed) as refused:
        plain("x" * (LONGEST + 1))
    assert str(refused.value) == "a line has at most 300 characters, this one has 301"


def test_what_is_said_at_the_table_is_read_in_its_match_and_beside_its_result(pages: Pages):
    ada, bob, eve = (pages.visitor() for _ in range(3))
    id_ = table_of_two(pages, ada)
    assert say(ada, id_, "who is there?") == 200
    assert said(bob.get(f"/t/{id_}").text) == ["who is there?"]
    bob.post(f"/t/{id_}/sit")
    pages.settle()
    assert say(bob, id_, "me") == 200
    for visitor in (ada, bob, eve):
        assert said(visitor.get(f"/m/{id_}").text) == ["who is there?", "me"]
    break_off(pages, id_)
    assert say(ada, id_, "good game") == 200
    assert said(eve.get(f"/m/{id_}/result").text) == ["who is there?", "me", "good game"]
    assert said(eve.get(f"/t/{id_}/talk").text) == ["who is there?", "me", "good game"]


def test_only_who_plays_can_talk_and_everybody_can_read(pages: Pages):
    ada, bob, eve = (pages.visitor() for _ in range(3))
    id_ = table_of_two(pages, ada, bob)
    say(ada, id_, "hello")
    answer = eve.post(f"/t/{id_}/talk", htmx=True, text="let me in")
    assert answer.status_code == 403
    assert "Only those who play here can talk." in answer.text
    page = eve.get(f"/m/{id_}").text
    assert said(page) == ["hello"]
    assert 'id="say"' not in page
    assert 'id="say"' in bob.get(f"/m/{id_}").text


def test_who_has_left_the_table_is_heard_no_more_and_sits_nowhere(pages: Pages):
    ada, bob = pages.visitor(), pages.visitor()
    id_ = table_of_two(pages, ada)
    bob.post(f"/t/{id_}/sit")
    table = pages.streams.table(id_).state
    assert table.is_filled
    id_ = table_of_two(pages, ada)
    say(ada, id_, "I have to go")
    ada.post(f"/t/{id_}/leave")
    assert say(ada, id_, "still here") == 403
    line = bob.get(f"/t/{id_}").text.split('<li id="said-1"', 1)[1].split("</li>", 1)[0]
    assert "I have to go" in line
    assert "<svg" not in line


def test_who_resigned_can_still_talk(pages: Pages):
    ada, bob = pages.visitor(), pages.visitor()
    id_ = table_of_two(pages, ada, bob)
    ada.post(f"/m/{id_}/resign")
    pages.settle()
    assert say(ada, id_, "sorry, the train") == 200
    page = bob.get(f"/m/{id_}").text
    assert said(page) == ["sorry, the train"]
    assert '<svg class="chip' in page.split('<li id="said-1"', 1)[1].split("</li>", 1)[0]


def test_a_match_against_bots_keeps_its_talk_closed_until_something_is_said(pages: Pages):
    ada = pages.visitor()
    id_ = pages.match(ada)
    assert '<details id="talk-fold" data-id="' + id_ + '" data-stay>' in ada.get(f"/m/{id_}").text
    say(ada, id_, "well, well")
    assert '<details id="talk-fold" data-id="' + id_ + '" data-stay open>' in ada.get(f"/m/{id_}").text


def test_names_follow_who_takes_another_one(pages: Pages):
    ada, bob = pages.visitor(), pages.visitor()
    id_ = table_of_two(pages, ada, bob)
    say(ada, id_, "call me what you like")
    ada.post("/name", name="Ada")
    assert speakers(bob.get(f"/m/{id_}").text) == ["Ada"]
    pages.site.accounts.redis.delete(f"person:{ada.person}")  # all that is kept of a person
    assert speakers(bob.get(f"/m/{id_}").text) == [f"Guest {ada.person[:4]}"]


def test_what_is_typed_is_shown_as_it_is_typed(pages: Pages):
    ada, bob = pages.visitor(), pages.visitor()
    id_ = table_of_two(pages, ada, bob)
    say(ada, id_, HOSTILE)
    page = bob.get(f"/m/{id_}").text
    assert said(page) == [HOSTILE]
    assert "<script>alert" not in page
    assert 'href="https://elsewhere' not in page


@pytest.mark.parametrize("htmx", [True, False])
@pytest.mark.parametrize("typed", ['a "long" line ' + "x" * LONGEST, " "])
def test_what_is_refused_says_why_and_stays_in_the_field(pages: Pages, htmx: bool, typed: str):
    ada = pages.visitor()
    id_ = table_of_two(pages, ada)
    answer = ada.post(f"/t/{id_}/talk", htmx=htmx, text=typed)
    assert answer.status_code == 400
    assert 'role="alert"' in answer.text
    assert unescape(field(answer.text, "text")) == typed
    assert said(answer.text) == []


def test_the_same_form_twice_is_one_line_and_other_words_are_another(pages: Pages):
    ada, bob = pages.visitor(), pages.visitor()
    id_ = table_of_two(pages, ada, bob)
    cause = field(ada.get(f"/t/{id_}/talk").text, "cause")
    for text in ("hello", "hello", " hello ", "bye"):
        assert say(ada, id_, text, cause=cause) == 200
    say(bob, id_, "hello", cause=cause)
    assert said(ada.get(f"/m/{id_}").text) == ["hello", "bye", "hello"]
    assert field(ada.get(f"/m/{id_}").text.split('id="say"')[1], "cause") != cause


def test_without_scripts_one_comes_back_to_the_page_of_the_form(pages: Pages):
    ada = pages.visitor()
    id_ = table_of_two(pages, ada)
    form = {"csrf_token": ada.token(), "text": "hello"}
    page = {"Referer": f"http://localhost/m/{id_}/result"}
    assert ada.client.post(f"/t/{id_}/talk", data=form, headers=page).headers["Location"] == f"/m/{id_}/result"
    assert ada.client.post(f"/t/{id_}/talk", data=form).headers["Location"] == f"/t/{id_}/talk"


def test_a_form_of_another_site_says_nothing(pages: Pages):
    ada = pages.visitor()
    id_ = table_of_two(pages, ada)
    assert say(ada, id_, "hello", csrf_token="forged") == 403
    assert pages.site.talk.lines(id_) == []


def test_a_flood_is_stopped(pages: Pages):
    ada = pages.visitor()
    id_ = table_of_two(pages, ada)
    most = int(TALK.rate.split()[0])
    assert [say(ada, id_, f"line {number}") for number in range(most + 1)] == [200] * most + [429]
    assert len(pages.site.talk.lines(id_)) == most


def test_who_asks_for_news_gets_it_whatever_the_match_has(pages: Pages):
    ada, bob = pages.visitor(), pages.visitor()
    id_ = table_of_two(pages, ada, bob)
    head = pages.streams.match(id_).version
    assert bob.get(f"/t/{id_}/talk?have=0", htmx=True).status_code == 204
    say(ada, id_, "hello")
    assert bob.get(f"/m/{id_}?have={head}", htmx=True).status_code == 204  # the match itself has nothing new
    news = bob.get(f"/t/{id_}/talk?have=0", htmx=True)
    assert said(news.text) == ["hello"]
    assert news.text.strip().startswith('<section id="talk" class="talk" data-talk="1"')
    assert bob.get(f"/t/{id_}/talk?have=1", htmx=True).status_code == 204


def test_where_there_is_no_table_nothing_is_said(pages: Pages):
    ada = pages.visitor()
    assert ada.get("/t/aaaaaaaaaaaa/talk").status_code == 404
    assert say(ada, "aaaaaaaaaaaa", "hello") == 404


def test_the_newest_lines_are_kept_and_numbers_go_on(pages: Pages):
    talk = pages.site.talk
    for number in range(MOST + 5):
        talk.say("aaaaaaaaaaaa", ADA, f"line {number + 1}", f"cause-{number}")
    lines = talk.lines("aaaaaaaaaaaa")
    assert [line.number for line in lines] == list(range(6, MOST + 6))
    assert [line.text for line in lines] == [f"line {line.number}" for line in lines]
    assert talk.version("aaaaaaaaaaaa") == MOST + 5


def test_a_talk_goes_by_itself_when_it_has_been_silent_for_long(pages: Pages):
    pages.site.talk.say("aaaaaaaaaaaa", ADA, "hello", "cause-0001")
    left = pages.site.talk.redis.ttl("{talk}:aaaaaaaaaaaa")
    assert KEPT.total_seconds() - 60 < left <= KEPT.total_seconds()


def test_lines_said_at_once_have_one_order_for_everybody(pages: Pages):
    talk = pages.site.talk

    def speak(person: str) -> None:
        for number in range(40):
            talk.say("aaaaaaaaaaaa", person, f"{number}", f"cause-{number}")

    with ThreadPoolExecutor(4) as together:
        list(together.map(speak, ("ada", "bob", "cleo", "dan")))
    lines = talk.lines("aaaaaaaaaaaa")
    assert [line.number for line in lines] == list(range(1, 161))
    for person in ("ada", "bob", "cleo", "dan"):
        assert [line.text for line in lines if line.person == person] == [str(number) for number in range(40)]
    assert talk.redis.xlen(NEWS) == 160


def test_the_record_the_ledger_and_the_answers_to_programs_know_nothing_of_it(pages: Pages):
    ada, bob = pages.visitor(), pages.visitor()
    id_ = table_of_two(pages, ada, bob)
    say(ada, id_, CANARY)
    break_off(pages, id_)
    pages.settle()
    programs = (f"/api/matches/{id_}", f"/api/tables/{id_}", f"/api/scoring/matches/{id_}")
    for address in (f"/m/{id_}/export", *programs, "/"):
        assert CANARY not in ada.get(address).text
    holding = [key for key in pages.site.talk.redis.scan_iter(match="*") if CANARY in dumped(pages, key)]
    assert holding == [f"{{talk}}:{id_}"]


def dumped(pages: Pages, key: str) -> str:
    """All that is kept under a key, in whatever form."""
    client: redis.Redis = pages.site.talk.redis
    read: dict[str, Callable[[str], Any]] = {
        "stream": client.xrange,
        "string": client.get,
        "hash": client.hgetall,
        "set": client.smembers,
        "zset": lambda name: client.zrange(name, 0, -1),
    }
    return str(read[str(client.type(key))](key))


def test_no_log_ever_holds_a_line(pages: Pages, caplog: pytest.LogCaptureFixture):
    ada = pages.visitor()
    id_ = table_of_two(pages, ada)
    with capture_logs() as logged:
        say(ada, id_, CANARY)
        say(ada, id_, CANARY + "x" * LONGEST)
        pages.site.talk.redis.delete(f"{{talk}}:{id_}")
        pages.site.talk.redis.set(f"{{talk}}:{id_}", "of another type")
        assert say(ada, id_, CANARY) == 500
    pages.site.talk.redis.delete(f"{{talk}}:{id_}")
    (failure,) = [line for line in logged if line["event"] == "request_failed"]
    told = [str(logged), caplog.text, *traceback.format_exception(failure["exc_info"])]
    assert CANARY not in "".join(told)
