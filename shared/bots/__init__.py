"""Bots, by name and version: pure minds that know a view, its legal moves and luck of their own, nothing else.

Adding a bot takes two places: its module in this folder and its row in `BOTS`. A change in what a bot plays is a new
version, with a row of its own. The old module and row stay, for the seats that the old version has in running matches
and for whoever runs its moves again. Where an old version has to go, the newest row that lists it in `replaces` takes
over its seats; if there is none, the stand-in does.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from shared.bots.any_move import any_move
from shared.bots.greedy import greedy
from shared.bots.levels import level_1, level_2, level_3, level_4
from shared.bots.look_ahead import look_ahead
from shared.bots.mind import Mind
from shared.bots.strong import strong, strong_1
from shared.errors import NotFound
from shared.games.game import Game


class Bot(NamedTuple):
    """One version of a bot. `make` returns its mind for a game and a seat.

    A move that takes longer than `seconds` is abandoned. Allow many times what a move needs: the machine may be busy.
    `replaces` lists older versions of this bot whose seats it may take over in the middle of a match.
    `settled`: until then, before any release, what this version plays was still changed under the same number.
    """

    name: str
    version: int
    make: Callable[[Game, int], Mind]
    seconds: int
    replaces: tuple[int, ...] = ()
    settled: str = ""

    @property
    def player(self) -> str:
        """Its name at a seat: `bot:greedy@1`."""
        return f"bot:{self.name}@{self.version}"


MEASURED = "2026-11-30T05:08:00.000Z"  # when the first `strong` was measured as it plays since
BOTS: tuple[Bot, ...] = (
    Bot("any_move", 1, any_move, 5),
    Bot("greedy", 1, greedy, 5),
    Bot("look_ahead", 1, look_ahead, 30, settled="2026-11-28T12:18:00.000Z"),
    Bot("strong", 1, strong_1, 30, settled=MEASURED),
    Bot("strong", 2, strong, 30),
    Bot("level_1", 1, level_1, 5),
    Bot("level_2", 1, level_2, 5),
    Bot("level_3", 1, level_3, 5),
    Bot("level_4", 1, level_4, 30, settled=MEASURED),
)
USUAL_BOT = "greedy"  # sits down where nobody names a bot
STAND_IN = "any_move"  # its newest version plays on for people who left and for bots that fail or are gone


def names() -> tuple[str, ...]:
    """The bots that can be asked for, each listed once: its newest version sits down."""
    return tuple(dict.fromkeys(bot.name for bot in BOTS))


def player(name: str) -> str:
    """The newest version of a bot, as named at a seat: `bot:greedy@1`. Raises NotFound."""
    versions = [bot for bot in BOTS if bot.name == name]
    if not versions:
        raise NotFound("there is no bot {name}", name=name)
    return max(versions, key=_version).player


def stand_in() -> str:
    return player(STAND_IN)


def bot(player: str) -> Bot:
    """The bot named `bot:greedy@1`. Raises NotFound, also for a version that this release doesn't have."""
    for one in BOTS:
        if one.player == player:
            return one
    raise NotFound("there is no player {player} among the bots", player=player)


def mind(player: str, game: Game, seat: int) -> Mind:
    """The mind of `bot:greedy@1` at this seat. Raises NotFound, as `bot` does."""
    return bot(player).make(game, seat)


def plays_on(player: str) -> str | None:
    """Who moves for a seat of this bot: the bot itself, else the newest version that may replace it, else nobody."""
    if any(one.player == player for one in BOTS):
        return player
    heirs = list(_replacing(player))
    return max(heirs, key=_version).player if heirs else None


def _replacing(player: str) -> Iterator[Bot]:
    for one in BOTS:
        if player in (one._replace(version=old).player for old in one.replaces):
            yield one


def _version(bot: Bot) -> int:
    return bot.version
