"""The release gate: today's rules make the same of every recorded match, to the last view and point."""

import json
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from infra.verify import BROKEN, DAMAGED, verify
from shared.games.quadropolis import GAME
from shared.games.quadropolis.play.events import TileTaken
from shared.games.registry import GAMES
from shared.ledger.decider import Message
from shared.ledger.envelope import Envelope, Stored
from shared.ledger.memory import MemoryLedger
from shared.ledger.upcasters import STEPS
from shared.platform.again.decided_again import first_difference
from shared.platform.match import Play
from shared.platform.records.export import export, streams_of
from shared.platform.streams import Streams
from tests.rules import gate
from tests.rules.record import tables

ROOT = Path(__file__).parents[2]
EXPERT = "quadropolis-expert-3-bots"

every_recorded_match = pytest.mark.parametrize("name", gate.names())


@every_recorded_match
def test_a_recorded_match_is_decided_seen_and_counted_as_it_was(name: str):
    change = gate.first_change(name)
    assert change is None, change


@every_recorded_match
def test_its_transcript_is_what_is_told_of_it_today(name: str):
    file = gate.FOLDER / f"{name}.txt"
    renew = f"delete {file.name} and run python -m tests.rules.record"
    assert file.read_text(encoding="utf-8").splitlines() == gate.transcript(gate.record_of(name)), renew


@every_recorded_match
def test_it_is_exported_again_byte_for_byte_whatever_has_changed_since(name: str):
    record, ledger = gate.record_of(name), MemoryLedger()
    ledger.streams = {f"{kind}:{record.id}": list(stored) for kind, stored in record.streams.items()}
    assert export(ledger, record.id) == gate.file_of(name)


AFTERWARDS = {("score.analysed", 1)}
"""Written after a match, by a bot that thinks about it: no recorded match has one, and the test below adds one."""

RESERVED_THEN = {("match.paused", 1), ("rating.adjusted", 1)}
"""The forms were known, and no release ever wrote them."""


def test_every_shape_of_earlier_releases_is_in_a_recorded_match():
    """So a whole match takes each step from an old shape to today's, not just a sample."""
    stored = {
        (envelope.type, envelope.schema)
        for name in gate.names()
        for entries in gate.record_of(name).streams.values()
        for envelope in (Envelope.from_bytes(entry.envelope) for entry in entries)
    }
    assert stored >= STEPS.keys() - AFTERWARDS - RESERVED_THEN
    assert len(STEPS) >= 1


def test_a_recorded_match_that_the_first_judge_analysed_is_read_and_verified():
    record = gate.record_of(EXPERT)
    ledger = MemoryLedger()
    ledger.streams = {f"{kind}:{record.id}": list(stored) for kind, stored in record.streams.items()}
    ended, counted = (Envelope.from_bytes(record.streams[kind][-1].envelope) for kind in ("match", "score"))
    sample = json.loads((ROOT / "tests/ledger/old_events/score.analysed@1.json").read_text("utf-8"))
    analysed = Envelope(
        stream=counted.stream,
        version=counted.version + 1,
        type="score.analysed",
        schema=1,
        at=counted.at,
        by=counted.by,
        cause="analysed",
        move=None,
        data={**sample["data"], "match": {"version": ended.version, "digest": ended.digest}},
        reveals=(),
        seal=None,
        previous=counted.digest,
    )
    ledger.streams[counted.stream].append(Stored(analysed.with_digest().to_bytes()))
    found = Streams(ledger).analysis(record.id)
    assert found is not None
    assert [(turn.given_away, turn.doubt) for turn in found.turns] == [(1500, None)]
    assert first_difference(record.id, streams_of(ledger, record.id)) is None
    verdict = verify(export(ledger, record.id))
    assert verdict.grade not in (BROKEN, DAMAGED), verdict
    assert verdict.grade == verify(gate.file_of(EXPERT)).grade


def test_a_match_that_began_under_an_old_shape_goes_on_under_todays():
    record = gate.record_of(EXPERT)
    ledger, stream = MemoryLedger(), f"match:{record.id}"
    half_way = gate.turns(record)[30]["version"]
    ledger.streams[stream] = list(record.streams["match"][:half_way])
    streams = Streams(ledger)
    while (match := streams.match(record.id).state).called:
        seat = match.called[0]
        player, move = match.players[seat], GAME.legal_moves(match.view(seat), seat)[0]
        command = Play(player=player, seat=seat, turn=match.turn, move=move)
        streams.matches.handle(Message(stream=stream, by=player, cause=f"move-{match.turn}", command=command))
    found = [Envelope.from_bytes(stored.envelope) for stored in ledger.read(stream)]
    assert [one.schema for one in found if one.type == "quadropolis.round_ended"] == [1, 1, 2, 2, 2]
    assert first_difference(record.id, streams_of(ledger, record.id)) is None


def test_every_game_is_recorded_in_all_its_options_for_all_numbers_of_seats():
    missing = [table.name for table in tables() if table.name not in gate.names()]
    assert not missing, "run python -m tests.rules.record"


