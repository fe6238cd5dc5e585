"""Matches between bots: the same seed plays the same matches, and each can leave a file that anybody can check."""

import json
import re
import subprocess
import sys
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest

from services.console.kept import write_whole
from services.console.practice import id_of, practice
from shared.bots import names
from shared.games.registry import GAMES
from shared.ledger.envelope import Envelope, opened
from shared.platform.records.read_export import read_export
from shared.platform.streams import REGISTRY
from tests.console.conftest import PLAY, Urbanist
from tests.records import record

ROOT = Path(__file__).parents[2]


def test_each_match_is_one_json_line(urbanist: Urbanist):
    output = urbanist(*PLAY, "--matches", 3)
    assert output.code == 0
    for match in map(json.loads, output.lines):
        assert list(match) == ["match", "points", "winners", "moves"]
        assert re.fullmatch("[a-z0-9]{12}", match["match"])
        assert match["moves"] == 3 * 16
        assert match["winners"]
        assert all(match["points"][seat - 1] == max(match["points"]) for seat in match["winners"])
    assert len({json.loads(line)["match"] for line in output.lines}) == 3


def test_winners_are_counted_from_1(urbanist: Urbanist):
    lines = [json.loads(line) for line in urbanist(*PLAY, "--matches", 3).lines]
    assert {seat for line in lines for seat in line["winners"]} <= {1, 2, 3}
    assert [line["winners"] for line in lines if line["points"][0] > max(line["points"][1:])] == [[1]] * 3


def test_the_same_seed_plays_the_same_matches_in_another_process(urbanist: Urbanist):
    here = urbanist(*PLAY, "--matches", 3)
    command = [sys.executable, "-m", "services.console", *PLAY, "--matches", "3"]
    there = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)
    assert there.stdout == here.out
    assert re.search(r"144 moves in .* s: [\d,]+ moves per second\n$", there.stderr)


def test_another_seed_plays_other_matches(urbanist: Urbanist):
    assert urbanist(*PLAY).out != urbanist(*PLAY, "--seed", "8").out


def test_the_speed_goes_to_standard_error_only(urbanist: Urbanist):
    output = urbanist(*PLAY)
    assert re.fullmatch(r"48 moves in [\d.]+ s: [\d,]+ moves per second\n", output.err)
    assert "per second" not in output.out


def test_the_log_is_an_export_whose_count_is_the_printed_line(urbanist: Urbanist, tmp_path: Path):
    output = urbanist(*PLAY, "--matches", 2, "--log", tmp_path / "new" / "logs")
    for match in map(json.loads, output.lines):
        record = read_export((tmp_path / "new" / "logs" / f"{match['match']}.jsonl").read_bytes(), REGISTRY)
        assert record.is_finished
        assert record.streams.keys() == {"match", "score"}
        started = Envelope.from_bytes(record.streams["match"][0].envelope)
        assert started.data["practice"] is True
        assert started.data["table"] is None
        (counted,) = (Envelope.from_bytes(stored.envelope) for stored in record.streams["score"])
        assert counted.data["points"] == match["points"]
        places = counted.data["places"]
        assert [seat for seat, place in enumerate(places, 1) if place == 1] == match["winners"]


def test_writing_a_log_changes_nothing_about_the_match(urbanist: Urbanist, tmp_path: Path):
    assert urbanist(*PLAY).out == urbanist(*PLAY, "--log", tmp_path).out


def test_everything_in_a_log_is_open(urbanist: Urbanist, tmp_path: Path):
    urbanist(*PLAY, "--log", tmp_path)
    (file,) = tmp_path.iterdir()
    entries = read_export(file.read_bytes(), REGISTRY).streams["match"]
    sealed = [entry for entry in entries if Envelope.from_bytes(entry.envelope).seal]
    assert sealed
    assert all(opened(entry.sealed) for entry in sealed)


