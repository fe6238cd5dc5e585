"""From the stored move of a person to the stored answer of a bot that hardly thinks, in many matches at once.

    python -m tests.bench.bot_turns [--matches 20] [--rate 20] [--seconds 30] [--plug-in]

A real server, the listener of game-command and one worker, as `make run` starts them; times are those in the ledger.
With `--plug-in` the bot is of another package, in a process of its own behind the wall.
"""

import argparse
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from datetime import datetime
from itertools import count, cycle, pairwise
from pathlib import Path
from statistics import median, quantiles

from redis import Redis

from services.console.practice import id_of, practice
from shared.games.registry import GAMES
from shared.ledger.decider import Message
from shared.ledger.redis import open_ledger
from shared.platform.match import Command, Match, Play
from shared.platform.streams import Streams
from shared.roster import Roster
from tests.plug_ins.packages import GOOD, install
from tests.servers import environment, running_server
from tests.waiting import until
from tests.workers import MATCHES_LISTENER, WORKER, bot_worker, kept_up

ADA, BUILT_IN, PLUG_IN = "person:ada000000000", "bot:any_move@1", "bot:novice@1"
GAME = GAMES["quadropolis"]


class Matches:
    """So many at once: one that has ended is followed by another."""

    def __init__(self, streams: Streams, bot: str) -> None:
        self.streams, self.bot = streams, bot
        self.numbers = count()
        self.all: list[str] = []

    def begin(self) -> str:
        command = practice(GAME, (ADA, self.bot), GAME.options(), f"{next(self.numbers):064x}")
        self.obey(id_of(command), "service:bench", "start", command)
        self.all.append(id_of(command))
        return self.all[-1]

    def move(self, match: Match) -> None:
        """Any move of Ada's, if she is called."""
        if match.called == (0,):
            view = match.view(0)
            moves = match.rules.legal_moves(view, 0)
            play = Play(player=ADA, seat=0, turn=match.turn, move=moves[match.turn % len(moves)])
            self.obey(match.id, ADA, f"turn-{match.turn}", play)

    def obey(self, id_: str, by: str, cause: str, command: Command) -> None:
        self.streams.matches.handle(Message(stream=f"match:{id_}", by=by, cause=cause, command=command))

    def waits(self) -> Iterator[float]:
        """Seconds from each of Ada's moves to the bot's next."""
        for id_ in self.all:
            entries = [entry for entry in self.streams.matches.reader.past(f"match:{id_}").entries if entry.asked]
            for own, other in pairwise(entries):
                if own.envelope.by == ADA and other.envelope.by == self.bot:
                    times = map(datetime.fromisoformat, (own.envelope.at, other.envelope.at))
                    yield -(next(times) - next(times)).total_seconds()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.bot_turns", description=__doc__.partition("\n")[0])
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--rate", type=float, default=20.0, help="moves of people a second, in all matches together")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--plug-in", action="store_true")
    asked = parser.parse_args()
    with running(asked.plug_in) as streams:
        matches = Matches(streams, PLUG_IN if asked.plug_in else BUILT_IN)
        play(matches, asked.matches, 1 / asked.rate, asked.seconds)
        waits = sorted(matches.waits())
    p99 = quantiles(waits, n=100)[98]
    print(f"{len(waits)} turns in {asked.matches} matches at once: median {1000 * median(waits):.0f} ms, ", end="")
    print(f"p99 {1000 * p99:.0f} ms, at most {1000 * waits[-1]:.0f} ms")


def play(matches: Matches, most: int, pause: float, seconds: float) -> None:
    running = [matches.begin() for _ in range(most)]
    begun = time.monotonic()
    for number, at in enumerate(cycle(range(most))):
        if (now := time.monotonic()) > begun + seconds:
            return
        time.sleep(max(0.0, begun + number * pause - now))  # people move at this rate
        match = matches.streams.match(running[at]).state
        if match.is_over:
            running[at] = matches.begin()
        matches.move(match)


@contextmanager
def running(has_plug_in: bool) -> Iterator[Streams]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="urbanist-")))
        url = stack.enter_context(running_server(folder / "var"))
        install(folder, "novice", GOOD)
        environ = environment(folder / "var", REDIS_URL=url, RQ_REDIS_URL=url, PYTHONPATH=str(folder))
        stack.enter_context(kept_up((MATCHES_LISTENER, bot_worker("novice") if has_plug_in else WORKER), environ))
        streams = Streams(open_ledger(url))
        client = stack.enter_context(closing(Redis.from_url(url, decode_responses=True)))
        until(lambda: is_ready(streams, client, has_plug_in), 120)
        yield streams


def is_ready(streams: Streams, client: Redis, has_plug_in: bool) -> bool:
    """Somebody plays."""
    if has_plug_in and not Roster(client).is_up(PLUG_IN):
        return False
    trial = Matches(streams, PLUG_IN if has_plug_in else BUILT_IN)
    trial.numbers = count(10**6 + int(time.monotonic() * 1000))
    id_ = trial.begin()
    trial.move(streams.match(id_).state)
    until(lambda: streams.match(id_).state.called == (0,), 60)
    return True


if __name__ == "__main__":
    main()
