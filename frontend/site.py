"""What pages and sockets work with, made once per process."""

import re
import secrets
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import redis
from flask import Flask, abort, current_app, request
from redis.backoff import NoBackoff
from redis.retry import Retry
from werkzeug.exceptions import HTTPException

from frontend.door.ask import Services
from frontend.logs import Logs
from frontend.people.accounts import Accounts
from frontend.people.links import Links
from frontend.rematches import Rematches
from frontend.sentences import offer_sentences
from frontend.talk import Talk
from shared.ledger.redis import connect, open_ledger
from shared.platform.records.imported import Imported
from shared.platform.rows import Rows
from shared.platform.streams import Streams
from shared.settings import Settings
from shared.web.analyses import waiting_analyses
from shared.web.key import gateway_key
from shared.web.names import is_ours
from shared.web.waiting import Waiting

HOST = re.compile(r"[A-Za-z0-9.-]+(:\d{1,5})?|\[[0-9A-Fa-f:.]+\](:\d{1,5})?")
NAME = "urbanist"
# For names and limits, which bear to be sent twice; a page that waits longer is no answer.
PATIENCE: dict[str, Any] = {"socket_timeout": 2, "socket_connect_timeout": 2, "retry": Retry(NoBackoff(), 1)}


@dataclass(frozen=True, slots=True)
class Site:
    """Streams are read here and never written."""

    settings: Settings
    key: bytes
    streams: Streams
    services: Services
    accounts: Accounts
    links: Links
    rematches: Rematches
    talk: Talk
    rows: Rows
    imported: Imported
    logs: Logs
    analyses: Waiting | None  # None: matches are not analysed
    limits: "redis.Redis"  # what is counted for a while only


def make_site(settings: Settings) -> Site:
    key = gateway_key(settings.var)
    streams = Streams(open_ledger(settings.redis_url))
    ledger_client = connect(settings.redis_url)
    client = redis.Redis.from_url(settings.redis_url, protocol=2, decode_responses=True, **PATIENCE)
    jobs = redis.Redis.from_url(settings.rq_redis_url, protocol=2, **PATIENCE)
    return Site(
        settings=settings,
        key=key,
        streams=streams,
        services=Services(settings, key),
        accounts=Accounts(client),
        links=Links(client, key),
        rematches=Rematches(client),
        talk=Talk(client),
        rows=Rows(ledger_client),
        imported=Imported(ledger_client),
        logs=Logs(streams.matches),
        analyses=waiting_analyses(jobs, settings),
        limits=client,
    )


def furnish(app: Flask, found: Site) -> None:
    app.extensions[NAME] = found
    app.jinja_env.globals["new_key"] = new_key
    offer_sentences(app.jinja_env)


def new_key() -> str:
    """For a form: sent twice it is one order."""
    return secrets.token_urlsafe(16)


def site() -> Site:
    found: Site = current_app.extensions[NAME]
    return found


class NotOurName(HTTPException):
    """The page was asked for by a name that leads here, but isn't one of ours."""

    code = 421
    description = (
        "this server does not answer to the name in this address; "
        "whoever runs it can add the name to URBANIST_NAMES, and start it again"
    )


def check_host() -> None:
    """The host goes into links and headers, so it has to look like one; and it has to be ours."""
    if not HOST.fullmatch(request.host):
        abort(400)
    if not is_ours(request.host, site().settings):
        raise NotOurName


def live_address() -> str:
    """Where this visitor's browser finds the sockets: the page's own host and the next port, or LIVE_URL."""
    settings = site().settings
    scheme = "wss" if request.is_secure else "ws"
    host = request.host if HOST.fullmatch(request.host) else "localhost"  # on the page that refuses such a host
    if settings.live_url is None:
        return f"{scheme}://{hostname(host)}:{settings.live_port}"
    if settings.live_url.startswith("/"):
        return f"{scheme}://{host}{settings.live_url}"
    return settings.live_url


def hostname(host: str) -> str:
    """`host` without its port; brackets stay around an IPv6 address."""
    return re.sub(r":\d+\Z", "", host)


def is_own_origin(origin: str) -> bool:
    """Whether a request that names its origin came from a page of this host and port."""
    return netloc(origin) == request.host


def came_from() -> str | None:
    """Path and query of the page that sent the request, None where that is not one of ours.

    What a calculator was told, a page of a list, or a personal link stands in the query alone.
    """
    page = request.referrer or ""
    if not is_own_origin(page):
        return None
    _, _, path, query, _ = urlsplit(page)
    return "/" + path.lstrip("/") + (f"?{query}" if query else "")  # "//elsewhere.example" would lead to another site


def netloc(address: str) -> str | None:
    """Host and port of an address, None where it is none."""
    try:
        return urlsplit(address).netloc or None
    except ValueError:
        return None
