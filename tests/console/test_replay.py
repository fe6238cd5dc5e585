"""A file is shown move by move and ends with the points that were counted; a file with a wrong byte is refused."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from shared.games.quadropolis.play.setup import Options as QuadropolisOptions
from shared.games.registry import GAMES
from shared.ledger.canonical import canonical
from shared.ledger.envelope import Envelope
from shared.ledger.memory import MemoryLedger
from shared.platform.records.export import export, header_of
from shared.platform.records.read_export import read_export
from shared.platform.streams import REGISTRY
from shared.platform.table import GiveUp
from tests.console.conftest import PLAY, Urbanist
from tests.ledger.tiny import ANNA, ID, OPEN, order
from tests.records import record


@pytest.fixture
def played(urbanist: Urbanist, tmp_path: Path) -> tuple[Path, dict[str, Any]]:
    """The file of a match, and what `urbanist play` printed about it."""
    printed = json.loads(urbanist(*PLAY, "--log", tmp_path).out)
    return tmp_path / f"{printed['match']}.jsonl", printed


def summary(printed: dict[str, Any]) -> list[str]:
    points, winners = (", ".join(map(str, printed[name])) for name in ("points", "winners"))
    return [f"points: {points}", f"winners: {winners}"]


def test_a_replay_ends_with_the_points_and_winners_that_were_printed(urbanist: Urbanist, played):
    file, printed = played
    output = urbanist("replay", file)
    assert (output.code, output.err) == (0, "")
    assert output.lines[0].startswith(f"match {printed['match']}: quadropolis")
    assert output.lines[-2:] == summary(printed)


def test_each_event_is_one_line_and_seats_count_from_1(urbanist: Urbanist, played):
    file, _ = played
    events = [Envelope.from_bytes(one.envelope) for one in read_export(file.read_bytes(), REGISTRY).streams["match"]]
    printed = urbanist("replay", file).lines[1 : 1 + len(events)]
    assert [int(line.split()[0]) for line in printed] == list(range(1, 1 + len(events)))
    for line, event in zip(printed, events, strict=True):
        assert f" {event.by}: {event.type}" in line
        if "seat" in event.data:
            assert f"seat {event.data['seat'] + 1}" in line


def test_it_stops_at_a_version(urbanist: Urbanist, played):
    file, _ = played
    whole, part = urbanist("replay", file), urbanist("replay", file, "--to", 20)
    assert part.lines[:21] == whole.lines[:21]
    assert part.lines[21] == "if it ended now:"
    assert part.lines[-2].startswith("points: ")


@pytest.mark.parametrize("version", ["0", "-1", "9999"])
def test_a_version_that_does_not_exist_is_refused_with_those_that_do(urbanist: Urbanist, played, version: str):
    file, _ = played
    last = len(read_export(file.read_bytes(), REGISTRY).streams["match"])
    output = urbanist("replay", file, "--to", version)
    assert output == (1, "", f"urbanist: --to: this match has versions 1 to {last}\n")


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.9, 0.999])
def test_one_flipped_byte_is_refused_with_its_line(urbanist: Urbanist, played, share: float):
    file, _ = played
    stored = bytearray(file.read_bytes())
    place = int(len(stored) * share)
    stored[place] ^= 1
    file.write_bytes(stored)
    output = urbanist("replay", file)
    line = bytes(stored[:place]).count(b"\n") + 1
    assert (output.code, output.out, output.err.count("\n")) == (1, "", 1)
    assert output.err.startswith(f"urbanist: line {line}: ")


def test_a_missing_file_is_named(urbanist: Urbanist, tmp_path: Path):
    output = urbanist("replay", tmp_path / "nothing.jsonl")
    assert output == (1, "", f"urbanist: {tmp_path / 'nothing.jsonl'}: No such file or directory\n")


@pytest.mark.parametrize("content", [b"", b"\n", b"\x89PNG\r\n", b"{}\n", b"[]\n", b"null\n", b'{"format":1}\n'])
def test_a_file_that_is_no_export_is_refused(urbanist: Urbanist, tmp_path: Path, content: bytes):
    file = tmp_path / "file"
    file.write_bytes(content)
    output = urbanist("replay", file)
    assert (output.code, output.out, output.err.count("\n")) == (1, "", 1)
    assert output.err.startswith("urbanist: line 1: ")


def forged(file: Path, **wrong: Any) -> bytes:
    """The file with other data in a move, and with digests, chain and header to match: only the rules notice."""
    record = read_export(file.read_bytes(), REGISTRY)
    lines: dict[str, list[dict[str, Any]]] = {kind: [] for kind in record.streams}
    for kind, stored in record.streams.items():
        previous = None
        for entry in stored:
            envelope = Envelope.from_bytes(entry.envelope)
            if envelope.version == 20 and kind == "match":
                envelope = msgspec.structs.replace(envelope, data={**envelope.data, **wrong})
            envelope = msgspec.structs.replace(envelope, previous=previous).with_digest()
            lines[kind].append({"envelope": envelope.plain(), "sealed": entry.sealed and json.loads(entry.sealed)})
            previous = envelope.digest
    header = header_of(record.id, {kind: [line["envelope"] for line in found] for kind, found in lines.items()})
    return b"".join(canonical(line) + b"\n" for line in [header, *(line for found in lines.values() for line in found)])


def test_a_forgery_that_only_the_rules_notice_is_refused_with_its_version(urbanist: Urbanist, played):
    file, _ = played
    file.write_bytes(forged(file))
    assert urbanist("replay", file).code == 0
    file.write_bytes(forged(file, seat=17))
    output = urbanist("replay", file)
    assert (output.code, output.err.count("\n")) == (1, 1)
    assert output.err == "urbanist: version 20: this can't have happened here\n"


def test_a_table_that_no_match_followed_has_nothing_to_replay(urbanist: Urbanist, tmp_path: Path):
    ledger = MemoryLedger()
    order(ledger, f"table:{ID}", ANNA, replace(OPEN, game=GAMES["quadropolis"], options=QuadropolisOptions()))
    order(ledger, f"table:{ID}", ANNA, GiveUp(by=ANNA))
    file = tmp_path / "table.jsonl"
    file.write_bytes(export(ledger, ID))
    for command in ("replay", "position"):
        assert urbanist(command, file) == (1, "", f"urbanist: {file} holds a table that no match followed\n")


def test_the_tie_break_that_decided_is_named_with_both_numbers(urbanist: Urbanist, tmp_path: Path):
    """The first match has equal points on place 1, the other on place 2."""
    bots = ("play", "quadropolis", "--seats", "4", "--bots", "any_move,any_move,any_move,any_move")
    for seed, tie_break, sentence in (
        (
            7,
            {"before": [4], "after": [3], "by": "placed_inhabitants", "values": [10, 5]},
            "seat 4 (bot:any_move@1) wins by more inhabitants in the city: 10 against 5",
        ),
        (
            114,
            {"before": [3], "after": [2], "by": "empty_squares", "values": [8, 9]},
            "fewer empty squares put seat 3 (bot:any_move@1) before seat 2 (bot:any_move@1): 8 against 9",
        ),
    ):
        printed = json.loads(urbanist(*bots, "--seed", seed, "--log", tmp_path).out)
        assert printed["tie_breaks"] == [tie_break]
        lines = urbanist("replay", tmp_path / f"{printed['match']}.jsonl").lines
        assert f"tie-break: {sentence}" in lines
        assert lines[-2:] == summary(printed)


def test_what_operators_did_is_said_before_the_moves_and_the_points_that_are_valid_after_the_count(
    urbanist: Urbanist, tmp_path: Path
):
    (tmp_path / "corrected").write_bytes(record("quadropolis", "corrected"))
    lines = urbanist("replay", tmp_path / "corrected").lines
    assert lines[1] == "operator:root changed the points from 5 : 30 to 1 : 2 (counted by hand)"
    assert lines[-4:] == ["points: 5, 30", "winners: 2", "corrected points: 1, 2", "corrected winners: 2"]
    (tmp_path / "decided").write_bytes(record("quadropolis", "adjudicated"))
    assert urbanist("replay", tmp_path / "decided").lines[1].startswith("operator:root decided the places: 2 : 1 (")


def test_without_a_tie_none_is_mentioned(urbanist: Urbanist, played):
    file, printed = played
    assert "tie_breaks" not in printed
    assert "tie-break" not in urbanist("replay", file).out
