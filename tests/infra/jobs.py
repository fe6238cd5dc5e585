"""Jobs that can be killed in the middle, or that don't end."""

import time
from contextlib import closing

import redis


def note(url: str, seconds: float) -> None:
    with closing(redis.Redis.from_url(url)) as client:
        client.incr("begun")
        if client.get("begun") == b"1":  # only the first try is slow
            time.sleep(seconds)  # a job that takes long is what it is about
        client.incr("done")


class SlowToGo:
    def __del__(self) -> None:
        time.sleep(1.5)  # what is raised in here is dropped


def never_end(url: str) -> None:
    """The first alarm goes off where nothing can be raised."""
    made = SlowToGo()
    del made
    with closing(redis.Redis.from_url(url)) as client:
        client.incr("passed")
    time.sleep(60)  # longer than any job's time
