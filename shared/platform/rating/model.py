"""How a match changes what its players are thought to be worth, with the same numbers on every machine.

The model is Plackett-Luce (Weng and Lin, A Bayesian Approximation Method for Online Ranking, 2011, algorithm 4), with
the numbers that the openskill library begins with. That library computes with the machine's own floating point, whose
`exp` may differ in its last digit from one machine to the next. Here roots and exponentials are rounded correctly to 34
digits, as the General Decimal Arithmetic Specification asks for, and results to millionths.
"""

from collections.abc import Sequence
from decimal import ROUND_HALF_EVEN, Context, Decimal, localcontext
from typing import NamedTuple

MODEL = 1  # stored with every book: other numbers would be another model
EXACT = Context(prec=34, rounding=ROUND_HALF_EVEN, Emin=-999, Emax=999)
MILLION = 1_000_000
BETA_SQUARED = EXACT.divide(Decimal(625), Decimal(36))  # how much luck there is in a match: (25/6)²
TAU_SQUARED = EXACT.divide(Decimal(1), Decimal(144))  # what a match adds to the doubt before it counts: (25/300)²
LEAST = Decimal("0.0001")  # no match leaves less than this share of a variance
PROVISIONAL = 5_000_000  # a rating with a deviation above this may still be far off


class Worth(NamedTuple):
    """Mean and deviation in millionths."""

    mu: int
    sigma: int

    @property
    def is_provisional(self) -> bool:
        return self.sigma > PROVISIONAL


START = Worth(25 * MILLION, 8_333_333)


def rated(before: Sequence[Worth], places: Sequence[int]) -> tuple[Worth, ...]:
    """After a match of these players that ended with these places, the lowest is the best; equal ones have drawn."""
    with localcontext(EXACT):
        means = [Decimal(one.mu) / MILLION for one in before]
        variances = [(Decimal(one.sigma) / MILLION) ** 2 + TAU_SQUARED for one in before]
        whole = sum(variances, BETA_SQUARED * len(before))
        strengths = [(mean / whole.sqrt()).exp() for mean in means]
        found = zip(means, variances, _shifts(strengths, places), strict=True)
        return tuple(_after(mean, variance, whole, shift) for mean, variance, shift in found)


def _shifts(strengths: Sequence[Decimal], places: Sequence[int]) -> list[tuple[Decimal, Decimal]]:
    """By player: omega and delta of the paper, without their factors of variance."""
    pairs = list(zip(strengths, places, strict=True))
    rivals = [sum((one for one, at in pairs if at >= place), Decimal(0)) for place in places]
    shares = [places.count(place) for place in places]
    found = []
    for player, (strength, place) in enumerate(pairs):
        omega = delta = Decimal(0)
        for other, at in enumerate(places):
            if at <= place:
                chance = strength / rivals[other]
                omega += ((other == player) - chance) / shares[other]
                delta += chance * (1 - chance) / shares[other]
        found.append((omega, delta))
    return found


def _after(mean: Decimal, variance: Decimal, whole: Decimal, shift: tuple[Decimal, Decimal]) -> Worth:
    omega, delta = shift
    root, deviation = whole.sqrt(), variance.sqrt()
    lost = delta * variance / whole * deviation / root
    left = deviation * max(1 - lost, LEAST).sqrt()
    return Worth(_millionths(mean + omega * variance / root), _millionths(left))


def _millionths(value: Decimal) -> int:
    return int((value * MILLION).to_integral_value())
