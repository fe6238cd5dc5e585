"""What gunicorn logs: nothing while all goes well, one line for what went wrong."""

import time
from typing import Any

from gunicorn.glogging import Logger

QUIET = 60.0  # seconds after a line about a 503


class WebLog(Logger):
    error_fmt = "%(asctime)s [%(levelname)s] %(message)s"
    datefmt = "%H:%M:%S"
    _quiet_until = 0.0

    def access(self, resp: Any, req: Any, environ: Any, request_time: Any) -> None:
        """Refusals are normal answers; only our own failures are logged, without the query, which may hold secrets."""
        # As text: gunicorn's own answer to a broken request has no numeric status, and isn't sent if this fails.
        status = str(resp.status)
        if status[:1] != "5":
            return
        if status[:3] == "503":  # something is away, and says so itself: everybody who asks gets the same answer
            if time.monotonic() < self._quiet_until:
                return
            self._quiet_until = time.monotonic() + QUIET
        super().access(resp, req, environ, request_time)
