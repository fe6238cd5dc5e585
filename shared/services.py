"""The table of services. Settings, gateway, readiness, the process runner and the tests are made from its rows.

A new service is a folder below `services/` and a row here.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    """A program that listens on a port."""

    name: str
    offset: int  # its port is PORT plus this, unless a variable names another

    @property
    def program(self) -> str:
        """Its name in the log, in the names of its variables, and of its folder."""
        return self.name.replace("-", "_")

    @property
    def port_variable(self) -> str:
        return f"{self.program.upper()}_PORT" if self.offset else "PORT"


@dataclass(frozen=True, slots=True, kw_only=True)
class Door(Served):
    """Visitors reach it at HOST; gunicorn serves the module's `create_app()` as the file says."""

    module: str
    gunicorn: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Queue:
    """A queue of jobs, with a worker of its own."""

    name: str
    worker: str  # the worker's name in the log
    jobs: str  # the module of its jobs, which a worker loads before it takes the first
    nice: int = 0  # how far the worker steps back behind other programs


@dataclass(frozen=True, slots=True, kw_only=True)
class Service(Served):
    """It listens on this machine alone, or is asked at the address that a variable names.

    `services.<program>.api` is what gunicorn serves, and `python -m services.<program>` its listener.
    """

    prefix: str  # of its addresses, here and, after /api/, behind the gateway
    also: tuple[str, ...] = ()  # further prefixes of its addresses
    queues: tuple[Queue, ...] = ()

    @property
    def prefixes(self) -> tuple[str, ...]:
        return self.prefix, *self.also

    @property
    def url_variable(self) -> str:
        return f"{self.program.upper()}_URL"

    @property
    def module(self) -> str:
        return f"services.{self.program}.api"


DOORS = (
    Door(name="frontend", offset=0, module="frontend.app", gunicorn="infra/gunicorn.conf.py"),
    Door(name="live", offset=1, module="frontend.sockets.live", gunicorn="infra/gunicorn_live.py"),
)
BOTS = Queue(name="bots", worker="bots", jobs="services.game_command.jobs")
SLOW_BOTS = Queue(name="slow_bots", worker="slow_bots", jobs="services.game_command.jobs")
BOTS_ALONE = Queue(name="bots_alone", worker="bots_alone", jobs="services.game_command.jobs")
COUNTS = Queue(name="scoring", worker="scoring_worker", jobs="services.scoring.jobs")
ANALYSES = Queue(name="analysis", worker="analysis_worker", jobs="services.scoring.analyses", nice=10)
PAIRINGS = Queue(name="pairings", worker="pairing_worker", jobs="services.matchmaking.jobs")
MATCHMAKING = Service(name="matchmaking", offset=3, prefix="tables", also=("tournaments",), queues=(PAIRINGS,))
GAME_COMMAND = Service(name="game-command", offset=2, prefix="matches", queues=(BOTS, SLOW_BOTS, BOTS_ALONE))
SCORING = Service(name="scoring", offset=4, prefix="scoring", queues=(COUNTS, ANALYSES))
SERVICES = (MATCHMAKING, GAME_COMMAND, SCORING)
SERVER = Served(name="server", offset=5)  # the embedded one, where its socket's path would be too long

SERVED: tuple[Served, ...] = tuple(sorted((*DOORS, *SERVICES, SERVER), key=lambda one: one.offset))
PORTS = tuple(one.port_variable for one in SERVED)
