"""Commands whose input or output is closed, endless, full or interrupted: a sentence or silence, never a traceback."""

import json
import os
import resource
import signal
import subprocess
import sys

import pytest

from services.console.lines import LONGEST
from shared.games.registry import GAMES
from shared.ledger.decider import Message
from shared.ledger.memory import MemoryLedger
from shared.platform.match import Abort, Start
from shared.platform.records.export import export
from shared.platform.streams import Streams
from tests.servers import environment

BARE = json.dumps({"mode": "classic", "inhabitants": 0, "energy": 0, "city": [[None] * 4] * 4}).encode()
URBANIST = (sys.executable, "-m", "services.console")
PLAY = "play quadropolis --seats 2 --bots any_move,any_move --matches 1000000"
BUFFERED = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}  # as in a terminal
MEMORY = 512 * 1024 * 1024
COMMANDS = ["score quadropolis", "moves quadropolis"]


def with_channels(words: str, channels: str) -> tuple[int, str, str]:
    """Exit code, standard output and standard error; `channels` are redirected as in a shell."""
    line = f'exec "$@" {words} {channels}'
    program = ["sh", "-c", line, "sh", *URBANIST]
    done = subprocess.run(program, input=BARE, capture_output=True, check=False, timeout=60, env=BUFFERED)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.mark.parametrize("command", COMMANDS)
def test_closed_input_is_refused_with_a_sentence(command):
    assert with_channels(command, "<&-") == (1, "", "urbanist: standard input is closed: there are no lines to read\n")


@pytest.mark.parametrize("command", [*COMMANDS, "play quadropolis --seats 2 --bots any_move,any_move"])
def test_closed_output_is_refused_with_a_sentence(command):
    sentence = "urbanist: standard output is closed: there is nowhere to write to\n"
    assert with_channels(command, ">&-") == (1, "", sentence)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_full_disk_is_reported_without_error_numbers(command):
    assert with_channels(command, ">/dev/full") == (1, "", "urbanist: No space left on device\n")


def hears_ctrl_c() -> None:
    """As in a terminal, even if the tests themselves run in the background of a shell."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.parametrize("command", [*COMMANDS, PLAY])
def test_ctrl_c_ends_a_command_without_a_word(command):
    program = subprocess.Popen(
        [*URBANIST, *command.split()],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=hears_ctrl_c,
    )
    assert program.stdin is not None
    assert program.stdout is not None
    program.stdin.write(BARE + b"\n")
    program.stdin.flush()
    assert program.stdout.readline()  # it is at work
    program.send_signal(signal.SIGINT)
    _, errors = program.communicate(timeout=20)
    assert (program.returncode, errors) == (130, b"")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-16"])
def test_letters_that_the_output_can_not_encode_are_no_failure(encoding):
    lines = [json.dumps(field, ensure_ascii=False).encode() + b"\n" for field in ({"é": 1}, {"🏙": 1})]
    done = subprocess.run(
        [*URBANIST, "score", "quadropolis"],
        env={**os.environ, "PYTHONIOENCODING": encoding},
        input=b"".join(lines),
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (1, b"")
    errors = [json.loads(line)["error"] for line in done.stdout.decode(encoding).splitlines()]
    assert [error.rpartition("; ")[2] for error in errors] == ["é: Unknown field.", "🏙: Unknown field."]


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_a_record_is_shown_even_if_a_letter_can_not_be_encoded(tmp_path, encoding):
    file = tmp_path / "aborted.jsonl"
    file.write_bytes(aborted("the 🏙 fell"))
    done = subprocess.run(
        [*URBANIST, "replay", str(file)],
        env={**os.environ, "PYTHONIOENCODING": encoding},
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"the \\U0001f3d9 fell" in done.stdout


HOSTILE = "\x1b[2J\x9b2J\rx\nwinners: 1\x00\u2028\u202e"


def test_a_record_moves_no_cursor_and_forges_no_line(tmp_path):
    file = tmp_path / "aborted.jsonl"
    file.write_bytes(aborted(HOSTILE))
    done = subprocess.run([*URBANIST, "replay", str(file)], capture_output=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")
    shown = done.stdout.decode()
    assert shown.replace("\n", "").isprintable()
    assert not any(line.startswith("winners") for line in shown.split("\n"))
    assert r"note \x1b[2J\x9b2J\rx\nwinners: 1\x00\u2028\u202e" in shown


@pytest.mark.parametrize("words", [("replay", "a\x1b[2J\nb"), ("score", "a\x1b[2J\nb"), ("position", "a\x1b[2J\nb")])
def test_a_refusal_is_one_line_whatever_was_asked(words, tmp_path):
    nowhere = environment(tmp_path)
    done = subprocess.run([*URBANIST, *words], env=nowhere, capture_output=True, check=False, timeout=60)
    assert (done.returncode, done.stdout) == (1, b"")
    shown = done.stderr.decode()
    assert shown.endswith("\n")
    assert shown[:-1].isprintable()


def aborted(note: str) -> bytes:
    """The export of a match that an operator ended at once."""
    streams, game = Streams(MemoryLedger()), GAMES["quadropolis"]
    start = Start(
        game=game,
        options=game.options(),
        players=("bot:greedy@1", "bot:greedy@1"),
        seed="5e" * 32,
        nonces=(None, None),
        table=None,
        practice=True,
    )
    for cause, command in (("start", start), ("abort", Abort(reason="operator", note=note))):
        by = "operator:test" if cause == "abort" else "service:test"
        streams.matches.handle(Message(stream="match:runningmatch", by=by, cause=cause, command=command))
    return export(streams.ledger, "runningmatch")


def test_a_seed_may_be_any_bytes():
    words: list[str | bytes] = ["play", "quadropolis", "--seats", "2", "--bots", "any_move,any_move", "--seed", b"\xff"]
    done = subprocess.run([*URBANIST, *words], capture_output=True, check=False, timeout=60)
    assert done.returncode == 0
    assert json.loads(done.stdout)["moves"] == 32


def test_no_line_fills_the_memory():
    def with_little_memory() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

    program = subprocess.Popen(
        [*URBANIST, "score", "quadropolis"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=with_little_memory,
    )
    assert program.stdin is not None
    for _ in range(2 * MEMORY // (1 << 24)):
        program.stdin.write(b"[" * (1 << 24))
    out, errors = program.communicate(b"\n" + BARE, timeout=60)
    assert (program.returncode, errors) == (1, b"")
    too_long, counted = map(json.loads, out.splitlines())
    assert too_long == {"error": "this line is too long: at most 64 KiB are read"}
    assert counted["total"] == 0


@pytest.mark.parametrize("more", [-1, 0, 1, LONGEST, LONGEST + 1])
@pytest.mark.parametrize("letter", [b"[", b" "])
def test_a_long_line_has_one_answer_wherever_it_is_cut(letter, more):
    given = letter * (LONGEST + more) + b"]\n" + BARE
    words = [*URBANIST, "score", "quadropolis"]
    done = subprocess.run(words, input=given, capture_output=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (1, b"")
    assert ["error" in json.loads(line) for line in done.stdout.splitlines()] == [True, False]
