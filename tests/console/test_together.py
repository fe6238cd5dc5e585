"""Who plays together wins or loses together: the command line prints the target, and counts seats from 1."""

import json
from pathlib import Path
from typing import Any

import pytest

from shared.ledger.envelope import Envelope
from shared.platform.records.read_export import read_export
from shared.platform.streams import REGISTRY
from tests.console.conftest import Urbanist

PLAY = ("play", "sprawlopolis", "--seats", "2", "--bots", "greedy,any_move", "--seed", "7")


@pytest.fixture
def played(urbanist: Urbanist, tmp_path: Path) -> tuple[Path, dict[str, Any]]:
    printed = json.loads(urbanist(*PLAY, "--log", tmp_path).out)
    return tmp_path / f"{printed['match']}.jsonl", printed


@pytest.mark.long
def test_each_match_has_its_target_and_all_win_or_nobody_does(urbanist: Urbanist):
    output = urbanist("play", "sprawlopolis", "--seats", 1, "--bots", "greedy", "--matches", 3)
    easier = urbanist(*PLAY, "--option", "difficulty=easier", "--matches", 3)
    for seats, lines in ((1, output.lines), (2, easier.lines)):
        for match in map(json.loads, lines):
            assert list(match) == ["match", "points", "target", "winners", "moves"]
            assert len(set(match["points"])) == 1
            assert match["moves"] == 14
            won = match["points"][0] >= match["target"]
            assert match["winners"] == (list(range(1, seats + 1)) if won else [])


def test_a_replay_shows_the_total_against_the_target_and_who_won(urbanist: Urbanist, played):
    file, printed = played
    output = urbanist("replay", file)
    assert output.code == 0
    points, target = printed["points"], printed["target"]
    winners = ", ".join(map(str, printed["winners"])) or "nobody"
    assert output.lines[-3:] == [f"points: {points[0]}, {points[1]}", f"target: {target}", f"winners: {winners}"]
    counts = [line for line in output.lines if line.endswith(f" of {target})")]
    assert counts[-1].endswith(f"({points[0]} of {target})")


def test_seats_count_from_1_wherever_they_are_printed(urbanist: Urbanist, played):
    file, _ = played
    printed = urbanist("replay", file).lines
    stored = [Envelope.from_bytes(one.envelope) for one in read_export(file.read_bytes(), REGISTRY).streams["match"]]
    passed = [event for event in stored if event.type == "sprawlopolis.hand_passed"]
    assert {event.data["to"] for event in passed} == {0, 1}
    for event in passed:
        line = printed[event.version]
        assert f"seat {event.data['seat'] + 1}, to {event.data['to'] + 1}" in line


def test_the_record_keeps_the_target_beside_the_points(played):
    file, printed = played
    (entry,) = read_export(file.read_bytes(), REGISTRY).streams["score"]
    counted = Envelope.from_bytes(entry.envelope).data
    assert (counted["points"], counted["target"]) == (printed["points"], printed["target"])
    assert counted["places"] == [1 if seat in printed["winners"] else None for seat in (1, 2)]
