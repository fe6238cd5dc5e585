"""The page of one's own: what runs, results, finding what is over, and everything that is kept as one file."""

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from frontend.presentation.export import WITHHELD
from frontend.presentation.finding import LOOKED_AT
from shared.people.kept import OWN, Given
from shared.platform.player import as_player
from shared.platform.rows import Row, row_of
from tests.frontend.conftest import Pages, Visitor

pytestmark = pytest.mark.server

BOB, EVE, GREEDY = "bobbobbobbob", "eveeveeveeve", "bot:greedy@1"
MODES = {"classic": "mode=classic,squares=false", "expert": "mode=expert,squares=true"}


@pytest.fixture
def ada(pages: Pages) -> Visitor:
    pages.site.accounts.rename(BOB, "Bob the Builder")
    pages.site.accounts.rename(EVE, "Eve")
    return pages.visitor()


@pytest.fixture
def row(pages: Pages) -> Row:
    """Any row, of which tests make others."""
    table = pages.open_table(pages.visitor()).headers["Location"]
    found = row_of(pages.streams, table.rsplit("/", 1)[1])
    assert found is not None
    return found


def over(pages: Pages, row: Row, ada: Visitor, number: int, other: str = as_player(BOB), **more: Any) -> None:
    """A match of Ada and somebody else, which Ada has won."""
    players = [as_player(ada.person), other]
    facts = {"players": players, "everybody": players, "opener": None, "winners": [0], "points": [40, 30]}
    at = f"2026-01-01T{number // 3600:02}:{number // 60 % 60:02}:{number % 60:02}.000Z"
    pages.site.rows.put(replace(row, **{"id": f"over{number:08}", "status": "ended", "at": at, **facts, **more}))


def found(visitor: Visitor, query: str = "") -> list[str]:
    """The ids of the finished matches that the page shows."""
    page = visitor.get(f"/me{query}")
    assert page.status_code == 200
    return re.findall(r'class="game" href="/m/(\w+)/result"', page.text)


def test_a_new_person_has_a_page(ada: Visitor):
    page = ada.get("/me").text
    assert "You play as a guest." in page
    assert page.count("None yet.") == 1
    assert 'action="/me#finished"' not in page  # there is nothing to find


def test_it_is_found_from_every_page(ada: Visitor):
    assert '<a href="/me">' in ada.get("/").text


def test_no_cache_keeps_it(ada: Visitor):
    assert ada.get("/me").headers["Cache-Control"] == "private, no-store"


def test_looking_at_it_changes_nothing(pages: Pages, ada: Visitor):
    ada.get("/")
    before = sorted(pages.platform.redis.keys("*"))
    ada.get("/me")
    assert sorted(pages.platform.redis.keys("*")) == before


def test_it_says_since_when(pages: Pages, ada: Visitor):
    pages.site.limits.hset(as_player(ada.person), "since", "1772366400000")
    assert "1 Mar 2026, 12:00 UTC" in ada.get("/me").text


def test_running_matches_say_who_is_waited_for_and_since_when(pages: Pages, ada: Visitor):
    id_ = pages.match(ada)
    running = ada.get("/me").text.split('id="running"')[1].split("</section>")[0]
    assert f'href="/m/{id_}"' in running
    assert "<b>your turn</b> since" in running


def test_tables_wait_where_one_sits_and_that_one_opened(pages: Pages, ada: Visitor):
    """Sitting there is another matter."""
    opened = pages.open_table(ada).headers["Location"]
    sits = pages.open_table(pages.visitor()).headers["Location"]
    ada.post(f"{sits}/sit")
    pages.settle()
    tables = ada.get("/me").text.split('id="tables"')[1].split("</section>")[0]
    assert f'href="{opened}"' in tables
    assert f'href="{sits}"' in tables


