"""What gunicorn says: nothing while all goes well, one line for what went wrong."""

from typing import Any

from gunicorn.glogging import Logger


class WebLog(Logger):
    error_fmt = "%(asctime)s [%(levelname)s] %(message)s"
    datefmt = "%H:%M:%S"

    def access(self, resp: Any, req: Any, environ: Any, request_time: Any) -> None:
        """Refusals are normal answers; only our own failures are told, without the query, which may hold secrets."""
        # By its text: an answer of gunicorn itself to a broken request has no number, and is not sent if we fail here.
        if str(resp.status)[:1] == "5":
            super().access(resp, req, environ, request_time)
