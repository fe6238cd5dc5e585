"""The whole product on one machine, in the foreground: python -m infra.run [CONFIGURATION]"""

import errno
import fcntl
import os
import resource
import socket
import sys
import time
from pathlib import Path

from infra.archived import check_archive
from infra.folder import Unusable, make_usable, reason
from infra.known import check_server
from infra.lost import Lost
from infra.notes import note, note_files
from infra.open_door import warnings, why_not
from infra.programs import configuration
from infra.runner import NAMED
from infra.supervise import supervise
from shared.errors import Unavailable
from shared.mark import BadMark, digest_of
from shared.services import DOORS, SERVED, SERVER, Served
from shared.settings import Settings, has_socket, settings
from shared.variables import BadSetting
from shared.web.key import BadKey, accept_new_key, gateway_key

PATIENCE = 6  # seconds: what ran before may still be leaving its ports
FILES = 8192  # open files, for the sockets of live


def main() -> None:
    try:
        chosen = settings()
        lock = only_runner(chosen)
        check_ports(chosen)
        check_door(chosen, check_kept(chosen))
    except (BadSetting, Unusable, BadMark, BadKey, Lost) as error:
        sys.exit(str(error))
    except Unavailable as error:  # only an external server is asked this early
        sys.exit(f"Urbanist does not start, because of the server that REDIS_URL names: {error} ({error.reason}).")
    except OSError as error:
        sys.exit(reason(chosen.var, error))
    allow_many_files()
    os.environ.update(environment(chosen))
    code = supervise(Path(sys.argv[1]).read_text() if len(sys.argv) > 1 else configuration(chosen))
    if chosen.embedded:
        note_files(chosen.var)
    os.close(lock)
    sys.exit(code)


def only_runner(chosen: Settings) -> int:
    """A lock on the folder, which the system releases when this process ends, however it ends."""
    make_usable(chosen.var)
    lock = os.open(chosen.var / "run.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        sys.exit(f"Urbanist already runs from {chosen.var}: stop that one first, or set URBANIST_VAR to another folder")
    return lock


def check_kept(chosen: Settings) -> bytes:
    """Returns the key. It must be the one that was there before, and so must the ledger of an external server; the
    embedded server checks its files itself."""
    if chosen.accept_loss == "key":
        accept_new_key(chosen.var)
    key = gateway_key(chosen.var)
    note(chosen.var, key=digest_of(key))
    if not chosen.embedded:
        check_server(chosen)
    check_archive(chosen)
    return key


def ports(chosen: Settings) -> dict[str, int]:
    """The ports that this machine will listen on, by the names of their variables."""
    here: list[Served] = [*DOORS, *chosen.services_here]
    if chosen.embedded and not has_socket(chosen.var):
        here.append(SERVER)
    return {one.port_variable: chosen.ports[one.program] for one in SERVED if one in here}


def check_door(chosen: Settings, key: bytes) -> None:
    """Lets nobody in while the secrets that keep visitors apart are known to others."""
    if reasons := why_not(chosen, key):
        sys.exit("\n".join(reasons))
    for sentence in warnings(chosen):
        print(f"WARNING: {sentence}", flush=True)


def check_ports(chosen: Settings, patience: float = PATIENCE) -> None:
    until = time.monotonic() + patience
    while taken := [(name, port) for name, port in ports(chosen).items() if not is_free(port, host_of(name, chosen))]:
        if time.monotonic() > until:
            name, port = taken[0]
            sys.exit(f"Port {port} is taken by another program: stop it, or choose another: make run {name}=9000")
        time.sleep(0.2)


def host_of(name: str, chosen: Settings) -> str:
    """Visitors reach pages and sockets only."""
    return chosen.host if name in [door.port_variable for door in DOORS] else "127.0.0.1"


def is_free(port: int, host: str = "127.0.0.1") -> bool:
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM) as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # connections in TIME_WAIT don't count
        try:
            trial.bind((host, port))
        except OSError as error:
            if error.errno == errno.EADDRNOTAVAIL:
                sys.exit(f"HOST is {host}, which is no address of this machine: choose one of its own, or 0.0.0.0")
            return False
    return True


def allow_many_files() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def environment(chosen: Settings) -> dict[str, str]:
    """What the configuration names, and what its programs must agree on. REDIS_URL stays unset if it was."""
    return {
        NAMED: str(os.getpid()),
        "BIN": str(Path(sys.executable).parent),
        "PYTHONUNBUFFERED": "1",
        "URBANIST_VAR": str(chosen.var),
        "URBANIST_EMBEDDED": str(chosen.embedded).lower(),
        "RQ_REDIS_URL": chosen.rq_redis_url,
        **{one.port_variable: str(chosen.ports[one.program]) for one in SERVED},
    }


if __name__ == "__main__":
    main()
