"""`urbanist verify`: the verdict of the stand-alone verifier, and every move and every point by the rules."""

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from infra.verify import BROKEN, LATER, NO, OK, UNREAD
from services.console import verify as command
from services.console.verify import UNCOUNTED, Progress, verify
from shared.games.registry import GAMES
from shared.ledger.redis import stream_key
from shared.platform.records.read_export import read_export
from shared.platform.streams import REGISTRY, Streams
from tests.console.conftest import PLAY, RUNNING, Urbanist
from tests.records import ADA, KINDS, Row, at, forged, grade, record, rows, written

RECORDED = sorted((Path(__file__).parents[1] / "rules" / "recorded").glob("*.jsonl.gz"))
TILE = "quadropolis.tile_taken"


@pytest.mark.parametrize(("slug", "way"), KINDS)
def test_a_real_record_was_played_and_counted_by_the_rules(slug, way):
    verdict = verify(record(slug, way))
    expected = {"still running": (LATER, LATER)}.get(grade(way), (OK, OK))
    if way == "not counted yet":
        expected = OK, UNCOUNTED
    assert (verdict.grade, verdict.failures) == (grade(way), ())
    assert (verdict.checks["legality"], verdict.checks["points"]) == expected


@pytest.mark.parametrize("file", RECORDED[::5], ids=lambda path: path.name)
def test_a_match_that_an_earlier_release_recorded_verifies(file):
    verdict = verify(gzip.decompress(file.read_bytes()))
    assert verdict.failures == ()
    assert verdict.checks["legality"] == OK


def first(file: bytes) -> str:
    verdict = verify(file)
    assert verdict.grade == BROKEN
    assert NO in verdict.checks.values()
    return str(verdict.first)


def test_a_move_that_the_rules_refuse_is_named_with_line_and_version():
    lines = rows(record("quadropolis", "fair"))
    place = at(lines, TILE, 3)
    move = lines[place]["envelope"]["move"]["move"]
    move["architect"] = move["architect"] % 4 + 1
    version = lines[place]["envelope"]["version"]
    assert first(forged(lines)).startswith(f"line {place + 1}, match version {version}: legality: ")


def test_an_outcome_that_the_move_does_not_lead_to_is_named_with_its_field():
    lines = rows(record("quadropolis", "fair"))
    place = at(lines, TILE, 5)
    lines[place]["envelope"]["data"]["inhabitants"] += 3
    version = lines[place]["envelope"]["version"]
    begins = f"line {place + 1}, match version {version}: legality: the rules lead to something else here: "
    assert first(forged(lines)).startswith(f"{begins}field data.inhabitants: stored ")
    assert verify(forged(lines)).checks["points"] == UNREAD


@pytest.mark.parametrize(
    ("field", "value"), [("points", [40, 1]), ("places", [2, 2]), ("lines", [{}, {}]), ("target", 7)]
)
def test_a_count_that_does_not_follow_from_the_boards_is_named(field, value):
    lines = rows(record("quadropolis", "fair"))
    lines[-1]["envelope"]["data"][field] = value
    verdict = verify(forged(lines))
    assert (verdict.checks["legality"], verdict.checks["points"]) == (OK, NO)
    assert str(verdict.first).startswith(f"line {len(lines)}, score version 1: points: ")


def test_a_field_that_a_game_does_not_have_is_a_matter_of_form():
    lines = rows(record("quadropolis", "fair"))
    place = at(lines, TILE)
    lines[place]["envelope"]["data"]["more"] = 1
    assert first(forged(lines)) == f"line {place + 1}: form: TileTaken can't be stored like this"


def seated(player: str, seat: int) -> dict[str, Any]:
    return {"type": "match.stand_in_seated", "data": {"seat": seat, "player": player}}


@pytest.mark.parametrize(
    "event",
    [
        {"type": "match.seat_resigned", "data": {"seat": 1}, "by": ADA},  # Ada sits in the other seat
        {"type": "match.seat_resigned", "data": {"seat": 9}, "by": ADA},
        seated("bot:any_move@1", 0),  # nobody left it
        seated("person:eve", 1),
        seated("bot:any_move@1", 9),
        {"type": "match.aborted", "data": {"reason": "operator", "note": None}, "by": ADA},
        {"type": "match.adjudicated", "data": {"places": [1, 2], "note": ""}, "by": ADA},
        {"type": "match.ended", "data": {"reason": "finished"}},
        {"type": "match.turn_started", "data": {"seats": [0]}},
    ],
    ids=lambda event: str(event["type"]),
)
def test_an_event_that_no_command_can_have_led_to_is_not_believed(event):
    lines = rows(record("quadropolis", "fair"))
    place = at(lines, "match.turn_started", 3) + 1
    envelope = {**lines[place]["envelope"], "by": "service:x", "cause": "x", "move": None, "reveals": [], **event}
    lines.insert(place, {"envelope": envelope, "sealed": None})
    del lines[place + 1 if event["type"].endswith(("aborted", "adjudicated", "ended")) else len(lines) :]
    lines[0]["finished"] = True
    assert f"line {place + 1}, match version " in first(forged(lines))


