"""What gunicorn says: nothing while all goes well, one line for what went wrong."""

from typing import Any

from gunicorn.glogging import Logger


class WebLog(Logger):
    error_fmt = "%(asctime)s [%(levelname)s] %(message)s"
    datefmt = "%H:%M:%S"

    def access(self, resp: Any, req: Any, environ: Any, request_time: Any) -> None:
        """Refusals are normal answers; only our own failures are told, without the query, which may hold secrets."""
        if resp.status_code >= 500:
            super().access(resp, req, environ, request_time)
