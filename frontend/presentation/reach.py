"""Whether a link to this site can be opened by others than the machine that shows it."""

from typing import Any
from urllib.parse import urlsplit

from shared.addresses import is_loopback
from shared.settings import Settings
from shared.web.names import others_names


def only_here(chosen: Settings, origin: str, path: str) -> dict[str, Any] | None:
    """None for a link that others can open; else by which name they could, if by any.

    Behind a proxy its scheme and port aren't known here, so its name is told without a link.
    """
    if not is_loopback(urlsplit(origin).hostname or ""):
        return None
    name = next((each for each in others_names(chosen) if not is_loopback(each)), None)
    listens = not is_loopback(chosen.host)
    return {"name": name, "address": f"http://{name}:{chosen.port}{path}" if name and listens else None}
