"""What a package gives under the entry point group `urbanist.bots`: one version of a bot.

    [project.entry-points."urbanist.bots"]
    novice = "novice:BOT"

Whoever runs bots finds their names without loading them: a package's code runs in `child.py` alone.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from shared.bots.mind import Mind
from shared.errors import Malformed, NotFound
from shared.games.game import Game
from shared.installed_bots import entry_point
from shared.roster.checked import check
from shared.roster.offer import Kind, Offer, Plays


class PlugIn(NamedTuple):
    """As `shared.bots.Bot`: `mind` is called for each turn, with the game and the seat, and returns who decides.

    That is `(view, moves, chance) -> move`. `games` are those that it plays, by slug. A move that takes longer than
    `seconds` is abandoned. One that is `repeatable` plays the same on every machine, as long as its version stays the
    same: its moves in a record are then checked by whoever has it (`urbanist verify`).
    """

    name: str
    version: int
    games: Mapping[str, Plays]
    mind: Callable[[Game, int], Mind]
    seconds: int = 5
    repeatable: bool = False

    @property
    def offer(self) -> Offer:
        told = Offer(self.name, self.version, Kind.PLUG_IN, self.games, self.seconds)
        return told._replace(repeatable=self.repeatable is True)


def load(name: str) -> PlugIn:
    """Runs the package's code. Raises NotFound, Malformed, and whatever the package raises."""
    if (found := entry_point(name)) is None:
        raise NotFound("no package that is installed has a bot {name}", name=name)
    made = found.load()
    if not isinstance(made, PlugIn):
        raise Malformed("{where} is not a PlugIn", where=found.value)
    if made.name != name:
        raise Malformed(
            "{where} is called {other}, and its entry point {name}", where=found.value, other=made.name, name=name
        )
    check(made.offer)
    return made
