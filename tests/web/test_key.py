"""One key for a folder, whoever asks first and however many ask at once."""

import stat
import subprocess
import sys

import pytest

from shared.web.key import BadKey, gateway_key


def test_the_first_to_ask_makes_the_key_and_all_others_read_it(var):
    key = gateway_key(var)
    assert len(key) == 32
    assert gateway_key(var) == key


def test_only_its_owner_may_read_it(var):
    gateway_key(var)
    assert stat.S_IMODE((var / "gateway.key").stat().st_mode) == 0o600
    assert stat.S_IMODE(var.stat().st_mode) == 0o700


def test_processes_that_start_at_once_get_one_key_and_leave_nothing_else(var):
    program = (
        "import sys, time; from pathlib import Path; from shared.web.key import gateway_key\n"
        "sys.stdin.read(1); print(gateway_key(Path(sys.argv[1])).hex())"
    )
    started = [
        subprocess.Popen(
            [sys.executable, "-c", program, str(var)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for _ in range(8)
    ]
    for process in started:  # all have imported by now or will within milliseconds of each other
        assert process.stdin
        process.stdin.write("g")
        process.stdin.flush()
    keys = {process.communicate(timeout=20)[0] for process in started}
    assert len(keys) == 1
    assert [file.name for file in var.iterdir()] == ["gateway.key"]


@pytest.mark.parametrize("content", ["", "abc", "00" * 31, "zz" * 32, "é" * 32])
def test_a_broken_key_is_refused_with_what_to_do(var, content):
    var.mkdir()
    (var / "gateway.key").write_text(content, "utf-8")
    with pytest.raises(BadKey, match="Restore it from a copy"):
        gateway_key(var)
