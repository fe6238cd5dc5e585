"""The threads that listen for the sockets: what they log, what they catch up with, and that they show signs of life."""

from types import SimpleNamespace

import fakeredis
import pytest
from structlog.testing import capture_logs

from frontend.sockets import listening as ears
from frontend.sockets import rounds
from frontend.sockets.hub import Hub
from frontend.sockets.listening import Listening
from frontend.sockets.room import Rendering, Room
from frontend.sockets.watcher import Watcher
from shared.errors import Unavailable
from shared.ledger.redis import bus_key
from shared.ledger.store import Notice
from tests.frontend.sockets.test_hub import Drawing, Visit, visiting

AWAY, FAULT, WELL = Unavailable("away", reason="no answer"), ZeroDivisionError(), None
ACTS = {"listen": "step", "look": "look_at_rows"}


@pytest.fixture
def hears(monkeypatch: pytest.MonkeyPatch) -> Listening:
    for name in ("PAUSE", "LOOK_EVERY"):
        monkeypatch.setattr(ears, name, 0)
    return Listening(fakeredis.FakeRedis(protocol=2), Hub(), Drawing().render, lambda: 2)


def go_round(hears: Listening, thread: str, *outcomes: Exception | None) -> list[bool]:
    """Let the thread go round with these outcomes; whether it had to catch up, before each of them."""
    coming, found = iter(outcomes), list[bool]()

    def act() -> None:
        found.append(hears.must_catch_up)
        hears.must_catch_up = False
        if len(found) == len(outcomes):
            hears.stop()
        if error := next(coming):
            raise error

    setattr(hears, ACTS[thread], act)
    getattr(hears, thread)()
    return found


@pytest.mark.parametrize("thread", ACTS)
def test_each_thread_that_the_server_lets_down_says_so_once(hears: Listening, thread: str):
    with capture_logs() as logged:
        go_round(hears, thread, AWAY, AWAY, AWAY, WELL, AWAY, AWAY)
    line = {"event": "live_waits", "thread": thread, "reason": "no answer", "log_level": "warning"}
    assert logged == [line, line]


@pytest.mark.parametrize("outcome", [AWAY, FAULT])
def test_what_a_failed_round_did_not_come_to_is_caught_up_with_once(hears: Listening, outcome: Exception):
    assert go_round(hears, "listen", WELL, outcome, WELL, WELL) == [False, False, True, False]


@pytest.mark.parametrize("thread", ["look", "listen", "catching up"])
def test_whoever_draws_one_part_for_thousands_shows_signs_of_life(
    hears: Listening, monkeypatch: pytest.MonkeyPatch, thread: str
):
    clock, alive = [0.0], list[bool]()
    monkeypatch.setattr(rounds, "time", SimpleNamespace(monotonic=lambda: clock[0]))

    def draw(watcher: Watcher) -> str:
        alive.append(hears.is_at_work())
        clock[0] += 0.7 * rounds.STUCK
        return str(watcher.person)

    hears.render = lambda room: Rendering(2, lambda watcher: watcher.person, draw)
    room = Room("lobby", "") if thread == "look" else Room("match", "m1k2m3k4m5k6")
    for_three(hears, room, thread)
    assert alive == [True] * 3


def for_three(hears: Listening, room: Room, thread: str) -> None:
    hears.rounds.turn("look" if thread == "look" else "listen")
    visits = [Visit(person) for person in ("ada", "bob", "eve")]
    with visiting(hears.hub, room, *visits):
        if thread == "look":
            hears.look_at_rows()
        elif thread == "catching up":
            hears.catch_up()
        else:
            hears.positions = {bus_key("0"): b"0-0"}
            hears.client.xadd(bus_key("0"), {"notice": Notice(f"match:{room.id}", 1, "match.ended").to_bytes()})
            hears.step()
