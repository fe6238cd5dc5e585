"""Scoring rates what was played for it: once, in order, by the places that are valid."""

from importlib import import_module
from typing import Any

import pytest

from shared.games.game import Result
from shared.ledger.decider import Message
from shared.ledger.store import Notice
from shared.platform.books import Books
from shared.platform.cited import Cited
from shared.platform.match import Adjudicate
from shared.platform.rating import START, Book, Close
from shared.platform.rating.anew import differences
from shared.platform.rating.events import Rerated
from shared.platform.records.imported import Imported, Mark
from shared.platform.score import Correct
from shared.platform.streams import Streams
from tests.services.conftest import Platform

pytestmark = pytest.mark.server
CLOCK = {"kind": "days", "seconds": 86_400}
POOL = "quadropolis-classic"


def started(platform: Platform, cause: str = "open-0001", *people: str, **more: Any) -> str:
    """A rated match of ada, and of further people or of a bot."""
    bots = [] if people else ["greedy"]
    terms = {"rated": True, "clock": CLOCK}
    body = {"game": "quadropolis", "seats": 1 + len(people or bots), "bots": bots, "terms": terms, "cause": cause}
    id_ = str(platform.ask("ada", "POST", "/tables", **body | more).json["id"])  # type: ignore[index]
    for who in ("ada", *people):
        answer = platform.ask(who, "POST", f"/tables/{id_}/seats", nonce_hash=None, cause=f"{cause}-{who}")
        assert answer.status_code == 200, answer.text
    platform.settle()
    return id_


def resign(platform: Platform, id_: str, *people: str) -> str:
    for who in people or ("ada",):
        assert platform.ask(who, "POST", f"/matches/{id_}/resign", cause=f"resign-{who}").status_code == 200
    platform.settle()
    return id_


def book(platform: Platform) -> Book:
    return platform.scores.ratings.books.now(POOL)


def operator(kind: str, id_: str, command: Any, cause: str = "operator-1") -> Message[Any]:
    return Message(stream=f"{kind}:{id_}", by="operator:mod", cause=cause, command=command)


def correct(platform: Platform, id_: str, *places: int, cause: str = "operator-1") -> None:
    points = tuple(100 - place for place in places)
    result = Result(points=points, places=places, lines=({},) * len(places), target=None)
    platform.streams.scores.handle(operator("score", id_, Correct(result=result, note="miscounted"), cause))
    platform.settle()


def player_of(platform: Platform, id_: str, seat: int) -> str:
    return platform.streams.match(id_).state.start.players[seat]


def test_who_resigned_is_rated_behind_who_stayed_whatever_the_bots_have_made_of_it(platform: Platform):
    id_ = resign(platform, started(platform))
    found = book(platform)
    assert found.matches == {id_: 2}
    ada, bot = (found.point(player_of(platform, id_, seat)) for seat in range(2))
    assert ada.worth.mu < START.mu < bot.worth.mu
    assert (ada.matches, bot.match) == (1, id_)
    entry = platform.streams.ratings.reader.past(f"rating:{POOL}").entries[1]
    count = platform.streams.scores.reader.past(f"score:{id_}").entries[0]
    assert entry.event.score == (1, count.envelope.digest)
    assert (entry.envelope.by, entry.envelope.cause) == ("service:scoring", f"score:{id_}#1:rate")


def test_a_match_is_rated_once_however_often_scoring_hears_of_it(platform: Platform):
    id_ = resign(platform, started(platform))
    notice = Notice(f"score:{id_}", 1, "score.counted")
    for _ in range(2):
        platform.scores.ratings.rate(notice)
    platform.redis.delete(f"rated:{POOL}")  # nothing but the books says so any more
    platform.scores.ratings.rate(notice)
    assert len(platform.streams.ratings.reader.past(f"rating:{POOL}").entries) == 2
    assert platform.scores.ratings.places.of(POOL, id_) == (1, 2)


def test_a_casual_match_is_not_rated_nor_one_for_practice(platform: Platform):
    id_ = resign(platform, started(platform, terms={"rated": False}))
    assert platform.streams.score(id_) is not None
    assert platform.scores.ratings.books.newest(POOL) == 0


def test_ranks_of_an_operator_are_rated_like_counted_ones(platform: Platform):
    id_ = started(platform, "open-0001", "bob")
    platform.streams.matches.handle(operator("match", id_, Adjudicate(places=(2, 1), note="agreed")))
    platform.settle()
    found = book(platform)
    assert found.point(player_of(platform, id_, 1)).worth.mu > START.mu
    assert platform.streams.ratings.reader.past(f"rating:{POOL}").entries[1].event.score.version == (
        platform.streams.match(id_).version
    )


def test_nothing_is_rated_anew_where_the_ranks_stay_nor_while_a_match_runs(platform: Platform):
    id_ = resign(platform, started(platform, "open-0001", "bob"), "ada", "bob")
    assert {point.worth.mu for point in book(platform).players.values()} == {START.mu}  # both have left
    correct(platform, id_, 1, 2)
    running = started(platform, "open-0002", "cleo")
    correct(platform, running, 1, 2)
    assert list(book(platform).matches) == [id_]
    assert platform.scores.ratings.books.newest(POOL) == 1


