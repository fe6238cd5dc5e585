"""A bot acts in its own name: what it asks is signed with that, once the door has seen whose it is."""

from flask import Response

from frontend.door.gateway import passed_on
from frontend.door.own_bots import own


def as_bot(bot: str, service: str, path: str) -> Response:
    """The service's answer to what the bot asks in its own name."""
    return passed_on(service, path, own(bot).player, acts=str)