def test_every_game_that_can_be_played_has_tables_to_record():
    assert {table.game.slug for table in tables()} == GAMES.keys()


def test_nothing_lies_in_the_folder_that_belongs_to_no_match():
    endings = (*gate.EXPORTS, ".turns.json", ".txt")
    files = {file.name for file in gate.FOLDER.iterdir()}
    assert files <= {name + ending for name in gate.names() for ending in endings}


@pytest.fixture
def alone(tmp_path: Path) -> Path:
    """A folder with the export of a match, and nothing beside it."""
    folder = tmp_path / "recorded"
    folder.mkdir()
    shutil.copy(gate.FOLDER / f"{EXPERT}.jsonl.gz", folder)
    return folder


def test_a_file_that_is_dropped_into_the_folder_is_a_match_from_then_on(alone: Path):
    assert gate.names(alone) == [EXPERT]
    assert gate.first_change(EXPERT, alone) == (
        f"recorded/{EXPERT}: there is no {EXPERT}.turns.json beside it: python -m tests.rules.record writes it"
    )
    shutil.copy(gate.FOLDER / f"{EXPERT}.turns.json", alone)
    assert gate.first_change(EXPERT, alone) is None


def test_what_was_written_beside_another_match_is_refused(alone: Path):
    shutil.copy(gate.FOLDER / "quadropolis-classic-2-bots.turns.json", alone / f"{EXPERT}.turns.json")
    assert f"{EXPERT}.turns.json is not about the turns of this match" in str(gate.first_change(EXPERT, alone))


def test_a_table_of_points_that_changes_is_named_with_match_version_and_line(tmp_path: Path):
    """In a copy of the tree, where the gate runs as it does in CI."""
    for folder in ("shared", "services", "infra", "tests/rules", "tests/games"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ("pyproject.toml", "tests/__init__.py", "tests/records.py"):
        shutil.copy(ROOT / file, tmp_path / file)
    tables = tmp_path / "shared/games/quadropolis/score/tables.py"
    source = tables.read_text(encoding="utf-8")
    assert source.count("TOWER = (0, 1, 3, 6, 10, 15)") == 1
    tables.write_text(source.replace("TOWER = (0, 1, 3, 6, 10, 15)", "TOWER = (0, 1, 4, 6, 10, 15)"), encoding="utf-8")
    words = ["tests/rules/test_recorded.py", "-k", "counted_as_it_was and classic-2-bots", "-p", "no:cacheprovider"]
    ran = subprocess.run([sys.executable, "-m", "pytest", *words], cwd=tmp_path, capture_output=True, text=True)
    assert ran.returncode == 1, ran.stdout
    said = re.findall(r"^E +AssertionError: (recorded/.*)$", ran.stdout, re.MULTILINE)
    assert said == ["recorded/quadropolis-classic-2-bots: version 55, line towers of seat 2: stored 3, now 4"]


def changed(**more: Any) -> str | None:
    """What the gate says of the match when its game has these parts instead."""
    return gate.first_change(EXPERT, games={"quadropolis": replace(GAME, **more)})


def test_a_move_that_leads_to_something_else_is_named_with_version_and_field():
    def generous(state: Any, seat: int, move: Any) -> list[Any]:
        def more(event: Any) -> Any:
            return replace(event, energy=event.energy + 1) if isinstance(event, TileTaken) and event.energy else event

        return [more(event) for event in GAME.decide(state, seat, move)]

    said = changed(decide=generous)
    assert re.fullmatch(rf"recorded/{EXPERT}: version \d+, field data\.energy: stored 2, now 3", str(said))


def test_a_view_that_shows_something_else_is_named_with_the_way_to_see_it():
    def telling(view: Any) -> Any:
        return {**GAME.plain(view), "rounds": GAME.plain(view)["rounds"] + (view.round == 2)}

    said = changed(plain=telling)
    seen = re.fullmatch(rf"recorded/{EXPERT}: version (\d+), view of seat 1: stored \w+, now \w+; (.*)", str(said))
    assert seen
    assert seen[2] == f"both releases show it with: python -m tests.rules.record --show {EXPERT} {seen[1]} 'seat 1'"


def test_a_hidden_thing_that_one_seat_sees_is_named_with_the_seat():
    def peeping(state: Any, seat: int | None) -> Any:
        view = GAME.view(state, seat)
        return view._replace(starts=0, mayor=0) if seat == 2 and state.round == 1 else view

    assert f"recorded/{EXPERT}: version 5, view of seat 3: stored" in str(changed(view=peeping))


def test_the_earliest_of_several_changes_is_named():
    both = changed(plain=lambda view: {}, result=lambda state: replace(GAME.result(state), lines=({},) * 3))
    first = gate.turns(gate.record_of(EXPERT))[0]["version"]
    assert str(both).startswith(f"recorded/{EXPERT}: version {first}, line ")