def test_a_second_count_and_a_correction_by_nobody_are_not_believed():
    lines = rows(record("quadropolis", "corrected"))
    for name, by, check in (("score.counted", "service:scoring", "points"), ("score.corrected", ADA, "course")):
        changed = rows(record("quadropolis", "corrected"))
        again = {**lines[at(lines, name)]["envelope"], "by": by, "cause": "again", "at": lines[-1]["envelope"]["at"]}
        changed.append({"envelope": again, "sealed": None})
        assert f"score version 3: {check}: " in first(forged(changed))


@pytest.mark.parametrize(("field", "value"), [("game", "chess"), ("rules", 99)])
def test_nothing_is_proved_without_the_rules(field, value):
    lines = rows(record("quadropolis", "practice"))
    started = lines[at(lines, "match.started")]["envelope"]["data"]
    started[field] = value
    if field == "game":
        for line in lines[1:]:
            line["envelope"]["type"] = line["envelope"]["type"].replace("quadropolis.", "chess.")
    failure = first(forged(lines))
    assert failure.startswith("line 2, match version 1: legality: this release does not have the rules")


def test_an_event_of_a_newer_release_is_named_with_its_own_line_and_version():
    """It can be read, and what it leads to is not known here, so nothing after it can be proved."""
    lines = rows(record("quadropolis", "fair"))
    place = at(lines, TILE, 3)
    before = lines[place - 1]["envelope"]
    newer = {"type": "match.postponed", "schema": 1, "data": {"to": 5}, "move": None, "reveals": []}
    lines.insert(place, {"envelope": {**before, **newer, "cause": "later", "by": "operator:root"}, "sealed": None})
    for line in lines[place:]:
        if line["envelope"]["stream"] == before["stream"]:
            line["envelope"]["version"] += 1
    begins = f"line {place + 1}, match version {before['version'] + 1}: legality: a newer release wrote match."
    assert first(forged(lines)).startswith(begins)


def places(value: Any) -> list[tuple[Any, Any]]:
    found = [(value, key) for key in (list(value) if isinstance(value, dict) else range(len(value)))]
    return found + [one for _, key in found if isinstance(value[key], dict | list) for one in places(value[key])]


ODD: tuple[Any, ...] = (None, 0, 1, 2, 3, True, "x", [])


@pytest.mark.long
@given(st.sampled_from(["fair", "resigned", "replaced"]), st.data())
def test_no_event_of_a_match_can_be_changed_whatever_else_a_forger_adapts(way, data):
    for slug in GAMES:
        lines = rows(record(slug, way))
        first_move = at(lines, "match.turn_started") + 1
        end = at(lines, "match.ended")
        line = lines[data.draw(st.integers(first_move, end))]["envelope"]
        field = data.draw(st.sampled_from([name for name in ("data", "move") if line[name]] or ["data"]))
        found = [one for one in places(line[field]) if one[1] != "reason" and not isinstance(one[0][one[1]], dict)]
        if line["type"] != "match.stand_in_seated" and found:  # which bot stands in is the server's choice
            within, key = data.draw(st.sampled_from(found))
            value = within[key]
            others = [other for other in ODD if other != value or type(other) is not type(value)]
            within[key] = data.draw(st.sampled_from(others))
            assert verify(forged(lines)).grade == BROKEN


@given(st.data())
def test_whatever_a_forger_makes_of_a_match_there_is_a_verdict(data):
    lines = rows(record("quadropolis", data.draw(st.sampled_from(["fair", "resigned", "practice", "aborted"]))))
    for _ in range(data.draw(st.integers(1, 3))):
        line = data.draw(st.integers(1, len(lines) - 1))
        match data.draw(st.sampled_from(["drop", "double", "cut", "change"])):
            case "drop":
                lines.pop(line)
            case "double":
                lines.insert(line, json.loads(json.dumps(lines[line])))
            case "cut":
                del lines[line + 1 :]
            case _:
                within, key = data.draw(st.sampled_from(places(lines[line]["envelope"]["data"]) or [({}, "")]))
                within[key] = data.draw(st.sampled_from([None, 0, -1, 99, True, "", "bot:x@1", [], {}]))
        if len(lines) < 2:
            return
    changed: list[Row] = lines
    try:
        file = forged(changed)
    except (TypeError, KeyError, ValueError, AttributeError):
        file = written([line for line in changed if line])
    assert verify(file).grade


