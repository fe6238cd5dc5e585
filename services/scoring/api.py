"""Points over HTTP: what was counted, or what it would be now."""

from typing import Any

from flask import Flask
from flask_smorest import Blueprint

from services.scoring.schemas import Points
from shared.errors import ReadOnly
from shared.rules.game import Result
from shared.rules.match import Match
from shared.settings import settings
from shared.web.key import gateway_key
from shared.web.ledger import streams
from shared.web.service import make_service

scoring = Blueprint("scoring", __name__, url_prefix="/scoring", description="What matches are worth.")


def create_app() -> Flask:
    return make_service("scoring", gateway_key(settings().var), [scoring])


@scoring.get("/matches/<match_id>")
@scoring.response(200, Points)
def show_points(match_id: str) -> dict[str, Any]:
    """The final count, or the points if the match ended now."""
    match = streams().match(match_id).state
    found = streams().score(match_id)
    count = found or if_it_ended_now(match)
    return {
        "counted": found is not None,
        "points": count.points,
        "places": count.places,
        "lines": count.lines,
        "target": count.target,
    }


def if_it_ended_now(match: Match) -> Result:
    if match.game is None:
        raise ReadOnly("this server does not have the rules of this match")
    return match.game.result(match.view(None))
