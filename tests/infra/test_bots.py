"""Bots of other packages become programs of this machine, without being loaded."""

from importlib import import_module
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from infra.bots import bots_here, missing_bots
from infra.programs import configuration
from shared.installed_bots import GROUP
from shared.services import SERVICES
from shared.settings import Settings
from tests.plug_ins.packages import install


@pytest.fixture(autouse=True)
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in ("novice", "expert"):
        install(tmp_path, name, "raise SystemExit('nobody loads this here')")
    broken = tmp_path / "odd-1.dist-info"
    broken.mkdir()
    (broken / "METADATA").write_text("Metadata-Version: 2.1\nName: odd\nVersion: 1\n")
    (broken / "entry_points.txt").write_text(f"[{GROUP}]\nOdd; rm -rf = odd:BOT\n")


def chosen(var: Path, **more: str) -> Settings:
    return Settings.from_environ({"URBANIST_VAR": str(var), **more})


@pytest.mark.parametrize(
    ("said", "here"),
    [("", ["expert", "novice"]), ("novice", ["novice"]), ("novice,nobody", ["novice"]), ("none", [])],
)
def test_all_that_are_installed_run_here_unless_fewer_are_named(var: Path, said: str, here: list[str]):
    assert bots_here(chosen(var, URBANIST_BOTS=said)) == here


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("", []),
        ("none", []),
        ("novice", []),
        (
            "novice,novise",
            ["URBANIST_BOTS names novise, but no such bot is installed here; there are: expert, novice."],
        ),
    ],
)
def test_a_bot_that_is_named_in_vain_is_told(var: Path, said: str, told: list[str]):
    assert missing_bots(chosen(var, URBANIST_BOTS=said)) == told


BROKEN = {
    "no equals sign": b"[urbanist.bots]\nnovice\n",
    "not UTF-8": b"[urbanist.bots]\n\xff\xfe = novice:BOT\n",
}


@pytest.mark.parametrize("facts", BROKEN.values(), ids=BROKEN)
def test_a_package_whose_entry_points_are_broken_keeps_nothing_from_starting(tmp_path: Path, var: Path, facts: bytes):
    broken = tmp_path / "broken_bot-1.dist-info"
    broken.mkdir()
    (broken / "METADATA").write_text("Metadata-Version: 2.1\nName: broken-bot\nVersion: 1\n")
    (broken / "entry_points.txt").write_bytes(facts)
    with capture_logs() as logged:
        assert bots_here(chosen(var)) == ["expert", "novice"]
        assert "[program:bot_novice]" in configuration(chosen(var))
    assert {entry["package"] for entry in logged if entry["event"] == "package_not_read"} == {"broken-bot"}


def test_each_has_a_program(var: Path):
    text = configuration(chosen(var))
    assert "[program:bot_novice]\ncommand=" in text
    assert "-m services.game_command.bot_worker novice\n" in text
    assert ",bot_expert,bot_novice," in text
    assert "rm -rf" not in text


def test_the_jobs_of_every_queue_can_be_loaded_before_the_first_one():
    for queue in (queue for service in SERVICES for queue in service.queues):
        import_module(queue.jobs)
