"""What RQ's workers do for scoring: count finished matches."""

from contextlib import suppress

from shared.errors import MatchOver
from shared.ledger.decider import Message
from shared.platform.match import Match, result_of
from shared.platform.match.events import MatchEnded
from shared.platform.score import Count
from shared.platform.streams import cite
from shared.web.ledger import streams

SERVICE = "service:scoring"


def count_match(match_id: str) -> None:
    """Store the points of a finished match, once."""
    folded = streams().match(match_id)
    if folded.unknown or not is_countable(folded.state):
        return
    command = Count(match=cite(folded), result=result_of(folded.state))
    cause = f"match:{match_id}#{folded.version}:count"
    with suppress(MatchOver):  # it is counted already
        streams().scores.handle(Message(stream=f"score:{match_id}", by=SERVICE, cause=cause, command=command))


def is_countable(match: Match) -> bool:
    return isinstance(match.end, MatchEnded) and match.game is not None
