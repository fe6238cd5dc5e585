"""The tables of all runs: what was carried, how spectators were served, and what each move cost by process."""

from collections.abc import Iterable, Mapping, Sequence

from tests.bench.load.account import Account
from tests.bench.load.processor import COLUMNS
from tests.bench.load.run import Measured
from tests.bench.load.spectators import WITHIN
from tests.bench.load.tally import percentile
from tests.bench.load.watch import Watched

SPREAD = "p50, p99 ms"
CARRIED = ("style", "matches", "moves a second", f"POST {SPREAD}", f"GET {SPREAD}", f"bot's move {SPREAD}", "errors")
PACED = ("offered a second", f"since a move was due {SPREAD}")
WATCHED = (
    "sockets", f"refused of those opened in {WITHIN:.0f} s", "all open after s", "moves",
    "POST to frame p50, p99, most ms", "first move after opening p50, p99, most ms", "missing frames", "errors",
)  # fmt: skip


def carried(runs: Sequence[Measured]) -> list[str]:
    """With two more columns where moves were offered at a rate: a wait then begins when the move was due."""
    if not any(run.plan.rate for run in runs):
        return table(CARRIED, map(_carried, runs))
    return table((*CARRIED, *PACED), ([*_carried(run), *_paced(run)] for run in runs))


def _carried(run: Measured) -> list[str]:
    found, plan = run.tally.measured, run.plan
    return [
        plan.style,
        matches(run),
        f"{found.moves / run.seconds:.1f}",
        milliseconds(found.times["move"]),
        milliseconds(found.times["GET"]),
        milliseconds(run.bots),
        errors(run.tally.errors),
    ]


def _paced(run: Measured) -> list[str]:
    return [f"{run.plan.rate or 0:g}", milliseconds(run.tally.measured.times["due"])]


def matches(run: Measured) -> str:
    return str(run.plan.matches) + (f" + {run.plan.bots} with a bot" if run.plan.bots else "")


def watched(runs: Iterable[Watched]) -> list[str]:
    return table(WATCHED, (_watched(run) for run in runs))


def _watched(run: Watched) -> list[str]:
    return [
        str(run.sockets),
        errors(run.refused),
        f"{run.opened_after:.2f}",
        str(run.tally.measured.moves),
        milliseconds(run.frames, 50, 99, 100),
        milliseconds(run.first, 50, 99, 100),
        str(run.missing),
        errors(run.tally.errors),
    ]


def costs(runs: Iterable[Measured | Watched]) -> list[str]:
    """Milliseconds of processor time a move of a person."""
    return table(("style", "matches", *COLUMNS, "all but load"), (_costs(run) for run in runs))


def _costs(run: Measured | Watched) -> list[str]:
    each = [1000 * run.used[name] / max(1, run.tally.measured.moves) for name in COLUMNS]
    named = [run.plan.style, matches(run)] if isinstance(run, Measured) else [f"{run.sockets} sockets", "1"]
    return [*named, *(f"{cost:.2f}" for cost in (*each, sum(each[:-1])))]


def verdict(found: Account) -> str:
    left = f", {found.unanswered} stored without an answer" if found.unanswered else ""
    kept = f"{found.acknowledged} acknowledged moves, {found.stored} stored"
    return f"{kept}: {found.lost} lost, {found.doubled} doubled{left}"


def milliseconds(seconds: Sequence[float], *hundredths: int) -> str:
    """By default the median and the 99th percentile."""
    found = (percentile(seconds, each) for each in hundredths or (50, 99))
    return ", ".join("-" if each is None else f"{1000 * each:.1f}" for each in found)


def errors(statuses: Mapping[int, int]) -> str:
    return ", ".join(f"{status or 'no answer'}: {count}" for status, count in sorted(statuses.items())) or "none"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    lines = [head, ["---"] * len(head), *rows]
    return [f"| {' | '.join(line)} |" for line in lines]
