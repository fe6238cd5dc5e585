"""By which names this site is reached, and which of its own pages a request comes from."""

import re
from urllib.parse import urlsplit

from flask import abort, request
from werkzeug.exceptions import HTTPException

from frontend.site import site
from shared.marked import marked
from shared.web.names import is_ours

HOST = re.compile(r"[A-Za-z0-9.-]+(:\d{1,5})?|\[[0-9A-Fa-f:.]+\](:\d{1,5})?")


class NotOurName(HTTPException):
    """The request names a host that leads here but is not one of this site's names."""

    code = 421
    description = marked(
        "this server does not answer to the name in this address; "
        "whoever runs it can add the name to URBANIST_NAMES, and start it again"
    )


def check_host() -> None:
    """The host goes into links and headers, so it has to look like one, and it has to be one of ours."""
    if not HOST.fullmatch(request.host):
        abort(400)
    if not is_ours(request.host, site().settings):
        raise NotOurName


def origin() -> str:
    """The origin of this page, as the visitor's browser knows it."""
    return request.host_url.rstrip("/")


def is_own_origin(origin: str) -> bool:
    """Whether a request that names its origin comes from a page of this host and port."""
    return netloc(origin) == request.host


def as_path(address: str) -> str | None:
    """A path of this site with its query, None if it may lead elsewhere: "//elsewhere.example" would."""
    if not address.startswith("/") or address.startswith("//") or not address.isprintable() or "\\" in address:
        return None
    return address


def came_from() -> str | None:
    """Path and query of the page that sent the request, None if that is not one of ours.

    The query counts: it alone holds a calculator's entries, the page of a list, and a personal link.
    """
    page = request.referrer or ""
    if not is_own_origin(page):
        return None
    _, _, path, query, _ = urlsplit(page)
    return "/" + path.lstrip("/") + (f"?{query}" if query else "")  # "//elsewhere.example" would lead to another site


def live_address() -> str:
    """Where this visitor's browser finds the sockets: at the page's host and the next port, or at LIVE_URL."""
    settings = site().settings
    scheme = "wss" if request.is_secure else "ws"
    host = request.host if HOST.fullmatch(request.host) else "localhost"  # on the page that refuses such a host
    if settings.live_url is None:
        return f"{scheme}://{hostname(host)}:{settings.live_port}"
    if settings.live_url.startswith("/"):
        return f"{scheme}://{host}{settings.live_url}"
    return settings.live_url


def hostname(host: str) -> str:
    """`host` without its port; an IPv6 address keeps its brackets."""
    return re.sub(r":\d+\Z", "", host)


def netloc(address: str) -> str | None:
    """Host and port of an address, None if it has none."""
    try:
        return urlsplit(address).netloc or None
    except ValueError:
        return None
