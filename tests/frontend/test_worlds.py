"""Two worlds that differ in hidden things only: whoever can't know the difference gets the same bytes in both."""

import html
import json
import re
from collections.abc import Iterator

import pytest

from shared.ledger.envelope import Stored
from shared.ledger.redis import stream_key
from tests.frontend.conftest import Pages, Visitor
from tests.frontend.worlds import another_world

pytestmark = pytest.mark.server
CHOICE = re.compile(r'<a [^>]*href="([^"]+)"[^>]* data-pick')
BOUND = re.compile(r'"(?:digest|previous|seal)":"([0-9a-f]{64})"')
FRESH = (r'(?<=name="csrf_token" value=")[^"]*', r'(?<=name="cause" value=")[^"]*', r"(?<=X-CSRFToken\":\")[^\"]*")


def play(people: list[Visitor], id_: str, moves: int) -> None:
    for _ in range(moves):
        seen = people[0].seen(id_)
        mover = people[seen["called"][0]]
        assert mover.move(id_, cause=f"turn-{seen['turn']:06}").status_code == 303


def told(pages: Pages, visitor: Visitor, id_: str) -> list[str]:
    """All that somebody is told who looks everywhere, but for what is new each time one asks, and for what binds the
    hidden parts: hashes over salts that nobody has.
    """
    stored = pages.streams.ledger.read(f"match:{id_}")
    bound = {hash_ for entry in stored for hash_ in BOUND.findall(entry.envelope.decode())}
    return [without(answer, bound) for answer in answers(pages, visitor, id_)]


def without(answer: str, bound: set[str]) -> str:
    for name in FRESH:
        answer = re.sub(name, "", answer)
    return re.sub(r"\b[0-9a-f]{64}\b", lambda found: "" if found[0] in bound else found[0], answer)


def answers(pages: Pages, visitor: Visitor, id_: str) -> Iterator[str]:
    page = visitor.get(f"/m/{id_}").text
    yield page
    choices = list(dict.fromkeys(html.unescape(link) for link in CHOICE.findall(page)))
    for address in [*choices[:2], *choices[-1:]]:
        chosen = visitor.get(address).text
        yield chosen
        yield from (visitor.get(html.unescape(link)).text for link in CHOICE.findall(chosen)[-1:])
    for at in ("", "/api/matches", "/api/scoring/matches", "/api/tables"):
        yield visitor.get(f"{at}/{id_}").text
    head = visitor.seen(id_)["head"]
    for version in {head // 2, head - 1, head}:
        yield visitor.get(f"/m/{id_}?at={version}").text
        yield visitor.get(f"/api/matches/{id_}?at={version}").text
        yield visitor.get(f"/m/{id_}?was={version}").text
        yield visitor.get(f"/m/{id_}?was={version}", htmx=True).text
    yield from pages.frames(id_, [visitor.person])
    yield visitor.move(id_, {"turn": 1, "legal_moves": [{"name": "nothing"}]}).text
    for page in ("export", "audit", "result", "result.png", "chain?after=0"):
        yield visitor.get(f"/m/{id_}/{page}").text
    yield visitor.get("/").text


def put(pages: Pages, id_: str, world: list[Stored]) -> None:
    pages.platform.redis.delete(stream_key(f"match:{id_}"))
    pages.streams.ledger.put_away(f"match:{id_}", world)


@pytest.mark.parametrize(("game", "seats"), [("quadropolis", 2), *(("sprawlopolis", seats) for seats in (1, 2, 3, 4))])
def test_who_cannot_know_the_difference_is_told_the_same_in_both_worlds(pages: Pages, game: str, seats: int):
    id_, people = pages.seated(game, seats)
    for moves in (0, 7):
        play(people, id_, moves)
        here = pages.streams.ledger.read(f"match:{id_}")
        for visitor in (*people, pages.visitor()):
            there = another_world(pages.streams, id_, visitor.seen(id_)["seat"])
            assert there is not None or moves
            if there is not None:
                mine = told(pages, visitor, id_)
                put(pages, id_, there)
                assert told(pages, visitor, id_) == mine
                put(pages, id_, here)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_a_hand_is_told_to_its_holder_alone_and_the_top_card_to_all(pages: Pages, seats: int):
    id_, people = pages.seated("sprawlopolis", seats)
    play(people, id_, 5)
    state = pages.streams.match(id_).state.state
    watching, *views = [visitor.seen(id_)["view"] for visitor in (pages.visitor(), *people)]
    assert {view["deck"]["top"]["number"] for view in (watching, *views)} == {state.top}
    for seat, view in enumerate(views):
        own = view["hands"][seat]
        assert [card["number"] for card in own["cards"]] == state.cards_of(seat)
        assert [hand["cards"] for hand in view["hands"] if hand["seat"] != seat] == [None] * (seats - 1)
    assert [(hand["cards"], hand["remembered"]) for hand in watching["hands"]] == [(None, [])] * seats


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_log_and_record_of_a_running_match_say_how_many_cards_were_dealt_and_passed_but_not_which(
    pages: Pages, seats: int
):
    id_, people = pages.seated("sprawlopolis", seats)
    play(people, id_, 5)
    log = pages.site.logs.of(pages.streams.match(id_)).lines
    record = [json.loads(line) for line in people[0].get(f"/m/{id_}/export").text.splitlines()[1:]]
    assert {line["sealed"] is None for line in record} == {True}
    stored = [(line["envelope"]["type"], line["envelope"]["data"]) for line in record]
    for told in ([(line.type, line.data) for line in log], stored):
        dealt = [data for type_, data in told if type_ == "sprawlopolis.hand_dealt"]
        passed = [data for type_, data in told if type_ == "sprawlopolis.hand_passed"]
        assert sorted(data["count"] for data in dealt) == [*[1] * (seats - 1), 3]
        assert [data["count"] for data in passed] == [2] * 5 * (seats > 1)
        assert {frozenset(data) for data in dealt} == {frozenset({"seat", "count"})}
        assert {frozenset(data) for data in passed} <= {frozenset({"seat", "to", "count"})}
