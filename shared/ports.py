"""Which port each program listens on, and where a service that runs on another machine is asked."""

from collections.abc import Mapping

from shared import variables
from shared.services import DOORS, SERVED, SERVER, SERVICES, Served
from shared.variables import RARE, VISITORS, BadSetting, Variable

FIRST = 8000
LAST = 65_535
SAYS = {
    "frontend": "the port of the pages",
    "live": "the port of the sockets",
    "server": "the embedded server's, where the path of `URBANIST_VAR` is too long for a socket",
}
ELSEWHERE = "where {one.name} is asked if it runs on another machine, such as `http://10.0.0.5:8002`"


def ports_in(environ: Mapping[str, str]) -> dict[str, int]:
    """By program. All are different; those that aren't set follow PORT."""
    first = port_row(SERVED[0], FIRST).value(environ)
    _check_room(first, environ)
    ports = {one.program: port_row(one, first + one.offset).value(environ) for one in SERVED}
    owner: dict[int, str] = {}
    for one in SERVED:
        if (other := owner.setdefault(ports[one.program], one.port_variable)) != one.port_variable:
            both = ports[one.program]
            raise BadSetting(f"{other} and {one.port_variable} are both {both}: every process needs a port of its own")
    return ports


def _check_room(first: int, environ: Mapping[str, str]) -> None:
    """Names PORT where a port that follows it would be none: nobody set a variable of its own for that one."""
    most = LAST - max(one.offset for one in SERVED if one.offset == 0 or not environ.get(one.port_variable))
    if first > most:
        raise BadSetting(f"PORT is '{first}': it must be a whole number from 1 to {most}, as others follow it")


def urls_in(environ: Mapping[str, str]) -> dict[str, str]:
    """Of the services that run elsewhere, by name."""
    found = {service.name: row.value(environ) for service, row in zip(SERVICES, url_rows(), strict=True)}
    return {name: url for name, url in found.items() if url}


def port_row(one: Served, default: int) -> Variable:
    shown = {0: "", 1: "the next one"}.get(one.offset, f"`PORT` + {one.offset}")
    says = SAYS.get(one.name, f"the port of {one.name}, on this machine alone")
    return Variable(VISITORS if one in DOORS else RARE, one.port_variable, variables.port, str(default), says, shown)


def url_rows() -> list[Variable]:
    return [
        Variable(RARE, one.url_variable, variables.service_url, None, ELSEWHERE.format(one=one), "this machine")
        for one in SERVICES
    ]


def rows() -> list[Variable]:
    """Of all variables that are made from the table of services."""
    return [*(port_row(one, FIRST) for one in SERVED if one is not SERVER), *url_rows(), port_row(SERVER, FIRST)]
