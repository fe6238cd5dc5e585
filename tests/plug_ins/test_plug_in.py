"""What a package gives, and what of it is refused. A bot's process says the same to whoever starts it."""

from pathlib import Path

import pytest

from shared.errors import Malformed, NotFound
from shared.installed_bots import installed_bots
from shared.plug_ins.plug_in import load
from tests.plug_ins.packages import install


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def test_a_bot_is_what_its_entry_point_names(folder: Path):
    install(folder, "plays_well")
    assert "plays_well" in installed_bots()
    assert load("plays_well").offer.player == "bot:plays_well@1"


@pytest.mark.parametrize(
    ("name", "old", "new", "told"),
    [
        ("no_plug_in", "BOT = PlugIn(", "BOT = dict(", "no_plug_in:BOT is not a PlugIn"),
        (
            "two_names",
            'name="two_names"',
            'name="other"',
            "two_names:BOT is called other, and its entry point two_names",
        ),
        ("unknown_game", '"sprawlopolis"', '"chess"', "this release has no game chess"),
        ("no_seats", "(2, 3, 4)", "()", "no table is like this"),
        ("no_version", "version=1", "version=0", "a bot's version is a whole number from 1 to 1000000"),
    ],
)
def test_what_makes_no_sense_is_refused(folder: Path, name: str, old: str, new: str, told: str):
    install(folder, name)
    file = folder / f"{name}.py"
    file.write_text(file.read_text().replace(old, new))
    with pytest.raises(Malformed) as refused:
        load(name)
    assert str(refused.value) == told


def test_a_bot_that_is_not_installed_is_not_found():
    with pytest.raises(NotFound, match="no package that is installed has a bot nobody"):
        load("nobody")
