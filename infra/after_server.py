"""Starts a program as soon as the server answers: python -m infra.after_server [--check] PROGRAM [ARGUMENT ...]"""

import os
import sys
import time
from contextlib import closing
from typing import TYPE_CHECKING

from infra.pulse import is_up
from infra.runner import NAMED, go_with_the_runner
from shared.settings import settings
from shared.web.life import STARTS, show_life

if TYPE_CHECKING:
    import redis

SAY_FIRST = 3.0  # seconds: a server that is up has answered by then
SAY_EVERY = 30.0  # seconds


def main() -> None:
    check, command = (sys.argv[1] == "--check", sys.argv[1:]) if len(sys.argv) > 1 else (False, [])
    command = command[check:]
    if not command:
        sys.exit(__doc__)
    go_with_the_runner()
    show_life(STARTS)
    if check or not is_up(settings().redis_url):
        ask(check)
    os.execvp(command[0], command)


def ask(check: bool) -> None:
    """Only this needs redis-py, which takes longer to import than all the rest."""
    import redis

    from infra.persistence import weaknesses

    with closing(redis.Redis.from_url(settings().redis_url, socket_timeout=5)) as client:
        wait_for(client, says_so=NAMED not in os.environ)  # under a runner, infra.ready says it for all
        for sentence in weaknesses(client) if check else ():
            print(f"WARNING: {sentence}", flush=True)


def wait_for(client: "redis.Redis", *, says_so: bool = False) -> None:
    """However long it takes: a server that reads a long file answers that it is loading."""
    import redis

    say_at = time.monotonic() + SAY_FIRST
    while True:
        show_life(STARTS)
        try:
            client.ping()
        except (redis.ConnectionError, redis.TimeoutError) as error:
            if says_so and time.monotonic() > say_at:
                say_at = time.monotonic() + SAY_EVERY
                print(f"Waiting for the server: {error}", flush=True)
            time.sleep(0.05)
        else:
            return


if __name__ == "__main__":
    main()
