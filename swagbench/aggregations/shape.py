"""The shape of a distribution: skewness and kurtosis, from pairwise third and fourth moments."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, ClassVar

from swagbench.aggregations.deviations import Deviations, OfSample
from swagbench.aggregations.floats import (
    FLOATS,
    ROOT_ERROR,
    UNIT_ROUNDOFF,
    Inexact,
    Truth,
    square_root,
)

__all__ = ["Kurtosis", "Skewness"]

ThreeMoments = tuple[float, float, float, float]
"""How many values, their mean, and the sums of their deviations' squares and cubes."""

FourMoments = tuple[float, float, float, float, float]
"""The same with the sum of the deviations' fourth powers."""

EXAMPLES = (*FLOATS, 1e9 + 1, 1e9 + 2, 1e-200)


class Skewness(OfSample, Inexact):
    """The skewness of floats; None for an empty window.

    That is √n M₃ / M₂^1.5, with the sums of the deviations' squares and cubes; None as well for
    too few values, or equal ones. A window that holds
    NaN or an infinity answers NaN until it has left.

    Args:
        sample: whether to correct for the bias of a sample, as pandas does: G₁ is the skewness
            times √(n (n - 1)) / (n - 2), of three values at least.

    Source: P. Pébay, *Formulas for Robust, One-Pass Parallel Computation of Covariances and
    Arbitrary-Order Statistical Moments*, SAND2008-6212, 2008.

    >>> skewness, agg = Skewness(), Skewness().empty()
    >>> for value in (1.0, 1.0, 1.0, 5.0):
    ...     agg = skewness.combine(agg, skewness.unit(value))
    >>> round(skewness.finalize(agg), 12)
    1.154700538379
    """

    commutative = True
    examples: ClassVar[tuple[Any, ...]] = EXAMPLES

    def empty(self) -> ThreeMoments:
        return 0.0, 0.0, 0.0, 0.0

    def unit(self, value: float) -> ThreeMoments:
        value = float(value)
        return 1.0, value, value - value, 0.0

    def combine(self, older: ThreeMoments, newer: ThreeMoments) -> ThreeMoments:
        if older[0] < newer[0]:
            older, newer = newer, older
        count, mean, squares, cubes = older
        fewer, other_mean, other_squares, other_cubes = newer
        if not fewer:
            return older
        total = count + fewer
        apart = other_mean - mean
        step = apart * (fewer / total)
        other_step = apart * (count / total)
        between = apart * step * count
        # From the mean of all, the one mean lies a step back, the other one its step ahead.
        return (
            total,
            mean + step,
            squares + other_squares + between,
            (cubes + other_cubes)
            + 3.0 * (other_step * other_squares - step * squares)
            + between * (other_step - step),
        )

    def finalize(self, agg: ThreeMoments) -> float | None:
        count, _, squares, cubes = agg
        if count < _fewest(3, sample=self.sample):
            return None
        if not squares < math.inf:
            return math.nan  # also where cubes by chance are finite
        if not squares:
            return None
        skewness = math.sqrt(count) * (cubes / squares / math.sqrt(squares))
        if not self.sample:
            return skewness
        return math.sqrt(count * (count - 1.0)) / (count - 2.0) * skewness

    def truth(self, values: Sequence[float]) -> Truth:
        """The exact one; what is explained follows from what M₂ and M₃ can be off by. O(n).

        Where M₂ is not known to a quarter, any skewness that n values can have is explained.
        """
        count = len(values)
        about = _about(values, _fewest(3, sample=self.sample))
        if isinstance(about, Truth):
            return about
        squares, cubes = about.squares, about.moment(3)
        if not self.sample:
            factor = Fraction(1)
        else:
            factor = square_root(Fraction(count * (count - 1))) / (count - 2)
        exact = square_root(count * cubes**2 / squares**3) * factor
        share = about.error_of_squares / squares
        if share > Fraction(1, 4):
            allowed = 4 * square_root(Fraction(count)) * factor
        else:
            # √(n / M₂³) once more: of any cubes, as above of the right ones.
            per_cube = square_root(count / squares**3) * factor
            allowed = 2 * per_cube * about.error_of_cubes()
            allowed += exact * (3 * share + 16 * UNIT_ROUNDOFF + 4 * ROOT_ERROR)
        return Truth(
            exact=exact if cubes > 0 else -exact,
            allowed=allowed,
            may_overflow=about.may_overflow(3),
            may_vanish=about.error_of_squares >= squares,
        )


