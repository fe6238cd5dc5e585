"""Sockets of people who play: opened with their cookies, counted like other answers, closed with their match."""

import asyncio
from collections import Counter
from random import Random

from tests.bench.load.connection import Door
from tests.bench.load.match import Match
from tests.bench.load.person import Visitors
from tests.bench.load.run import Plan, Run
from tests.bench.load.spectators import ACCEPTED
from tests.bench.played import ID, played
from tests.bench.test_load import run_apart


async def opened(answers: list[bytes]) -> tuple[list[bytes], Counter[int]]:
    """What two people asked, and how it was counted."""
    asked, ended = list[bytes](), [asyncio.Event() for _ in answers]

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.append(await reader.readuntil(b"\r\n\r\n"))
        number = len(asked) - 1
        writer.write(answers[number])
        await reader.read()  # until the other side hangs up
        writer.close()
        ended[number].set()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        live = Door("127.0.0.1", server.sockets[0].getsockname()[1])
        streams = played()
        playing = Run(Plan(style="post", matches=1, bots=0, warm_up=0, seconds=1, live=live), Visitors(live), streams)
        people = playing.visitors.come(playing.found.tally, playing.over, 2)
        people[1].cookies[b"who"] = b"me"
        async with playing._open_pages(Match(streams, ID, {}, Random(1)), people):
            assert not ended[0].is_set()
        await asyncio.gather(*(end.wait() for end in ended))
    return asked, playing.found.tally.warm_up.statuses


def test_each_person_opens_a_socket_with_their_cookie():
    yes, no = b"HTTP/1.1 101 Go\r\nSec-WebSocket-Accept: " + ACCEPTED + b"\r\n\r\n", b"HTTP/1.1 503 No\r\n\r\n"
    asked, statuses = run_apart(opened([yes, no]))
    assert statuses == {101: 1, 503: 1}
    assert [b"\r\nCookie: who=me\r\n" in each for each in asked] == [False, True]
    assert [each.count(b"X-Forwarded-For") for each in asked] == [1, 1]