@pytest.mark.parametrize(
    ("wrong", "names"),
    [
        (("--seats", "9"), "--seats: Quadropolis is for 2 to 4 players"),
        (("--seats", "three"), "--seats"),
        (("--bots", "greedy,greedy"), "--bots: 3 seats need 3 bots, not 2"),
        (("--bots", "greedy,gredy,greedy"), f"--bots: there is no bot gredy; there are {', '.join(names())}"),
        (("--matches", "0"), "--matches: at least 1"),
        (("--fast",), "unrecognized arguments: --fast; see urbanist --help"),
    ],
)
def test_arguments_that_make_no_sense_are_refused_in_one_sentence(
    urbanist: Urbanist, wrong: tuple[str, ...], names: str
):
    output = urbanist(*PLAY, *wrong)
    assert (output.code, output.out, output.err.count("\n")) == (1, "", 1)
    assert output.err.startswith("urbanist: ")
    assert names in output.err


def test_an_unknown_game_is_named_with_those_that_exist(urbanist: Urbanist):
    output = urbanist("play", "chess", "--seats", 2, "--bots", "greedy,greedy")
    assert (output.code, output.err.count("\n")) == (1, 1)
    assert "chess" in output.err
    assert "quadropolis" in output.err


def test_a_folder_that_cant_be_made_is_named(urbanist: Urbanist, tmp_path: Path):
    (tmp_path / "file").touch()
    output = urbanist(*PLAY, "--log", tmp_path / "file" / "logs")
    assert (output.code, output.err.count("\n")) == (1, 1)
    assert str(tmp_path / "file") in output.err


DUEL = ("play", "quadropolis", "--seats", "2", "--bots", "greedy,any_move", "--seed", "7")
OTHERS = [
    ("--option", "mode=expert"),
    ("--option", "squares=yes"),
    ("--bots", "any_move,greedy"),
    ("--seats", "3", "--bots", "greedy,any_move,any_move"),
    ("--seed", "8"),
]


@pytest.mark.parametrize("other", OTHERS, ids=lambda words: " ".join(words))
def test_matches_that_differ_in_anything_have_different_ids_and_files(urbanist: Urbanist, tmp_path: Path, other):
    one, two = urbanist(*DUEL, "--log", tmp_path), urbanist(*DUEL, *other, "--log", tmp_path)
    ids = {json.loads(output.out)["match"] for output in (one, two)}
    assert {file.name for file in tmp_path.iterdir()} == {f"{id_}.jsonl" for id_ in ids}
    assert len(ids) == 2


def test_other_rules_or_another_version_of_a_bot_make_another_match():
    game = GAMES["quadropolis"]
    start = practice(game, ("bot:greedy@1", "bot:any_move@1"), game.options(), "5e" * 32)
    others = [replace(start, players=("bot:greedy@2", "bot:any_move@1")), replace(start, game=replace(game, rules=99))]
    assert len({id_of(one) for one in (start, *others)}) == 3
    assert id_of(replace(start)) == id_of(start)


def test_an_existing_log_of_the_same_match_stays_as_it_is(urbanist: Urbanist, tmp_path: Path):
    first = urbanist(*DUEL, "--log", tmp_path)
    (file,) = tmp_path.iterdir()
    written = file.read_bytes()
    again = urbanist(*DUEL, "--log", tmp_path)
    assert (again.code, again.out) == (0, first.out)
    assert file.read_bytes() == written


@pytest.mark.parametrize("content", [b"", b"mine\n", record("quadropolis", "practice")], ids=["empty", "text", "match"])
def test_a_file_in_place_of_a_log_is_never_overwritten(urbanist: Urbanist, tmp_path: Path, content: bytes):
    file = tmp_path / f"{json.loads(urbanist(*DUEL).out)['match']}.jsonl"
    file.write_bytes(content)
    output = urbanist(*DUEL, "--log", tmp_path)
    assert (output.code, output.out) == (1, "")
    assert output.err == (
        f"urbanist: {file} is there already and holds something else: move it away, or name another folder\n"
    )
    assert file.read_bytes() == content


def test_nothing_is_left_of_a_log_that_could_not_be_written(tmp_path: Path):
    class Full(BytesIO):
        def flush(self) -> None:
            raise OSError(28, "No space left on device")

    path = tmp_path / "match.jsonl"
    path.touch()
    with pytest.raises(OSError, match="No space left"):
        write_whole(b"{}", Full(), path)
    assert not path.exists()