class Kurtosis(OfSample, Inexact):
    """The excess kurtosis of floats; None for an empty window.

    That is n M₄ / M₂² - 3, with the sums of the deviations' squares and fourth powers: 0 for a
    normal distribution; None as well for too few values, or equal ones. A
    window that holds NaN or an infinity answers NaN until it has left.

    Args:
        sample: whether to correct for the bias of a sample, as pandas does: G₂ is ((n + 1) times
            the kurtosis + 6) (n - 1) / ((n - 2) (n - 3)), of four values at least.

    Source: as for `Skewness`.

    >>> kurtosis, agg = Kurtosis(), Kurtosis().empty()
    >>> for value in (1.0, 1.0, 3.0, 3.0):
    ...     agg = kurtosis.combine(agg, kurtosis.unit(value))
    >>> kurtosis.finalize(agg)
    -2.0
    """

    commutative = True
    examples: ClassVar[tuple[Any, ...]] = EXAMPLES

    def empty(self) -> FourMoments:
        return 0.0, 0.0, 0.0, 0.0, 0.0

    def unit(self, value: float) -> FourMoments:
        value = float(value)
        return 1.0, value, value - value, 0.0, 0.0

    def combine(self, older: FourMoments, newer: FourMoments) -> FourMoments:
        if older[0] < newer[0]:
            older, newer = newer, older
        count, mean, squares, cubes, fourths = older
        fewer, other_mean, other_squares, other_cubes, other_fourths = newer
        if not fewer:
            return older
        total = count + fewer
        apart = other_mean - mean
        step = apart * (fewer / total)
        other_step = apart * (count / total)
        between = apart * step * count
        square, other_square = step * step, other_step * other_step
        return (
            total,
            mean + step,
            squares + other_squares + between,
            (cubes + other_cubes)
            + 3.0 * (other_step * other_squares - step * squares)
            + between * (other_step - step),
            (fourths + other_fourths)
            + 4.0 * (other_step * other_cubes - step * cubes)
            + 6.0 * (other_square * other_squares + square * squares)
            + between * (square - step * other_step + other_square),
        )

    def finalize(self, agg: FourMoments) -> float | None:
        count, _, squares, _, fourths = agg
        if count < _fewest(4, sample=self.sample):
            return None
        if not squares < math.inf:
            return math.nan
        if not squares:
            return None
        excess = count * (fourths / squares / squares) - 3.0
        if not self.sample:
            return excess
        return ((count + 1.0) * excess + 6.0) * (count - 1.0) / ((count - 2.0) * (count - 3.0))

    def truth(self, values: Sequence[float]) -> Truth:
        """The exact one; what is explained follows from what M₂ and M₄ can be off by. O(n).

        Where M₂ is not known to a quarter, any kurtosis that n values can have is explained.
        """
        count = len(values)
        about = _about(values, _fewest(4, sample=self.sample))
        if isinstance(about, Truth):
            return about
        squares, fourths = about.squares, about.moment(4)
        exact = count * fourths / squares**2 - 3
        share = about.error_of_squares / squares
        if share > Fraction(1, 4):
            allowed = Fraction(2 * count)
        else:
            allowed = 2 * count * about.error_of_fourth_powers() / squares**2
            allowed += (exact + 3) * (4 * share + 16 * UNIT_ROUNDOFF)
        if self.sample:
            divisor = (count - 2) * (count - 3)
            exact = ((count + 1) * exact + 6) * (count - 1) / divisor
            # What is taken away and added may cancel, the rounding of it does not.
            allowed = (allowed + 24 * UNIT_ROUNDOFF) * (count + 1) * (count - 1) / divisor
        return Truth(
            exact=exact,
            allowed=allowed,
            may_overflow=about.may_overflow(4),
            may_vanish=about.error_of_squares >= squares,
        )


def _fewest(needed: int, *, sample: bool) -> int:
    """How many values there must be: of a sample as many as are needed, otherwise any."""
    return needed if sample else 1


def _about(values: Sequence[float], fewest: int) -> Deviations | Truth:
    """How values deviate from their mean, or what is right where there is nothing to tell."""
    if len(values) < fewest:
        return Truth(exact=None)
    if not all(map(math.isfinite, values)):
        return Truth(exact=math.nan)
    about = Deviations.of(values)
    return about if about.squares else Truth(exact=None)
