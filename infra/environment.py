"""What a runner gives the programs that it starts: variables, and enough open files."""

import os
import resource
import sys
from pathlib import Path

from infra.runner import NAMED
from shared.services import SERVED
from shared.settings import Settings

FILES = 8192  # open files, for the sockets of live


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
