"""Records are exported from a real ledger, stuck matches are closed, and the lobby's lists are rebuilt."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from shared.errors import Broken
from shared.games.registry import GAMES
from shared.ledger.decider import Message
from shared.ledger.envelope import Envelope
from shared.ledger.redis import connect
from shared.platform.match.events import MatchAborted
from shared.platform.records.read_export import read_export
from shared.platform.rows import Rows, row_of
from shared.platform.streams import REGISTRY, Streams
from shared.platform.table import OpenTable
from shared.settings import settings
from tests.console.conftest import Urbanist

pytestmark = pytest.mark.server
OPEN = "anopentable0"


def open_table(streams: Streams) -> None:
    game = GAMES["quadropolis"]
    command = OpenTable(by="person:eve", game=game, options=game.options(), seats=2, listed=True, seed="0d" * 32)
    streams.tables.handle(Message(stream=f"table:{OPEN}", by="person:eve", cause="open", command=command))


def break_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> Any:
        raise ZeroDivisionError("these rules are broken")

    game = GAMES["quadropolis"]
    monkeypatch.setitem(GAMES, "quadropolis", replace(game, initial=broken, evolve=broken))


def test_the_export_of_a_running_match_is_public_parts_only(urbanist: Urbanist, running: str):
    output = urbanist("export", running)
    record = read_export(output.out.encode(), REGISTRY)
    assert (output.code, output.err, record.id) == (0, "", running)
    assert not record.is_finished
    assert all(entry.sealed is None for entry in record.streams["match"])
    assert "5e" * 32 not in output.out


def test_a_running_match_can_be_replayed_without_its_points(urbanist: Urbanist, running: str, tmp_path: Path):
    file = tmp_path / "running.jsonl"
    file.write_text(urbanist("export", running).out)
    output = urbanist("replay", file)
    assert output.code == 0
    assert "still runs" in output.lines[1]
    assert not [line for line in output.lines if line.startswith("points: ")]


def test_an_aborted_match_is_finished_and_everything_in_it_is_open(urbanist: Urbanist, running: str):
    output = urbanist("abort", running, "--reason", "the table broke")
    assert output.code == 0
    assert f"match {running} was aborted at version" in output.out
    record = read_export(urbanist("export", running).out.encode(), REGISTRY)
    assert record.is_finished
    envelopes = [Envelope.from_bytes(entry.envelope) for entry in record.streams["match"]]
    assert (envelopes[-1].type, envelopes[-1].by.partition(":")[0]) == ("match.aborted", "operator")
    assert envelopes[-1].data == {"reason": "operator", "note": "the table broke"}
    sealed = [entry for entry, envelope in zip(record.streams["match"], envelopes, strict=True) if envelope.seal]
    assert len(sealed) == 2  # the seed, and the orders of all draws
    assert all(entry.sealed for entry in sealed)


def test_the_replay_of_an_aborted_match_names_no_winner(urbanist: Urbanist, running: str, tmp_path: Path):
    urbanist("abort", running, "--reason", "the table broke")
    file = tmp_path / "aborted.jsonl"
    file.write_text(urbanist("export", running).out)
    output = urbanist("replay", file)
    assert output.code == 0
    assert "the match was aborted: if it had ended here:" in output.lines
    assert not [line for line in output.lines if line.startswith("winners: ")]


def test_a_match_whose_rules_are_broken_can_be_aborted(urbanist: Urbanist, streams, running, monkeypatch):
    break_rules(monkeypatch)
    with pytest.raises(Broken):  # whoever loads the game gets no further
        Streams(streams.ledger).match(running)
    assert urbanist("abort", running, "--reason", "its rules are broken").code == 0
    assert isinstance(streams.blind.load(f"match:{running}").state.end, MatchAborted)
    assert read_export(urbanist("export", running).out.encode(), REGISTRY).is_finished


def test_a_match_is_aborted_once(urbanist: Urbanist, streams: Streams, running: str):
    urbanist("abort", running, "--reason", "the table broke")
    version = streams.blind.load(f"match:{running}").version
    output = urbanist("abort", running, "--reason", "the table broke")
    assert output == (1, "", "urbanist: the match is over\n")
    assert streams.blind.load(f"match:{running}").version == version


@pytest.mark.parametrize("reason", ["", "  ", "x" * 201, "two\nlines", "\x1b[31mred"])
def test_a_reason_that_nobody_could_read_is_refused(urbanist: Urbanist, streams: Streams, running: str, reason: str):
    output = urbanist("abort", running, "--reason", reason)
    assert output == (1, "", "urbanist: --reason: 1 to 200 printable characters\n")
    assert not streams.match(running).state.is_over


@pytest.mark.usefixtures("streams")
@pytest.mark.parametrize("command", [("export",), ("abort", "--reason", "gone")])
@pytest.mark.parametrize("match", ["nosuchmatch1", "../../etc", "*", ""])
def test_a_match_that_does_not_exist_is_named(urbanist: Urbanist, command: tuple[str, ...], match: str):
    output = urbanist(*command, match)
    assert (output.code, output.out, output.err.count("\n")) == (1, "", 1)
    assert output.err.startswith("urbanist: there is no")
    assert match in output.err


def test_rows_are_rebuilt_whatever_became_of_them(urbanist: Urbanist, streams: Streams, running: str):
    open_table(streams)
    rows = Rows(connect(settings().redis_url))
    row = row_of(streams, running)
    assert row
    rows.put(replace(row, id="ghostofmatch"))
    output = urbanist("rebuild")
    assert output == (0, "rebuilt 2 rows\n", "")
    assert [row.id for row in rows.listed("playing")] == [running]
    assert [row.id for row in rows.listed("open")] == [OPEN]


def test_rows_can_be_rebuilt_for_matches_whose_rules_are_broken(urbanist: Urbanist, running: str, monkeypatch):
    break_rules(monkeypatch)
    assert urbanist("rebuild").out == "rebuilt 1 row\n"


def test_a_server_that_is_away_is_reported_in_one_sentence(urbanist: Urbanist, var: Path, monkeypatch):
    monkeypatch.setenv("REDIS_URL", f"unix://{var}/nobody.sock")
    for command in (("export", "nosuchmatch1"), ("abort", "nosuchmatch1", "--reason", "gone"), ("rebuild",)):
        settings.cache_clear()
        output = urbanist(*command)
        assert (output.code, output.err.count("\n")) == (1, 1)
        assert "is not answering" in output.err
    settings.cache_clear()


def test_a_setting_that_makes_no_sense_is_named(urbanist: Urbanist, monkeypatch):
    monkeypatch.setenv("PORT", "eighty")
    settings.cache_clear()
    output = urbanist("rebuild")
    settings.cache_clear()
    assert (output.code, output.err.count("\n")) == (1, 1)
    assert "PORT" in output.err