def test_results_are_counted_by_mode_and_opponent(pages: Pages, ada: Visitor, row: Row):
    classic: dict[str, Any] = {"options": {"mode": "classic", "squares": False}}
    over(pages, row, ada, 1)
    over(pages, row, ada, 2, winners=[1], **classic)
    over(pages, row, ada, 3, winners=[0, 1], **classic)
    over(pages, row, ada, 4, other=GREEDY, **classic)
    results = ada.get("/me").text.split('id="results"')[1].split("</section>")[0]
    lines = [re.sub(r"<[^>]+>", " ", line).split() for line in re.findall(r"<tr>.*?</tr>", results)]
    assert [line[-4:] for line in lines if "Played" not in line] == [
        ["3", "1", "1", "1"],
        ["1", "1", "0", "0"],
        ["3", "1", "1", "1"],
        ["1", "1", "0", "0"],
    ]
    assert f'href="/p/{BOB}"' in results


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        ("", [5, 4, 3, 2, 1]),
        ("?words=builder+bob", [3, 1]),
        ("?words=BUILD", [3, 1]),
        ("?words=nobody", []),
        ("?game=sprawlopolis", [5]),
        (f"?mode=quadropolis:{MODES['expert']}", [3, 2, 1]),
        (f"?mode=quadropolis:{MODES['classic']}", [4]),
        (f"?opponent={as_player(EVE)}", [2]),
        ("?opponent=bot:greedy", [5, 4]),
        ("?outcome=lost", [2]),
        ("?outcome=drawn", [3]),
        ("?outcome=resigned", [4]),
        ("?outcome=aborted", [5]),
        (f"?outcome=won&opponent={as_player(BOB)}", [1]),
        ("?outcome=won&game=sprawlopolis", []),
        ("?game=chess&mode=x&opponent=person:nobody&outcome=glory", [5, 4, 3, 2, 1]),
    ],
)
def test_finished_matches_are_found(pages: Pages, ada: Visitor, row: Row, query: str, numbers: Sequence[int]):
    over(pages, row, ada, 1)
    over(pages, row, ada, 2, other=as_player(EVE), winners=[1])
    over(pages, row, ada, 3, winners=[0, 1])
    classic = {"mode": "classic", "squares": False}
    over(pages, row, ada, 4, other=GREEDY, resigned=[as_player(ada.person)], options=classic)
    together = {"game": "sprawlopolis", "options": {"difficulty": "normal"}}
    over(pages, row, ada, 5, other=GREEDY, status="aborted", winners=None, points=None, **together)
    assert found(ada, query) == [f"over{number:08}" for number in numbers]


def test_a_form_remembers_what_was_asked_for(pages: Pages, ada: Visitor, row: Row):
    over(pages, row, ada, 1)
    page = ada.get(f"/me?words=bob&game=quadropolis&outcome=won&opponent={as_player(BOB)}").text
    assert 'name="words" type="search" value="bob"' in page
    for chosen in ("quadropolis", "won", as_player(BOB)):
        assert f'<option value="{chosen}" selected>' in page


def test_pages_follow_each_other_to_the_end(pages: Pages, ada: Visitor, row: Row):
    for number in range(45):
        over(pages, row, ada, number, other=as_player(BOB) if number % 2 else GREEDY)
    seen, query = list[list[str]](), "?opponent=bot:greedy"
    while query:
        page = ada.get(f"/me{query}").text
        seen.append(found(ada, query))
        older = re.search(r'rel="next nofollow" href="/me([^"#]+)', page)
        query = older[1].replace("&amp;", "&") if older else ""
    assert [len(each) for each in seen] == [20, 3]
    assert [id_ for each in seen for id_ in each] == [f"over{number:08}" for number in range(44, -1, -2)]


def test_what_is_rare_is_found_in_steps_of_a_bounded_length(pages: Pages, ada: Visitor, row: Row):
    """However much somebody has played."""
    over(pages, row, ada, 0, other=as_player(EVE))
    for number in range(1, LOOKED_AT + 1):
        over(pages, row, ada, number)
    first = ada.get("/me?words=eve").text
    assert f"Not in the {LOOKED_AT} matches that were looked through." in first
    older = re.search(r'rel="next nofollow" href="/me([^"#]+)', first)
    assert older is not None
    assert found(ada, older[1].replace("&amp;", "&")) == ["over00000000"]


