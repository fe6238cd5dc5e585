"""Judges every command for a score, and gives the event that an allowed one leads to."""

from typing import Any, assert_never

from shared.errors import MatchOver
from shared.games.game import Result
from shared.platform.score.commands import Analyse, Command, Correct, Count
from shared.platform.score.events import ScoreAnalysed, ScoreCorrected, ScoreCounted
from shared.platform.score.state import Scored


def decide(scored: Scored, command: Command) -> list[Any]:
    """The event that the command leads to. Raises MatchOver where there already is one."""
    match command:
        case Count():
            return [_counted(scored, command)]
        case Correct():
            return [_corrected(command)]
        case Analyse():
            if scored.analysis is not None:
                raise MatchOver("this match was analysed already")
            return [ScoreAnalysed(match=command.match, bot=command.bot, turns=command.turns)]
        case _:
            assert_never(command)


def _counted(scored: Scored, command: Count) -> ScoreCounted:
    if scored.count is not None:
        raise MatchOver("this match was counted already")
    found = command.result
    return ScoreCounted(
        match=command.match, points=found.points, places=found.places, lines=_lines(found), target=found.target
    )


def _corrected(command: Correct) -> ScoreCorrected:
    found = command.result
    return ScoreCorrected(
        points=found.points, places=found.places, lines=_lines(found), target=found.target, note=command.note
    )


def _lines(found: Result) -> tuple[dict[str, int], ...]:
    return tuple(dict(line) for line in found.lines)
