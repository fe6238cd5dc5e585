"""What a command to a table is answered, while other requests read the same table."""

import pytest

from services.matchmaking import tables
from shared.games.registry import GAMES
from shared.ledger.decider import Message
from shared.ledger.memory import MemoryLedger
from shared.platform.streams import Streams
from shared.platform.table import OpenTable, TakeSeat

GAME = GAMES["quadropolis"]
ID = "k1l2m3n4o5p6"
STREAM = f"table:{ID}"
OPEN = OpenTable(by="person:eve", game=GAME, options=GAME.options(), seats=2, listed=True, seed="5e" * 32)


def test_who_sits_down_learns_the_seat_although_somebody_has_kept_an_older_table(monkeypatch: pytest.MonkeyPatch):
    streams = Streams(MemoryLedger())
    monkeypatch.setattr(tables, "streams", lambda: streams)
    monkeypatch.setattr(tables, "asker", lambda: "person:ada")
    streams.tables.handle(Message(stream=STREAM, by="person:eve", cause="open", command=OPEN))
    older, keep = streams.tables.load(STREAM), streams.tables.folder.keep
    monkeypatch.setattr(streams.tables.folder, "keep", lambda folded: (keep(folded), keep(older)))
    assert tables.obey(ID, {"cause": "sit"}, TakeSeat(by="person:ada")) == {"version": 2, "seat": 0}
