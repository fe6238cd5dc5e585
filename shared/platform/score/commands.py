"""What can be asked of a score."""

from dataclasses import dataclass

from shared.games.game import Result
from shared.platform.cited import Cited
from shared.platform.score.events import Judged


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """Write down what a finished match is worth; `match` cites its `match.ended`."""

    match: Cited
    result: Result


@dataclass(frozen=True, slots=True, kw_only=True)
class Correct:
    """Put this in place of what was counted, or could not be counted; `note` is what everybody will read."""

    result: Result
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Analyse:
    """Write down what `bot` says of the turns of a match; `match` cites the last event that it looked at."""

    match: Cited
    bot: str
    turns: tuple[Judged, ...]


Command = Count | Correct | Analyse
