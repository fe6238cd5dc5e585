"""Any version of a match can be printed as a position, which has the legal moves of the match itself."""

import json
from argparse import Namespace
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from services.console import lines
from shared.errors import Malformed
from shared.games.registry import GAMES
from shared.ledger.forms.schema import made
from shared.platform.records.read_export import read_export
from shared.platform.streams import REGISTRY
from tests.console.conftest import PLAY, Urbanist
from tests.games.quadropolis.facts import OPTIONS
from tests.games.scenario import play

GAME = GAMES["quadropolis"]


def as_written(state, seat: int) -> set[tuple[Any, ...]]:
    found: set[tuple[Any, ...]] = set()
    for move in GAME.legal_moves(state, seat):
        target = None if move.target is None else (move.target.row + 1, move.target.column + 1)
        found.add((move.architect, move.slot.side, move.slot.line + 1, target))
    return found


def as_read(position) -> set[tuple[Any, ...]]:
    assert GAME.positions is not None
    moves = GAME.positions.moves(made(GAME.positions.asks, json.loads(json.dumps(position))))
    return {(*start, tuple(target) if isinstance(target, list) else None) for *start, target in moves}


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_printed_position_has_the_legal_moves_of_the_match(options, seats):
    assert GAME.positions is not None
    chance = Random(f"{options} {seats}")
    for seed in range(12):
        state = play(GAME, seats, seed, chance.randrange(seats * 16), options).state
        (seat,) = GAME.to_move(state)
        assert as_read(GAME.positions.write(GAME.view(state, None))) == as_written(state, seat)


def test_a_version_of_a_file_and_of_a_running_match_can_be_printed(urbanist: Urbanist, running, streams, tmp_path):
    output = urbanist("position", running)
    assert output.code == 0
    match = streams.match(running).state
    assert as_read(json.loads(output.out)) == as_written(match.state, match.called[0])
    early = json.loads(urbanist("position", running, "--at", match.version - 1).out)
    assert early["mode"] == "classic"
    printed = json.loads(urbanist(*PLAY, "--option", "mode=expert", "--option", "squares=yes", "--log", tmp_path).out)
    file = tmp_path / f"{printed['match']}.jsonl"
    position = json.loads(urbanist("position", file, "--at", 9).out)
    assert (position["mode"], position["players"]) == ("expert", 3)
    assert as_read(position)


def test_there_is_no_position_when_nobody_is_to_move(urbanist: Urbanist, running, streams, tmp_path):
    printed = json.loads(urbanist(*PLAY, "--log", tmp_path).out)
    file = tmp_path / f"{printed['match']}.jsonl"
    refused = "nobody is called to move at version {}: choose another one with --at"
    last = len(read_export(file.read_bytes(), REGISTRY).streams["match"])
    assert urbanist("position", file) == (1, "", f"urbanist: {refused.format(last)}\n")
    assert f"--at: this match has versions 1 to {last}" in urbanist("position", file, "--at", 9999).err
    assert refused.format(1) in urbanist("position", running, "--at", 1).err
    public = tmp_path / "running.jsonl"
    public.write_text(urbanist("export", running).out)
    running_match = f"{public} was taken from a running match: ask its server for a position"
    assert urbanist("position", public).err == f"urbanist: {running_match}\n"
    assert "there is no match" in urbanist("position", "nowhere12345").err


def test_a_game_may_do_without_a_calculator_and_positions(urbanist: Urbanist, running, monkeypatch):
    monkeypatch.setitem(GAMES, GAME.slug, replace(GAME, calculator=None, positions=None))
    assert urbanist("position", running) == (1, "", "urbanist: quadropolis has no format for positions\n")
    for command in ("score", "moves"):
        assert "invalid choice: 'quadropolis'" in urbanist(command, "quadropolis").err
    asked = Namespace(game="quadropolis")
    with pytest.raises(Malformed, match="quadropolis has no calculator"):
        lines.score(asked)
    with pytest.raises(Malformed, match="quadropolis has no format for positions"):
        lines.moves(asked)


def test_a_switch_is_yes_or_no_or_as_in_json(urbanist: Urbanist):
    matches = [urbanist(*PLAY, "--option", f"squares={word}").out for word in ("yes", "true", "no", "false")]
    assert matches[0] == matches[1] != matches[2] == matches[3] == urbanist(*PLAY).out


def test_options_of_a_game_are_named_where_they_make_no_sense(urbanist: Urbanist):
    assert "--option: mode: Must be one of classic, expert." in urbanist(*PLAY, "--option", "mode=hard").err
    assert "squares: Neither true nor false." in urbanist(*PLAY, "--option", "squares=maybe").err
    assert "colour: Unknown field." in urbanist(*PLAY, "--option", "colour=red").err
