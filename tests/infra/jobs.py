"""A job that can be killed in the middle."""

import time
from contextlib import closing

import redis


def note(url: str, seconds: float) -> None:
    with closing(redis.Redis.from_url(url)) as client:
        client.incr("begun")
        if client.get("begun") == b"1":  # only the first try is slow
            time.sleep(seconds)  # a job that takes long is what it is about
        client.incr("done")
