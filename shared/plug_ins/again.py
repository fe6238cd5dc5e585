"""Bots of other packages are run again: those that are installed here in that version, and say that they can be."""

from collections.abc import Callable, Sequence
from typing import Any

from shared.bots.mind import Mind
from shared.games.chance import Chance
from shared.games.game import Game
from shared.installed_bots import entry_point
from shared.platform.again.of_bots import NoAnswer
from shared.platform.match.by_bot import Make
from shared.platform.player import player_from
from shared.plug_ins.asking import legal_answer
from shared.plug_ins.failed import Failed, NoWall
from shared.plug_ins.process import BotProcess
from shared.plug_ins.wall import Limits
from shared.plug_ins.wire import Question
from shared.roster.offer import Offer

AGAIN = "again-1"  # the name of a question, where one process hears of one record only


class Repeated:
    """Used in a `with`: its processes end with it. They are behind the same wall as those that play.

    `limits` is asked once a bot is to be started.
    """

    def __init__(self, limits: Callable[[], Limits]) -> None:
        self.limits = limits
        self._met: dict[str, tuple[BotProcess, Offer]] = {}

    def __enter__(self) -> "Repeated":
        return self

    def __exit__(self, *_: object) -> None:
        for process, _offer in self._met.values():
            process.end()
        self._met.clear()

    def make(self, player: str) -> Make:
        """Raises NoAnswer, also where the bot does not say that it plays the same again."""
        if entry_point(player_from(player).name) is None:
            raise NoAnswer("no package that is installed here has the bot {player}", player=player)
        process, offer = self._process_of(player)
        if not offer.repeatable:
            raise NoAnswer("the bot {player} does not say that it is repeatable", player=player)

        def mind(game: Game, seat: int) -> Mind:
            def move(view: Any, moves: Sequence[Any], chance: Chance) -> Any:
                question = Question(AGAIN, game, seat, view, moves, chance)
                return moves[self._answer(player, process, question, offer.seconds)]

            return move

        return mind

    def _process_of(self, player: str) -> tuple[BotProcess, Offer]:
        if player not in self._met:
            process = BotProcess(player, self.limits())
            try:
                self._met[player] = process, process.meet()
            except (Failed, NoWall) as failed:
                raise _no_answer(player, str(failed)) from failed
        return self._met[player]

    @staticmethod
    def _answer(player: str, process: BotProcess, question: Question, seconds: float) -> int:
        try:
            return legal_answer(process, question, seconds)
        except (Failed, NoWall) as failed:
            raise _no_answer(player, str(failed)) from failed


def _no_answer(player: str, detail: str) -> NoAnswer:
    return NoAnswer("the bot {player} could not be run again: {detail}", player=player, detail=detail)
