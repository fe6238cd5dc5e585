"""A log that people can read and that holds no secrets."""

import os
import subprocess
import sys

import pytest

from tests.servers import CLEAN

PROGRAM = """
import logging, structlog
from shared import log
log.configure("scoring")
words = structlog.get_logger()
words.info("score counted", match="7x", seed="s3cret", Nonce="s3cret")
words.debug("too small to tell")
logging.getLogger("library").warning("hear me")
logging.getLogger("library").info("a request")
def fall():
    key = "s3cret"
    raise ValueError("no")
try:
    fall()
except ValueError:
    words.exception("fell")
"""


def lines(**environment):
    command = [sys.executable, "-c", PROGRAM]
    return subprocess.run(command, env={**CLEAN, **environment}, capture_output=True, text=True, check=True).stdout


def test_a_line_names_its_process_and_says_what_happened():
    assert lines().splitlines()[0].startswith("scoring ")
    assert lines().splitlines()[0].endswith("[info] score counted match=7x seed=(hidden) Nonce=(hidden)")


def test_under_the_runner_lines_leave_the_name_to_it():
    assert "scoring" not in lines(URBANIST_RUNNER="1")


def test_secrets_are_neither_in_lines_nor_in_tracebacks():
    assert "ValueError: no" in lines()
    assert lines().count("s3cret") == 0


def test_libraries_are_heard_when_something_is_wrong():
    assert "hear me" in lines()
    assert "a request" not in lines()


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_log_that_nobody_reads_any_more_stops_nobody(unbuffered: str):
    """A verdict is logged before it is answered: if that failed, a visitor would read 500 instead."""
    program = "import os, structlog; from shared import log; log.configure('frontend')\n"
    program += "for _ in range(3): structlog.get_logger().warning('unavailable')\n"
    program += "os._exit(7)"  # not the interpreter's own last flush
    reader, writer = os.pipe()
    os.close(reader)
    environment = {**CLEAN, "PYTHONUNBUFFERED": unbuffered}
    ended = subprocess.run([sys.executable, "-c", program], env=environment, stdout=writer, stderr=subprocess.PIPE)
    os.close(writer)
    assert (ended.returncode, ended.stderr) == (7, b"")
