"""Watches over what is kept: stops storing before the disk is full, and notes how far the ledger has come."""

import signal
import threading
import time
from contextlib import closing

import redis

from infra.archived import note_archive
from infra.known import events
from infra.lost import OLDER_SERVER
from infra.notes import note, note_files
from infra.runner import go_with_the_runner
from shared.errors import Broken, Unavailable
from shared.ledger.redis import connect, is_away
from shared.mark import read_mark
from shared.settings import Settings, settings
from shared.space import MB, REFUSES, is_full, room, warning
from shared.web.life import end_quickly, show_life

LOOK = 0.5  # seconds between two looks at the disk
NOTE = 2.0  # seconds between two notes
REPEAT = 60.0  # seconds between two lines that say the same
ROOM_AGAIN = "There is room on the disk again ({room} MB): everything is stored as before."


class Keeper:
    def __init__(self, chosen: Settings, client: "redis.Redis") -> None:
        self.chosen = chosen
        self.client = client
        self._said = float("-inf")
        self._noted = float("-inf")

    def look(self) -> None:
        if self.chosen.embedded:
            self.keep_room()
        if time.monotonic() >= self._noted + NOTE:
            self._noted = time.monotonic()
            self.note()

    def keep_room(self) -> None:
        refused = self.client.config_get(REFUSES)[REFUSES] != "0"
        if (refuses := is_full(self.chosen, refused)) != refused:
            self.client.config_set(REFUSES, int(refuses))
            self._said = float("-inf")
            if refused:
                print(ROOM_AGAIN.format(room=room(self.chosen.var) // MB), flush=True)
        if sentence := warning(self.chosen, refuses):
            self.warn(sentence)

    def note(self) -> None:
        """A server that answers has synced everything that it wrote before, and so has the archive."""
        try:
            note_archive(self.chosen)
        except Broken as error:
            self.warn(str(error))
        if self.chosen.embedded:
            self.client.ping()
            note_files(self.chosen.var)
        else:
            self.note_events()

    def note_events(self) -> None:
        """If an external server lost something while everything ran, warn; the next start finds it too."""
        found, mark = events(self.client), read_mark(self.chosen.var)
        if mark and found < mark.events:
            self.warn(OLDER_SERVER.format(events=found, known=mark.events))
        else:
            note(self.chosen.var, events=found)

    def warn(self, sentence: str) -> None:
        if time.monotonic() >= self._said + REPEAT:
            self._said = time.monotonic()
            print(f"WARNING: {sentence}", flush=True)


def main() -> None:
    asked = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: asked.set())
    go_with_the_runner()
    end_quickly()
    with closing(connect(settings().redis_url)) as client:
        keeper = Keeper(settings(), client)
        while not asked.wait(LOOK):
            show_life()
            try:
                keeper.look()
            except Unavailable as refusal:
                keeper.warn(f"{refusal} ({refusal.reason}).")
            except redis.RedisError as error:
                if not is_away(error):  # if it is, it is restarting: others say so, and the next look shows
                    raise


if __name__ == "__main__":
    main()
