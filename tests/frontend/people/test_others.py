"""The page of somebody else, and what one may do about them."""

import pytest

from shared.platform.player import as_player
from shared.platform.rows import Row
from tests.frontend.conftest import Pages, Visitor
from tests.frontend.people.test_oneself import over, row

__all__ = ["row"]

pytestmark = pytest.mark.server


@pytest.fixture
def bob(pages: Pages) -> Visitor:
    """Has a name, and an account."""
    found = pages.visitor()
    found.post("/signup", name="Bob", password="a fine long password")
    pages.site.limits.hset(as_player(found.person), "since", "1772366400000")
    return found


@pytest.fixture
def ada(pages: Pages) -> Visitor:
    return pages.visitor()


def test_it_says_who_somebody_is_and_since_when(bob: Visitor, ada: Visitor):
    page = ada.get(f"/p/{bob.person}").text
    assert '<h1 id="other">Bob</h1>' in page
    assert "Has had an account since" in page
    assert "1 Mar 2026, 12:00 UTC" in page


def test_everybody_can_see_how_others_see_them(ada: Visitor):
    assert "This is you, as others see you." in ada.get(f"/p/{ada.person}").text


def test_a_guest_who_has_played_has_a_page(pages: Pages, ada: Visitor):
    eve = pages.visitor()
    pages.match(eve)
    assert "Plays as a guest." in ada.get(f"/p/{eve.person}").text


@pytest.mark.parametrize("id_", ["nobodynobody", "NOBODYNOBODY", "nobody%20here", "bot:greedy@1"])
def test_where_nobody_is_known_there_is_no_page(ada: Visitor, id_: str):
    assert ada.get(f"/p/{id_}").status_code == 404
    assert ada.post(f"/p/{id_}/follow").status_code == 404


def test_unknown_ids_are_told_in_a_sentence(ada: Visitor):
    assert "Nobody here is known by this address" in ada.get("/p/nobodynobody").text


def test_following_ends_as_it_began_and_is_safe_to_repeat(pages: Pages, bob: Visitor, ada: Visitor):
    for _ in range(2):
        assert ada.post(f"/p/{bob.person}/follow").headers["Location"] == f"/p/{bob.person}"
    assert pages.site.follows.of(ada.person) == {bob.person}
    assert "Unfollow" in ada.get(f"/p/{bob.person}").text
    for _ in range(2):
        assert ada.post(f"/p/{bob.person}/unfollow").status_code == 303
    assert pages.site.follows.of(ada.person) == frozenset()


def test_blocking_ends_that_either_follows_the_other(pages: Pages, bob: Visitor, ada: Visitor):
    pages.match(ada)  # so that she is known
    ada.post(f"/p/{bob.person}/follow")
    bob.post(f"/p/{ada.person}/follow")
    ada.post(f"/p/{bob.person}/block")
    assert pages.site.blocks.of(ada.person) == {bob.person}
    assert pages.site.follows.of(ada.person) == pages.site.follows.of(bob.person) == frozenset()
    page = ada.get(f"/p/{bob.person}").text
    assert "You have blocked this player" in page
    assert '/follow"' not in page
    ada.post(f"/p/{bob.person}/unblock")
    assert pages.site.blocks.of(ada.person) == frozenset()


def test_who_is_blocked_is_not_told(bob: Visitor, ada: Visitor, pages: Pages):
    pages.match(ada)
    before = bob.get(f"/p/{ada.person}").text
    ada.post(f"/p/{bob.person}/block")
    assert without_tokens(bob.get(f"/p/{ada.person}").text) == without_tokens(before)


def without_tokens(page: str) -> str:
    return page.split("<main")[1].replace(page.split('name="csrf_token" value="')[1].split('"')[0], "")


def test_nobody_follows_or_blocks_themselves(bob: Visitor):
    for act in ("follow", "block"):
        answer = bob.post(f"/p/{bob.person}/{act}")
        assert answer.status_code == 403
        assert "This is you: there is nobody to follow or block" in answer.text
    page = bob.get(f"/p/{bob.person}").text
    assert "This is you, as others see you." in page
    assert "/block" not in page


def test_whoever_was_erased_has_neither_name_nor_buttons(pages: Pages, bob: Visitor, ada: Visitor):
    client, person = pages.site.limits, bob.person
    client.delete(as_player(person))
    client.hset(as_player(person), "state", "former")
    page = ada.get(f"/p/{person}").text
    assert '<h1 id="other">former player</h1>' in page
    assert f"/p/{person}/" not in page


def test_results_and_matches_are_those_that_everybody_may_see(pages: Pages, bob: Visitor, ada: Visitor, row: Row):
    over(pages, row, bob, 1, other=as_player(ada.person))
    over(pages, row, bob, 2, other=as_player(ada.person), listed=False)
    page = ada.get(f"/p/{bob.person}").text
    assert "/m/over00000001/result" in page
    assert "over00000002" not in page
    assert page.count("<td>1</td><td>1</td><td>0</td><td>0</td>") == 2  # by mode, and by opponent
    assert f'href="/p/{ada.person}"' in page


def test_it_leads_to_a_report(bob: Visitor, ada: Visitor):
    assert f'href="/report?about={bob.person}"' in ada.get(f"/p/{bob.person}").text