# The command.


def test_each_file_is_reported_with_its_grade_and_every_check(urbanist: Urbanist, tmp_path: Path):
    urbanist(*PLAY, "--log", tmp_path)
    (file,) = tmp_path.iterdir()
    output = urbanist("verify", file)
    assert (output.code, output.err) == (0, "")
    assert output.lines[0].startswith(f"{file}: practice: ")
    assert output.lines[-3:-1] == ["  legality   ok", "  points     ok"]
    assert re.fullmatch(r"  bots       ok: 48 moves run again in \d+\.\d s", output.lines[-1])


def test_one_broken_file_of_many_decides_the_exit_code(urbanist: Urbanist, tmp_path: Path):
    for way in ("fair", "running"):
        (tmp_path / way).write_bytes(record("quadropolis", way))
    (tmp_path / "cut").write_bytes(record("quadropolis", "fair")[:-2])
    output = urbanist("verify", tmp_path / "fair", tmp_path / "cut", tmp_path / "running", tmp_path / "nothing")
    assert (output.code, output.err) == (1, "")
    assert output.lines[-2] == "4 records, 1 broken, 1 fair, 1 still running, 1 unreadable"


def test_files_or_all_of_them_must_be_asked_for(urbanist: Urbanist):
    for words in ((), ("--all", "file")):
        output = urbanist("verify", *words)
        assert output == (1, "", "urbanist: give files, or --all for every record of this server\n")


@pytest.mark.server
def test_all_records_of_a_server_are_verified_and_counted(urbanist: Urbanist, streams: Streams, running: str):
    quickly = ("verify", "--all", "--no-bots")
    assert urbanist(*quickly) == (0, "1 records, 1 still running\n", "")
    bring(streams, "fair")
    assert urbanist(*quickly) == (0, "2 records, 1 fair, 1 still running\n", "")
    assert urbanist(*quickly, "--jobs", "2") == (0, "2 records, 1 fair, 1 still running\n", "")


def bring(streams: Streams, way: str) -> None:
    """Writes such a record into the ledger as it is."""
    read = read_export(record("quadropolis", way), REGISTRY)
    for kind, entries in read.streams.items():
        streams.ledger.put_away(f"{kind}:{read.id}", entries)


@pytest.mark.server
def test_a_running_match_is_decided_again_up_to_now(urbanist: Urbanist, streams: Streams, running: str):
    verdict = command.here(streams.ledger, running)[1]
    assert verdict
    assert (verdict.grade, verdict.checks["legality"], verdict.checks["points"]) == ("still running", OK, LATER)


@pytest.mark.server
def test_a_record_that_somebody_changed_on_the_server_is_named_by_its_id(
    urbanist: Urbanist, streams: Streams, running: str
):
    entries: Any = streams.ledger.read(f"match:{running}")
    client = streams.ledger.client  # type: ignore[attr-defined]
    key = stream_key(f"match:{running}")
    client.delete(key)
    for version, entry in enumerate(entries, 1):
        changed = entry.envelope.replace(b"person:ada", b"person:eve")
        client.xadd(key, {"envelope": changed, **({"sealed": entry.sealed} if entry.sealed else {})}, id=f"{version}-0")
    output = urbanist("verify", "--all")
    assert (output.code, output.lines[-2]) == (1, "1 records, 1 broken")
    assert output.lines[0].startswith(f"{RUNNING}: broken: line 2, match version 1: digest: ")
    client.delete(key)
    client.xadd(key, {"envelope": "{}"}, id="1-0")
    output = urbanist("verify", "--all", "--no-bots")
    assert output == (1, f"{RUNNING}: the record of {RUNNING} can't be read\n1 records, 1 unreadable\n", "")


def test_progress_is_one_line_in_a_terminal_and_rare_elsewhere(monkeypatch, capsys):
    class Terminal:
        def __init__(self) -> None:
            self.written: list[str] = []

        def isatty(self) -> bool:
            return True

        def write(self, text: str) -> int:
            self.written.append(text)
            return len(text)

        def flush(self) -> None:
            pass

    moment = [0.0]
    monkeypatch.setattr("services.console.verify.time.monotonic", lambda: moment[0])
    elsewhere = Progress(200)
    monkeypatch.setattr("sys.stderr", terminal := Terminal())
    here = Progress(200)
    for second in range(0, 40, 2):
        moment[0] = second
        here.show(second)
    here.end()
    assert "".join(terminal.written).startswith("\r2 of 200 verified\r4 of 200 verified\r6 of")
    assert "".join(terminal.written).endswith("\r200 of 200 verified\n")
    terminal.written.clear()
    elsewhere.show(38)
    elsewhere.show(39)
    elsewhere.end()
    assert "".join(terminal.written) == "38 of 200 verified\n"
