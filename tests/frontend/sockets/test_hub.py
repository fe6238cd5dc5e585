"""Rooms, audiences and sockets that can't keep up, without any process around them."""

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event
from typing import Any

import fakeredis
import pytest
from wsproto.connection import Connection, ConnectionType
from wsproto.events import TextMessage
from wsproto.extensions import PerMessageDeflate

from frontend.compressing import deflated_around
from frontend.presentation.part import Viewer
from frontend.sockets import listening as ears
from frontend.sockets import push as pushing
from frontend.sockets import rounds
from frontend.sockets.frames import BEAT, close_frame, deflated_frame, text_frame
from frontend.sockets.hub import Hub
from frontend.sockets.listening import Listening
from frontend.sockets.push import TOKEN, push
from frontend.sockets.room import Rendering, Room
from frontend.sockets.watcher import Watcher
from shared.errors import Unavailable
from shared.ledger.canonical import canonical
from shared.ledger.redis import bus_key
from shared.ledger.store import Notice
from shared.people.unsaid import NEWS
from tests.waiting import until

ROOM, OTHER = Room("match", "a"), Room("match", "b")


class Visit:
    """A socket in a room; `other` is the browser's end."""

    def __init__(self, person: str | None = None, token: str = "t0ken") -> None:
        ours, self.other = socket.socketpair()
        self.watcher = Watcher(ours, Viewer(person, "http://localhost"), lambda: token)
        self.other.settimeout(2)

    def heard(self) -> bytes:
        return self.other.recv(1 << 20)

    def close(self) -> None:
        self.watcher.sock.close()
        self.other.close()


@contextmanager
def visiting(hub: Hub, room: Room, *visits: Visit) -> Iterator[None]:
    for visit in visits:
        hub.join(visit.watcher, {room: None})
    try:
        yield
    finally:
        for visit in visits:
            hub.leave(visit.watcher, [room])
            visit.close()


class Drawing:
    """What is shown: the audience's name, at a version. Counts how often it was looked at and drawn."""

    def __init__(self, version: int = 1, text: str = "{}", is_final: bool = False) -> None:
        self.version = version
        self.text = text
        self.is_final = is_final
        self.looked = 0
        self.drawn_for: list[str | None] = []

    @property
    def drawn(self) -> int:
        return len(self.drawn_for)

    def render(self, room: Room) -> Rendering:
        self.looked += 1
        return Rendering(self.version, lambda viewer: Viewer(viewer.person), self.draw, self.is_final)

    def draw(self, audience: Viewer) -> str:
        self.drawn_for.append(audience.person)
        return self.text.format(audience.person)


def test_each_audience_gets_its_own_part_drawn_once():
    hub, drawing = Hub(), Drawing()
    ada, eve, bob = Visit("ada"), Visit(), Visit()
    with visiting(hub, ROOM, ada, eve, bob):
        hub.update(ROOM, drawing.render)
        assert ada.heard() == text_frame(b"ada")
        assert eve.heard() == bob.heard() == text_frame(b"None")
    assert drawing.drawn == 2
    assert hub.rooms == []


def test_each_viewer_is_asked_about_once():
    asked = list[Viewer]()

    def audience(viewer: Viewer) -> Viewer:
        asked.append(viewer)
        return Viewer(None)

    ada, eve, bob = Visit("ada"), Visit(), Visit()
    push(Rendering(1, audience, lambda _audience: "part"), [each.watcher for each in (ada, eve, bob)])
    assert asked == [ada.watcher.viewer, eve.watcher.viewer]
    assert [each.heard() for each in (ada, eve, bob)] == [text_frame(b"part")] * 3
    for each in (ada, eve, bob):
        each.close()


