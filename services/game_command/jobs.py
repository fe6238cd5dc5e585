"""What RQ's workers do for game-command: play a bot's turn. Its move goes through the same handler as everybody's."""

from contextlib import suppress
from typing import Any

from services.game_command import plugged
from services.game_command.stand_ins import MOVED_ON, is_built_in, is_here, replace_missing, seconds_of, stand_in_once
from shared.bots import bot
from shared.games.game import Game
from shared.ledger.decider import Message
from shared.platform.match import Command, Match, Play
from shared.platform.match.by_bot import move_by
from shared.platform.player import is_bot
from shared.plug_ins.failed import Failed
from shared.settings import settings
from shared.web.ledger import streams
from shared.web.life import rest


def play_bot_turn(match_id: str, turn: int, seat: int) -> None:
    """Play one move, unless the match has gone on meanwhile or is read-only."""
    rest(settings().bot_pause)
    folded = streams().match(match_id)
    match, player = folded.state, folded.state.players[seat]
    if folded.unknown or match.turn_of(seat) != turn or match.game is None or not is_bot(player):
        return
    if not is_here(match, seat):
        replace_missing(match, seat)
        return
    try:
        move = move_of(match, match.game, seat)
    except Failed as failed:
        stand_in_once(match, seat, failed.reason, failed.detail, failed.beside)
        return
    command: Command = Play(player=player, seat=seat, turn=turn, move=move)
    message = Message(stream=folded.stream, by=player, cause=f"bot-{turn}-{seat}", command=command)
    if streams().matches.attempt(message, folded):
        return
    with suppress(*MOVED_ON):
        # Folded anew: a mind may think for half a minute, and a backup may have come back meanwhile.
        streams().matches.handle(message)


def move_of(match: Match, game: Game, seat: int) -> Any:
    """Raises Failed where a bot of another package gives none."""
    player = match.players[seat]
    if not is_built_in(player):
        return plugged.move_of(match, game, seat, seconds_of(player))
    return move_by(bot(player).make, match, seat)
