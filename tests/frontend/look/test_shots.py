"""How `make pictures` is asked: a slip of the hand draws nothing, least of all into a folder of its own name."""

from pathlib import Path

import pytest

from tests.frontend.look.shots import asked


def test_a_folder_and_pages_are_asked_for():
    assert asked(["pictures"]) == (Path("pictures"), [], "en")
    assert asked(["pictures", "lobby", "result"]) == (Path("pictures"), ["lobby", "result"], "en")
    assert asked(["pictures", "--language", "fr"]) == (Path("pictures"), [], "fr")


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (["--help"], "usage:"),
        ([], "required: folder"),
        (["--pages", "lobby"], "unrecognized arguments: --pages"),
        (["pictures", "lobbby"], "no such page: lobbby"),
        (["pictures", "--language", "klingon"], "invalid choice: 'klingon'"),
    ],
)
def test_anything_else_is_explained(words: list[str], answer: str, capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit):
        asked(words)
    assert answer in "".join(capsys.readouterr())
