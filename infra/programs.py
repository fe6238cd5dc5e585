"""The programs of this machine, made from the table of services, as supervisord reads them.

The server starts first and ends last; the rest is one group, so that it ends together. Each program waits for the
server and goes when the runner goes, however that happens. `infra.run` sets the variables that are named here.
"""

from collections.abc import Iterator

from shared.services import DOORS, Queue
from shared.settings import Settings

BIN = "%(ENV_BIN)s"
GUNICORN = "infra/gunicorn.conf.py"
WORKER = "--worker-class infra.worker.Worker --maintenance-interval 3 --logging_level WARNING"
HEAD = {
    "nodaemon": "true",
    "silent": "true",
    "nocleanup": "true",
    "minfds": "256",
    "minprocs": "64",
    "logfile": "/dev/null",
    "logfile_maxbytes": "0",
    "pidfile": "%(ENV_URBANIST_VAR)s/runner.pid",
}
LINES = {"redirect_stderr": "true", "stdout_logfile": "NONE"}
SERVER = {"autostart": "%(ENV_URBANIST_EMBEDDED)s", "priority": "1", "stopwaitsecs": "20"}
KEPT_UP = {"autorestart": "true", "startretries": "100"}
STEADY = {"startsecs": "5"}  # seconds until a start has succeeded
TOGETHER = {"killasgroup": "true", "stopasgroup": "true"}
ONCE = {"autorestart": "unexpected", "startsecs": "0"}


def configuration(chosen: Settings) -> str:
    steady = dict(programs(chosen))
    keeper = f"{after_server()} {BIN}/python -m infra.keeper"
    group = {"programs": ",".join(("keeper", *steady, "ready")), "priority": "10"}
    sections = {
        "supervisord": HEAD,
        "program:server": {"command": f"{BIN}/python -m infra.server", **SERVER, **KEPT_UP, **LINES},
        "group:urbanist": group,
        "program:keeper": {"command": keeper, **KEPT_UP, **TOGETHER, **LINES},
        **{
            f"program:{name}": {"command": command, **KEPT_UP, **STEADY, **TOGETHER, **LINES}
            for name, command in steady.items()
        },
        "program:ready": {"command": f"{BIN}/python -m infra.ready", **ONCE, **LINES},
    }
    return "\n".join(section(name, facts) for name, facts in sections.items())


def section(name: str, facts: dict[str, str]) -> str:
    return "".join((f"[{name}]\n", *(f"{key}={value}\n" for key, value in facts.items())))


def programs(chosen: Settings) -> Iterator[tuple[str, str]]:
    """Name and command of each that serves, listens or works here."""
    here = chosen.services_here
    for service in here:
        at = f"127.0.0.1:{chosen.ports[service.program]}"
        yield service.program, f"{after_server(checks=service is here[0])} {web(service.module, GUNICORN, at)}"
        yield f"{service.program}_listener", f"{after_server()} {BIN}/python -m services.{service.program}"
    for queue in (queue for service in here for queue in service.queues):
        yield queue.worker, worker(queue)
    yield "caller", f"{after_server()} nice -n 5 {BIN}/python -m frontend.caller"
    for door in reversed(DOORS):
        at = chosen.bind(chosen.ports[door.program])
        yield door.program, f"{after_server()} {web(door.module, door.gunicorn, at)}"


def after_server(checks: bool = False) -> str:
    """Only one program prints the warnings about lost moves."""
    return f"{BIN}/python -m infra.after_server{' --check' if checks else ''}"


def web(module: str, gunicorn: str, at: str) -> str:
    address = at.replace("%", "%%")  # the zone of an IPv6 address, which is no variable
    return f'{BIN}/gunicorn -c {gunicorn} -b {address} "{module}:create_app()"'


def worker(queue: Queue) -> str:
    behind = f"nice -n {queue.nice} " if queue.nice else ""
    return f"{after_server()} {behind}{BIN}/rq worker {queue.name} {WORKER}"