def test_forms_hold_the_token_of_who_gets_them():
    hub, drawing = Hub(), Drawing(text=f"<{TOKEN}>")
    eve, bob = Visit(token="of-eve"), Visit(token="of-bob")
    with visiting(hub, ROOM, eve, bob):
        hub.update(ROOM, drawing.render)
        assert (eve.heard(), bob.heard()) == (text_frame(b"<of-eve>"), text_frame(b"<of-bob>"))
    assert drawing.drawn == 1


def test_a_part_is_compressed_for_all_who_inflate_it():
    hub, drawing = Hub(), Drawing(text="x" * 1000)
    eve, bob, ada = Visit(), Visit(), Visit("ada")
    eve.watcher.inflates = ada.watcher.inflates = True
    with visiting(hub, ROOM, eve, bob, ada):
        hub.update(ROOM, drawing.render)
        assert eve.heard() == ada.heard() == deflated_frame(b"x" * 1000)
        assert bob.heard() == text_frame(b"x" * 1000)


def test_forms_are_compressed_around_their_tokens(monkeypatch):
    """Once for all whose tokens are as long."""
    worked = []

    def counted(parts: list[bytes], size: int, level: int) -> list[bytes]:
        worked.append(size)
        return deflated_around(parts, size, level)

    monkeypatch.setattr(pushing, "deflated_around", counted)
    hub, drawing = Hub(), Drawing(text=f"{'<a>' * 300}{TOKEN}{'<a>' * 300}{TOKEN}")
    tokens = {"of-eve": True, "of-bob": True, "of-cleopatra": True, "": True, "of-ada": False}
    visits = [Visit(token=token) for token in tokens]
    for visit, token in zip(visits, tokens, strict=True):
        visit.watcher.inflates = tokens[token]
    with visiting(hub, ROOM, *visits):
        hub.update(ROOM, drawing.render)
        for visit, token in zip(visits, tokens, strict=True):
            frame = visit.heard()
            assert inflated(frame) == f"{'<a>' * 300}{token}{'<a>' * 300}{token}"
            assert frame.count(token.encode()) == (2 if token else len(frame) + 1)
            assert len(frame) < 200 or not visit.watcher.inflates
    assert sorted(worked) == [0, 6, 12]


def inflated(frame: bytes) -> str:
    deflate = PerMessageDeflate(server_no_context_takeover=True)
    deflate.finalize(PerMessageDeflate.name)
    browser = Connection(ConnectionType.CLIENT, [deflate])
    browser.receive_data(frame)
    return "".join(event.data for event in browser.events() if isinstance(event, TextMessage))


def test_who_never_reads_is_dropped_and_the_others_go_on():
    hub, drawing = Hub(), Drawing(text="x" * 60_000)
    lazy, eve = Visit(), Visit()
    with visiting(hub, ROOM, lazy, eve):
        for _ in range(200):
            hub.update(ROOM, drawing.render)
            received = 0
            while received < len(text_frame(b"x" * 60_000)):
                received += len(eve.heard())
        read = 0
        while chunk := lazy.heard():
            read += len(chunk)
        assert 0 < read < 200 * 60_000
        hub.beat()
        assert eve.heard() == BEAT


def test_a_room_that_fails_stops_no_other():
    hub, drawing = Hub(), Drawing()
    ada, eve = Visit(), Visit()

    def render(room: Room) -> Rendering:
        if room == ROOM:
            raise ZeroDivisionError
        return drawing.render(room)

    with visiting(hub, ROOM, ada), visiting(hub, OTHER, eve):
        for room in hub.rooms:
            hub.update(room, render)
        assert ada.heard() == close_frame(1011)
        assert ada.heard() == b""
        assert eve.heard() == text_frame(b"None")


def test_while_the_server_is_away_nobody_hears_anything():
    hub = Hub()
    eve = Visit()

    def render(room: Room) -> Rendering:
        raise Unavailable("away")

    with visiting(hub, ROOM, eve):
        with pytest.raises(Unavailable):
            hub.update(ROOM, render)
        eve.other.setblocking(False)
        with pytest.raises(BlockingIOError):
            eve.heard()


