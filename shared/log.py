"""One readable line for each thing that happens, without secrets."""

import logging
import os
import sys
from contextlib import suppress
from io import TextIOBase
from typing import TextIO, cast

import structlog
from structlog.typing import EventDict, WrappedLogger

# Values under these names are hidden: more people read a log than a ledger.
SECRET = {"authorization", "cookie", "identity", "key", "nonce", "password", "salt", "sealed", "seed", "token"}


def hide_secrets(_logger: WrappedLogger, _method: str, line: EventDict) -> EventDict:
    return {name: "(hidden)" if name.lower() in SECRET else value for name, value in line.items()}


class Output(TextIOBase):
    """Standard output for as long as somebody reads it: what a visitor is answered never depends on the log.

    A worker whose master was killed still answers, but the runner has closed the pipe; or the disk of the log is full.
    """

    def __init__(self, found: TextIO) -> None:
        self.found = found

    def write(self, text: str) -> int:
        with suppress(OSError):
            self.found.write(text)
        return len(text)

    def flush(self) -> None:
        with suppress(OSError):
            self.found.flush()


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
        logger_factory=structlog.WriteLoggerFactory(file=cast(TextIO, Output(sys.stdout))),
    )
    # Libraries are heard only when something is wrong: httpx would log every request.
    logging.basicConfig(level=logging.WARNING, stream=sys.stdout, format=f"{name}%(levelname)s %(name)s: %(message)s")
