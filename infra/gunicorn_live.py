"""How sockets are served: one process, no thread for a socket, and a goodbye before the process ends."""

import gc
import os
from importlib import import_module
from threading import Thread
from typing import Any

import gunicorn.http.wsgi

from infra.arbiter import SILENT, on_starting, when_ready
from shared.settings import settings

__all__ = ["on_starting", "post_worker_init", "when_ready", "worker_exit"]

gunicorn.http.wsgi.SERVER = "urbanist"  # no setting changes it

SOCKETS = settings().live_sockets

workers = 1
worker_class = "infra.socket_worker.SocketWorker"
threads = settings().threads  # they admit visitors
worker_connections = SOCKETS + 2000  # with the default of 1000, socket 1001 hangs
limit_request_field_size = 32_768
limit_request_line = 8190
forwarded_allow_ips = ",".join(map(str, settings().proxies))
graceful_timeout = 1
timeout = SILENT
forwarder_headers = ""
control_socket_disable = True
logger_class = "infra.weblog.WebLog"
loglevel = "warning"
accesslog = "-"
access_log_format = "%(m)s %(U)s was answered %(s)s after %(M)s ms"


def post_worker_init(worker: Any) -> None:
    """Warms it up beside its loop, so that a worker which takes another one's place opens sockets at once."""
    Thread(target=warm, args=(worker.wsgi,), name="live-warm", daemon=True).start()


def warm(app: Any) -> None:
    """What is here by then stays: a look through all of it for garbage would take 50 ms."""
    app.extensions["warm"]()
    gc.collect()
    gc.freeze()


def worker_exit(_server: Any, worker: Any) -> None:
    """Say goodbye (1012: restarting), then exit: a thread that waits for the server would keep the process alive."""
    if not hasattr(worker, "wsgi"):  # its app never loaded: nobody is connected, and gunicorn must see the failure
        return
    import_module("frontend.sockets.live").hub.close_all(1012)
    os._exit(0)
