"""Threads start when they are needed, stay, and are never more than they may be."""

from threading import Barrier, Event, enumerate, get_ident
from typing import Any

from infra.threads import Threads
from tests.waiting import until


def test_one_thread_does_what_comes_one_by_one():
    did: list[tuple[int, int]] = []
    threads = Threads(8, lambda task: did.append((task, get_ident())))
    for task in range(50):
        threads.give(task)
        until(lambda: len(threads._free) == 1)
    threads.shutdown()
    assert [task for task, _ in did] == list(range(50))
    assert len({thread for _, thread in did}) == 1


def test_as_many_work_at_once_as_may_and_the_rest_waits_its_turn():
    at_once, go_on, did = Barrier(5), Event(), []

    def work(task: int) -> None:
        if task < 4:
            at_once.wait(10)
            go_on.wait(10)
        did.append(task)

    threads = Threads(4, work)
    for task in range(20):
        threads.give(task)
    at_once.wait(10)  # the four and this test
    assert did == []
    go_on.set()
    until(lambda: len(did) == 20)
    assert threads._started == 4
    threads.shutdown()


def test_those_that_are_free_end_when_they_are_told():
    def mine() -> list[Any]:
        return [each for each in enumerate() if each.name.startswith("web-")]

    until(lambda: not mine())
    threads = Threads(3, lambda _task: None)
    threads.give("one")
    assert mine() != []
    threads.shutdown()
    until(lambda: not mine())
