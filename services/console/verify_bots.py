"""`urbanist verify`: the moves of bots are made again, and what that took is counted."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from infra.verify import BROKEN, NO, OK, QUESTIONABLE, UNREAD, Failure, Judged, Verdict
from shared.bots import BOTS
from shared.errors import ReadOnly
from shared.ledger.envelope import Stored
from shared.platform.again.of_bots import SETTLED, Ran, built_in, run_again
from shared.platform.match.by_bot import Make
from shared.plug_ins.again import Repeated
from shared.settings import settings
from shared.web.walls import limits

BOTS_CHECK = "bots"
DOUBT = "in doubt"
CHANGED = "until {} what this version plays was still being changed, so it may have played like this"
UNASKED = "not looked at: --no-bots"

Place = Callable[[int, str], Failure]
"""Makes a failure of a version of the match and of what is wrong there."""


NONE = Ran()


@dataclass(frozen=True)
class Ruled(Verdict):
    """The verdict by the rules. `ran`: what was found out about bots, and `seconds` that it took."""

    ran: Ran = NONE
    seconds: float = 0.0


def ruled(verdict: Verdict, state: str, *failures: Failure, **more: Any) -> Ruled:
    """With this state of the check of bots, which comes last."""
    known = {field.name: getattr(verdict, field.name) for field in fields(verdict)}
    known["checks"] = {**verdict.checks, BOTS_CHECK: state}
    known["failures"] = (*verdict.failures, *failures)
    known["grade"] = BROKEN if failures else verdict.grade
    return Ruled(**known | more)


def with_bots(verdict: Verdict, id_: str, streams: Mapping[str, Sequence[Stored]], place: Place) -> Ruled:
    """Of a record in which nothing else is wrong."""
    begun = time.perf_counter()
    try:
        ran = ran_again(id_, streams)
    except ReadOnly as reason:  # Broken: one of the bots can't make anything of what the record leads to
        return ruled(verdict, NO, place(1, str(reason)))
    took: dict[str, Any] = {"ran": ran, "seconds": time.perf_counter() - begun}
    if ran.otherwise:
        return ruled(verdict, NO, place(ran.otherwise.version, str(ran.otherwise)), **took)
    doubts = [place(each.version, f"{each}; {CHANGED.format(SETTLED[each.player][:10])}") for each in ran.doubted]
    return doubted(ruled(verdict, state_of(ran, took["seconds"]), **took), doubts)


def doubted(verdict: Ruled, doubts: Sequence[Failure]) -> Ruled:
    """What is in doubt lowers a verdict that would be better."""
    if not doubts:
        return verdict
    return replace(verdict, grade=QUESTIONABLE, doubts=(*verdict.doubts, *doubts))


def ran_again(id_: str, streams: Mapping[str, Sequence[Stored]]) -> Ran:
    with Repeated(lambda: limits(settings())) as installed:

        def make(player: str) -> Make:
            return built_in(player) if player in {bot.player for bot in BOTS} else installed.make(player)

        return run_again(id_, streams, make)


def state_of(ran: Ran, seconds: float) -> str:
    done = f"{ran.moves} moves run again in {seconds:.1f} s"
    if not ran.missing:
        good = DOUBT if ran.doubted else OK
        return f"{good}: {done}" if ran.moves else f"{OK}: no bot has moved"
    missing = f"{UNREAD}: {', '.join(ran.missing)} can't be run here"
    return f"{missing}; {done}" if ran.moves else missing


def together(rans: Sequence[Ran]) -> Ran:
    """Of many records."""
    missing = dict.fromkeys(player for ran in rans for player in ran.missing)
    otherwise = next((ran.otherwise for ran in rans if ran.otherwise), None)
    return Ran(sum(ran.moves for ran in rans), otherwise, tuple(missing), sum((ran.doubted for ran in rans), ()))


class Total:
    """What all records together took."""

    def __init__(self) -> None:
        self.rans: list[Ran] = []
        self.seconds = 0.0

    def counted(self, found: Iterable[Judged]) -> Iterator[Judged]:
        for name, verdict, reason in found:
            if isinstance(verdict, Ruled):
                self.rans = [together([*self.rans, verdict.ran])]
                self.seconds += verdict.seconds
            yield name, verdict, reason

    def __str__(self) -> str:
        return f"{BOTS_CHECK}: {state_of(together(self.rans), self.seconds)}"
