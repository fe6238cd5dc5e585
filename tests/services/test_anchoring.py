"""Matchmaking's listener notes what changes, and a thread beside it makes an anchor of it each hour."""

from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from threading import Event, Thread
from typing import Any

import pytest

from services.matchmaking import anchoring
from services.matchmaking.anchoring import EVERY, NAME, REST, Anchoring, keep_anchoring
from services.matchmaking.changed import noting
from services.matchmaking.reactions import Reactions
from shared.errors import Busy, Unavailable
from shared.games.registry import GAMES
from shared.ledger.anchors import Anchors, Leaf, Maker, Noted, check_all
from shared.ledger.anchors.noted import CHANGED
from shared.ledger.archive import WholeLedger
from shared.ledger.consumer import Newest
from shared.ledger.store import Notice
from shared.platform.events import EVENTS
from shared.settings import settings
from shared.web import life
from shared.web.ledger import streams
from tests.services.conftest import Platform

pytestmark = pytest.mark.server


class Clock:
    def __init__(self) -> None:
        self.now = datetime.now(UTC)

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def anchors(platform: Platform) -> Iterator[Anchors]:
    """The listener notes what happens from now on."""
    ledger = streams().ledger
    assert isinstance(ledger, WholeLedger)
    noted = Noted(ledger.client)
    noted.done(begins=True)
    platform.tables = Reactions(platform.streams, platform.rows, settings(), None, platform.queues[3], noted)
    platform.listeners[0] = (platform.listeners[0][0], platform.tables.reactions())
    with closing(ledger.archive.database):
        yield Anchors(settings().anchor_folder)


def maker(clock: Callable[[], datetime]) -> Maker:
    ledger = streams().ledger
    assert isinstance(ledger, WholeLedger)
    return Maker(ledger, Anchors(settings().anchor_folder), clock)


def play(platform: Platform, cause: str) -> str:
    body = {"game": "quadropolis", "seats": 2, "bots": ["greedy"], "cause": f"open-{cause}"}
    id_ = str(platform.ask("ada", "POST", "/tables", **body).json["id"])  # type: ignore[index]
    platform.ask("ada", "POST", f"/tables/{id_}/seats", nonce_hash=None, cause=f"sit-{cause}")
    platform.settle()
    return id_


def named(anchors: Anchors, number: int) -> dict[str, int]:
    return {leaf.stream: leaf.version for leaf in map(Leaf.from_bytes, anchors.lines(number))}


def heads(*ids: str) -> dict[str, int]:
    found = {f"{kind}:{id_}": streams().ledger.last(f"{kind}:{id_}") for kind in ("match", "table") for id_ in ids}
    return dict(sorted(found.items()))


def test_each_hour_has_an_anchor_of_what_was_played_in_it(platform: Platform, anchors: Anchors):
    clock = Clock()
    hourly = Anchoring(maker(clock), settings())
    first = play(platform, "00001")
    hourly.look()
    second = play(platform, "00002")
    hourly.look()
    clock.now += timedelta(hours=1)
    hourly.look()
    assert [named(anchors, number) for number in anchors.numbers] == [heads(first), heads(second)]
    assert [*check_all(streams().ledger, anchors)] == []


def test_moves_by_themselves_are_noted_too(platform: Platform, anchors: Anchors):
    id_ = play(platform, "00001")
    platform.redis.delete(CHANGED)
    seen = platform.ask("ada", "GET", f"/matches/{id_}").json
    assert seen
    body = {"turn": seen["turn"], "move": seen["legal_moves"][0], "cause": "move-00001"}
    assert platform.ask("ada", "POST", f"/matches/{id_}/moves", **body).status_code == 200
    platform.hear(0)
    assert platform.redis.smembers(CHANGED) == {f"match:{id_}".encode()}


def test_events_of_all_kinds_are_noted_before_anything_follows():
    heard: list[str] = []

    class Heard(Noted):
        def note(self, stream: str) -> None:
            heard.append(f"noted {stream}")

    rows, ends = Newest(lambda notice: heard.append("row")), lambda notice: heard.append("end")
    found = noting(Heard(None), {"match.started": rows, "match.turn_started": rows, "match.ended": ends})
    assert found.keys() == {*EVENTS, *(type_ for game in GAMES.values() for type_ in game.events)}
    assert found["match.started"] is found["match.turn_started"]
    assert isinstance(found["match.started"], Newest)
    for type_ in ("match.started", "match.ended", "quadropolis.tile_taken", "deal.committed"):
        found[type_](Notice("match:x", 1, type_))
    assert heard == ["noted match:x", "row", "noted match:x", "end", "noted match:x", "noted match:x"]


def test_two_listeners_at_once_make_one(platform: Platform, anchors: Anchors):
    play(platform, "00001")
    clock, both = Clock(), [Anchoring(maker(Clock()), settings()) for _ in range(2)]
    with anchors.alone():
        for one in both:
            with pytest.raises(Busy):
                one.look()
    for one in both:
        one.maker.clock = clock
        one.look()
    assert anchors.numbers == [1]


def test_a_full_disk_is_left_alone(platform: Platform, anchors: Anchors, monkeypatch: pytest.MonkeyPatch):
    play(platform, "00001")
    hourly = Anchoring(maker(Clock()), settings())
    with monkeypatch.context() as full:
        full.setattr(anchoring, "is_full", lambda chosen: True)
        hourly.look()
    assert anchors.numbers == []
    hourly.look()
    assert anchors.numbers == [1]


class Failing:
    """Each look fails in another way."""

    def __init__(self) -> None:
        self.errors: list[Exception | None] = [Busy("busy"), Unavailable("away"), OSError("full"), None]
        self.rests: list[float] = []

    def look(self) -> None:
        if error := self.errors.pop(0):
            raise error


def test_whatever_fails_is_tried_again(capfd: pytest.CaptureFixture[str]):
    failing: Any = Failing()
    keep_anchoring(failing, lambda: not failing.errors, failing.rests.append)
    assert failing.rests == [REST, REST, REST, EVERY]


def test_a_thread_that_hangs_takes_the_signs_of_its_program_with_it(monkeypatch: pytest.MonkeyPatch):
    hangs, goes_on = Event(), Event()

    class Hanging:
        def look(self) -> None:
            hangs.set()
            goes_on.wait(30)

    monkeypatch.setattr(life, "_works_until", {})
    hanging: Any = Hanging()
    thread = Thread(target=keep_anchoring, args=(hanging, goes_on.is_set, lambda seconds: None), daemon=True)
    thread.start()
    assert hangs.wait(10)
    assert NAME in life._works_until
    goes_on.set()
    thread.join(10)
    assert life._works_until == {}
