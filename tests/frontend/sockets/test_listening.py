"""The threads that listen for the sockets: what they log, what they catch up with, and that they show signs of life."""

from threading import Thread
from types import SimpleNamespace

import fakeredis
import pytest
from structlog.testing import capture_logs

from frontend.presentation.part import Viewer
from frontend.sockets import listening as ears
from frontend.sockets import rounds
from frontend.sockets.frames import BEAT
from frontend.sockets.hub import Hub
from frontend.sockets.listening import Listening
from frontend.sockets.room import Rendering, Room
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


@pytest.mark.parametrize("thread", ["look", "listen", "catching up", "welcome"])
def test_whoever_draws_one_part_for_thousands_shows_signs_of_life(
    hears: Listening, monkeypatch: pytest.MonkeyPatch, thread: str
):
    clock, alive = [0.0], list[bool]()
    monkeypatch.setattr(rounds, "time", SimpleNamespace(monotonic=lambda: clock[0]))

    def draw(audience: Viewer) -> str:
        alive.append(hears.is_at_work())
        clock[0] += 0.7 * rounds.STUCK
        return str(audience.person)

    hears.render = lambda room: Rendering(2, lambda viewer: viewer, draw)
    room = Room("lobby", "") if thread == "look" else Room("match", "m1k2m3k4m5k6")
    for_three(hears, room, thread)
    assert alive == [True] * 3


def show(hears: Listening, room: Room, version: int) -> None:
    """As if all in the room had been welcomed at that version."""
    hears.hub.welcome(room, Drawing(version).render, {})


def for_three(hears: Listening, room: Room, thread: str) -> None:
    hears.rounds.turn(thread if thread in ("look", "welcome") else "listen")
    visits = [Visit(person) for person in ("ada", "bob", "eve")]
    with visiting(hears.hub, room, *visits):
        if thread == "look":
            show(hears, room, version=1)
            hears.look_at_rows()
        elif thread == "catching up":
            hears.catch_up()
        elif thread == "welcome":
            hears.welcome_all()
        else:
            hears.positions = {bus_key("0"): b"0-0"}
            hears.client.xadd(bus_key("0"), {"notice": Notice(f"match:{room.id}", 1, "match.ended").to_bytes()})
            hears.step()


@pytest.mark.parametrize("act", ["look_at_rows", "welcome_all"])
def test_news_is_told_before_others_are_drawn_anything(hears: Listening, act: str):
    drawing, eve = Drawing(), Visit()
    hears.render = drawing.render
    room = Room("lobby", "")
    with visiting(hears.hub, room, eve):
        if act == "look_at_rows":
            show(hears, room, version=0)
        with hears.precedence.taken():
            thread = Thread(target=getattr(hears, act))
            thread.start()
            thread.join(0.2)
            assert thread.is_alive()
            assert (drawing.looked, drawing.drawn) == (0, 0)
        thread.join(5)
        assert (drawing.looked, drawing.drawn) == (1, 1)


def test_whoever_was_not_welcomed_yet_is_drawn_once_and_not_by_both_threads(hears: Listening):
    drawing, eve = Drawing(version=2), Visit()
    hears.render = drawing.render
    room = Room("lobby", "")
    with visiting(hears.hub, room, eve):
        hears.look_at_rows()
        assert drawing.drawn == 0
        hears.welcome_all()
        hears.look_at_rows()
        assert drawing.drawn_for == [None]


def test_news_is_told_before_the_next_beat(hears: Listening, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("frontend.sockets.listening.BEAT_EVERY", 0.01)
    eve = Visit()
    with visiting(hears.hub, Room("lobby", ""), eve):
        with hears.precedence.taken():
            thread = Thread(target=hears.beat)
            thread.start()
            eve.other.settimeout(0.3)
            with pytest.raises(TimeoutError):
                eve.heard()
        eve.other.settimeout(5)
        assert eve.heard().startswith(BEAT)
        hears.stop()
        thread.join(5)
