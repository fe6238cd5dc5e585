"""Hears what concerns the bots whose streams are open here, tells them, and says in the roster that they are up.

Two threads for all streams, which begin with the first one and rest while there is none.
"""

import time
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import ExitStack
from threading import Event, Lock, Thread
from typing import Any

import structlog

from frontend.bots.clients import Clients
from frontend.bots.hub import Hub
from frontend.bots.news import News
from frontend.bots.stream import Stream
from shared.errors import Malformed, Unavailable
from shared.ledger.redis import PARTITIONS, answering, bus_key
from shared.ledger.store import Notice
from shared.people.news import NEWS as PEOPLE
from shared.people.tokens import Tokens
from shared.roster import Roster
from shared.roster.news import NEWS as BOTS

log = structlog.get_logger()

WAIT = 0.5  # seconds for news
PAUSE = 0.25  # seconds, while the server is away
AT_ONCE = 500  # notices of a bus
ROUND = 0.25  # seconds between two looks at who is due for something
BEAT = 10.0  # seconds of silence
ANNOUNCE = 2.0  # seconds: a few of these are less than what the roster allows

REPLACED = {
    "type": "end",
    "reason": "replaced",
    "sentence": "Another stream of the same bot and client has taken the place of this one.",
}
REVOKED = {
    "type": "end",
    "reason": "revoked",
    "sentence": "The token of this stream does not work any more: it has ended, or it was revoked.",
}
RESTARTING = {
    "type": "end",
    "reason": "restarting",
    "sentence": "This server is about to end: open another stream with the cursor in a moment.",
}
FAILED = {
    "type": "end",
    "reason": "failed",
    "sentence": "Something went wrong here: open another stream with the cursor in a moment.",
}


