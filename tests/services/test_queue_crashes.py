"""Programs join, leave, close and lose their connection at random, while matchmaking is killed between any two steps.

Everybody who stays is matched, nobody sits twice, and two who blocked each other never meet.
"""

import random
import time
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from services.matchmaking.meeting import Meeting
from shared.people.blocks import Blocks
from shared.people.houses import Houses
from shared.platform.queue import Pool, Ticket
from shared.platform.streams import Streams
from shared.queue import LOST, OPENER, Queue
from shared.settings import settings
from shared.web.queue import queue
from shared.web.seats import seats
from tests.servers import environment
from tests.services.conftest import Platform
from tests.workers import ROWS_LISTENER, Kept, kept_up

pytestmark = pytest.mark.server

POOLS = [str(Pool("quadropolis", {"mode": "classic", "squares": False}, seats)) for seats in (2, 2, 3, 4)]


class Killed(BaseException):
    """The process is gone, between two steps."""


class Fuse:
    """Burns with each thing that is written, before and after it; at its end the process is killed."""

    def __init__(self) -> None:
        self.left = -1
        self.burnt = 0

    def burn(self) -> None:
        self.burnt += 1
        self.left -= 1
        if self.left == 0:
            raise Killed

    def around(self, act: Callable[..., Any]) -> Callable[..., Any]:
        def acting(*args: Any, **more: Any) -> Any:
            self.burn()
            done = act(*args, **more)
            self.burn()
            return done

        return acting


class Mortal:
    """Something of which one method is a step, as a process that may be killed has it."""

    def __init__(self, whole: Any, step: str, fuse: Fuse) -> None:
        self.whole, self.step, self.fuse = whole, step, fuse

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.whole, name)
        return self.fuse.around(found) if name == self.step else found


class World:
    """A platform and a clock; `meeting` is the process that may be killed."""

    def __init__(self, platform: Platform, seed: int) -> None:
        self.platform, self.chance, self.fuse = platform, random.Random(seed), Fuse()
        self.at = 1_000_000.0
        self.queue = queue()  # that of the service that programs ask, which lives on
        self.queue.clock = self.clock  # `restored` gives it back
        self.tables: set[str] = set()
        self.kills = 0
        self.meeting = self.started()

    def clock(self) -> float:
        return self.at

    def started(self) -> Meeting:
        client, ledger = self.queue.redis, self.platform.streams.ledger
        mortal = Queue(client, self.clock)
        mortal._run = self.fuse.around(mortal._run)  # type: ignore[method-assign]
        streams: Any = Streams(Mortal(ledger, "append", self.fuse))
        houses: Any = Mortal(Houses(client), "keep", self.fuse)
        return Meeting(mortal, streams, houses, Blocks(client), self.fuse.around(seats().give_back))

    def look(self) -> None:
        try:
            self.meeting.look()
        except Killed:
            self.kills += 1
            self.fuse.left = -1
            self.meeting = self.started()
        self.tables |= {group.table for group in self.queue.matched()}

    def table(self, id_: str) -> Any:
        return self.platform.streams.tables.load(f"table:{id_}").state


class Program:
    """Somebody who waits for opponents. `stays`: does all that is asked, and leaves for nothing."""

    def __init__(self, world: World, number: int) -> None:
        self.world, self.person = world, f"{number:012}"
        self.pool = world.chance.choice(POOLS)
        self.signed: float | None = None  # when it last said that it waits; None once it has left
        self.stays = self.sits = False
        self.commands = 0

    def ask(self, path: str, **more: Any) -> int:
        self.commands += 1
        body = {"cause": f"c{self.commands:08}", **more}
        return self.world.platform.ask(self.person, "POST", path, **body).status_code

    def act(self) -> None:
        """Once a second or so."""
        world, now = self.world, self.world.at
        if self.sits:
            return
        if self.signed is None:
            if self.stays or world.chance.random() < 0.2:
                self.join()
            return
        chance = 1.0 if self.stays else world.chance.random()
        if chance < 0.1:
            return  # its connection is slow
        if chance < 0.13:
            world.queue.leave(self.person)
            self.signed = None
            return
        if chance < 0.16:
            world.queue.leave(self.person, may_come_back=True)
            self.signed = now - LOST / 1000 - 1
            return
        status = world.queue.sign(self.person)
        self.signed = now if status.ticket else None
        if status.ticket:
            self.pool = status.ticket.pool  # whoever was found already waits for nothing else
        if status.table and (self.stays or world.chance.random() < 0.7):
            self.sit(status.table)

    def join(self) -> None:
        if not self.stays and self.world.chance.random() < 0.1:
            self.pool = self.world.chance.choice(POOLS)
        ticket = Ticket(f"{self.person}-{self.commands}", self.person, self.pool, self.world.queue.now())
        self.commands += 1
        self.world.queue.join(ticket)
        self.signed = self.world.at

    def sit(self, table: str) -> None:
        if not self.stays and self.world.chance.random() < 0.1:
            self.world.queue.may_sit(self.person, table)  # the service is killed before the seat is taken
            return
        sat = self.ask(f"/tables/{table}/seats", nonce_hash=None) == 200
        if sat and not self.stays and self.world.chance.random() < 0.1:
            self.ask(f"/tables/{table}/leave")