@pytest.mark.parametrize("after", ["x", "12", "12-", "-1-abc", "1-a/b"])
def test_no_page_begins_at_nonsense(ada: Visitor, after: str):
    assert ada.get("/me", query_string={"after": after}).status_code == 404


def test_whoever_is_followed_is_shown_with_what_they_play(pages: Pages, ada: Visitor):
    ada.post("/name", name="Ada")  # so that she is known
    id_, (bob, eve) = pages.seated("quadropolis", 2)
    for each in (bob, eve):
        ada.post(f"/p/{each.person}/follow")
    eve.post(f"/p/{ada.person}/block")  # which ends that she is followed
    ada.post(f"/p/{eve.person}/follow")
    follows = ada.get("/me").text.split('id="follows"')[1].split("</section>")[0]
    assert follows.count(f'href="/m/{id_}"') == 1
    assert follows.count("is not playing") == 1


def test_a_match_that_only_its_link_leads_to_is_not_shown_to_followers(pages: Pages, ada: Visitor):
    bob = pages.visitor()
    id_ = pages.match(bob)  # with bots: unlisted
    ada.post(f"/p/{bob.person}/follow")
    assert f"/m/{id_}" not in ada.get("/me").text


def test_who_is_blocked_can_be_unblocked_there(pages: Pages, ada: Visitor):
    ada.post(f"/p/{BOB}/block")
    assert "Bob the Builder" in ada.get("/me").text.split('id="blocked"')[1]
    ada.post(f"/p/{BOB}/unblock")
    assert 'id="blocked"' not in ada.get("/me").text


def exported(visitor: Visitor) -> dict[str, Any]:
    answer = visitor.get("/me/export")
    assert answer.status_code == 200
    assert answer.headers["Content-Disposition"] == f'attachment; filename="urbanist-{visitor.person}.json"'
    assert answer.headers["Cache-Control"] == "private, no-store"
    return dict(json.loads(answer.text))


def test_an_export_has_matches_and_what_one_said_there_and_nothing_that_others_said(pages: Pages, ada: Visitor):
    id_, (bob, eve) = pages.seated("quadropolis", 2)
    bob.post(f"/t/{id_}/talk", text="how do you do", cause="bob-says")
    eve.post(f"/t/{id_}/talk", text="very well", cause="eve-says")
    bob.post("/name", name="Bob")
    own = exported(bob)
    assert own["name"] == own["facts"]["name"] == "Bob"
    assert [line["text"] for line in own["talk"]] == ["how do you do"]
    (match,) = own["tables and matches"]
    assert (match["id"], match["status"], match["address"]) == (id_, "playing", f"http://localhost/m/{id_}")
    assert "very well" not in json.dumps(own)
    assert exported(ada)["tables and matches"] == []


SECRET = "5ecret-canary"
SAMPLES = {"hash": "hset", "set": "sadd", "list": "rpush", "zset": "zadd"}


def test_an_export_names_every_family_that_is_kept_and_shows_no_secret(pages: Pages, ada: Visitor):
    client: Any = pages.site.limits
    person = ada.person
    for family in OWN:
        key = family.of(person)
        if family.type == "hash":
            secrets = dict.fromkeys(each for each in family.secrets if each != "*") | {"shown": None}
            values = {each: SECRET if each in family.secrets else f"canary of {family.title}" for each in secrets}
            if family.given is Given.FIELDS:
                client.hset(key, mapping=values)
            else:
                client.hset(key, SECRET if family.given is Given.VALUES else "one", json.dumps(values))
        elif family.type == "zset":
            client.zadd(key, {f"canary of {family.title}": 1})
        else:
            getattr(client, SAMPLES[family.type])(key, f"canary of {family.title}")
    client.hset("report:canary of reports made", mapping={"text": "canary", "note": SECRET})
    client.hset(f"person:{person}:links", "shown", SECRET)
    client.persist(f"person:{person}:links")
    text = json.dumps(exported(ada))
    assert SECRET not in text
    assert WITHHELD in text
    for family in OWN:
        if family.given is not Given.NOTHING and "*" not in family.secrets:
            assert f"canary of {family.title}" in text, family.title
    client.flushdb()
