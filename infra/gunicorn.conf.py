"""How pages and services are served; the address is in the command."""

import gunicorn.http.wsgi

from infra.arbiter import SILENT, on_starting, when_ready
from shared.settings import settings

__all__ = ["on_starting", "when_ready"]

gunicorn.http.wsgi.SERVER = "urbanist"  # no setting changes it, and nobody needs to know what serves them

workers = settings().processes
threads = settings().threads
worker_class = "infra.web_worker.Worker"
worker_connections = 3000  # infra/receiving_worker.py limits those that wait
sendfile = False  # what a slow visitor hasn't read yet waits in the loop, not in a thread
limit_request_field_size = 32_768  # bytes: a browser sends the cookies of all programs on this host
limit_request_line = 8190
forwarded_allow_ips = ",".join(map(str, settings().proxies))  # who may say that a visitor came by https
graceful_timeout = 5
timeout = SILENT
keepalive = 10  # seconds: longer than frontend.door.connections keeps a quiet one, so nothing is sent into a closed one
forwarder_headers = ""  # no visitor may choose where our addresses begin (SCRIPT_NAME)
control_socket_disable = True  # otherwise all of them share one socket in the home folder
logger_class = "infra.weblog.WebLog"
loglevel = "warning"
accesslog = "-"
access_log_format = "%(m)s %(U)s was answered %(s)s after %(M)s ms"
