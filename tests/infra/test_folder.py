"""Whatever is wrong with the folder of everything that is kept, one sentence says it before anything starts."""

import os
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from infra.checks import check_kept
from infra.folder import Unusable, make_usable, reason
from shared.mark import BadMark, Mark, digest_of, read_mark, write_mark
from shared.settings import Settings
from shared.web.key import BadKey, gateway_key
from tests.servers import environment

NOBODY = 65_534


def told_to_another_user(var: Path) -> str:
    """The sentence for a user without rights; a child asks as nobody, since root may do everything."""
    reading, writing = os.pipe()
    if not (child := os.fork()):
        if os.getuid() == 0:
            os.setuid(NOBODY)
        try:
            make_usable(var)
        except Unusable as error:
            os.write(writing, str(error).encode())
        finally:
            os._exit(0)
    os.close(writing)
    os.waitpid(child, 0)
    with os.fdopen(reading, encoding="utf-8") as said:
        return said.read()


@pytest.fixture
def open_folder(var: Path) -> Path:
    """A folder that another user can reach."""
    var.parent.chmod(0o755)
    var.mkdir(mode=0o755)
    return var


def test_a_folder_that_may_not_be_written(open_folder):
    open_folder.chmod(0o555)
    assert told_to_another_user(open_folder).startswith(
        f"Matches can't be kept in {open_folder}, because this user may"
    )


def test_a_folder_below_one_that_may_not_be_written(open_folder):
    open_folder.chmod(0o555)
    assert "because this user may not write there" in told_to_another_user(open_folder / "a" / "var")


@pytest.mark.parametrize("name", ["run.lock", "gateway.key", "ledger.json", "appendonlydir/appendonly.aof.1.incr.aof"])
def test_a_file_that_another_user_left_there(open_folder, name):
    open_folder.chmod(0o777)
    (open_folder / "appendonlydir").mkdir()
    (open_folder / "appendonlydir").chmod(0o777)
    (open_folder / name).touch()
    (open_folder / name).chmod(0o400 if os.getuid() == 0 else 0)
    said = told_to_another_user(open_folder)
    assert said.startswith(f"{open_folder / name} can't be read and written by this user")


def test_a_folder_with_spaces_and_other_letters_is_fine(var):
    make_usable(var / "a b" / "été ☃")
    assert (var / "a b" / "été ☃").is_dir()


def is_refused(var: Path) -> str:
    """What the product says of it: one sentence and the exit code 1."""
    command = [sys.executable, "-m", "infra.run", "tests/infra/runner.conf"]
    refused = subprocess.run(
        command, env=environment(var), capture_output=True, text=True, timeout=60, check=False, cwd=Path.cwd()
    )
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr.count("\n") == 1
    return refused.stderr


def a_file(var: Path) -> Path:
    var.touch()
    return var


def below_a_file(var: Path) -> Path:
    var.touch()
    return var / "below"


def a_folder_for_the_lock(var: Path) -> Path:
    (var / "run.lock").mkdir(parents=True)
    return var


def an_odd_key(var: Path) -> Path:
    var.mkdir()
    (var / "gateway.key").write_text("zz")
    return var


def a_folder_for_the_key(var: Path) -> Path:
    (var / "gateway.key").mkdir(parents=True)
    return var


def a_link_to_nowhere(var: Path) -> Path:
    var.symlink_to(var.parent / "nowhere" / "at" / "all")
    return var


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (a_file, "because a file is in the way"),
        (below_a_file, "because a file is in the way"),
        (a_link_to_nowhere, "Matches can't be kept in"),
        (a_folder_for_the_lock, "run.lock is a folder, and a file belongs there"),
        (an_odd_key, "does not hold 32 bytes in hex"),
        (a_folder_for_the_key, "gateway.key can't be read: Is a directory"),
    ],
)
def test_the_product_says_in_one_sentence_what_is_wrong(var: Path, spoil: Callable[[Path], Path], says: str):
    assert says in is_refused(spoil(var))


@pytest.mark.parametrize("name", ["server.lock", "redis.sock", "ledger.json", "appendonlydir/appendonly.aof.manifest"])
def test_a_folder_where_a_file_belongs_is_named(var: Path, name: str):
    (var / name).mkdir(parents=True)
    with pytest.raises(Unusable, match=f"{name} is a folder, and a file belongs there"):
        make_usable(var)


@pytest.mark.parametrize("name", ["appendonlydir", "damaged"])
def test_a_file_where_a_folder_belongs_is_named(var: Path, name: str):
    var.mkdir()
    (var / name).touch()
    with pytest.raises(Unusable, match=f"{name} is a file, and a folder belongs there"):
        make_usable(var)


def test_what_an_unclean_end_leaves_behind_is_harmless(var: Path):
    var.mkdir()
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(var / "redis.sock"))
    make_usable(var)


@pytest.mark.parametrize(
    "said", ["[]", "[1]", '"file"', "null", '{"key": 1}', '{"file": 3}', '{"bytes": true}', '{"at": null}']
)
def test_a_mark_of_another_kind_is_refused(var: Path, said: str):
    var.mkdir()
    (var / "ledger.json").write_text(said)
    with pytest.raises(BadMark, match=r"ledger.json can't be read"):
        read_mark(var)


def test_a_read_only_disk_and_a_broken_one_each_have_a_sentence():
    assert "because it can only be read" in reason(Path("/v"), OSError(30, "Read-only file system"))
    assert "Input/output error. Fix this" in reason(Path("/v"), OSError(5, "Input/output error"))


def settings_of(var: Path, **more: str) -> Settings:
    return Settings.from_environ({"URBANIST_VAR": str(var), **more})


def test_the_first_start_makes_a_key_and_a_mark_of_it(var):
    make_usable(var)
    check_kept(settings_of(var))
    mark = read_mark(var)
    assert mark
    assert mark.key == digest_of(gateway_key(var))


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda key: key.unlink(), "is missing"),
        (lambda key: key.write_text("0" * 64), "is not the key with which Urbanist ran last"),
        (lambda key: key.write_text(""), "does not hold 32 bytes in hex"),
    ],
)
def test_another_key_than_before_is_refused_until_that_is_accepted(var, spoil, says):
    make_usable(var)
    check_kept(settings_of(var))
    before = gateway_key(var)
    spoil(var / "gateway.key")
    for ask in (lambda: check_kept(settings_of(var)), lambda: gateway_key(var)):
        with pytest.raises(BadKey, match=says) as refused:
            ask()
        assert "URBANIST_ACCEPT_LOSS=key" in str(refused.value)
    check_kept(settings_of(var, URBANIST_ACCEPT_LOSS="key"))
    assert gateway_key(var) != before
    check_kept(settings_of(var))


def test_accepting_a_loss_when_nothing_is_lost_changes_nothing(var):
    make_usable(var)
    check_kept(settings_of(var))
    before = gateway_key(var)
    check_kept(settings_of(var, URBANIST_ACCEPT_LOSS="key"))
    assert gateway_key(var) == before


def test_a_key_of_a_release_that_noted_nothing_is_kept(var):
    make_usable(var)
    before = gateway_key(var)
    check_kept(settings_of(var))
    assert gateway_key(var) == before
    write_mark(var, Mark())
    check_kept(settings_of(var))
    assert gateway_key(var) == before
