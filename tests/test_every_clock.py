"""Ages are taken in one place: nobody else asks a clock that can be set how long something has lasted."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
MAY = {
    "shared/ledger/absences.py": "counts ages",
    "shared/ledger/handler.py": "stamps events",
    "shared/web/identity.py": "signs for half a minute, in both directions",
    "shared/ledger/rows/due.py": "finds what may be due, and what lies ahead; absences decide",
    "shared/mark.py": "stamps what was known, for people",
    "shared/web/waiting.py": "puts wishes in the order in which they came",
    "shared/web/jobs.py": "reads the signs of RQ's workers, in both directions",
    "services/matchmaking/seats.py": "forgets, in both directions, what was reserved seconds ago and not taken",
    "infra/aside.py": "names what is put aside",
    "frontend/limits.py": "tells when a limit ends, which the counting server's clock says",
    "services/console/imports.py": "stamps imports",
    "frontend/talk.py": "stamps what is said",
}
ASKS = re.compile(r"\b(time\.time|datetime\.now|utcnow|time_ns)\b")


def test_only_these_ask_a_clock_that_can_be_set():
    paths = [path for folder in ("shared", "services", "frontend", "infra") for path in (ROOT / folder).rglob("*.py")]
    assert {path.relative_to(ROOT).as_posix() for path in paths if ASKS.search(path.read_text())} == set(MAY)