class Crowd:
    def __init__(self, world: World, number: int) -> None:
        self.world, self.programs = world, [Program(world, one) for one in range(number)]
        self.blocked = [tuple(world.chance.sample(self.programs, 2)) for _ in range(number)]
        for one, other in self.blocked:
            Blocks(world.queue.redis).add(one.person, other.person)
        self.apart = {frozenset((one.person, other.person)) for one, other in self.blocked}
        self.by_id = {one.person: one for one in self.programs}
        self.seen: set[str] = set()

    def second(self) -> None:
        world = self.world
        world.at += 1
        for one in world.chance.sample(self.programs, len(self.programs)):
            one.act()
        world.look()
        self.check()

    def check(self) -> None:
        """After each second: new groups are of people who waited, and whoever sits somewhere sits there alone."""
        for group in self.world.queue.matched():
            if group.table not in self.seen:
                self.seen.add(group.table)
                for person in group.persons:
                    signed = self.by_id[person].signed
                    assert signed is not None, "somebody was matched who had left"
                    assert self.world.at - signed <= LOST / 1000
        self.look_at_seats()
        found = self.world.queue.redis.hgetall("queue:found")
        for id_ in self.world.tables:
            table = self.world.table(id_)
            if not table.is_filled and not table.closed:
                for player in table.players:
                    assert found.get(player.removeprefix("person:"), "").split(" ")[0] in (id_, "")

    def look_at_seats(self) -> None:
        """Of tables that are full."""
        for one in self.programs:
            one.sits = False
        for table in filter(lambda table: table.is_filled, map(self.world.table, self.world.tables)):
            persons = [player.removeprefix("person:") for player in table.players]
            assert not any(frozenset(pair) in self.apart for pair in combinations(persons, 2))
            for person in persons:
                assert not self.by_id[person].sits, "somebody sits twice"
                self.by_id[person].sits = True

    def left(self) -> list[Program]:
        return [one for one in self.programs if not one.sits]

    def told(self) -> list[str]:
        """How it stands with each who is left, for whoever reads a failure."""
        queue = self.world.queue
        return [f"{one.person} {one.pool} {queue.sign(one.person)} {one.signed}" for one in self.left()]

    def could_play(self) -> list[tuple[Program, ...]]:
        """Of those who are left: whoever stays and could have been grouped."""
        groups: list[tuple[Program, ...]] = []
        for pool in set(POOLS):
            here = [one for one in self.left() if one.pool == pool]
            for group in combinations(here, int(pool.split("|")[2])):
                if not any(frozenset((a.person, b.person)) in self.apart for a, b in combinations(group, 2)):
                    groups.append(group)
        return groups


@pytest.fixture
def restored() -> Iterator[None]:
    yield
    queue().clock = time.time


def evening(platform: Platform, number: int, seed: int, seconds: int) -> Crowd:
    """A wild time with kills, and then a calm one in which everybody stays."""
    world = World(platform, seed)
    crowd = Crowd(world, number)
    for _ in range(seconds):
        if world.chance.random() < 0.7:
            world.fuse.left = world.chance.randrange(1, 20)
        crowd.second()
    world.fuse.left = -1
    for one in crowd.programs:
        one.stays = True
    for _ in range(150):
        if not crowd.could_play():
            break
        crowd.second()
    return crowd


