"""A bot's process, as whoever asks it holds it."""

import os
import signal
from pathlib import Path

import pytest

from shared.bots.trying import begun
from shared.games.chance import Chance
from shared.games.registry import GAMES
from shared.plug_ins import family
from shared.plug_ins.process import BotProcess
from shared.plug_ins.wall import Limits
from shared.plug_ins.wire import Question, is_legal
from tests.plug_ins.packages import GOOD, install
from tests.waiting import until


def question() -> Question:
    game, chance = GAMES["sprawlopolis"], Chance(bytes(32))
    state = begun(game, 1, game.options(), chance)
    view = game.view(state, 0)
    return Question("m-1", game, 0, view, game.legal_moves(view, 0), chance)


def test_a_bot_that_was_killed_between_two_turns_is_started_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.syspath_prepend(str(tmp_path))
    install(tmp_path, "novice", GOOD)
    before, process = set(family.below(os.getpid())), BotProcess("bot:novice", Limits(memory=1024 * 2**20))
    try:
        process.meet()
        first = process.ask(question(), 20)
        own = set(family.below(os.getpid())) - before
        family.send([max(own)], signal.SIGKILL)  # the bot itself; its wall goes with it
        until(lambda: not family.memory(list(own)))
        assert process.ask(question(), 20) == first
        assert is_legal(first, question())
    finally:
        process.end()
