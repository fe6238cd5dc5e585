"""What many outcomes say of bots: ratings, shares of first places, mean totals, each with its 95 % interval.

Ratings are those of openskill's Plackett-Luce model (Weng and Lin, A Bayesian Approximation Method for Online Ranking,
2011). Shares have Wilson's interval (1927), means the normal one, ratios of means that of the ratio estimate (Cochran,
Sampling Techniques, 3rd edition, 1977, chapter 6).
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple

from openskill.models import PlackettLuce

from services.console.arena.contest import Outcome, Played
from services.console.arena.schedule import Contest

NORMAL = 1.96  # standard errors on both sides that leave out 5 %
Match = tuple[Contest, Outcome]


class Estimate(NamedTuple):
    """From so many matches; with 95 % probability it is from `low` to `high`."""

    value: float
    low: float
    high: float
    matches: int


def ratings(matches: Sequence[Match]) -> Mapping[str, Estimate]:
    """Of matches against each other, in their sequence. Those who share a rank have drawn."""
    model, counts = PlackettLuce(), dict.fromkeys(bots_of(matches), 0)
    found = {bot: model.rating(name=bot) for bot in counts}
    for contest, ended in matches:
        ranks = _ranks(contest, ended)
        rated = model.rate([[found[bot]] for bot in ranks], ranks=list(ranks.values()))
        found |= {bot: team[0] for bot, team in zip(ranks, rated, strict=True)}
        for bot in ranks:
            counts[bot] += 1
    return {bot: _around(one.mu, NORMAL * one.sigma, counts[bot]) for bot, one in found.items()}


def _ranks(contest: Contest, ended: Outcome) -> dict[str, float]:
    """By bot: the mean rank of its seats, so that one with three seats has no three chances of a first place."""
    seats: dict[str, list[float]] = {}
    for bot, place in zip(contest.bots, ended.places, strict=True):
        seats.setdefault(bot, []).append(float(place or 0))
    return {bot: fmean(places) for bot, places in seats.items()}


def firsts(matches: Sequence[Match]) -> Mapping[tuple[tuple[str, ...], str], Estimate]:
    """By lineup and bot: the share of first places; those who share the first rank share the point."""
    found: dict[tuple[tuple[str, ...], str], list[float]] = {}
    for contest, ended in matches:
        lineup, winners = tuple(sorted(contest.bots)), [seat for seat, place in enumerate(ended.places) if place == 1]
        for bot in dict.fromkeys(lineup):
            won = sum(contest.bots[seat] == bot for seat in winners) / len(winners)
            found.setdefault((lineup, bot), []).append(won)
    return {key: share(won) for key, won in found.items()}


def totals(matches: Sequence[Match]) -> Mapping[str, Estimate]:
    """Of matches that all play together: the mean total of each bot."""
    return {bot: mean(list(map(fmean, by_draw(played)))) for bot, played in by_bot(matches).items()}


def gains(matches: Sequence[Match], bot: str, over: str) -> Estimate:
    """The mean of what the one has more than the other with the same draws."""
    each = by_bot(matches)
    pairs = zip(by_draw(each[bot]), by_draw(each[over]), strict=True)
    return mean([fmean(own) - fmean(other) for own, other in pairs])


def of_best(matches: Sequence[Match], bot: str) -> Estimate:
    """The bot's mean total as a share of the mean of its best totals on the same draws."""
    tries = by_draw(by_bot(matches)[bot])
    return ratio(list(map(fmean, tries)), list(map(max, tries)))


def won(matches: Sequence[Match]) -> Mapping[str, Estimate]:
    """Of matches that all play together: the share that reached the target."""
    return {bot: share([float(1 in ended.places) for _, ended in played]) for bot, played in by_bot(matches).items()}


def turns(matches: Sequence[Match]) -> Mapping[str, Played]:
    found = {bot: Played() for bot in bots_of(matches)}
    for contest, ended in matches:
        for bot, played in zip(contest.bots, ended.played, strict=True):
            found[bot] = found[bot].plus(played)
    return found


def digest(matches: Sequence[Match]) -> str:
    """The same for the same moves in all matches."""
    return sha256("".join([ended.digest for _, ended in matches]).encode()).hexdigest()


def bots_of(matches: Sequence[Match]) -> list[str]:
    return list(dict.fromkeys(bot for contest, _ in matches for bot in contest.bots))


def by_bot(matches: Sequence[Match]) -> Mapping[str, list[Match]]:
    """Of matches that all play together, in the sequence of their draws."""
    return {bot: [match for match in matches if match[0].bots[0] == bot] for bot in bots_of(matches)}


def by_draw(matches: Sequence[Match]) -> list[list[int]]:
    """Of matches that all play together: the totals of all tries on each draw."""
    found: dict[int, list[int]] = {}
    for contest, ended in matches:
        found.setdefault(contest.draw, []).append(ended.points[0])
    return list(found.values())


def share(won: Sequence[float]) -> Estimate:
    """Wilson's interval. It takes matches as independent; those on the same draw, with seats rotated, vary less."""
    count, value, square = len(won), fmean(won), NORMAL**2
    middle = (value + square / (2 * count)) / (1 + square / count)
    wide = NORMAL * sqrt(value * (1 - value) / count + square / (4 * count**2)) / (1 + square / count)
    return Estimate(value, max(0.0, middle - wide), min(1.0, middle + wide), count)


def mean(values: Sequence[float]) -> Estimate:
    wide = NORMAL * stdev(values) / sqrt(len(values)) if len(values) > 1 else float("inf")
    return _around(fmean(values), wide, len(values))


def ratio(parts: Sequence[float], wholes: Sequence[float]) -> Estimate:
    """Of the means of pairs: as sure as the parts lie near to this share of their wholes."""
    value, count = fmean(parts) / fmean(wholes), len(parts)
    off = mean([part - value * whole for part, whole in zip(parts, wholes, strict=True)])
    return _around(value, (off.high - off.value) / fmean(wholes), count)


def _around(value: float, wide: float, count: int) -> Estimate:
    return Estimate(value, value - wide, value + wide, count)