@pytest.mark.parametrize("seed", range(4))
def test_everybody_who_stays_is_matched_however_often_matchmaking_is_killed(
    platform: Platform, restored: None, seed: int
):
    crowd = evening(platform, 40, seed, 40)
    assert crowd.world.kills >= 5
    assert crowd.could_play() == [], crowd.told()
    assert len(crowd.left()) < 20


@pytest.mark.long
def test_a_thousand_programs_are_matched(platform: Platform, restored: None):
    crowd = evening(platform, 1000, 7, 60)
    assert crowd.world.kills > 20
    assert crowd.could_play() == [], crowd.told()
    assert len(crowd.left()) < 20


class RealWorld(World):
    """The time is that of the machine, and matchmaking a process of its own."""

    def __init__(self, platform: Platform, seed: int, process: Kept) -> None:
        super().__init__(platform, seed)
        self.process = process

    @property
    def at(self) -> float:
        return time.time()

    @at.setter
    def at(self, _seconds: float) -> None:
        """Nobody sets it."""

    def look(self) -> None:
        keys = self.platform.redis.scan_iter("*:table:*", count=1000)
        self.tables = {key.decode().rpartition(":")[2] for key in keys}


@pytest.mark.slow
def test_so_they_are_while_the_real_process_is_killed_again_and_again(platform: Platform, restored: None, var: Path):
    url = settings().redis_url
    with kept_up((ROWS_LISTENER,), environment(var, REDIS_URL=url, RQ_REDIS_URL=url)) as (process,):
        world = RealWorld(platform, 5, process)
        crowd = Crowd(world, 300)
        for number in range(90):
            calm, began = number >= 40, time.monotonic()
            for one in crowd.programs:
                one.stays = calm
                one.act()
            if not calm and world.chance.random() < 0.5:
                world.kills += process.kill()
            world.look()
            crowd.look_at_seats()
            if calm and not crowd.could_play():
                break
            time.sleep(max(0.0, 1 - (time.monotonic() - began)))  # programs ask once a second
    assert world.kills > 5
    assert crowd.could_play() == [], crowd.told()
    assert len(crowd.left()) < 20


def meet(world: World) -> str:
    """Two who wait until they play, whatever happens to the process; the table where they do."""
    two = [Program(world, number) for number in range(2)]
    for one in two:
        one.pool, one.stays = POOLS[0], True
    for _ in range(60):
        world.at += 1
        for one in two:
            one.act()
        world.look()
        filled = [id_ for id_ in world.tables if world.table(id_).is_filled]
        if filled and not world.queue.matched():
            assert len(filled) == 1
            return filled[0]
        if filled:
            two[0].sits = two[1].sits = True
    raise AssertionError("they never met")


def test_a_kill_at_each_step_of_a_meeting_only_delays_it(platform: Platform, restored: None):
    steps = 1
    while True:
        platform.redis.flushall()
        world = World(platform, steps)
        world.fuse.left, world.fuse.burnt = steps, 0
        table = world.table(meet(world))
        assert set(table.players) == {f"person:{number:012}" for number in range(2)}
        assert table.opening.opener == OPENER
        assert world.queue.redis.hgetall("queue:found") == {}
        if not world.kills:
            break
        steps += 1
    assert steps > 12


def test_a_kill_at_each_step_of_parting_keeps_the_place_of_who_sat(platform: Platform, restored: None):
    steps = 1
    while True:
        platform.redis.flushall()
        world = World(platform, steps)
        one, other = Program(world, 1), Program(world, 2)
        one.pool = other.pool = POOLS[0]
        one.stays = other.stays = True
        for program in (one, other):
            program.join()
        world.look()
        one.act()
        world.fuse.left = steps
        for _ in range(50):  # the other never comes: after each kill there is time anew to sit down
            world.at += 1
            one.act()
            world.look()
        assert [ticket.person for ticket in world.queue.tickets()] == [one.person]
        assert world.queue.tickets()[0].since == 1_000_000_000
        (table,) = world.tables
        assert world.table(table).closed.match is False
        if not world.kills:
            break
        steps += 1
    assert steps > 6
