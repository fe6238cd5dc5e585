"""`urbanist close-table`: what waits closes without a match, and a match that can't start is called off."""

from dataclasses import replace

import pytest

from shared.games.registry import GAMES
from shared.ledger.decider import Message
from shared.platform.streams import Streams
from shared.platform.table import Command, OpenTable, TakeSeat
from shared.platform.unstarted import never_dealt
from tests.console.conftest import Urbanist

pytestmark = pytest.mark.server
TABLE = "gonegonegone"
WHY = ("--reason", "its game is gone")


def of_a_game_that_is_gone(streams: Streams, *seated: str) -> None:
    game, eve = replace(GAMES["quadropolis"], slug="atlantis"), "person:eve"
    opened = OpenTable(by=eve, game=game, options=game.options(), seats=2, listed=True, seed="0d" * 32)
    orders: list[Command] = [opened, *(TakeSeat(by=by) for by in seated)]
    for number, order in enumerate(orders):
        message = Message(stream=f"table:{TABLE}", by=eve, cause=f"order-{number}", command=order)
        streams.tables.handle(message)


def test_a_table_that_waits_is_closed(urbanist: Urbanist, streams: Streams):
    of_a_game_that_is_gone(streams)
    assert urbanist("close-table", TABLE, *WHY) == (0, f"table {TABLE} was closed at version 2; no match follows\n", "")
    assert urbanist("close-table", TABLE, *WHY) == (1, "", "urbanist: this table is closed\n")


def test_a_match_that_can_not_start_is_called_off(urbanist: Urbanist, streams: Streams):
    of_a_game_that_is_gone(streams, "person:ada", "person:bob")
    output = urbanist("close-table", TABLE, *WHY)
    assert output == (0, f"the match of table {TABLE} was called off at version 2, before it started\n", "")
    ended = never_dealt(streams, TABLE)
    assert ended
    assert ended.note == "its game is gone"
    assert urbanist("close-table", TABLE, *WHY).code == 1


def test_a_table_that_there_is_not_is_named(urbanist: Urbanist, streams: Streams):
    assert urbanist("close-table", "nosuchtable1", *WHY) == (1, "", "urbanist: there is no table nosuchtable1\n")
    assert streams.ledger.last("table:nosuchtable1") == 0


def test_a_reason_is_needed(urbanist: Urbanist, streams: Streams):
    of_a_game_that_is_gone(streams)
    assert urbanist("close-table", TABLE, "--reason", " ").code == 1
    assert streams.table(TABLE).state.closed is None
