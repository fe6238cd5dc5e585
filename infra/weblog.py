"""What gunicorn says: nothing while all goes well, one line for what went wrong."""

import time
from typing import Any

from gunicorn.glogging import Logger

QUIET = 60.0  # seconds after a line about a 503


class WebLog(Logger):
    error_fmt = "%(asctime)s [%(levelname)s] %(message)s"
    datefmt = "%H:%M:%S"
    _quiet_until = 0.0

    def access(self, resp: Any, req: Any, environ: Any, request_time: Any) -> None:
        """Refusals are normal answers; only our own failures are told, without the query, which may hold secrets."""
        # By its text: an answer of gunicorn itself to a broken request has no number, and is not sent if we fail here.
        status = str(resp.status)
        if status[:1] != "5":
            return
        if status[:3] == "503":  # something is away, which its own lines say: everybody who asks is told the same
            if time.monotonic() < self._quiet_until:
                return
            self._quiet_until = time.monotonic() + QUIET
        super().access(resp, req, environ, request_time)
