"""The standings of an arena as lines of text."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from services.console.arena.contest import Outcome
from services.console.arena.schedule import Contest
from services.console.arena.standings import (
    Estimate,
    Match,
    digest,
    firsts,
    gains,
    of_best,
    ratings,
    totals,
    turns,
    won,
)

PERCENT = 100


def told(contests: Sequence[Contest], outcomes: Sequence[Outcome]) -> Iterator[str]:
    matches = list(zip(contests, outcomes, strict=True))
    first = contests[0]
    seats = f"{len(first.bots)} seat{'s' if len(first.bots) > 1 else ''}"
    yield f"{first.game}, {seats}, {len(matches)} matches on {contests[-1].draw + 1} draws; ± and to: 95 %"
    yield from _together(matches) if outcomes[0].target is not None else _against(matches)
    yield from _turns(matches)
    yield f"digest {digest(matches)}"


def _against(matches: Sequence[Match]) -> Iterator[str]:
    yield ""
    yield "rating: everybody begins at 25, and whoever is 6 or 7 higher wins about three of four"
    for bot, rating in sorted(ratings(matches).items(), key=lambda item: -item[1].value):
        yield f"{bot:<12} rating {rating.value:5.1f} ± {rating.high - rating.value:.1f}"
    yield ""
    for lineup, each in groupby(firsts(matches).items(), key=lambda item: item[0][0]):
        shares = ", ".join(f"{bot} {shown(share, PERCENT)} %" for (_, bot), share in each)
        yield f"first places of {' + '.join(lineup)}: {shares}"


def _together(matches: Sequence[Match]) -> Iterator[str]:
    means, shares = totals(matches), won(matches)
    yield ""
    for bot, total in means.items():
        yield f"{bot:<12} total {shown(total)}; won {shown(shares[bot], PERCENT)} %"
    first, *others = means
    tries = len(matches) // len(means) // (matches[-1][0].draw + 1)
    yield ""
    if tries > 1:
        for bot in means:
            best = f"the best of {tries} tries on the same draws"
            yield f"{bot:<12} {shown(of_best(matches, bot), PERCENT)} % of {best}"
    for bot in others:
        yield f"{first} over {bot}, same draws: {shown(gains(matches, first, bot))} points"


def _turns(matches: Sequence[Match]) -> Iterator[str]:
    yield ""
    for bot, played in turns(matches).items():
        times = f"{played.seconds / played.turns:.3f} s a move, slowest {played.slowest:.2f} s"
        yield f"{bot:<12} {played.turns} moves, {played.illegal} illegal, {times}"


def shown(one: Estimate, times: int = 1) -> str:
    return f"{times * one.value:.1f} ({times * one.low:.1f} to {times * one.high:.1f})"