@pytest.mark.parametrize(
    ("have", "is_final", "is_pushed"), [(7, False, False), (6, False, True), (None, False, True), (7, True, True)]
)
def test_who_joins_gets_what_is_missing(have: int | None, is_final: bool, is_pushed: bool):
    hub, drawing = Hub(), Drawing(version=7, is_final=is_final)
    eve = Visit()
    with visiting(hub, ROOM, eve):
        hub.welcome(ROOM, drawing.render, {eve.watcher: have})
        hub.beat()
        assert eve.heard() == (text_frame(b"None") if is_pushed else b"") + BEAT


def test_all_who_came_are_welcomed_together():
    hub, drawing = Hub(), Drawing()
    ada, eve, bob, cleo = Visit("ada"), Visit(), Visit(), Visit()
    with visiting(hub, ROOM, ada, eve, bob), visiting(hub, OTHER, cleo):
        came = hub.newcomers(0)
        assert {room: set(those) for room, those in came.items()} == {
            ROOM: {ada.watcher, eve.watcher, bob.watcher},
            OTHER: {cleo.watcher},
        }
        hub.welcome(ROOM, drawing.render, came[ROOM])
        assert (drawing.looked, drawing.drawn) == (1, 2)
        assert [one.heard() for one in (ada, eve, bob)] == [text_frame(who) for who in (b"ada", b"None", b"None")]
        assert hub.newcomers(0) == {}


@pytest.mark.parametrize(("error", "code"), [(Unavailable("away"), 1013), (ZeroDivisionError(), 1011)])
def test_who_cannot_be_welcomed_hears_why_and_nobody_else_does(error: Exception, code: int):
    hub = Hub()
    ada, eve = Visit(), Visit()

    def render(room: Room) -> Rendering:
        raise error

    with visiting(hub, ROOM, ada, eve):
        hub.welcome(ROOM, render, {eve.watcher: None})
        hub.beat()
        assert (eve.heard(), eve.heard()) == (close_frame(code), b"")
        assert ada.heard() == BEAT


def test_nothing_is_written_to_who_has_left():
    """By then the descriptor may be that of another visitor."""
    hub, drawing = Hub(), Drawing()
    eve = Visit()
    hub.join(eve.watcher, {ROOM: None})
    came = hub.newcomers(0)[ROOM]
    hub.leave(eve.watcher, [ROOM])
    hub.welcome(ROOM, drawing.render, came)
    hub.close([eve.watcher], 1012)
    eve.other.setblocking(False)
    with pytest.raises(BlockingIOError):
        eve.heard()
    assert hub.version(ROOM) is None
    eve.close()


def test_players_are_shown_a_move_before_the_crowd():
    hub, drawing = Hub(), Drawing()
    crowd, ada = [Visit() for _ in range(9)], Visit("ada")
    with visiting(hub, ROOM, *crowd, ada):
        hub.update(ROOM, drawing.render)
    assert drawing.drawn_for == ["ada", None]


def test_only_rooms_that_moved_on_are_pushed_again():
    hub, drawing = Hub(), Drawing(version=7)
    eve = Visit()
    with visiting(hub, ROOM, eve):
        hub.welcome(ROOM, drawing.render, {eve.watcher: 7})
        hub.update(ROOM, drawing.render, hub.version(ROOM))
        assert drawing.drawn == 0
        drawing.version = 8
        hub.update(ROOM, drawing.render, hub.version(ROOM))
        assert (drawing.drawn, hub.version(ROOM)) == (1, 8)


def test_everybody_hears_a_goodbye():
    hub = Hub()
    ada, eve = Visit(), Visit()
    with visiting(hub, ROOM, ada), visiting(hub, OTHER, eve):
        hub.close_all(1012)
        assert ada.heard() == eve.heard() == b"\x88\x02\x03\xf4"
        assert (ada.heard(), eve.heard()) == (b"", b"")


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536])
def test_frames_say_how_long_they_are(size: int):
    frame = text_frame(b"x" * size)
    head = {True: 2, size > 125: 4, size > 65_535: 10}[True]
    assert len(frame) == head + size
    assert int.from_bytes(frame[2:head] or frame[1:2]) == size


