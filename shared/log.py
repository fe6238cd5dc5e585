"""One readable line for each thing that happens, without secrets."""

import logging
import os
import sys

import structlog
from structlog.typing import EventDict, WrappedLogger

# Values under these names are hidden: more people read a log than a ledger.
SECRET = {"authorization", "cookie", "identity", "key", "nonce", "password", "salt", "sealed", "seed", "token"}


def hide_secrets(_logger: WrappedLogger, _method: str, line: EventDict) -> EventDict:
    return {name: "(hidden)" if name.lower() in SECRET else value for name, value in line.items()}


def configure(process: str) -> None:
    """Call it once per process. The runner puts the process's name before each line; without one, the line has it."""
    name = "" if "URBANIST_RUNNER" in os.environ else f"{process} "
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt=f"{name}%H:%M:%S", utc=True),
            hide_secrets,
            structlog.dev.ConsoleRenderer(
                colors=False,
                pad_event_to=0,
                pad_level=False,
                sort_keys=False,
                exception_formatter=structlog.dev.plain_traceback,  # others print local variables: seeds, keys
            ),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.WriteLoggerFactory(file=sys.stdout),
    )
    # Libraries are heard only when something is wrong: httpx would log every request.
    logging.basicConfig(level=logging.WARNING, stream=sys.stdout, format=f"{name}%(levelname)s %(name)s: %(message)s")
