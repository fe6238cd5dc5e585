"""The pieces of the load generator: what it reads, what it sends again, and how it sums up."""

import asyncio
import time
from collections import Counter
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import pytest

from frontend.sockets.frames import deflated_frame
from tests.bench.load import run
from tests.bench.load.connection import Answer, Door, NoAnswer, whole
from tests.bench.load.frames import TEXT, Frame, Frames
from tests.bench.load.pace import Pace
from tests.bench.load.person import Person, Refused, Visitors, addresses, cookies, seconds_to_wait
from tests.bench.load.processor import COLUMNS, REST, name_of, ticks_of
from tests.bench.load.profile import top
from tests.bench.load.run import Measured, Plan, Run
from tests.bench.load.spectators import ACCEPTED, Spectators, handshake, version_in
from tests.bench.load.table import carried, costs, errors, milliseconds
from tests.bench.load.tally import Tally, percentile
from tests.bench.load.watch import Watched
from tests.bench.played import ID, played
from tests.waiting import BUSY

Found = TypeVar("Found")


def test_percentiles_are_values_that_occurred():
    hundred = [number / 100 for number in range(1, 101)]
    assert [percentile(hundred, each) for each in (50, 99, 100)] == [0.5, 0.99, 1]
    assert [percentile([3, 1, 2], each) for each in (1, 50, 99)] == [1, 2, 3]
    assert percentile([], 50) is None
    assert milliseconds([0.002, 0.0014]) == "1.4, 2.0"
    assert milliseconds([]) == "-, -"


def test_an_answer_is_whole_with_its_last_byte():
    said = b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\nSet-Cookie: a=b; Path=/\r\nSet-Cookie: c=d\r\n\r\nabc"
    assert [whole(said[:length]) for length in range(len(said))] == [None] * len(said)
    found = whole(said)
    assert found
    assert (found.status, found.body) == (200, b"abc")
    assert list(cookies(found.head)) == [(b"a", b"b"), (b"c", b"d")]
    nothing = whole(b"HTTP/1.1 204 No Content\r\n\r\n")
    assert nothing
    assert nothing.body == b""
    with pytest.raises(NoAnswer):
        whole(b"HTTP/1.1 200 OK\r\n\r\n")


def test_whoever_is_sent_away_waits_as_long_as_the_answer_says():
    assert seconds_to_wait(Answer(429, b"HTTP/1.1 429 \r\nRetry-After: 7", b"", 0)) == 7
    assert 0 < seconds_to_wait(None) < 1


def test_frames_come_in_any_pieces():
    small, large = b"\x81\x05" + b"a" * 5, b"\x81\x7e\x01\x00" + b"b" * 256
    largest = b"\x81\x7f" + (70_000).to_bytes(8) + b"c" * 70_000
    said = small + large + b"\x88\x02\x03\xf4" + largest
    for size in (1, 7, 300, len(said)):
        frames = Frames()
        found = [frame for at in range(0, len(said), size) for frame in frames.feed(said[at : at + size])]
        assert found == [
            Frame(TEXT, b"a" * 5), Frame(TEXT, b"b" * 256), Frame(0x88, b"\x03\xf4"), Frame(TEXT, b"c" * 1024),
        ]  # fmt: skip


def test_a_compressed_frame_begins_with_its_text():
    text = b'<div id="match" class="match" data-version="12">' + bytes(range(256)) * 40
    made = deflated_frame(text)
    (frame,) = Frames().feed(made)
    assert len(made) > len(frame.begins)
    assert frame.text == text[: len(frame.text)]
    assert (version_in(frame), version_in(Frame(TEXT, text[:100])), version_in(Frame(0x88, text))) == (12, 12, None)


def test_everybody_has_an_address_of_their_own():
    source = addresses()
    assert len({next(source) for _ in range(70_000)}) == 70_000


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("python gunicorn -c infra/gunicorn.conf.py -b 127.0.0.1:1 frontend.app:create_app() ", "frontend"),
        ("python gunicorn -b 127.0.0.1:1 services.game_command.api:create_app() ", "game_command"),
        ("python -m services.game_command ", "game_command listener"),
        ("python .venv/bin/rq worker slow_bots --worker-class infra.worker.Worker ", "workers"),
        ("python -m infra.run ", REST),
    ],
)
def test_a_program_is_known_by_its_command(command: str, name: str):
    assert name_of(command) == name
    assert name in COLUMNS


def test_processor_time_only_grows():
    before = ticks_of(pid := 1)
    assert before <= ticks_of(pid)
    assert ticks_of(2**22 + 1) == 0  # no process has such a number


def test_a_profile_names_who_works_and_who_lets_work():
    found = top(Counter({"main;draw;escape": 3, "main;draw": 1, "main;wait;draw;draw": 4}))
    assert found[1:3] == [" 62.5 %  draw", " 37.5 %  escape"]
    assert found[4:6] == ["100.0 %  main", "100.0 %  draw"]


def test_costs_are_for_each_move_by_process():
    watch = Watched(sockets=9, used=dict.fromkeys(COLUMNS, 0.5))
    watch.tally.measured.moves = 100
    line = costs([watch])[2].split(" | ")
    assert line[:3] == ["| 9 sockets", "1", "5.00"]
    assert line[-1] == f"{5 * (len(COLUMNS) - 1):.2f} |"
    assert errors(Counter({0: 1, 429: 2})) == "no answer: 1, 429: 2"


