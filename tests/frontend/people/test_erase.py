"""Delete me: the page, what it asks for, and what everybody sees afterwards."""

from typing import Any

import pytest

from frontend.caller.erasing import Upkeep
from frontend.people.who import player_of
from shared.language import isolated
from shared.ledger.redis import connect
from shared.people.erasing import UNDER_WAY
from shared.platform.records.export import export
from tests.frontend.conftest import Pages, Visitor, field

pytestmark = pytest.mark.server
NAME = "Adelheid"


def named(pages: Pages, name: str = NAME) -> Visitor:
    visitor = pages.visitor()
    assert visitor.post("/name", name=name).status_code == 303
    return visitor


def upkeep(pages: Pages) -> Upkeep:
    """What the caller does every second."""
    found = Upkeep(pages.site, pages.services)
    found.erasing.finish()
    return found


def everything(pages: Pages) -> str:
    client: Any = connect(pages.site.settings.redis_url)
    return repr([client.dump(key) for key in client.keys("*")]) + repr(client.keys("*"))


def test_the_page_says_what_goes_and_what_stays(pages: Pages):
    ada = named(pages)
    page = ada.get("/account/erase")
    assert page.headers["Cache-Control"] == "private, no-store"
    assert "What goes" in page.text
    assert "without your name" in page.text
    assert "former player" in page.text
    assert field(page.text, "drawn_for") == ada.person
    assert ada.get("/").text.count(NAME) > 0, "looking at it changes nothing"


def test_who_has_done_nothing_here_has_nothing_to_delete(pages: Pages):
    eve = pages.visitor()
    assert "Nothing is kept about you" in eve.get("/account/erase").text
    refused = eve.post("/account/erase", name="whoever")
    assert refused.status_code == 403
    assert "Nothing is kept about you: you have not done anything here yet" in refused.text


def test_a_name_is_typed_or_copied_from_the_page(pages: Pages):
    """Names from right to left have invisible marks around them there."""
    zoe = named(pages, "ששש")
    copied = isolated("ששש")
    assert copied in zoe.get("/account/erase").text
    assert zoe.post("/account/erase", name=copied).status_code == 303


def test_another_name_is_refused_and_stays_in_the_field(pages: Pages):
    ada = named(pages)
    refused = ada.post("/account/erase", name="Ada")
    assert refused.status_code == 400
    assert f"Type your name just as it is shown here: {NAME}" in refused.text
    assert 'value="Ada"' in refused.text
    assert pages.site.accounts.name(ada.person) == NAME


def test_whoever_has_a_password_is_asked_for_it(pages: Pages):
    ada = named(pages)
    assert ada.post("/signup", name=NAME, password="four words of mine").status_code == 303
    key = player_of(ada.person)
    assert 'type="password"' in ada.get("/account/erase").text
    refused = ada.post("/account/erase", name=NAME, password="four words of yours")
    assert refused.status_code == 403
    assert "This is not your password" in refused.text
    assert ada.post("/account/erase", name=NAME, password="four words of mine").status_code == 303
    assert pages.site.accounts.redis.hgetall(key) == {"state": "former"}


def test_the_browser_is_nobody_again_and_the_page_says_what_is_gone(pages: Pages):
    ada = named(pages)
    before = ada.person
    erased = ada.post("/account/erase", name=f" {NAME.upper()} ")
    assert erased.headers["Location"] == "/account/erased"
    page = ada.get("/account/erased").text
    assert "You have been deleted" in page
    assert NAME not in page
    assert ada.person != before


def test_a_running_match_goes_on_with_a_bot_and_shows_a_former_player(pages: Pages):
    id_, people = pages.seated("quadropolis", 2)
    ada, bob = people
    ada.post("/name", name=NAME)
    ada.post(f"/t/{id_}/talk", text=f"here is {NAME}, hello")
    bob.post(f"/t/{id_}/talk", text="hello you")
    assert NAME in bob.get(f"/m/{id_}").text
    assert "One match or table that you are in is left" in ada.get("/account/erase").text
    assert ada.post("/account/erase", name=NAME).status_code == 303
    pages.settle()
    upkeep(pages)
    match = pages.streams.match(id_).state
    assert not match.is_over
    assert match.seat_of(player_of(ada.person)) is None
    page = bob.get(f"/m/{id_}").text
    assert NAME not in page
    assert "former player" in page
    assert "hello you" in page
    assert "/t/" in page
    assert NAME.encode() not in export(pages.streams.ledger, id_)
    assert NAME not in everything(pages)
    assert pages.site.accounts.redis.smembers(UNDER_WAY) == set()


