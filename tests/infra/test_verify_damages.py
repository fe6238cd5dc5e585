"""What happened to a file on its way is named; the file is refused all the same, and forgery stays forgery."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from infra import verify as verifier
from infra.verify import BROKEN, DAMAGED, mend, verify
from tests.damages import HINTED, MENDED, forged, with_note
from tests.records import KINDS, record

FILE = Path(verifier.__file__)


@pytest.mark.parametrize("name", MENDED)
def test_what_happened_is_said_with_what_the_record_would_be_and_it_is_not_accepted(name):
    change, cause = MENDED[name]
    file = with_note()
    verdict = verify(change(file))
    assert (verdict.grade, verdict.holds) == (DAMAGED, False)
    assert verdict.cause == f"{cause} this record is: fair"
    assert mend(change(file))[1] == file


@pytest.mark.parametrize("name", MENDED)
def test_forgery_stays_broken_whatever_else_happened_and_both_are_said(name):
    change, cause = MENDED[name]
    changed = change(forged())
    verdict = verify(changed)
    assert (verdict.grade, verdict.holds) == (BROKEN, False)
    if cause.startswith(("letters", "UTF-8 was")):
        return  # what changes texts is undone only where nothing is wrong then
    assert verdict.cause == f"{cause} this record is: broken: {verify(forged()).first}"


@pytest.mark.parametrize("name", HINTED)
def test_what_cant_be_undone_is_named_too(name):
    change, hint = HINTED[name]
    file = with_note()
    verdict = verify(change(file))
    assert verdict.grade == BROKEN
    there = change(file).count(b"\n") - 1
    assert hint.format(there) in verdict.cause


@pytest.mark.parametrize("kind", KINDS[:1] + KINDS[13:14] + KINDS[-1:])
def test_the_grade_of_the_mended_record_is_its_own(kind):
    verdict = verify(record(*kind).replace(b"\n", b"\r\n"))
    assert verdict.cause.endswith(f"with LF this record is: {verify(record(*kind)).graded}")


@pytest.mark.parametrize(
    "file",
    [
        record("quadropolis", "fair").replace(b"\n", b"\r\n").replace(b'"seats":2', b'"seats":2,"seats":2', 1),
        b"".join(sorted(record("quadropolis", "fair").splitlines(keepends=True))),
        forged(),
        record("quadropolis", "fair") * 2,
    ],
    ids=["a key twice", "lines in another order", "another value", "twice"],
)
def test_what_no_way_does_has_no_excuse(file):
    verdict = verify(file)
    assert verdict.grade == BROKEN
    assert "this record is: fair" not in verdict.cause


@pytest.mark.parametrize(
    "file",
    [
        b"{" * 4_000_000,
        b'{"a":' * 1_000_000,
        b'"\\' * 2_000_000,
        b"<pre" * 1_000_000,
        b"=\n" + b"=" * 4_000_000,
        b"eyJ" + b"A=" * 2_000_000,
        b" \t" * 2_000_000 + b"x",
        b"\r" * 1_000_000 + b"x",
        b"{}" * 200_000,
        b"[1e9" + b"9" * 1_000_000 + b"]",
        "é".encode() * 2_000_000,
        b"PK\3\4" + b"PK\5\6" * 1_000_000,
        b"\x1f\x8b" * 2_000_000,
        b"{\0" * 2_000_000,
    ],
    ids=lambda file: repr(file[:8]),
)
def test_no_bytes_take_longer_than_their_length(file):
    """A few seconds for four megabytes on any machine; what grows by the square would take hours."""
    started = time.process_time()
    assert verify(file).grade == BROKEN
    assert time.process_time() - started < 20


def run(*words: str | Path, given: bytes = b"") -> tuple[int, list[str], str]:
    done = subprocess.run([sys.executable, "-I", "-S", FILE, *words], input=given, capture_output=True, timeout=60)
    return done.returncode, done.stdout.decode().splitlines(), done.stderr.decode()


def test_the_program_says_the_cause_first_and_refuses(tmp_path):
    (tmp_path / "windows").write_bytes(record("quadropolis", "fair").replace(b"\n", b"\r\n"))
    (tmp_path / "whole").write_bytes(record("quadropolis", "fair"))
    code, out, err = run(tmp_path / "windows", tmp_path / "whole")
    assert (code, err) == (1, "")
    assert out[0] == f"{tmp_path / 'windows'}: damaged: line ends were changed to CR LF; with LF this record is: fair"
    assert out[1].startswith("  mend       download the record again")
    assert out[-1] == "2 records, 1 damaged, 1 fair"
    assert run("-", given=record("quadropolis", "fair")[:-1])[0] == 1


def test_the_program_says_of_a_broken_file_what_is_wrong_and_then_the_cause():
    code, out, _ = run("-", given=forged().replace(b"\n", b"\r\n"))
    assert code == 1
    assert out[0].startswith("-: broken: line 1: form: ")
    assert out[1].startswith("  cause      line ends were changed to CR LF; with LF this record is: broken: line 2, ")
