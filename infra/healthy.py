"""Whether the program of this container works, for its health check: python -m infra.healthy

The runner dates a file anew whenever the program shows a sign of life. The file holds the address at which the program
is asked, and nothing if it listens nowhere. Little is imported: this runs again and again in every container.
"""

import json
import os
import sys
import tempfile
import time
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from urllib.parse import urlsplit

ALIVE = "URBANIST_ALIVE"  # names the file, in the environment of the runner
USUAL = Path(tempfile.gettempdir(), "urbanist.alive")
SILENT = 15.0  # seconds: longer than the runner's patience with a program that neither computes nor shows life
READ_ONLY = ("full", "writes_refused")  # codes of a program that is there, while others say what is not


def date(file: str, at: float) -> None:
    """By the clock of all processes that nobody can set, which begins when the machine does."""
    os.utime(file, (at, at))


def main() -> None:
    if why := wrong(Path(os.environ.get(ALIVE, USUAL))):
        sys.exit(why)


def wrong(file: Path) -> str | None:
    """What is, in a sentence; None if nothing is."""
    try:
        silence = time.monotonic() - file.stat().st_mtime
        url = file.read_text()
    except OSError:
        return "Its program has not shown a sign of life yet."
    if silence > SILENT:
        return f"Its program has shown no sign of life for {silence:.0f} seconds."
    return f"Its program does not answer at {url}." if url and not answers(url) else None


def answers(url: str) -> bool:
    """Also while nothing can be stored."""
    address = urlsplit(url)
    connection = HTTPConnection(address.hostname or "", address.port, timeout=3)
    try:
        connection.request("GET", address.path)
        answer = connection.getresponse()
        return answer.status == 200 or json.load(answer)["code"] in READ_ONLY
    except (OSError, HTTPException, ValueError, KeyError, TypeError):
        return False
    finally:
        connection.close()


if __name__ == "__main__":
    main()
