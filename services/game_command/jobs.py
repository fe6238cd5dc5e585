"""What RQ's workers do for game-command: play a bot's turn. Its move goes through the same handler as everybody's."""

from contextlib import suppress

from services.game_command.stand_ins import is_here, replace_missing
from shared.bots import mind
from shared.errors import KeyReused, MatchOver, NotYourSeat, NotYourTurn, StaleTurn
from shared.ledger.decider import Message
from shared.platform.match import Command, Play
from shared.platform.player import is_bot
from shared.settings import settings
from shared.web.ledger import streams
from shared.web.life import rest

# Another try was faster. Its key is that of this turn, so where it chose another move, the key was used.
WENT_ON = (KeyReused, MatchOver, NotYourSeat, NotYourTurn, StaleTurn)


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
    view = match.view(seat)
    move = mind(player, match.game, seat)(view, match.game.legal_moves(view, seat), match.bot_chance(seat))
    command: Command = Play(player=player, seat=seat, turn=turn, move=move)
    message = Message(stream=folded.stream, by=player, cause=f"bot-{turn}-{seat}", command=command)
    if streams().matches.attempt(message, folded):
        return
    with suppress(*WENT_ON):
        # Folded anew: a mind may think for half a minute, and a backup may have come back meanwhile.
        streams().matches.handle(message)
