"""A log grows with its match, and is the same whether it was read at once or further and further."""

from typing import Any

from frontend.logs import Logs
from services.console.practice import in_ledger
from shared.games.registry import GAMES
from shared.ledger.envelope import Stored
from shared.ledger.memory import MemoryLedger
from shared.platform.match import Match, Play, Start
from shared.platform.streams import Streams

GAME = GAMES["quadropolis"]
ID, STREAM, ADA, BOB = "aaaaaaaaaaaa", "match:aaaaaaaaaaaa", "person:ada", "person:bob"


class Counting(MemoryLedger):
    """Remembers how many entries each reading gave."""

    def __init__(self) -> None:
        super().__init__()
        self.given: list[int] = []

    def read(self, stream: str, after: int = 0) -> list[Stored]:
        found = super().read(stream, after)
        self.given.append(len(found))
        return found


def begun(streams: Streams, seed: str = "5e" * 32) -> Match:
    command = Start(
        game=GAME, options=GAME.options(), players=(ADA, BOB), seed=seed, nonces=(None, None), table=None, practice=True
    )
    return in_ledger(streams, ID)(command, "service:test", "start")


def moved(streams: Streams) -> Match:
    match = streams.match(ID).state
    (seat,) = match.called
    move = GAME.legal_moves(match.view(seat), seat)[0]
    command: Any = Play(player=match.players[seat], seat=seat, turn=match.turn, move=move)
    return in_ledger(streams, ID)(command, match.players[seat], f"move-{match.turn}")


def test_a_log_is_read_only_further():
    ledger = Counting()
    streams = Streams(ledger)
    logs = Logs(streams.matches)
    begun(streams)
    logs.of(streams.match(ID))
    for _ in range(3):
        moved(streams)
        folded = streams.match(ID)
        ledger.given.clear()
        log = logs.of(folded)
        assert ledger.given == [2]  # the tile and the next turn
        assert log == Logs(streams.matches).of(folded)
        assert log.lines[-1].version == folded.version


def test_a_ledger_with_another_past_gets_another_log():
    ledger = MemoryLedger()
    logs = Logs(Streams(ledger).matches)
    begun(Streams(ledger))
    before = logs.of(Streams(ledger).match(ID))
    ledger.streams.clear()
    begun(Streams(ledger), "6f" * 32)
    moved(Streams(ledger))
    folded = Streams(ledger).match(ID)
    assert logs.of(folded) == Logs(Streams(ledger).matches).of(folded)
    assert logs.of(folded).lines[: len(before.lines)] != before.lines
