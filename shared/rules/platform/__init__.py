"""The platform's own events: what tables, matches, scores and ratings tell, whatever the game.

Stored names and fields are for ever: docs/ledger.md lists them with their writers.
"""

from collections.abc import Mapping

from shared.rules.platform import matches, scores, tables
from shared.rules.platform.cited import Branch, Cited
from shared.rules.platform.matches import (
    Drawn,
    MatchAborted,
    MatchAdjudicated,
    MatchEnded,
    MatchPaused,
    MatchResumed,
    MatchStarted,
    SeatResigned,
    StandInAgreed,
    StandInSeated,
    TakeBackAnswered,
    TakeBackAsked,
    TakeBackWithdrawn,
    TakenBack,
    TurnStarted,
)
from shared.rules.platform.scores import Judged, Rating, RatingAdjusted, ScoreAnalysed, ScoreCorrected, ScoreCounted
from shared.rules.platform.tables import NonceShown, SeatLeft, SeatTaken, TableClosed, TableFilled, TableOpened

EVENTS: Mapping[str, type] = {**tables.EVENTS, **matches.EVENTS, **scores.EVENTS}

__all__ = [
    "EVENTS",
    "Branch",
    "Cited",
    "Drawn",
    "Judged",
    "MatchAborted",
    "MatchAdjudicated",
    "MatchEnded",
    "MatchPaused",
    "MatchResumed",
    "MatchStarted",
    "NonceShown",
    "Rating",
    "RatingAdjusted",
    "ScoreAnalysed",
    "ScoreCorrected",
    "ScoreCounted",
    "SeatLeft",
    "SeatResigned",
    "SeatTaken",
    "StandInAgreed",
    "StandInSeated",
    "TableClosed",
    "TableFilled",
    "TableOpened",
    "TakeBackAnswered",
    "TakeBackAsked",
    "TakeBackWithdrawn",
    "TakenBack",
    "TurnStarted",
]