def test_a_correction_rates_everything_anew_from_that_match_on(platform: Platform):
    id_ = started(platform, "open-0001", "bob", "cleo")
    platform.streams.matches.handle(operator("match", id_, Adjudicate(places=(1, 2, 3), note="agreed")))
    other = resign(platform, started(platform, "open-0002", "bob", "cleo"), "bob")
    for _ in range(40):
        move(platform, other)
    assert platform.streams.score(other) is not None
    books = platform.scores.ratings.books
    before = [places for _, places in books.history(POOL).values()][1]
    seats = [player_of(platform, other, seat) for seat in range(3)]
    stayed = [seat for seat in range(3) if seats[seat] != "person:bob"]
    ranks = dict(zip(stayed, (1, 2) if before[stayed[0]] == 2 else (2, 1), strict=True))
    places = [ranks.get(seat, 3) for seat in range(3)]
    correct(platform, other, *places)
    assert books.newest(POOL) == 2
    assert [places for _, places in books.history(POOL).values()][1] == tuple(places)
    assert [*differences(books.events(POOL))] == []
    platform.scores.ratings.rate(Notice(f"score:{other}", 2, "score.corrected"))
    assert books.newest(POOL) == 2
    third = resign(platform, started(platform, "open-0003"))
    assert platform.scores.ratings.places.of(POOL, third) == (2, 3)


def test_what_a_process_left_in_the_middle_is_finished(platform: Platform):
    id_ = started(platform, "open-0001", "bob")
    platform.streams.matches.handle(operator("match", id_, Adjudicate(places=(1, 2), note="agreed")))
    platform.settle()
    close = Close(rerated=Rerated(id_, Cited(1, "cc" * 32), (2, 1)))
    before = book(platform)
    message: Message[Any] = Message(stream=f"rating:{POOL}", by="service:scoring", cause="closed-1", command=close)
    Streams(platform.streams.ledger).ratings.handle(message)
    platform.redis.delete(f"rated:{POOL}")
    platform.rounds()
    books = platform.scores.ratings.books
    assert platform.scores.ratings.places.of(POOL, id_) == (1, 2)
    assert books.newest(POOL) == 2
    seats = [player_of(platform, id_, seat) for seat in range(2)]
    assert [book(platform).point(seat).worth for seat in seats] == [before.point(seat).worth for seat in seats[::-1]]
    platform.rounds()
    assert books.newest(POOL) == 2


def test_an_imported_match_is_not_rated_and_programs_are_told_so(platform: Platform):
    id_ = started(platform, "open-0001", "bob")
    Imported(platform.redis).mark(id_, Mark("2026-01-01T00:00:00.000Z", "operator:mod", "match.jsonl"))
    told = asked(platform, f"matches/{id_}")
    assert (told["pool"], told["unrated"]) == (None, "Imported: not rated. It was played on another server.")


def asked(platform: Platform, address: str, status: int = 200) -> Any:
    answer = platform.ask("ada", "GET", f"/scoring/{address}")
    assert answer.status_code == status, answer.text
    return answer.json


def test_programs_are_told_who_stands_where_and_what_a_match_has_changed(platform: Platform):
    running = started(platform)
    told = asked(platform, f"matches/{running}")
    assert (told["pool"], told["unrated"], told["ratings"]) == (POOL, None, None)
    resign(platform, running)
    changed = asked(platform, f"matches/{running}")["ratings"]
    assert [one["player"] for one in changed] == [player_of(platform, running, seat) for seat in range(2)]
    mine = next(one for one in changed if one["player"] == "person:ada")
    assert mine["before"] == {"mu": 25_000_000, "sigma": 8_333_333, "matches": 0, "provisional": True}
    assert mine["after"]["mu"] < 25_000_000
    ladder = asked(platform, f"ratings/{POOL}")
    assert (ladder["ladder"], ladder["distribution"], ladder["provisional"]) == ([], [], 2)
    assert ladder["newcomers"][1] == {**mine["after"], "player": "person:ada", "place": None}
    way = asked(platform, f"ratings/{POOL}/person:ada")
    assert (way["history"], way["better_than"]) == ([mine["after"]], None)
    counts = {one["pool"]: one["provisional"] for one in asked(platform, "ratings")["pools"]}
    assert counts == {POOL: 2, "quadropolis-expert": 0}
    assert asked(platform, "ratings/sprawlopolis-usual", 404)["sentence"] == "there is no pool sprawlopolis-usual"
    newcomer = asked(platform, f"ratings/{POOL}/person:eve")
    assert newcomer == {**mine["before"], "player": "person:eve", "place": None, "better_than": None, "history": []}


def test_programs_are_told_why_a_match_is_not_rated(platform: Platform):
    casual = started(platform, terms={"rated": False})
    told = asked(platform, f"matches/{casual}")
    assert (told["pool"], told["ratings"]) == (None, None)
    assert told["unrated"] == "Not rated: casual."


def test_the_way_of_a_player_goes_on_over_books(platform: Platform, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(import_module("shared.platform.rating.decide"), "BOOK", 2)
    ids = [resign(platform, started(platform, f"open-{number:04}")) for number in range(5)]
    books = platform.scores.ratings.books
    assert books.newest(POOL) == Books(platform.streams).newest(POOL) == 3
    way = books.way(POOL, "person:ada", 4)
    assert [(point.match, point.matches) for point in way] == [*zip(ids[1:], range(2, 6), strict=True)]
    assert [asked(platform, f"matches/{id_}")["ratings"] is not None for id_ in ids] == [True] * 5
    assert [platform.scores.ratings.places.of(POOL, id_) for id_ in ids] == [(1, 2), (1, 3), (2, 3), (2, 4), (3, 3)]
    assert [*differences(books.events(POOL))] == []


def move(platform: Platform, id_: str) -> None:
    """Of whoever is called."""
    called = platform.streams.match(id_).state.called
    for seat in called:
        who = platform.streams.match(id_).state.players[seat].partition(":")[2]
        seen: Any = platform.ask(who, "GET", f"/matches/{id_}").json
        if seen.get("legal_moves"):
            body = {"turn": seen["turn"], "move": seen["legal_moves"][0], "cause": f"move-{seen['turn']:05}"}
            platform.ask(who, "POST", f"/matches/{id_}/moves", **body)
    platform.settle()
