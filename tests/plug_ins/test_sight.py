"""A bot sees no file and reaches no socket but what Python and its own package need, wherever those live."""

import json
import socket
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from shared.plug_ins import needed
from shared.plug_ins.needed import LIBRARY
from shared.plug_ins.process import BotProcess
from tests.plug_ins.packages import install
from tests.plug_ins.test_wall import failure, process, question

__all__ = ["process"]  # a fixture

LOOKS = """
import errno, os, socket
def came(act, *given):
    try:
        return act(*given) and "open"
    except OSError as error:
        return errno.errorcode[error.errno]
def move(view, moves, chance):
    sock = lambda kind: socket.socket(socket.AF_UNIX, kind)
    pair = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)[0]
    raise ValueError({
        "files": [came(open, path) for path in PATHS],
        "root": sorted(os.listdir("/")),
        "stream": came(lambda: sock(socket.SOCK_STREAM).connect(SOCKET) or True),
        "message": came(lambda: pair.sendto(b"hello", SOCKET)),
        "written": [came(open, path, "w") for path in ("/x", "/tmp/x", "/dev/shm/x", FOLDER + "/x")],
        "luck": came(open, "/dev/urandom", "rb"),
    })
"""


@pytest.fixture
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("elsewhere")


@pytest.fixture
def listening(elsewhere: Path) -> Iterator[str]:
    with closing(socket.socket(socket.AF_UNIX)) as listener:
        listener.bind(str(elsewhere / "x.sock"))
        listener.listen()
        yield str(elsewhere / "x.sock")


def looking(folder: Path, paths: list[str], listening: str) -> None:
    install(folder, "novice", f"PATHS, SOCKET, FOLDER = {paths!r}, {listening!r}, {str(folder)!r}\n" + LOOKS)


def test_a_bot_sees_nothing_of_its_user(process: BotProcess, tmp_path: Path, elsewhere: Path, listening: str):
    (elsewhere / "secret").write_text("secret")
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "secret").write_text("secret")
    checkout = [str(LIBRARY.parent / name) for name in ("pyproject.toml", "services/__init__.py", ".git")]
    paths = [str(elsewhere / "secret"), str(tmp_path / "kept/secret"), "/etc/passwd", *checkout]
    looking(tmp_path, paths, listening)
    process.limits = process.limits._replace(hidden=(str(tmp_path / "kept"),))
    told = failure(process, question(), 20).detail
    assert f"'files': {['ENOENT'] * len(paths)}" in told, told
    assert "'stream': 'ENOENT', 'message': 'ENOENT'" in told
    assert f"'written': {['EROFS'] * 4}" in told
    assert "'luck': 'open'" in told
    assert "'old'" not in told.partition("'root'")[2]


def test_a_folder_around_the_library_is_not_shown(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.chdir(tmp_path)
    for entry in ("", str(LIBRARY.parent), str(LIBRARY.parents[1])):
        monkeypatch.syspath_prepend(entry)
    shown = needed.needed(has_network=False)
    assert str(LIBRARY) in shown
    assert not {str(tmp_path), str(LIBRARY.parent), str(LIBRARY.parents[1])} & set(shown)


def test_a_package_that_is_installed_where_it_is_written_is_seen(
    process: BotProcess, tmp_path: Path, elsewhere: Path, monkeypatch: pytest.MonkeyPatch
):
    """Its folder is on no path: a finder of its own knows it."""
    install(tmp_path, "novice")
    (tmp_path / "novice.py").rename(elsewhere / "novice.py")
    facts = json.dumps({"url": elsewhere.as_uri(), "dir_info": {"editable": True}})
    (tmp_path / "novice-1.dist-info" / "direct_url.json").write_text(facts)
    assert str(elsewhere) in needed.needed(has_network=False)
    monkeypatch.setattr(sys, "path", [*sys.path, str(elsewhere)])
    process.meet()
    assert process.ask(question(), 20).move is not None