def test_a_notice_that_is_none_closes_nobodys_socket():
    client: Any = fakeredis.FakeRedis(protocol=2)
    bus = bus_key("0")
    listening = Listening(client, Hub(), Drawing().render, lambda: 0)
    listening.positions = {bus: b"0-0"}
    said = {"seats": [], "stream": "match:m1k2m3k4m5k6", "type": "match.ended", "version": 1}
    values: tuple[Any, ...] = (None, {}, True)
    odd = [{**said, name: value} for name in said for value in values]
    notices = [b"junk", b"[]", b'{"type":"match.ended"}', *map(canonical, odd)]
    for fields in (*({"notice": notice} for notice in notices), {"other": b"x"}):
        client.xadd(bus, fields)
    client.xadd(bus, {"notice": Notice("match:m1k2m3k4m5k6", 1, "match.ended").to_bytes()})
    rooms = [Room(kind, "m1k2m3k4m5k6") for kind in ("match", "table", "tournament")]
    assert listening._changed(client.xread(listening.positions)) == rooms


def test_news_of_talk_reaches_the_talk_and_what_is_none_closes_nobodys_socket():
    client: Any = fakeredis.FakeRedis(protocol=2)
    listening = Listening(client, Hub(), Drawing().render, lambda: 0)
    listening.positions = {NEWS: b"0-0"}
    for fields in ({"id": b"m1k2m3k4m5k6"}, {"id": b"\xff"}, {"other": b"x"}, {"id": b"m1k2m3k4m5k6"}):
        client.xadd(NEWS, fields)
    rooms = listening._changed(client.xread(listening.positions))
    assert Room("talk", "m1k2m3k4m5k6") in rooms
    assert {room.kind for room in rooms} == {"talk"}
    assert len(rooms) == 2


def test_a_socket_in_two_rooms_counts_once_and_hears_one_beat():
    hub = Hub()
    eve = Visit()
    with visiting(hub, ROOM, eve):
        hub.join(eve.watcher, {Room("talk", "a"): None})
        assert hub.count == 1
        hub.beat()
        assert eve.heard() == BEAT
        eve.other.setblocking(False)
        with pytest.raises(BlockingIOError):
            eve.heard()
        hub.leave(eve.watcher, [Room("talk", "a")])


def test_nobody_can_say_the_words_that_stand_for_a_token():
    code = "from frontend.sockets.push import TOKEN; print(TOKEN)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout != TOKEN


@pytest.mark.parametrize("stuck", ["listen", "look", "welcome", "beat"])
def test_where_one_thread_is_stuck_the_process_shows_no_life(monkeypatch, stuck):
    """Whichever it is, and however well the others go on."""
    monkeypatch.setattr(rounds, "STUCK", 0.4)
    monkeypatch.setattr(ears, "BEAT_EVERY", 0.05)
    monkeypatch.setattr(ears, "LOOK_EVERY", 0.05)
    monkeypatch.setattr(ears, "GATHER", 0.05)
    goes_on, hub, work = Event(), Hub(), lambda: time.sleep(0.02)  # the work of a thread
    hears = Listening(None, hub, Drawing().render, lambda: 0)
    steps: dict[str, tuple[Any, str]] = {
        "listen": (hears, "step"),
        "look": (hears, "look_at_rows"),
        "welcome": (hears, "welcome_all"),
        "beat": (hub, "beat"),
    }
    for name, (owner, step) in steps.items():
        monkeypatch.setattr(owner, step, goes_on.wait if name == stuck else work)
    hears.start()
    assert hears.is_at_work()
    until(lambda: not hears.is_at_work())
    goes_on.set()
    until(hears.is_at_work)
    hears.stop()