class Listening:
    """`client` is connected to the ledger's server; the others ask it too."""

    def __init__(self, client: Any, hub: Hub, news: News, roster: Roster, clients: Clients, tokens: Tokens) -> None:
        self.client, self.hub, self.news = client, hub, news
        self.roster, self.clients, self.tokens = roster, clients, tokens
        self.stopped = Event()
        self.positions: dict[str, bytes] = {}
        self._announced = 0.0
        self._lock = Lock()
        self._has_started = False

    def start(self) -> None:
        """With the first stream: most servers have none."""
        with self._lock:
            if not self._has_started:
                self._has_started = True
                for loop in (self.listen, self.attend):
                    Thread(target=loop, name=f"bots-{loop.__name__}", daemon=True).start()

    def stop(self) -> None:
        self.stopped.set()

    def say_goodbye(self) -> None:
        self.hub.finish(self.hub.everybody(), RESTARTING)

    def listen(self) -> None:
        while not self.stopped.is_set():
            if not self.hub.has_some.wait(WAIT) or not self._succeeds(self.step):
                self.positions = {}

    def attend(self) -> None:
        while not self.stopped.is_set():
            self._succeeds(self.look_round)

    def _succeeds(self, act: Callable[[], None]) -> bool:
        """While the server is away, streams stay open and are told nothing."""
        try:
            act()
        except Unavailable as error:
            log.warning("bots_wait", reason=error.reason or str(error))
            self.stopped.wait(PAUSE)
            return False
        except Exception:
            log.error("bots_failed", exc_info=True)
            self.hub.finish(self.hub.everybody(), FAILED)
            self.stopped.wait(PAUSE)
            return False
        return True

    def step(self) -> None:
        """Hear what has happened, and tell those whom it concerns. After an interruption: everybody."""
        must_catch_up = not self.positions
        with answering():
            if must_catch_up:
                self.positions = {key: self._end(key) for key in (BOTS, PEOPLE, *map(bus_key, PARTITIONS))}
            reply = self.client.xread(self.positions, count=AT_ONCE, block=1 if must_catch_up else int(WAIT * 1000))
        if must_catch_up:
            self._each(self.hub.everybody(), self.update)
        for key, entries in reply:
            self.positions[key.decode()] = entries[-1][0]
            self.hear(key.decode(), [fields for _, fields in entries])

    def _end(self, key: str) -> bytes:
        newest = self.client.xrevrange(key, count=1)
        return newest[0][0] if newest else b"0-0"

    def hear(self, key: str, entries: Iterable[Mapping[bytes, bytes]]) -> None:
        if key == BOTS:
            players = {fields.get(b"player", b"").decode() for fields in entries}
            self._each_bot(self.hub.of_players(players), self.look_again)
        elif key == PEOPLE:
            people = {fields.get(b"person", b"").decode() for fields in entries}
            self._each(self.hub.of_people(people), self.check_token)
        else:
            ids = {*filter(None, map(_match_in, entries))}
            self._each(self.hub.of_matches(ids), lambda stream: self.tell_of(stream, ids))

    def tell_of(self, stream: Stream, ids: Collection[str]) -> None:
        with stream.lock:
            stream.tell(self.news.of_matches(stream.program.offer, stream.told, ids))

    def _each(self, streams: Iterable[Stream], act: Callable[[Stream], None]) -> None:
        """What goes wrong with one of them ends that one alone. Raises Unavailable, which is the same for all."""
        self._each_bot(([stream] for stream in streams), lambda streams: act(streams[0]))

    def _each_bot(self, bots: Iterable[list[Stream]], act: Callable[[list[Stream]], None]) -> None:
        for streams in bots:
            try:
                act(streams)
            except Unavailable:
                raise
            except Exception:
                log.error("bot_stream_failed", bot=streams[0].program.player, exc_info=True)
                self.hub.finish(streams, FAILED)

    def look_again(self, streams: list[Stream]) -> None:
        """At where one bot plays and is asked to come, once for all its streams: others wait for that meanwhile."""
        newest = [stream for stream in streams if not self._gives_way(stream)]
        if not newest:
            return
        with ExitStack() as held:
            for stream in newest:
                held.enter_context(stream.lock)
            places = self.news.places(newest[0].program.player)
            self._each(newest, lambda each: each.tell(self.news.elsewhere(each.program.offer, each.told, places)))

    def update(self, stream: Stream) -> None:
        """Tell it everything that it was not told yet, unless another stream has its place."""
        if not self._gives_way(stream):
            with stream.lock:
                stream.tell(self.news.since(stream.program.offer, stream.told))

    def _gives_way(self, stream: Stream) -> bool:
        """Whether another stream has taken its place, which it is told."""
        stream.is_replaced = self.clients.newest(stream.program.player, stream.program.client) != stream.program.serial
        if stream.is_replaced:
            stream.finish(REPLACED)
        return stream.is_replaced

    def check_token(self, stream: Stream) -> None:
        """And say when to look next: in a while, or when it ends by itself."""
        left = self.tokens.seconds_left(stream.program.person, stream.program.token)
        stream.looks_at_token = time.monotonic() + min(left, BEAT)
        if left <= 0:
            self.roster.withdraw(stream.program.player)
            stream.finish(REVOKED)

    def look_round(self) -> None:
        if not self.hub.has_some.wait(WAIT):
            self._withdraw()
            return
        self._each(self.hub.newcomers(ROUND), self.update)
        self._withdraw()
        self._announce()
        self._each(self.hub.everybody(), self.attend_to)

    def attend_to(self, stream: Stream) -> None:
        """Its token first, and however much it is told: whose token has ended hears no more."""
        now = time.monotonic()
        if now >= stream.looks_at_token:
            self.check_token(stream)
        if stream.ends is not None and now >= stream.ends:
            self._end_poll(stream)
        elif now - stream.beats >= BEAT:
            self.beat(stream)

    def beat(self, stream: Stream) -> None:
        """With the versions that the ledger has now, so whatever was missed is told first."""
        self.update(stream)
        with stream.lock:
            stream.tell([self.news.alive(stream.told)])

    def _end_poll(self, stream: Stream) -> None:
        with stream.lock:
            stream.finish(self.news.alive(stream.told))

    def _announce(self) -> None:
        if time.monotonic() >= self._announced + ANNOUNCE:
            self.roster.renew({stream.program.player for stream in self.hub.everybody() if not stream.has_ended})
            self._announced = time.monotonic()

    def _withdraw(self) -> None:
        here = {stream.program.player for stream in self.hub.everybody()}
        for player in self.hub.gone() - here:
            self.roster.withdraw(player)


def _match_in(fields: Mapping[bytes, bytes]) -> str | None:
    """The id of the match that a notice is about. Whoever wrote an unreadable one, it ends nobody's stream."""
    try:
        notice = Notice.from_bytes(fields[b"notice"])
    except (KeyError, Malformed):
        return None
    return notice.id if notice.stream.startswith("match:") else None
