"""What pages and sockets work with, made once per process."""

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

import redis
from flask import Flask, abort, current_app, request

from frontend.accounts import Accounts
from frontend.ask import Services
from frontend.lobby import Lobby
from infra.key import gateway_key
from shared.ledger.kinds import Streams
from shared.ledger.redis import open_ledger
from shared.settings import Settings

HOST = re.compile(r"[A-Za-z0-9.-]+(:\d{1,5})?|\[[0-9A-Fa-f:.]+\](:\d{1,5})?")
NAME = "urbanist"


@dataclass(frozen=True, slots=True)
class Site:
    """Streams are read here and never written."""

    settings: Settings
    key: bytes
    streams: Streams
    services: Services
    accounts: Accounts
    lobby: Lobby


def make_site(settings: Settings) -> Site:
    key = gateway_key(settings.var)
    client = redis.Redis.from_url(settings.redis_url, protocol=2, socket_timeout=2, decode_responses=True)
    return Site(
        settings=settings,
        key=key,
        streams=Streams(open_ledger(settings.redis_url)),
        services=Services(settings, key),
        accounts=Accounts(client),
        lobby=Lobby(client),
    )


def furnish(app: Flask, found: Site) -> None:
    app.extensions[NAME] = found


def site() -> Site:
    found: Site = current_app.extensions[NAME]
    return found


def check_host() -> None:
    """The host goes into links and headers, so it has to look like one."""
    if not HOST.fullmatch(request.host):
        abort(400)


def live_address() -> str:
    """Where this visitor's browser finds the sockets: the page's own host and the next port, or LIVE_URL."""
    settings = site().settings
    scheme = "wss" if request.is_secure else "ws"
    if settings.live_url is None:
        return f"{scheme}://{hostname(request.host)}:{settings.live_port}"
    if settings.live_url.startswith("/"):
        return f"{scheme}://{request.host}{settings.live_url}"
    return settings.live_url


def hostname(host: str) -> str:
    """`host` without its port; brackets stay around an IPv6 address."""
    return re.sub(r":\d+\Z", "", host)


def is_own_origin(origin: str) -> bool:
    """Whether a request that names its origin came from a page of this host and port."""
    return urlsplit(origin).netloc == request.host
