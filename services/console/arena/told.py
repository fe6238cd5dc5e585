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
from services.console.words import plural, say
from shared.language import number

PERCENT = 100


def told(contests: Sequence[Contest], outcomes: Sequence[Outcome]) -> Iterator[str]:
    matches = list(zip(contests, outcomes, strict=True))
    first = contests[0]
    yield say(
        "{game}; seats: {seats}, matches: {matches}, draws: {draws}; ± and to: 95 %",
        game=first.game,
        seats=len(first.bots),
        matches=len(matches),
        draws=contests[-1].draw + 1,
    )
    yield from _together(matches) if outcomes[0].target is not None else _against(matches)
    yield from _turns(matches)
    yield say("digest {digest}", digest=digest(matches))


def _against(matches: Sequence[Match]) -> Iterator[str]:
    yield ""
    yield say("rating: everybody begins at 25, and whoever is 6 or 7 higher wins about three of four")
    for bot, rating in sorted(ratings(matches).items(), key=lambda item: -item[1].value):
        value, off = f"{number(rating.value, 1):>5}", number(rating.high - rating.value, 1)
        yield say("{bot} rating {value} ± {off}", bot=f"{bot:<12}", value=value, off=off)
    yield ""
    for lineup, each in groupby(firsts(matches).items(), key=lambda item: item[0][0]):
        shares = ", ".join(f"{bot} {of_hundred(share)}" for (_, bot), share in each)
        yield say("first places of {bots}: {shares}", bots=" + ".join(lineup), shares=shares)


def _together(matches: Sequence[Match]) -> Iterator[str]:
    means, shares = totals(matches), won(matches)
    yield ""
    for bot, total in means.items():
        won_ = of_hundred(shares[bot])
        yield say("{bot} total {points}; won {share}", bot=f"{bot:<12}", points=shown(total), share=won_)
    first, *others = means
    tries = len(matches) // len(means) // (matches[-1][0].draw + 1)
    yield ""
    if tries > 1:
        for bot in means:
            yield plural(
                "{bot} {share} of the best of {n} try on the same draws",
                "{bot} {share} of the best of {n} tries on the same draws",
                tries,
                bot=f"{bot:<12}",
                share=of_hundred(of_best(matches, bot)),
            )
    for bot in others:
        points = shown(gains(matches, first, bot))
        yield say("{bot} over {other}, same draws: {points} points", bot=first, other=bot, points=points)


def _turns(matches: Sequence[Match]) -> Iterator[str]:
    yield ""
    for bot, played in turns(matches).items():
        yield plural(
            "{bot} {n} move, {illegal} illegal, {mean} s a move, slowest {slowest} s",
            "{bot} {n} moves, {illegal} illegal, {mean} s a move, slowest {slowest} s",
            played.turns,
            bot=f"{bot:<12}",
            illegal=played.illegal,
            mean=number(played.seconds / played.turns, 3),
            slowest=number(played.slowest, 2),
        )


def shown(one: Estimate) -> str:
    value, low, high = (number(each, 1) for each in one[:3])
    return say("{value} ({low} to {high})", value=value, low=low, high=high)


def of_hundred(one: Estimate) -> str:
    value, low, high = (number(PERCENT * each, 1) for each in one[:3])
    return say("{value} ({low} to {high}) %", value=value, low=low, high=high)
