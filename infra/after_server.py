"""Starts a program as soon as the server answers: python -m infra.after_server [--check] PROGRAM [ARGUMENT ...]"""

import os
import sys
import time
from contextlib import closing

import redis

from infra.persistence import weaknesses
from infra.runner import go_with_the_runner
from shared.settings import settings

PATIENCE = 30  # seconds; a server that reads a long append-only file answers "loading" meanwhile


def main() -> None:
    check, command = (sys.argv[1] == "--check", sys.argv[1:]) if len(sys.argv) > 1 else (False, [])
    command = command[check:]
    if not command:
        sys.exit(__doc__)
    go_with_the_runner()
    with closing(redis.Redis.from_url(settings().redis_url)) as client:
        wait_for(client)
        for sentence in weaknesses(client) if check else ():
            print(f"WARNING: {sentence}", flush=True)
    os.execvp(command[0], command)


def wait_for(client: "redis.Redis") -> None:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            client.ping()
        except (redis.ConnectionError, redis.TimeoutError) as error:
            if time.monotonic() > until:
                sys.exit(f"no server answered within {PATIENCE} s: {error}")
            time.sleep(0.05)
        else:
            return


if __name__ == "__main__":
    main()
