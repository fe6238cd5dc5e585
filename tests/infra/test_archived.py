"""Before anything starts, the archive is the one that matches were moved to, and no older copy of it."""

import errno
import re
import shutil
from dataclasses import replace
from pathlib import Path

import fakeredis
import pytest

from infra.archived import check_archive, note_archive
from infra.keeper import Keeper
from infra.lost import Lost
from shared.ledger.archive import Archive
from shared.ledger.archive.archive import put
from shared.ledger.envelope import Stored
from shared.mark import read_mark
from shared.settings import Settings


@pytest.fixture
def chosen(var: Path) -> Settings:
    var.mkdir()
    return Settings.from_environ({"URBANIST_VAR": str(var)})


def keep(chosen: Settings, *ids: str) -> None:
    archive = Archive(chosen.archive)
    for id_ in ids:
        with archive.database.writing() as connection:
            put(connection, id_, {"match": [Stored(b"{}")]})
    archive.database.close()


def noted(chosen: Settings) -> str | None:
    mark = read_mark(chosen.var)
    return mark.archive if mark else None


def test_what_the_archive_held_is_noted_and_found_again(chosen: Settings):
    check_archive(chosen)
    assert noted(chosen) is None
    keep(chosen, "aaaaaaaaaaaa", "bbbbbbbbbbbb")
    check_archive(chosen)
    assert re.fullmatch(r"[0-9a-f]{16}:2", noted(chosen) or "")
    keep(chosen, "cccccccccccc")
    check_archive(chosen)
    assert (noted(chosen) or "").endswith(":3")


def test_a_missing_another_or_an_older_archive_is_refused_until_the_loss_is_accepted(chosen: Settings, tmp_path: Path):
    keep(chosen, "aaaaaaaaaaaa")
    shutil.copytree(chosen.archive, tmp_path / "copy")
    keep(chosen, "bbbbbbbbbbbb")
    check_archive(chosen)
    shutil.rmtree(chosen.archive)
    with pytest.raises(Lost, match=r"does not start. .*/archive does not hold the archive that finished matches were"):
        check_archive(chosen)
    shutil.copytree(tmp_path / "copy", chosen.archive)
    with pytest.raises(Lost, match=r"is an older copy of the archive: it ends at record 1, and 2 were there when"):
        check_archive(chosen)
    check_archive(replace(chosen, accept_loss="ledger"))
    assert (noted(chosen) or "").endswith(":1")
    check_archive(chosen)


def test_a_damaged_archive_is_refused_and_kept_aside_where_the_loss_is_accepted(chosen: Settings, capsys):
    chosen.archive.mkdir()
    (chosen.archive / "matches.sqlite3").write_bytes(b"nonsense" * 1000)
    with pytest.raises(Lost, match=r"/archive/matches.sqlite3 is damaged\. .* then an empty archive begins"):
        check_archive(chosen)
    keeper = Keeper(chosen, fakeredis.FakeRedis())
    keeper.note()
    assert "WARNING: the archive's file matches.sqlite3 is damaged" in capsys.readouterr().out
    check_archive(replace(chosen, accept_loss="ledger"))
    assert f"What was left of the archive is kept as {chosen.var}/damaged/" in capsys.readouterr().out
    assert not chosen.archive.exists()
    note_archive(chosen)
    assert noted(chosen) is None


def test_what_was_left_is_kept_aside_too_where_the_folder_itself_can_not_be_moved(
    chosen: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    """As a volume of a container can't."""

    def is_busy(path: Path, _to: Path) -> Path:
        raise OSError(errno.EBUSY, "it is a volume", path)

    chosen.archive.mkdir()
    (chosen.archive / "matches.sqlite3").write_bytes(b"nonsense" * 1000)
    monkeypatch.setattr(Path, "rename", is_busy)
    check_archive(replace(chosen, accept_loss="ledger"))
    (kept,) = (chosen.var / "damaged").iterdir()
    assert f"is kept as {kept}" in capsys.readouterr().out
    assert (kept / "matches.sqlite3").read_bytes() == b"nonsense" * 1000
    assert list(chosen.archive.iterdir()) == []
