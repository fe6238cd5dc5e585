"""The command line in this process: what it writes to either channel, and its exit code."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from services.console.__main__ import main
from shared.bots.any_move import any_move
from shared.games.registry import GAMES
from shared.language import ENGLISH, speaking
from shared.ledger.decider import Message
from shared.ledger.redis import open_ledger
from shared.platform.match import Play, Start
from shared.platform.match.by_bot import move_by
from shared.platform.streams import Streams
from shared.settings import settings

PLAYERS = ("person:ada", "bot:any_move@1")
RUNNING = "runningmatch"  # an id: 12 of [a-z0-9]
PLAY = ("play", "quadropolis", "--seats", "3", "--bots", "greedy,any_move,any_move", "--seed", "7")


class Output(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


Urbanist = Callable[..., Output]


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whatever the developer's own language is; and no test leaves its own to others."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    with speaking(ENGLISH):
        yield


@pytest.fixture
def urbanist(capsys: pytest.CaptureFixture[str]) -> Urbanist:
    """`urbanist("replay", file)` as an operator would type it."""

    def run(*words: object) -> Output:
        capsys.readouterr()
        code = main(list(map(str, words)))
        return Output(code, *capsys.readouterr())

    return run


@pytest.fixture
def streams(clean_server: str, var: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Streams]:
    """The ledger that the settings name, as the commands use it."""
    monkeypatch.setenv("REDIS_URL", clean_server)
    monkeypatch.setenv("URBANIST_VAR", str(var))
    settings.cache_clear()
    yield Streams(open_ledger(clean_server))
    settings.cache_clear()


@pytest.fixture
def running(streams: Streams) -> str:
    """The id of a match in which each seat has moved once."""
    game = GAMES["quadropolis"]
    start = Start(
        game=game,
        options=game.options(),
        players=PLAYERS,
        seed="5e" * 32,
        nonces=(None, None),
        table=None,
        practice=True,
    )
    stream = f"match:{RUNNING}"
    streams.matches.handle(Message(stream=stream, by="service:test", cause="start", command=start))
    for _ in PLAYERS:
        match = streams.match(RUNNING).state
        (seat,) = match.called
        move = move_by(any_move, match, seat)
        command = Play(player=match.players[seat], seat=seat, turn=match.turn, move=move)
        streams.matches.handle(Message(stream=stream, by=command.player, cause=f"move-{match.turn}", command=command))
    return RUNNING
