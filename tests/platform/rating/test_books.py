"""Books of ratings: closed at a set point, carried on, computed anew after corrections, and always again from zero."""

import time
from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.errors import MatchOver, NotAllowed
from shared.ledger.memory import MemoryLedger
from shared.platform.books import Books
from shared.platform.rating import BOOK, Close, Open, Rate, book_of, decide, evolve, stream_of
from shared.platform.rating.anew import Rated, anew, differences, fold, history, opening
from shared.platform.rating.events import EVENTS, BookClosed, BookOpened, RatingAdjusted, RatingsCarried, Rerated
from shared.platform.streams import Streams
from tests.platform.rating.books import CITED, Shelf, matches, shelved

DECIDING = import_module("shared.platform.rating.decide")
TWO = {"person:anna": 1, "bot:greedy@3": 2}


@pytest.fixture
def short(monkeypatch):
    """Books that are full after ten matches, and carry three players with each event."""
    monkeypatch.setattr(DECIDING, "BOOK", 10)
    monkeypatch.setattr(DECIDING, "AT_ONCE", 3)


def test_a_correction_that_is_told_twice_closes_one_book():
    books = Books(Streams(MemoryLedger()))
    ((match, places),) = matches(1, 3)
    books.rate("quadropolis-classic", "service:scoring", "rate", Rate(match=match, score=CITED, places=places))
    rerated = Rerated(match, CITED, tuple(reversed(places.values())))
    for _ in range(2):
        books.rerate("quadropolis-classic", "service:scoring", "again", rerated)
    assert books.newest("quadropolis-classic") == 2
    closed = books.book("quadropolis-classic", 1).state.closed
    assert closed
    assert closed.rerated == rerated


def test_what_a_later_release_wrote_in_a_book_changes_nothing_that_is_known():
    before = shelved(matches(3, 3)).last
    assert evolve(before, object()) == before._replace(version=before.version + 1)


def seen(shelf: Shelf) -> dict[str, Any]:
    return {player: (one.worth, one.matches) for player, one in shelf.last.players.items()}


def from_zero(shelf: Shelf) -> dict[str, Any]:
    found = anew(history(shelf.books).values())
    return {player: (one.worth, one.matches) for player, one in found.items()}


def test_the_types_of_events_are_those_that_are_stored():
    assert list(EVENTS) == ["rating.book_opened", "rating.carried", "rating.adjusted", "rating.book_closed"]


def test_a_full_book_is_closed_and_the_next_one_carries_everybody_on(short):
    shelf = shelved(matches(25, 8))
    first, second, third = shelf.books
    assert (type(first[0]), type(first[-1]), len(fold(first).matches)) == (BookOpened, BookClosed, 10)
    assert first[0] == BookOpened(book=1, model=1, previous=None, players=0)
    assert [len(event.ratings) for event in second if isinstance(event, RatingsCarried)] == [3, 3, 2]
    assert (second[0].book, second[0].players, third[0].book) == (2, 8, 3)
    assert not shelf.last.closed
    assert [*differences(shelf.books)] == []
    assert seen(shelf) == from_zero(shelf)


