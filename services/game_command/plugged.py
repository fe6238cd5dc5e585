"""Asks bots of other packages, each in a process of its own that this worker keeps."""

from typing import Any

from shared.games.game import Game
from shared.platform.match import Match
from shared.plug_ins.asking import legal_answer
from shared.plug_ins.failed import Failed
from shared.plug_ins.process import BotProcess
from shared.plug_ins.wire import Question
from shared.settings import settings
from shared.web.life import show_life
from shared.web.walls import limits

_kept: dict[str, BotProcess] = {}  # by player


def move_of(match: Match, game: Game, seat: int, seconds: float) -> Any:
    """One of the seat's legal moves. Raises Failed, also after a second answer that is none."""
    view = match.view(seat)
    moves = game.legal_moves(view, seat)
    question = Question(f"{match.id}-{match.turn}", game, seat, view, moves, match.bot_chance(seat))
    process = kept(match.players[seat])
    try:
        return moves[legal_answer(process, question, seconds)]
    except Failed as failed:
        beside = sorted(process.asked_in - {match.id})
        raise Failed(failed.reason, failed.detail, beside) from failed


def kept(player: str) -> BotProcess:
    if player not in _kept:
        _kept[player] = BotProcess(player, limits(settings()), while_waiting=show_life)
    return _kept[player]


def keep(player: str, process: BotProcess) -> None:
    """From now on this one plays for that bot."""
    _kept[player] = process


def end_all() -> None:
    for process in _kept.values():
        process.end()
    _kept.clear()
