"""Within which limits this machine runs bots of other packages."""

from urllib.parse import unquote, urlsplit

from shared.plug_ins.wall import Limits
from shared.settings import Settings

MEGABYTE = 2**20


def limits(chosen: Settings) -> Limits:
    """Everything that is kept is out of a bot's sight, and so is a server's socket."""
    urls = {chosen.redis_url, chosen.rq_redis_url}
    sockets = {unquote(urlsplit(url).path) for url in urls if url.startswith("unix:")}
    return Limits(
        memory=chosen.bot_memory * MEGABYTE,
        is_walled=not chosen.bots_unwalled,
        has_network=chosen.bot_network,
        hidden=(str(chosen.var), *sorted(sockets)),
    )
