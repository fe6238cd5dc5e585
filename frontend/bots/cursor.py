"""How much a bot has been told: a version for each match, 0 for a table, and since when it is benched, if it is.

As a text it stands in every line of a stream. A program sends the newest one back as it is, and is told what it lacks.
"""

import re

from shared.errors import Malformed
from shared.marked import marked

Told = dict[str, int]
"""The version that was told last, by the id of the table and its match; under `BENCHED` a time in seconds."""

BENCHED = "benched"  # no id
ENTRY = re.compile(rf"[a-z0-9]{{12}}\.[0-9]{{1,9}}|{BENCHED}\.[0-9]{{1,12}}")
NOTHING = "-"  # told: there are neither matches nor invitations
MOST = 200  # entries: a bot has 100 places at most, and each may be told as gone before the next is told of


def text_of(told: Told) -> str:
    return "~".join(f"{id_}.{version}" for id_, version in told.items()) or NOTHING


def told_in(text: str) -> Told:
    """Raises Malformed."""
    entries = [] if text == NOTHING else text.split("~")
    if len(entries) > MOST or not all(map(ENTRY.fullmatch, entries)):
        reason = marked("send the cursor of a line as it is, or none")
        raise Malformed("this is no cursor of this server: send that of a line as it is", fields={"cursor": [reason]})
    return {id_: int(version) for id_, _, version in (entry.partition(".") for entry in entries)}
