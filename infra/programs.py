"""The programs of this machine, made from the table of services, as supervisord reads them.

The server starts first and ends last; the rest is one group, so that it ends together. Each program waits for the
server and goes when the runner goes, however that happens. `infra.run` sets the variables that are named here.
"""

import tempfile
from collections.abc import Callable, Iterable, Iterator

from infra.bots import bots_here
from shared.services import DOORS, SERVICES, Queue, Service
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
    group = {"programs": ",".join(("keeper", *steady, "ready")), "priority": "10"}
    return written(
        {
            "supervisord": HEAD,
            "program:server": {"command": f"{BIN}/python -m infra.server", **SERVER, **KEPT_UP, **LINES},
            "group:urbanist": group,
            "program:keeper": {"command": keeper(), **KEPT_UP, **TOGETHER, **LINES},
            **{f"program:{name}": steadily(command) for name, command in steady.items()},
            "program:ready": {"command": f"{BIN}/python -m infra.ready", **ONCE, **LINES},
        }
    )


def configuration_of_one(name: str, command: str) -> str:
    """For a runner of its own. It shares the folder of what is kept with the runners of other programs."""
    head = {**HEAD, "pidfile": f"{tempfile.gettempdir()}/runner-of-{name}.pid"}
    return written({"supervisord": head, f"program:{name}": steadily(command)})


def written(sections: dict[str, dict[str, str]]) -> str:
    return "\n".join(section(name, facts) for name, facts in sections.items())


def section(name: str, facts: dict[str, str]) -> str:
    return "".join((f"[{name}]\n", *(f"{key}={value}\n" for key, value in facts.items())))


def steadily(command: str) -> dict[str, str]:
    return {"command": command, **KEPT_UP, **STEADY, **TOGETHER, **LINES}


def programs(chosen: Settings) -> Iterator[tuple[str, str]]:
    """Name and command of each that serves, listens or works here."""
    here = chosen.services_here
    yield from of_services(here, lambda one: f"127.0.0.1:{chosen.ports[one.program]}", checks=True)
    yield from of_bots(chosen)
    yield from of_frontend(chosen)


def every_program(chosen: Settings) -> dict[str, str]:
    """Commands by name, wherever each runs: alone on its machine, a service listens at HOST like pages and sockets."""
    services = of_services(SERVICES, lambda one: chosen.bind(chosen.ports[one.program]))
    return {"keeper": keeper(), **dict(services), **dict(of_frontend(chosen))}


def of_services(
    services: Iterable[Service], at: Callable[[Service], str], *, checks: bool = False
) -> Iterator[tuple[str, str]]:
    """Only the first of them `checks` whether the server may lose moves: one warning is enough."""
    services = list(services)
    for service in services:
        wait = after_server(checks=checks and service is services[0])
        yield service.program, f"{wait} {web(service.module, GUNICORN, at(service))}"
        yield f"{service.program}_listener", f"{after_server()} {BIN}/python -m services.{service.program}"
    for queue in (queue for service in services for queue in service.queues):
        yield queue.worker, worker(queue)


def of_bots(chosen: Settings) -> Iterator[tuple[str, str]]:
    """Of other packages: a worker for each that is installed here."""
    for name in bots_here(chosen):
        yield f"bot_{name}", f"{after_server()} {BIN}/python -m services.game_command.bot_worker {name}"


def of_frontend(chosen: Settings) -> Iterator[tuple[str, str]]:
    yield "caller", f"{after_server()} nice -n 5 {BIN}/python -m frontend.caller"
    for door in reversed(DOORS):
        at = chosen.bind(chosen.ports[door.program])
        yield door.program, f"{after_server()} {web(door.module, door.gunicorn, at)}"


def keeper() -> str:
    return f"{after_server()} {BIN}/python -m infra.keeper"


def after_server(checks: bool = False) -> str:
    """Only one program prints the warnings about lost moves."""
    return f"{BIN}/python -m infra.after_server{' --check' if checks else ''}"


def web(module: str, gunicorn: str, at: str) -> str:
    address = at.replace("%", "%%")  # the zone of an IPv6 address, which is no variable
    return f'{BIN}/gunicorn -c {gunicorn} -b {address} "{module}:create_app()"'


def worker(queue: Queue) -> str:
    behind = f"nice -n {queue.nice} " if queue.nice else ""
    return f"{after_server()} {behind}{BIN}/rq worker {queue.name} {WORKER}"