@given(st.integers(0, 10**6), st.integers(1, 45), st.lists(st.integers(0, 44), max_size=4))
def test_what_is_stored_is_what_comes_out_from_zero_whatever_was_corrected(seed, count, corrected):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DECIDING, "BOOK", 10)
        shelf, found = Shelf(), [*matches(count, 6, seed)]
        for number, (match, places) in enumerate(found):
            shelf.rate(match, places)
            if number in corrected:
                wrong, valid = found[number // 2]
                found[number // 2] = wrong, dict.fromkeys(valid, 1)
                shelf.rerate(wrong, *dict.fromkeys(valid, 1).values())
        if shelf.last.closed:
            shelf.open()
        assert seen(shelf) == from_zero(shelf)
        assert history(shelf.books) == {match: Rated(tuple(each), tuple(each.values())) for match, each in found}
        assert [*differences(shelf.books)] == []


def test_a_correction_changes_everything_from_that_match_on_and_nothing_before(short):
    found = [*matches(15, 6)]
    shelf = shelved(found)
    shelf.rerate(found[7][0], *reversed(found[7][1].values()))
    shelf.open()
    other = dict(zip(found[7][1], reversed(found[7][1].values()), strict=True))
    right = [*found[:7], (found[7][0], other), *found[8:]]
    assert seen(shelf) == from_zero(shelved(right))
    assert seen(shelf) != from_zero(shelved(found))
    assert len(shelf.books) == 3


def test_every_number_that_was_changed_afterwards_is_found(short):
    shelf = shelved(matches(25, 8))
    shelf.rerate("m00000000007", *shelf_places(shelf, "m00000000007"))
    shelf.open()
    found = []
    for book, events in enumerate(shelf.books):
        for version, event in enumerate(events):
            changed = [*events[:version], wrong(event), *events[version + 1 :]]
            first = next(differences([*shelf.books[:book], changed, *shelf.books[book + 1 :]]))
            assert (first.book, first.version) == (book + 1, version + 1)
            found.append(first.what)
    assert set(found) == {"opened", "carried", "adjusted", "closed"}


def shelf_places(shelf, match):
    return tuple(reversed(history(shelf.books)[match].places))


def wrong(event: Any) -> Any:
    match event:
        case BookOpened():
            return replace(event, players=event.players + 1)
        case RatingsCarried(ratings=carried):
            return replace(event, ratings=(carried[0]._replace(mu=carried[0].mu + 1), *carried[1:]))
        case RatingAdjusted(ratings=ratings):
            return replace(event, ratings=(ratings[0]._replace(mu=ratings[0].mu + 1), *ratings[1:]))
        case _:
            return replace(event, digest="00" * 32)


def test_a_stranger_among_those_carried_on_and_a_foreign_event_are_found(short):
    first, second = shelved(matches(12, 4)).books
    carried = second[1]
    stranger = replace(carried, ratings=(carried.ratings[0]._replace(player="person:eve"), *carried.ratings[1:]))
    assert next(differences([first, [second[0], stranger]])).what == "carried"
    assert next(differences([[*first, "something else"]])).what == "type"


def test_the_way_of_a_player_leads_back_match_by_match(short):
    shelf, found = Shelf(), [*matches(9, 4)]
    for match, places in found:
        shelf.rate(match, places)
    player = "person:p00000000000"
    played = [match for match, places in found if player in places]
    point = shelf.last.point(player)
    assert [one.match for one in point.back()] == [*reversed(played), None]
    assert [one.matches for one in point.back()] == [*range(len(played), -1, -1)]
    assert repr(point).count("Point") == 1


def refusal(shelf: Shelf, command) -> str:
    with pytest.raises((MatchOver, NotAllowed)) as refused:
        decide(shelf.last, command)
    return str(refused.value)


def test_no_match_is_rated_twice_and_no_closed_book_goes_on(short):
    shelf = Shelf()
    rate = Rate(match="m1", score=CITED, places=TWO)
    assert refusal(shelf, rate) == "this book of ratings is not open"
    shelf.rate("m1", TWO)
    assert refusal(shelf, rate) == "this match was rated already"
    assert refusal(shelf, replace(rate, match="m2", places={"person:anna": 1})) == (
        "a rating compares at least two players"
    )
    assert refusal(shelf, Open(book=2, previous=None, ratings={})) == "this book of ratings was opened already"
    shelf.rerate("m1", 2, 1)
    assert refusal(shelf, replace(rate, match="m2")) == "this book of ratings is not open"
    assert refusal(shelf, Close(rerated=Rerated("m1", CITED, (1, 2)))) == "this book of ratings is not open"


def test_a_correction_of_what_was_never_rated_changes_nothing(short):
    shelf = shelved([("m1", TWO)])
    before = seen(shelf)
    shelf.rerate("m2", 2, 1)
    shelf.open()
    assert seen(shelf) == before
    assert [*differences(shelf.books)] == []


@pytest.mark.parametrize(
    ("pool", "book", "stream"),
    [
        ("quadropolis-classic", 1, "rating:quadropolis-classic"),
        ("quadropolis-expert", 2, "rating:quadropolis-expert__2"),
        ("some_game-some_mode", 31, "rating:some_game-some_mode__31"),
    ],
)
def test_a_book_is_known_by_its_stream(pool, book, stream):
    assert stream_of(pool, book) == stream
    assert book_of(stream.removeprefix("rating:")) == (pool, book)


@pytest.mark.parametrize("id_", ["quadropolis", "a-b__1", "a-b__02", "a-b__", "A-b", "a-b-c", ""])
def test_no_other_stream_is_taken_for_a_book(id_):
    found = book_of(id_)
    assert found is None or stream_of(*found) == f"rating:{id_}"


def test_many_matches_are_computed_again_quickly():
    """A quarter of what the benchmark does in ten seconds, on a machine that does other things too."""
    shelf = shelved(matches(BOOK + 1, 300))
    began = time.perf_counter()
    assert [*differences(shelf.books)] == []
    assert time.perf_counter() - began < 10
    assert len(shelf.books) == 2
    assert dict(opening(shelf.books)) == dict(fold(shelf.books[-1]).players)
    assert decide(shelf.last, Rate(match="new", score=CITED, places=TWO))
