"""What is going on tonight, for the front page: who waits at a table, what is being played, and who has won."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import TypedDict

from frontend.presentation.entries import FinishedMatch, OpenTable, RunningMatch
from frontend.site import Site
from shared.annotations import Json
from shared.platform.rows import Row

AN_EVENING = timedelta(hours=12)
WINNERS = 3  # matches that are told by name


class Board(TypedDict):
    """A running match in miniature; `plain` is what a spectator sees, for the game's board."""

    match: RunningMatch
    plain: Json


class TonightContext(TypedDict):
    """`waiting`: tables where somebody sits already; `won`: the newest of those that have ended."""

    boards: list[Board]
    waiting: int
    playing: int
    ended: int
    won: list[FinishedMatch]


def tonight_context(
    site: Site,
    rows: Mapping[str, Sequence[Row]],
    open_tables: Sequence[OpenTable],
    running: Sequence[RunningMatch],
    finished: Sequence[FinishedMatch],
    playing: int,
) -> TonightContext | None:
    """None if nothing is going on. `playing`: how many matches all may watch, of which `running` has the newest."""
    seen = site.miniatures.of([row for row in rows["running"] if row.listed])
    since = datetime.now(UTC) - AN_EVENING
    ended = [each for each in finished if datetime.fromisoformat(each["at"]) >= since]
    found: TonightContext = {
        "boards": [{"match": each, "plain": seen[each["id"]]} for each in running if each["id"] in seen],
        "waiting": sum(any(seat["name"] for seat in table["seats"]) for table in open_tables),
        "playing": playing,
        "ended": len(ended),
        "won": [each for each in ended if each["winners"] or each["together"]][:WINNERS],
    }
    return found if any(found.values()) else None
