"""Every process is killed in the middle of matches: nothing acknowledged is lost, and nothing happens twice."""

import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from shared.errors import Busy, Unavailable
from shared.ledger.decider import Message
from shared.ledger.redis import open_ledger
from shared.platform.match import Command, Play
from shared.platform.streams import Streams
from tests.whole.matches import GAME, begin, is_counted, is_over
from tests.whole.product import SERVER, Product, wait_for

pytestmark = [pytest.mark.server, pytest.mark.slow]
PAUSE = 0.15  # seconds before each bot's move: a match of bots lasts long enough to be hit in the middle
PROGRAMS = [
    ("rq", "worker", "bots"),
    ("services.game_command.api",),
    ("-m", "services.game_command"),
    ("frontend.app",),
    ("frontend.sockets.live",),
    SERVER,
    ("rq", "worker", "scoring"),
    ("-m", "services.matchmaking"),
    ("-m", "services.scoring"),
]


@pytest.fixture
def product(var: Path, free_ports: list[int], tmp_path: Path) -> Iterator[Product]:
    running = Product(var, free_ports, tmp_path / "log", URBANIST_BOT_PAUSE=str(PAUSE), URBANIST_BOT_PATIENCE="1")
    yield running.start()
    running.stop()


class Person(threading.Thread):
    """Play seat 0 to the end, repeating each move under the same key until it is acknowledged."""

    def __init__(self, streams: Streams, match: str) -> None:
        super().__init__(daemon=True)
        self.streams = streams
        self.match = match
        self.acknowledged: list[int] = []

    def run(self) -> None:
        stop = threading.Event()
        while not stop.wait(0.05):
            try:
                match = self.streams.match(self.match).state
                if match.is_over:
                    return
                if (turn := match.turn_of(0)) is None:
                    continue
                move = GAME.legal_moves(match.view(0), 0)[0]
                command = Play(player="person:ada", seat=0, turn=turn, move=move)
                message: Message[Command] = Message(
                    stream=f"match:{self.match}", by="person:ada", cause=f"turn-{turn}", command=command
                )
                self.acknowledged.append(self.streams.matches.handle(message).first)
            except (Busy, Unavailable):
                continue


def test_whatever_is_killed_all_matches_end_with_every_version_once(product: Product) -> None:
    streams = Streams(open_ledger(product.settings.redis_url))
    matches = [begin(streams, number) for number in range(3)]
    person = Person(streams, begin(streams, 3, ("person:ada", "bot:any_move@1")))
    person.start()
    for program in PROGRAMS:
        ended = [match for match in matches if is_over(streams, match)]
        assert len(ended) < len(matches), f"the matches ended before {program} was killed: make bots slower"
        product.kill(*program)
    wait_for(lambda: all(is_counted(streams, match) for match in [*matches, person.match]), 120, product.log.read_text)
    person.join(10)
    for match in [*matches, person.match]:
        past = streams.matches.reader.verified(f"match:{match}")
        assert [entry.version for entry in past.entries] == list(range(1, past.version + 1))
        kinds = Counter(entry.envelope.type for entry in past.entries)
        assert (kinds["quadropolis.tile_taken"], kinds["match.started"], kinds["match.ended"]) == (32, 1, 1)
        assert streams.scores.load(f"score:{match}").version == 1
    stored = streams.matches.reader.past(f"match:{person.match}").entries
    mine = [entry.version for entry in stored if entry.envelope.by == "person:ada" and entry.envelope.move]
    assert mine == person.acknowledged
