"""How a player's command reaches a match: who may see it at all, and what a refusal says of what was missed."""

from collections.abc import Mapping
from typing import Any

from flask import Response, jsonify

from services.game_command.clock_times import now
from services.game_command.leavers import signs
from shared.errors import NotYourSeat, NotYourTurn, Refused, StaleTurn
from shared.ledger.decider import Message
from shared.ledger.fold import Folded
from shared.platform.match import Command, Match
from shared.platform.shown import happened_since
from shared.web.answers import said, status_of
from shared.web.houses import watching
from shared.web.ledger import streams
from shared.web.service import asker

Body = Mapping[str, Any]


def shown_to_asker(match_id: str) -> Folded[Match]:
    """The match. Raises MatchNotFound, and NotShown: refusals tell what happened, so they are for who may see that."""
    seen = streams().match(match_id)
    watching().check_match(seen.state, asker())
    if seen.state.patience:
        signs().note([(asker(), match_id)], now())
    return seen


def obey(seen: Folded[Match], body: Body, command: Command, since: int | None = None) -> Any:
    message = Message(stream=seen.stream, by=asker(), cause=body["cause"], command=command, signed=body["signed"])
    try:
        answer = streams().matches.handle(message, seen)
    except (StaleTurn, NotYourTurn, NotYourSeat) as verdict:
        return missed(verdict, seen.state.id, since), status_of(verdict)
    return {"version": answer.last}


def missed(verdict: Refused, match_id: str, since: int | None) -> Response:
    """The refusal, with all that has happened since the turn that the sender saw."""
    return jsonify({**said(verdict), "missed": [] if since is None else happened_since(streams(), match_id, since)})
