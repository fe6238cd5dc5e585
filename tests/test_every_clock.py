"""Ages are taken in one place: nobody else asks a clock that can be set how long something has lasted."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
MAY = {
    "shared/ledger/absences.py": "counts ages",
    "shared/ledger/anchors/making.py": "stamps anchors: an hour that comes twice has two, and none is ever kept back",
    "shared/ledger/handler.py": "stamps events",
    "shared/platform/archiving.py": "looks for what ended long ago: to archive it early or late does no harm",
    "shared/platform/rows/due.py": "looks for what may be due, also ahead, before its age is counted",
    "shared/people/backup.py": "dates a backup",
    "shared/people/forgetting.py": "looks for guests who left long ago: a day early or late does no harm",
    "shared/people/register.py": "stamps accounts, sessions, visits and reports, and says until when somebody is muted",
    "shared/people/sweep.py": "stamps the line in place of what was taken back",
    "shared/people/tokens.py": "stamps tokens, and says until when they work",
    "shared/queue/waiting.py": "stamps signs of who waits, which are fresh in both directions",
    "shared/mark.py": "stamps what was known",
    "shared/web/identity.py": "signs for half a minute, in both directions",
    "shared/web/jobs.py": "reads the signs of RQ's workers, in both directions",
    "shared/web/waiting.py": "puts in order what waits",
    "services/console/imports.py": "stamps imports",
    "services/matchmaking/tournaments/bots.py": "reads signs of bots, which are fresh in both directions",
    "services/matchmaking/tournaments/entering.py": "puts in order what somebody has entered",
    "shared/web/seats.py": "stamps reservations, which are fresh in both directions",
    "frontend/caller/caller.py": "stamps mails",
    "frontend/caller/pushing.py": "says until when a signature holds",
    "frontend/people/calls.py": "plans calls: one that comes early or late does no harm",
    "frontend/people/ways.py": "stamps subscriptions",
    "frontend/pages/evenings.py": "dates an evening",
    "frontend/pages/oneself.py": "dates an export",
    "frontend/pages/tournaments.py": "says which month a calendar shows",
    "frontend/presentation/tournament/by_hand.py": "dates an evening that was only just read from an address",
    "frontend/presentation/tonight.py": "tells what ended this evening: a clock that is wrong does no harm",
    "frontend/talk.py": "stamps what is said",
    "infra/aside.py": "names what is put aside",
    "infra/verify.py": "knows what is dated in the future, with a day of patience",
}
ASKS = re.compile(r"\b(time\.time|datetime\.now|utcnow|time_ns)\b")


def test_only_these_ask_a_clock_that_can_be_set():
    paths = [path for folder in ("shared", "services", "frontend", "infra") for path in (ROOT / folder).rglob("*.py")]
    assert {path.relative_to(ROOT).as_posix() for path in paths if ASKS.search(path.read_text())} == set(MAY)