def run_apart(work: Coroutine[Any, Any, Found]) -> Found:
    """In a thread of its own, as a browser that another test has opened keeps a loop in this one."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(asyncio.run, work).result()


def test_what_got_no_verdict_is_sent_again_and_counted():
    """The first connection breaks, the second answer is 503, the third is a verdict; then the door says no."""
    said: list[bytes] = []
    ended: list[asyncio.Event] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        ended.append(end := asyncio.Event())
        while data := await reader.read(65_536):
            said.append(data)
            if len(said) == 1:
                break
            status = {2: b"503 No", 3: b"200 OK"}.get(len(said), b"422 No")
            writer.write(b"HTTP/1.1 " + status + b"\r\nSet-Cookie: who=me\r\nContent-Length: 2\r\n\r\n{}")
        writer.close()
        await writer.wait_closed()
        end.set()

    async def ask(tally: Tally) -> None:
        async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
            door = Door("127.0.0.1", server.sockets[0].getsockname()[1])
            person = Person(door, "10.0.0.1", tally, asyncio.Event())
            assert await person.command("move", "/moves", {"cause": "load-0001"}) == {}
            with pytest.raises(Refused, match="422"):
                await person.command("move", "/moves", {"cause": "load-0002"})
            person.connection.close()
            await asyncio.gather(*(end.wait() for end in ended))

    tally = Tally()
    run_apart(ask(tally))
    assert tally.warm_up.statuses == {0: 1, 503: 1, 200: 1, 422: 1}
    assert tally.errors == {0: 1, 503: 1, 422: 1}
    assert len(tally.warm_up.times["move"]) == 1
    assert [request.count(b"load-0001") for request in said] == [1, 1, 1, 0]
    assert b"X-Forwarded-For: 10.0.0.1\r\n" in said[0]
    assert [b"Cookie: who=me\r\n" in request for request in said] == [False, False, True, True]


def test_a_door_that_refuses_everybody_is_asked_in_turns_and_counted(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(run, "PAUSE", 0.02)

    async def play() -> tuple[Measured, float]:
        plan = Plan(style="post", matches=1, bots=0, warm_up=0, seconds=1)
        playing = Run(plan, Visitors(Door("127.0.0.1", 9)), played())

        async def refuse(*_asked: object) -> None:
            if playing.found.refused == 4:
                playing.over.set()
            raise Refused(f"no {playing.found.refused}")

        monkeypatch.setattr(run, "begin", refuse)
        begun = time.perf_counter()
        await playing._play_on(0, 2, 0)
        return playing.found, time.perf_counter() - begun

    found, took = run_apart(play())
    assert (found.refused, found.refusals) == (5, ["no 0", "no 1", "no 2"])
    assert took >= 5 * 0.02


def test_spectators_note_when_they_were_shown_a_version_and_who_was_refused():
    """Of two sockets the second is refused; the first hears of version 7 at once and of 9 a little later."""
    match, asked, ended = played().match(ID), list[bytes](), list[asyncio.Event]()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        ended.append(end := asyncio.Event())
        asked.append(await reader.readuntil(b"\r\n\r\n"))
        if len(asked) == 1:
            shown = [b'<div id="match" class="match" data-version="%d">' % version for version in (7, 9)]
            frames = [bytes((TEXT, len(part))) + part for part in (*shown, b'{"beat":1}')]
            writer.write(b"HTTP/1.1 101 Go\r\nSec-WebSocket-Accept: " + ACCEPTED + b"\r\n\r\n" + b"".join(frames))
            await reader.read()
        else:
            writer.write(b"HTTP/1.1 503 No\r\n\r\n")
        writer.close()
        end.set()

    async def watch() -> tuple[Counter[int], list[list[float | None]]]:
        async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
            door, spectators = Door("127.0.0.1", server.sockets[0].getsockname()[1]), Spectators()
            await spectators.open(door, [handshake(door, door, match, f"10.0.0.{number}") for number in (1, 2)])
            seen = [await spectators.saw(version, 0.1) for version in (7, 8, 10)]
            spectators.close()
            await asyncio.gather(*(end.wait() for end in ended))
            return spectators.statuses, seen

    statuses, ((seven,), (eight,), (ten,)) = run_apart(watch())
    assert statuses == {101: 1, 503: 1}
    assert seven
    assert eight
    assert seven <= eight
    assert ten is None
    assert f"have={match.version}".encode() in asked[0]


def test_moves_are_offered_at_a_rate_and_late_ones_stay_late():
    """Of four that wait at once each gets the next moment; whoever asks late learns how late it is."""

    async def offer() -> None:
        pace, begun = Pace(100, asyncio.Event()), time.perf_counter()
        offered = await asyncio.gather(*(pace.due() for _ in range(4)))
        assert [at - offered[0] for at in offered] == pytest.approx([0, 0.01, 0.02, 0.03])
        assert time.perf_counter() - begun >= 0.03
        await asyncio.sleep(0.05)  # the next move is late by then
        late = await pace.due()
        assert late == pytest.approx(offered[0] + 0.04)
        pace.begin()
        assert await pace.due() >= offered[0] + 0.08  # what was late is forgotten

    run_apart(offer())


def test_nobody_waits_for_a_move_that_is_due_after_the_end():
    async def end() -> None:
        pace = Pace(0.01, over := asyncio.Event())
        waiting = [asyncio.create_task(pace.due()) for _ in range(4)]
        await waiting[0]
        over.set()
        async with asyncio.timeout(BUSY):
            await asyncio.gather(*waiting)

    run_apart(end())


@pytest.mark.parametrize(("rate", "last"), [(40.0, "| 40 | 1.0, 2.0 |"), (None, "| none |")])
def test_a_run_at_a_rate_says_what_was_offered(rate: float | None, last: str):
    run = Measured(Plan(style="post", matches=8, bots=0, warm_up=0, seconds=1, rate=rate), seconds=1)
    run.tally.measured.times["due"] = [0.001, 0.002]
    head, _, line = carried([run])
    assert line.endswith(last)
    assert ("offered a second" in head) is bool(rate)
