"""Points over HTTP: the final count, the points if the match ended now, and those of cities on a real table.

Ratings are beside, in ladders.py.
"""

from typing import Any

from flask import Flask, Response, jsonify
from flask_smorest import Blueprint

from services.scoring.ladders import rated, ratings
from services.scoring.schemas import Counted, Points
from shared.games.game import Calculator, Result
from shared.games.registry import GAMES
from shared.games.tie_breaks import plain_tie_breaks
from shared.ledger.forms.schema import schema_of
from shared.platform.match import Match
from shared.settings import settings
from shared.web.described import examples_of
from shared.web.houses import watching
from shared.web.key import gateway_key
from shared.web.ledger import streams
from shared.web.service import asker, make_service

SCORES = "Points of matches, and of cities on real tables."
scoring = Blueprint("scoring", __name__, url_prefix="/scoring", description=SCORES)


def create_app() -> Flask:
    return make_service("scoring", gateway_key(settings().var), [scoring, ratings], examples=examples_of(__package__))


@scoring.get("/matches/<match_id>")
@scoring.response(200, Points)
def show_points(match_id: str) -> dict[str, Any]:
    """The final count, or the points if the match ended now. 403 where its players keep it for themselves."""
    folded = streams().match(match_id)
    watching().check_match(folded.state, asker())
    match, found = folded.state, streams().count_of(folded)
    count = found or if_it_ended_now(match)
    ties = match.game.tie_breaks(match.view(None), found) if match.game else ()
    return {
        **plain_tie_breaks(ties, first=0),
        "counted": found is not None,
        "points": count.points,
        "places": count.places,
        "lines": count.lines,
        "target": count.target,
        **rated(match),
    }


def offer_calculator(slug: str, title: str, calculator: Calculator) -> None:
    def count(city: Any) -> Response:
        return jsonify(calculator.count(city))

    count.__doc__ = f"""Count {title} without a match.

    The answer has `total`, `lines`, `explanation` and all that `urbanist score {slug}` prints. 400 names wrong fields.
    """
    shown = scoring.response(200, Counted)(count)
    scoring.post(f"/{slug}", endpoint=f"count_{slug}")(scoring.arguments(schema_of(calculator.asks))(shown))


for game in GAMES.values():
    if game.calculator:
        offer_calculator(game.slug, game.title, game.calculator)


def if_it_ended_now(match: Match) -> Result:
    return match.rules.result(match.view(None))
