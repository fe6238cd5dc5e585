"""Ratings on pages: chosen at the table, shown with the result, on the pages of people and bots, and in their pool."""

import re
from html import unescape
from typing import Any

import pytest

from shared.ledger.decider import Message
from shared.platform.match import Adjudicate
from shared.platform.rating import Rate
from tests.frontend.conftest import Pages, Visitor
from tests.frontend.test_house import opened, started
from tests.platform.rating.books import CITED, matches

pytestmark = pytest.mark.server
POOL = "quadropolis-classic"


def played(pages: Pages, first: Visitor, second: Visitor, **more: str) -> str:
    """The id of a match of both that an operator gave to the second one."""
    id_ = started(pages, first, second, **more)
    decided = Adjudicate(places=(2, 1), note="agreed")
    message: Message[Any] = Message(stream=f"match:{id_}", by="operator:mod", cause="decided-1", command=decided)
    pages.streams.matches.handle(message)
    pages.settle()
    return id_


def words(page: str) -> str:
    return " ".join(unescape(re.sub("<[^>]*>", " ", page.split("<main", 1)[1])).split())


def much_rated(pages: Pages, players: list[str], count: int = 150) -> None:
    """All known well: the first in the list are the best."""
    books = pages.platform.scores.ratings.books
    for match, places in matches(count, len(players)):
        by_name = {players[int(player[-3:])]: place for player, place in places.items()}
        books.rate(POOL, "service:scoring", f"score:{match}#1:rate", Rate(match=match, score=CITED, places=by_name))


def test_a_rated_table_says_so_and_its_result_says_what_has_changed(pages: Pages):
    ada, bob = pages.visitor(), pages.visitor()
    ada.post("/name", name="Adelaide")
    bob.post("/name", name="Roberto")
    table = opened(pages, ada, rated="yes")
    terms = pages.streams.table(table[3:]).state.opening.terms
    assert (terms.rated, terms.take_back, terms.clock is not None) == (True, False, True)
    assert "Rated: the match counts for everybody\N{RIGHT SINGLE QUOTATION MARK}s rating" in words(bob.get(table).text)
    id_ = played(pages, ada, bob, rated="yes")
    told = words(ada.get(f"/m/{id_}/result").text)
    assert re.search(r"Adelaide 25\.0, now 22\.\d ± 15\.\d: 2\.\d less · provisional", told)
    assert re.search(r"Roberto 25\.0, now 27\.\d ± 15\.\d: 2\.\d more · provisional", told)
    assert "Not rated" not in told
    own = words(ada.get(f"/p/{bob.person}").text)
    assert re.search(r"Quadropolis, classic Rated 27\.\d ± 15\.\d after 1 match\. That is provisional", own)


def test_who_resigns_is_told_before_what_it_does_to_the_rating(pages: Pages):
    ada, bob = pages.visitor(), pages.visitor()
    for rated in ("yes", "no"):
        table = opened(pages, ada, rated=rated)
        for visitor in (ada, bob):
            visitor.post(f"{table}/sit")
        pages.settle()
        told = words(ada.get(f"/m/{table[3:]}").text)
        assert ("This match is rated: you will come behind all who stay." in told) == (rated == "yes")


def test_without_the_choice_nothing_is_rated_and_the_result_says_so(pages: Pages):
    ada, bob = pages.visitor(), pages.visitor()
    id_ = played(pages, ada, bob)
    assert "Not rated: casual." in words(bob.get(f"/m/{id_}/result").text)
    assert "0 players are ranked." in words(bob.get("/ratings").text)
    assert "Nobody has played enough rated matches yet" in words(bob.get(f"/ratings/{POOL}").text)


def test_where_all_play_together_there_is_no_choice_and_no_way_around_it(pages: Pages):
    ada = pages.visitor()
    forms = ada.get("/tables/new").text.split('<form class="card form"')[1:]
    assert ['name="rated"' in form for form in forms] == ['aria-label="Quadropolis"' in form for form in forms]
    refused = ada.post("/tables/new", game="sprawlopolis", seats="2", rated="yes")
    assert refused.status_code == 403
    assert "Nobody is rated where all play together" in words(refused.text)


def test_a_result_waits_for_its_ratings(pages: Pages):
    ada, bob = pages.visitor(), pages.visitor()
    id_ = played(pages, ada, bob, rated="yes")
    pages.platform.redis.delete(f"rated:{POOL}")
    assert "how it changes ratings shows here in a moment" in words(ada.get(f"/m/{id_}/result").text)


def test_a_pool_lists_who_stands_where_and_leaves_out_who_was_erased(pages: Pages):
    ada, bob, eve = pages.visitor(), pages.visitor(), pages.visitor()
    for visitor, name in ((ada, "Adelaide"), (bob, "Roberto"), (eve, "Evelyn")):
        visitor.post("/name", name=name)
    people = [f"person:{visitor.person}" for visitor in (ada, bob, eve)]
    much_rated(pages, [*people, "bot:greedy@1"])
    told = words(ada.get(f"/ratings/{POOL}").text)
    assert re.search(r"You: Rated \d+\.\d ± \d\.\d after \d+ matches: place 1 of 4, better than 100 % of", told)
    assert re.search(r"1 Adelaide you \d.* 2 Roberto \d.* 3 Evelyn \d.* 4 greedy bot, no\. 1", told)
    assert "You are in the bar with the thick edge." in told
    assert "4 players are ranked." in words(bob.get("/ratings").text)
    pages.platform.redis.hset(people[1], "state", "former")
    told = words(ada.get(f"/ratings/{POOL}").text)
    assert "Roberto" not in told
    assert "3 Evelyn" in told
    assert "Rated" not in words(ada.get(f"/p/{bob.person}").text)


def test_the_way_of_a_rating_is_a_graph_and_a_table(pages: Pages):
    ada = pages.visitor()
    ada.post("/name", name="Adelaide")
    much_rated(
        pages, [f"person:{ada.person}", *(f"person:other{number:07}" for number in range(3)), "bot:greedy@1"], 40
    )
    for address in (f"/p/{ada.person}", "/bots/greedy"):
        page = pages.visitor().get(address).text
        line = re.search(r'<polyline points="([^"]*)"', page)
        assert line, address
        rows = re.findall(r'<tr><th scope="row">(\d+)</th><td>[^<]*</td><td>[^<]*</td></tr>', page)
        assert rows == [str(number) for number in range(1, len(rows) + 1)]
        assert len(line[1].split()) == len(rows) > 10
        assert f'aria-label="The rating from match 1 to match {len(rows)}"' in page


def test_there_is_no_page_of_a_pool_that_can_not_be(pages: Pages):
    answer = pages.visitor().get("/ratings/sprawlopolis-usual")
    assert answer.status_code == 404
    assert "There is no pool sprawlopolis-usual" in words(answer.text)
