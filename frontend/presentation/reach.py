"""Whether a link to this site can be opened by others than the machine that shows it."""

from typing import TypedDict
from urllib.parse import urlsplit

from shared.addresses import is_loopback
from shared.settings import Settings
from shared.web.names import others_names


class OnlyHere(TypedDict):
    """By which name others could open the link, and at which address, if there are any."""

    name: str | None
    address: str | None


def only_here(chosen: Settings, origin: str, path: str) -> OnlyHere | None:
    """None for a link that others can open.

    Behind a proxy the scheme and the port are unknown here, so only the name is given, without an address.
    """
    if not is_loopback(urlsplit(origin).hostname or ""):
        return None
    name = next((each for each in others_names(chosen) if not is_loopback(each)), None)
    listens = not is_loopback(chosen.host)
    return {"name": name, "address": f"http://{name}:{chosen.port}{path}" if name and listens else None}
