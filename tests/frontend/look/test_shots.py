"""How `make pictures` is asked: a slip of the hand draws nothing, least of all into a folder of its own name."""

from pathlib import Path

import pytest

from tests.frontend.look.shots import asked


def test_a_folder_and_pages_are_asked_for():
    assert asked(["pictures"]) == (Path("pictures"), [])
    assert asked(["pictures", "lobby", "result"]) == (Path("pictures"), ["lobby", "result"])


@pytest.mark.parametrize("words", [["--help"], [], ["--pages", "lobby"], ["pictures", "lobbby"]])
def test_anything_else_is_explained(words: list[str], capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit):
        asked(words)
    said = "".join(capsys.readouterr())
    assert "folder" in said and (words[-1:] != ["lobbby"] or "no such page: lobbby" in said)