def test_a_table_of_ones_own_is_given_up_and_a_seat_elsewhere_left(pages: Pages):
    ada, bob = named(pages), pages.visitor()
    own = pages.open_table(ada).headers["Location"]
    others = pages.open_table(bob).headers["Location"]
    for table in (own, others):
        ada.post(f"{table}/sit")
    pages.settle()
    assert "2 matches and tables that you are in are left" in ada.get("/account/erase").text
    ada.post("/account/erase", name=NAME)
    pages.settle()
    upkeep(pages)
    own_table, others_table = (pages.streams.table(each[3:]).state for each in (own, others))
    assert own_table.closed is not None
    assert own_table.closed.match is False
    assert others_table.closed is None
    assert others_table.players == ()


def test_what_no_service_answers_for_now_is_left_by_the_caller_later(pages: Pages):
    ada = named(pages)
    id_ = pages.match(ada)
    person, way = ada.person, pages.services.ways["game-command"]
    pages.stop("game-command")
    assert ada.post("/account/erase", name=NAME).status_code == 303
    assert NAME not in everything(pages), "names don't wait for matches"
    assert pages.site.accounts.redis.smembers(UNDER_WAY) == {person}
    pages.services.ways["game-command"] = way
    upkeep(pages)
    assert pages.streams.match(id_).state.seat_of(player_of(person)) is None
    assert pages.site.accounts.redis.smembers(UNDER_WAY) == set()


def test_open_pages_drop_what_was_said(pages: Pages):
    """The version of the talk grows, so that pages take the newer part."""
    ada = named(pages)
    id_ = pages.match(ada)
    ada.post(f"/t/{id_}/talk", text="well")
    before = pages.site.talk.version(id_)
    ada.post("/account/erase", name=NAME)
    upkeep(pages)
    assert pages.site.talk.lines(id_) == []
    assert pages.site.talk.version(id_) == before + 1
    bob = pages.visitor()
    assert f'data-talk="{before + 1}"' in bob.get(f"/t/{id_}/talk").text
    assert bob.get(f"/t/{id_}/talk?have={before + 1}", htmx=True).status_code == 204, "nothing is drawn twice"
    pages.site.talk.say(id_, "bob000000000", "anybody here?", "another-cause")
    assert [line.number for line in pages.site.talk.lines(id_)] == [before + 2]


def test_a_cookie_that_was_copied_is_nobodys(pages: Pages):
    ada, thief = named(pages), pages.visitor()
    person = ada.person
    with thief.client.session_transaction() as session:
        session["person"] = person
    ada.post("/account/erase", name=NAME)
    assert thief.client.post("/name", data={"name": "Adelheid again"}).status_code >= 400
    thief.post("/name", name="Adelheid again")
    assert thief.person != person
    assert pages.site.accounts.redis.hgetall(player_of(person)) == {"state": "former"}


def test_an_act_is_noted_once_a_day_and_a_look_is_not(pages: Pages):
    ada, eve = named(pages), pages.visitor()
    eve.get("/")
    seen: Any = pages.site.accounts.redis.hget(player_of(ada.person), "seen")
    assert int(seen) > 1_700_000_000_000
    ada.post("/name", name="Adelheid II")
    assert pages.site.accounts.redis.hget(player_of(ada.person), "seen") == seen
    assert pages.site.accounts.redis.exists(player_of(eve.person)) == 0


def test_the_caller_forgets_guests_too(pages: Pages):
    person = named(pages).person
    pages.site.accounts.redis.hset(player_of(person), "seen", 1)
    for _, act in Upkeep(pages.site, pages.services).duties():
        act()
    assert pages.site.accounts.redis.hgetall(player_of(person)) == {"state": "former"}
