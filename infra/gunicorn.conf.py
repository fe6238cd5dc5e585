"""How pages and services are served; the address stands in the command."""

import os

import gunicorn.http.wsgi

from infra.arbiter import SILENT, on_starting, when_ready

__all__ = ["on_starting", "when_ready"]

gunicorn.http.wsgi.SERVER = "urbanist"  # nobody needs to know what serves them

workers = int(os.environ.get("WEB_CONCURRENCY", "2"))
threads = int(os.environ.get("WEB_THREADS", "16"))
worker_class = "infra.web_worker.Worker"
graceful_timeout = 5
timeout = SILENT
keepalive = 10  # seconds: longer than frontend.ask keeps a quiet connection, which so never sends into a closed one
forwarder_headers = ""  # no visitor may say where our addresses begin (SCRIPT_NAME)
control_socket_disable = True  # else all of them share one socket in the home folder
logger_class = "infra.weblog.WebLog"
loglevel = "warning"
accesslog = "-"
access_log_format = "%(m)s %(U)s was answered %(s)s after %(M)s ms"
