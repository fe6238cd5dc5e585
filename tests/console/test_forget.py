"""An operator erases somebody, and backs people up: on a server that nothing else runs on."""

from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from shared.games.registry import GAMES
from shared.ledger.decider import Message
from shared.ledger.redis import connect
from shared.platform.match import Play, Start
from shared.platform.records.export import export
from shared.platform.rows import Rows, row_of
from shared.platform.streams import Streams
from shared.settings import settings
from tests.console.conftest import Urbanist
from tests.people.conftest import ADA, BOB, NAME, dump, plant

pytestmark = pytest.mark.server
MATCH = "theirmatch00"


@pytest.fixture
def client(streams: Streams) -> Any:
    return Redis.from_url(settings().redis_url, protocol=2, decode_responses=True)


@pytest.fixture
def match(streams: Streams) -> str:
    """Ada's, against a bot; she has moved once."""
    game, stream = GAMES["quadropolis"], f"match:{MATCH}"
    players = (f"person:{ADA}", "bot:any_move@1")
    start = Start(
        game=game,
        options=game.options(),
        players=players,
        seed="5e" * 32,
        nonces=(None, None),
        table=None,
        practice=True,
    )
    streams.matches.handle(Message(stream=stream, by="service:test", cause="start", command=start))
    now = streams.match(MATCH).state
    (seat,) = now.called
    move = game.legal_moves(now.view(seat), seat)[0]
    played = Play(player=now.players[seat], seat=seat, turn=now.turn, move=move)
    streams.matches.handle(Message(stream=stream, by=played.player, cause="move-1", command=played))
    row = row_of(streams, MATCH)
    assert row is not None
    Rows(connect(settings().redis_url)).put(row)
    return MATCH


def test_a_name_is_erased_and_every_record_still_verifies(
    urbanist: Urbanist, client: Any, match: str, streams: Streams
):
    plant(client)
    before = streams.ledger.read(f"match:{match}")
    output = urbanist("forget", NAME.lower(), "--yes")
    assert (output.code, output.err) == (0, "")
    assert output.out == f"person:{ADA} was erased: seats show “former player”, and every record stays as it is\n"
    assert NAME not in dump(client)
    after = streams.ledger.read(f"match:{match}")
    assert after[: len(before)] == before, "no event is rewritten"
    assert len(after) > len(before), "she resigned"
    assert streams.match(match).state.seat_of(f"person:{ADA}") is None
    assert NAME.encode() not in export(streams.ledger, match)
    assert urbanist("verify", "--all").code == 0


def test_nobody_is_erased_without_saying_so(urbanist: Urbanist, client: Any):
    plant(client)
    output = urbanist("forget", ADA)
    assert (output.code, output.err) == (1, f"urbanist: this can't be undone: say --yes to erase person:{ADA}\n")
    assert client.hget(f"person:{ADA}", "name") == NAME


def test_who_is_not_here_can_not_be_erased_and_nobody_twice(urbanist: Urbanist, client: Any):
    output = urbanist("forget", "Nemo", "--yes")
    assert (output.code, output.err) == (1, "urbanist: nobody here is called Nemo, or has this id\n")
    client.hset(f"person:{BOB}", "name", "Bob")
    assert urbanist("forget", f"person:{BOB}", "--yes").code == 0
    assert urbanist("forget", f"person:{BOB}", "--yes").code == 1


def test_guests_of_one_name_are_told_apart_by_their_ids(urbanist: Urbanist, client: Any):
    for person in (ADA, BOB):
        client.hset(f"person:{person}", "name", "Guest of honour")
    output = urbanist("forget", "guest of honour", "--yes")
    assert output.code == 1
    assert output.err == (
        f"urbanist: several people are meant by guest of honour: say one of person:{ADA}, person:{BOB}\n"
    )
    assert urbanist("forget", f"person:{ADA}", "--yes").code == 0
    assert client.hget(f"person:{BOB}", "name") == "Guest of honour"


def test_people_are_backed_up_and_restored_without_the_erased(urbanist: Urbanist, client: Any, tmp_path: Path):
    plant(client)
    client.hset(f"person:{BOB}", "name", "Bob")
    file, erased = tmp_path / "people.jsonl", tmp_path / "erased"
    output = urbanist("people", "backup", file)
    assert output.code == 0
    assert output.out.endswith(f" keys about people were written to {file}\n")
    assert file.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [file]
    urbanist("forget", ADA, "--yes")
    erased.write_text(urbanist("people", "erased").out)
    client.flushdb()
    output = urbanist("people", "restore", file, "--erased", erased)
    assert output.code == 0
    assert output.out.endswith(" keys about people were restored; whoever was erased stays erased\n")
    assert client.hget(f"person:{BOB}", "name") == "Bob"
    assert NAME not in dump(client)


def test_what_is_no_list_of_the_erased_is_refused(urbanist: Urbanist, client: Any, tmp_path: Path):
    file, wrong = tmp_path / "people.jsonl", tmp_path / "wrong"
    urbanist("people", "backup", file)
    wrong.write_text("nobody-of-ours")
    output = urbanist("people", "restore", file, "--erased", wrong)
    assert (output.code, output.err) == (1, f"urbanist: {wrong} is no list of erased people: nobody-of-ours\n")


def test_what_is_no_backup_is_refused(urbanist: Urbanist, client: Any, tmp_path: Path):
    file = tmp_path / "people.jsonl"
    file.write_text("{}\n")
    output = urbanist("people", "restore", file)
    assert (output.code, output.err) == (1, "urbanist: this is no whole backup of people: nothing was restored\n")
