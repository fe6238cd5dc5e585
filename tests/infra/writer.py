"""Writes to the server until it is asked to end, and once more then, which fails if the server ended first.

At SIGUSR1 it gets stuck.
"""

import os
import signal
import sys
import threading
from contextlib import closing

import redis

from shared.settings import settings
from shared.web.life import show_life


def main() -> None:
    asked = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: asked.set())
    stuck: list[int] = []
    signal.signal(signal.SIGUSR1, lambda *told: stuck.append(told[0]))
    slowly = sys.argv[1:] == ["slowly"]
    with closing(redis.Redis.from_url(settings().redis_url)) as client:
        client.rpush("pids", os.getpid())
        print("writes", flush=True)
        while not asked.wait(0.05):
            client.incr("count")
            show_life()
            if stuck:
                threading.Event().wait()
        if slowly:
            threading.Event().wait(1)
        client.incr("count")
        print("goodbye", flush=True)


if __name__ == "__main__":
    main()
