"""Time stamps: what is asked and what is answered, as another program writes and reads it."""

import shutil
import subprocess
from pathlib import Path

import pytest

from shared.ledger.anchors.stamped import REASONS, der, first_of, integer, request, wrong_with_token
from tests.openssl import Authority, openssl

DIGEST = "ab" * 32


def test_a_question_is_what_openssl_reads(tmp_path: Path):
    (tmp_path / "question").write_bytes(request(DIGEST, 2**127 + 5))
    said = openssl("ts", "-query", "-in", str(tmp_path / "question"), "-text").decode()
    assert "Hash Algorithm: sha256" in said
    assert "Certificate required: yes" in said
    assert "Nonce: 0x80000000000000000000000000000005" in said


def test_an_answer_of_openssl_is_a_stamp_for_this_digest_and_no_other(authority: Authority):
    answer = authority.answer(request(DIGEST, 7))
    assert wrong_with_token(answer, DIGEST) is None
    assert wrong_with_token(answer, DIGEST, 7) is None
    assert wrong_with_token(answer, DIGEST, 123_456_789) == "it answers another question"
    assert wrong_with_token(answer, "cd" * 32) == "it stamps something else"


def test_a_refusal_of_openssl_is_said_in_words(authority: Authority):
    refused = authority.answer(request(DIGEST, 7)[:-3] + b"\x80\x01\x00")
    assert wrong_with_token(refused, DIGEST) == f"the server says: {REASONS[2]}"


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (b"", "it ends too early"),
        (b"<html>", "it ends too early"),
        (der(0x30, integer(0)), "it ends too early"),
        (der(0x30, der(0x30, integer(0))), "it ends too early"),
        (der(0x30, der(0x30, integer(300))), "it is no answer of a time-stamp server"),
        (der(0x30, der(0x30, integer(0))) + b"0", "it is no answer of a time-stamp server"),
        (der(0x31, der(0x30, integer(0))), "it is no answer of a time-stamp server"),
        (der(0x30, der(0x30, integer(99))), "the server says: 99"),
        (der(0x30, der(0x30, integer(0)) + der(0x04, bytes.fromhex(DIGEST))), "it stamps something else"),
        (b"\x30\x89" + b"\xff" * 40, "it ends too early"),
    ],
)
def test_what_is_no_stamp_is_refused(answer: bytes, sentence: str):
    assert wrong_with_token(answer, DIGEST) == sentence


@pytest.mark.parametrize("size", [0, 1, 127, 128, 255, 256, 65_535, 65_536])
def test_a_value_of_any_size_is_read_as_it_was_written(size: int):
    assert first_of(der(4, bytes(size)) + b"rest") == ((4, bytes(size)), b"rest")


@pytest.mark.parametrize(("number", "written"), [(0, "020100"), (127, "02017f"), (128, "02020080"), (256, "02020100")])
def test_numbers_are_never_negative(number: int, written: str):
    assert integer(number).hex() == written


def test_openssl_agrees_that_the_stamp_holds(authority: Authority, tmp_path: Path):
    said = b'{"at":"2026-11-30T18:00:00.000Z"}'
    (tmp_path / "12.json").write_bytes(said)
    (tmp_path / "12.tsr").write_bytes(authority.answer(request(authority.sha256(said), 9)))
    files = ("-data", str(tmp_path / "12.json"), "-in", str(tmp_path / "12.tsr"), "-CAfile", str(authority.certificate))
    assert b"Verification: OK" in openssl("ts", "-verify", *files)
    (tmp_path / "12.json").write_bytes(said + b" ")
    with pytest.raises(subprocess.CalledProcessError):
        openssl("ts", "-verify", *files)


def test_the_program_is_there():
    assert shutil.which("openssl")
