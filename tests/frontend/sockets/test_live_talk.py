"""Talk through real sockets: who hears it, with which form, and that nothing is missed while a process is away."""

import re
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
import redis
from simple_websocket import Client

from frontend.talk import Talk
from shared.platform.match import Resign
from shared.platform.table import OpenTable, TakeSeat
from tests.frontend.listeners import (
    ADA,
    BOB,
    GAME,
    MATCH,
    TABLE,
    Live,
    last_part,
    next_part,
    sockets,
    version_in,
    wait_until,
)
from tests.servers import end, ports, url_of

pytestmark = pytest.mark.server


class Talking(Live):
    """A live process, and somebody who talks."""

    spoken = 0

    def say(self, text: str, person: str = ADA, id_: str = MATCH) -> int:
        """Gives the number of the line."""
        self.spoken += 1
        self.talk.say(id_, person, text, f"cause-{self.spoken:04}")
        return self.talk.version(id_)

    @property
    def talk(self) -> Talk:
        return Talk(redis.Redis.from_url(url_of(self.var), protocol=2, decode_responses=True))

    def restart(self) -> None:
        end(self.process)
        self.process = self.start(str(self.page_port), str(self.port))


@pytest.fixture(scope="module")
def process() -> Iterator[Talking]:
    with tempfile.TemporaryDirectory(prefix="urbanist-") as folder:
        found = Talking(Path(folder) / "var", ports(2))
        try:
            found.start_match()
            yield found
        finally:
            found.stop()


def next_talk(watcher: Client) -> str:
    """The next frame of talk, whatever else comes before."""
    while not (frame := next_part(watcher)).strip().startswith('<hx-partial hx-target="#talk" hx-swap="outerMorph">'):
        pass
    return frame


def last_talk(watcher: Client, number: int) -> str:
    """Until the line with this number came: whoever catches up is told first what was there before."""
    while newest(frame := next_talk(watcher)) < number:
        pass
    return frame


def newest(frame: str) -> int:
    """The number of the newest line."""
    return int(frame.split('data-talk="', 1)[1].split('"', 1)[0])


def said(frame: str) -> list[str]:
    return re.findall(r'<span class="text"[^>]*>(.*?)</span>', frame)


def watch(process: Talking, path: str, person: str | None = None, talk: int | None = None) -> Client:
    """Of a page that has the newest version of all but the talk."""
    id_ = path.split("/")[2]
    have = process.streams.ledger.last(f"match:{id_}" if path.startswith("/m/") else f"table:{id_}")
    known = process.talk.version(id_) if talk is None else talk
    return process.watch(f"{path}?have={have}&talk={known}", person)


def test_a_line_is_heard_at_once_on_every_page_of_the_match(process: Talking):
    with ExitStack() as stack:
        pages = [(f"/m/{MATCH}/live", ADA), (f"/m/{MATCH}/live", None), (f"/t/{MATCH}/talk/live", BOB)]
        watchers = [stack.enter_context(closing(watch(process, *page))) for page in pages]
        wait_until(lambda: sockets(process) == len(watchers))
        number = process.say("hello, all")
        frames = [last_talk(watcher, number) for watcher in watchers]
    assert [newest(frame) for frame in frames] == [number] * 3
    assert [said(frame)[-1] for frame in frames] == ["hello, all"] * 3
    assert ['id="say"' in frame for frame in frames] == [True, False, True]
    assert ["(you)" in frame for frame in frames] == [True, False, False]


def test_a_move_is_pushed_without_the_talk(process: Talking):
    process.say("what a long talk this is")
    with closing(watch(process, f"/m/{MATCH}/live", ADA)) as ada:
        after = process.move()
        part = last_part(ada, after)
        assert version_in(part) == after
        assert 'data-talk="-1"' in part
        assert said(part) == []


def test_who_comes_back_hears_what_was_said_meanwhile(process: Talking):
    before = process.talk.version(MATCH)
    number = process.say("are you still there?")
    with closing(watch(process, f"/m/{MATCH}/live", BOB, talk=before)) as bob:
        assert newest(last_talk(bob, number)) == number
    with closing(watch(process, f"/m/{MATCH}/live", BOB, talk=number)) as bob:
        assert bob.receive(timeout=5) == '{"beat":1}'


def test_a_new_process_of_sockets_goes_on_with_the_talk(process: Talking):
    before = process.say("before")
    process.restart()
    number = process.say("meanwhile")
    with closing(watch(process, f"/m/{MATCH}/live", BOB, talk=before)) as bob:
        frame = last_talk(bob, number)
        assert (newest(frame), said(frame)[-2:]) == (number, ["before", "meanwhile"])
        assert newest_after(process, bob, "afterwards") == number + 1


def newest_after(process: Talking, watcher: Client, text: str) -> int:
    process.say(text)
    return newest(next_talk(watcher))


def test_the_server_goes_and_comes_back_and_the_talk_goes_on(process: Talking):
    with closing(watch(process, f"/m/{MATCH}/live")) as eve:
        wait_until(lambda: sockets(process) == 1)
        process.restart_server()
        number = process.say("that was quick")
        assert newest(last_talk(eve, number)) == number


def test_a_line_whose_news_was_lost_is_heard_when_the_server_comes_back(process: Talking):
    with closing(watch(process, f"/m/{MATCH}/live")) as eve:
        wait_until(lambda: sockets(process) == 1)
        at, text = "2026-03-01T12:00:00.000Z", "does anybody hear me?"
        fields = {"person": BOB, "cause": "cause-lost", "text": text, "at": at}
        number = process.talk.version(MATCH) + 1
        process.talk.redis.xadd(f"{{talk}}:{MATCH}", fields, id=f"{number}-0")
        process.restart_server()
        assert said(last_talk(eve, number))[-1] == text


def test_who_sits_down_at_a_table_gets_the_form_and_who_resigned_keeps_it(process: Talking):
    command = OpenTable(by=f"person:{ADA}", game=GAME, options=GAME.options(), seats=3, listed=True, seed="5e" * 32)
    process.order("table", command.by, "open-00001", command)
    with closing(watch(process, f"/t/{TABLE}/live", BOB)) as bob:
        sit = TakeSeat(by=f"person:{BOB}", nonce_hash=None)
        process.order("table", sit.by, "sit-000001", sit)
        assert 'id="say"' in next_part(bob)
        process.say("hello", BOB, TABLE)
        assert said(next_talk(bob)) == ["hello"]
    resign = Resign(player=f"person:{ADA}")
    process.order("match", resign.player, "resign-0001", resign)
    with closing(watch(process, f"/m/{MATCH}/live", ADA)) as ada:
        wait_until(lambda: sockets(process) == 1)
        process.say("good game", BOB)
        frame = next_talk(ada)
        assert said(frame)[-1] == "good game"
        assert 'id="say"' in frame


def test_there_is_no_talk_where_there_is_no_table(process: Talking):
    assert process.knock("/t/zzzzzzzzzzzz/talk/live", **process.headers()).status_code == 404
