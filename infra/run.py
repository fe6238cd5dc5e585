"""The whole product on one machine, in the foreground: python -m infra.run [CONFIGURATION]"""

import errno
import fcntl
import os
import socket
import sys
import time
from pathlib import Path

from infra.bots import missing_bots
from infra.checks import check_door, check_kept, refusing, warn
from infra.environment import allow_many_files, environment
from infra.folder import make_usable
from infra.notes import note_files
from infra.open_door import warnings
from infra.programs import configuration
from infra.supervise import supervise
from shared.services import DOORS, SERVED, SERVER, Served
from shared.settings import Settings, has_socket, settings

PATIENCE = 6  # seconds: what ran before may still be leaving its ports


def main() -> None:
    with refusing():
        chosen = settings()
        lock = only_runner(chosen)
        check_ports(chosen)
        check_door(chosen, check_kept(chosen))
    warn([*warnings(chosen), *missing_bots(chosen)])
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


def ports(chosen: Settings) -> dict[str, int]:
    """The ports that this machine will listen on, by the names of their variables."""
    here: list[Served] = [*DOORS, *chosen.services_here]
    if chosen.embedded and not has_socket(chosen.var):
        here.append(SERVER)
    return {one.port_variable: chosen.ports[one.program] for one in SERVED if one in here}


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


if __name__ == "__main__":
    main()
