"""Where owners of remote bots enter them in a tournament, and take them out again."""

from typing import Any

from flask import Blueprint, Response

from frontend.door.limits import SIT, limit
from frontend.door.own_bots import own
from frontend.door.services import services
from frontend.pages.commands import answered, cause
from frontend.pages.tournaments import drawn, looked
from frontend.people.sessions import visiting_person
from frontend.presentation.parts import TOURNAMENT
from frontend.presentation.tournament.own_bots import entrant_bots
from frontend.site import site
from shared.annotations import Json

tournament_bots = Blueprint("tournament_bots", __name__)
ACTS = "enter,withdraw,return"


@tournament_bots.get(f"{TOURNAMENT.address}/bots")
def show(id_: str) -> str:
    return page(id_)


@tournament_bots.post(f"{TOURNAMENT.address}/bots/<bot>/<any({ACTS}):act>")
@limit(SIT)
def do(id_: str, bot: str, act: str) -> Response:
    """In the bot's name, as its program would. Raises NotFound, NotAllowed for a bot of somebody else."""
    player, body = own(bot).player, dict[str, Any](cause=cause())
    return answered(
        lambda: services().command("matchmaking", f"/tournaments/{id_}/{act}", player, body, acts=str),
        lambda error: page(id_, error),
        f"/tournaments/{id_}/bots",
    )


def page(id_: str, error: Json | None = None) -> str:
    found = looked(id_)
    bots = entrant_bots(site(), found.shown.held, visiting_person())
    return drawn("bots", found, error, bots=bots)
