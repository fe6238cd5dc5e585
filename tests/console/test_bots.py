"""`urbanist bot`: a package that installs and plays, and what is wrong with others."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from services.console import bots
from shared.bots.trying import begun
from shared.games.chance import Chance
from shared.games.registry import GAMES
from shared.platform.streams import Streams
from shared.plug_ins import family
from shared.plug_ins.conformance import Finding
from shared.plug_ins.failed import NoWall
from shared.roster import Kind, Offer, Plays
from shared.web.rosters import roster
from tests.console.conftest import Urbanist
from tests.plug_ins.packages import install

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    (tmp_path / "site").mkdir()
    return tmp_path


def pip(*words: str) -> None:
    subprocess.run(
        [sys.executable, "-m", "pip", "--disable-pip-version-check", *words], check=True, capture_output=True
    )


@pytest.mark.slow
def test_a_new_bot_installs_with_pip_and_keeps_to_the_rules(urbanist: Urbanist, folder: Path):
    assert urbanist("bot", "new", "novice").lines[:4] == [
        "novice/pyproject.toml",
        "novice/bot_novice.py",
        "novice/test_novice.py",
        "novice/README.md",
    ]
    pip("install", "--no-build-isolation", "--no-deps", "--no-index", "--target", "site", "./novice")
    told = urbanist("bot", "check", "novice")
    assert (told.code, [line for line in told.lines[1:] if not line.startswith("ok ")]) == (0, [])
    assert "ok     loads, and is bot:novice@1" in told.lines
    tests = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "novice/test_novice.py"]
    path = {"PYTHONPATH": str(folder / "site")}
    assert "1 passed" in subprocess.run(tests, env=path, capture_output=True, text=True, check=True).stdout


def test_what_a_new_bot_is_made_of(urbanist: Urbanist, folder: Path):
    assert urbanist("bot", "new", "novice").code == 0
    assert 'novice = "bot_novice:BOT"' in (folder / "novice/pyproject.toml").read_text()
    again = urbanist("bot", "new", "novice")
    assert (again.code, again.err) == (1, "urbanist: novice: File exists\n")


@pytest.mark.parametrize("name", ["class", "worth_most", "mind", "plays"])
def test_every_name_makes_a_package_that_can_be_loaded(
    urbanist: Urbanist, folder: Path, monkeypatch: pytest.MonkeyPatch, name: str
):
    """Also words of Python, and those that the package uses itself."""
    assert urbanist("bot", "new", name).code == 0
    monkeypatch.syspath_prepend(str(folder / name))
    assert import_module(f"bot_{name}").BOT.offer.player == f"bot:{name}@1"
    game = GAMES["sprawlopolis"]
    state = begun(game, 1, game.options(), Chance(bytes(32)))
    moves = game.legal_moves(game.view(state, 0), 0)
    assert import_module(f"bot_{name}").BOT.mind(game, 0)(game.view(state, 0), moves, Chance(bytes(32))) in moves


def test_several_workers_end_together_when_they_are_asked_to(tmp_path: Path):
    code = r"""
import sys
from argparse import Namespace
from services.console import bots
bots.check_installed = lambda names: None
waits = r"import os, time; os.write(1, b'up\n'); time.sleep(600)"  # in one piece each; until it is ended
bots.command = lambda name: [sys.executable, "-c", waits]
bots.work(Namespace(names=["novice", "expert"]))
"""
    with subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True) as program:
        try:
            assert program.stdout is not None
            assert [program.stdout.readline() for _ in range(2)] == ["up\n"] * 2
            workers = family.below(program.pid)
            assert len(workers) == 2
        finally:
            program.terminate()
        program.communicate(timeout=60)
    assert family.memory(workers) == 0


def test_a_worker_that_is_only_being_started_ends_as_well():
    """Whoever is left behind keeps the pipe open, and `communicate` waits for it."""
    code = r"""
import os, signal, subprocess, sys
from argparse import Namespace
from services.console import bots

def start(*said, make=subprocess.Popen):
    worker = make(*said)
    os.kill(os.getpid(), signal.SIGTERM)
    return worker

bots.check_installed = lambda names: None
bots.command = lambda name: [sys.executable, "-c", "import time; time.sleep(600)"]  # until it is ended
bots.subprocess.Popen = start
sys.exit(bots.work(Namespace(names=["novice", "expert"])))
"""
    with subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True) as program:
        program.communicate(timeout=60)
    assert program.returncode == 0


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("new", "Novice"), "a bot's name has 2 to 31 of a-z, 0-9 and _, and begins with a letter"),
        (("new", "greedy"), "the name greedy belongs to another bot"),
        (("check", "nobody"), "no bot nobody is installed; there are: novice"),
        (("work", "novice", "nobody"), "no bot nobody is installed; there are: novice"),
    ],
)
def test_what_can_not_be_is_refused(urbanist: Urbanist, folder: Path, words: tuple[str, ...], told: str):
    install(folder / "site", "novice")
    assert urbanist("bot", *words)[::2] == (1, f"urbanist: {told}\n")


def test_where_no_bot_is_installed_none_is_named(urbanist: Urbanist, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(bots, "installed_bots", dict)
    said = "urbanist: no bot nobody is installed; there is none at all\n"
    assert urbanist("bot", "check", "nobody") == (1, "", said)


@pytest.mark.server
def test_a_bot_is_benched_by_hand_and_plays_again(urbanist: Urbanist, streams: Streams):
    roster().register(Offer("novice", 2, Kind.PLUG_IN, {"quadropolis": Plays((2,), {})}, 1))
    benched = urbanist("bot", "bench", "novice@2")
    assert (benched.code, roster().is_benched("bot:novice@2")) == (0, True), benched.err
    assert benched.out == "bot:novice@2 is not offered any more, and the stand-in plays on for it\n"
    assert urbanist("bot", "unbench", "novice@2").out == "bot:novice@2 may play again while it is up\n"
    assert not roster().is_benched("bot:novice@2")
    for bot in ("novice@1", "greedy@1", "novice"):
        assert urbanist("bot", "bench", bot).err == f"urbanist: nobody has brought a bot {bot}\n"


def test_what_is_wrong_is_told_and_is_the_exit_code(urbanist: Urbanist, folder: Path, monkeypatch: pytest.MonkeyPatch):
    install(folder / "site", "novice")
    found = [Finding("loads"), Finding("plays", "it raised\n\x1b[31m")]
    monkeypatch.setattr(bots, "findings", lambda name, limits: found)
    told = urbanist("bot", "check", "novice")
    assert (told.code, told.lines[1:]) == (1, ["ok     loads", "WRONG  plays:", "       it raised", "       \\x1b[31m"])


def test_without_a_wall_nothing_is_run(urbanist: Urbanist, folder: Path, monkeypatch: pytest.MonkeyPatch):
    def refuse(*_: object) -> list[Finding]:
        raise NoWall("Operation not permitted")

    install(folder / "site", "novice")
    monkeypatch.setattr(bots, "findings", refuse)
    assert urbanist("bot", "check", "novice").err == (
        "urbanist: this system does not let bots be walled off; URBANIST_BOTS_UNWALLED=yes runs them all the same, "
        "with access to its files, processes and network (Operation not permitted)\n"
    )
