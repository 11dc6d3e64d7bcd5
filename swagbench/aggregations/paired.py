"""What pairs of floats say of each other: covariance, correlation and slope, from co-moments."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from swagbench.aggregations.deviations import Deviations, OfSample
from swagbench.aggregations.floats import (
    LARGEST,
    ROOT_ERROR,
    SMALLEST,
    UNIT_ROUNDOFF,
    Inexact,
    Truth,
    square_root,
)

__all__ = ["Correlation", "Covariance", "Slope"]

Pair = tuple[float, float]

PAIRS = (
    *((1.0, 2.0), (2.0, 1.5), (-1.5, 1e9), (0.1, 1e9 + 1), (0.0, -0.0), (3e-7, 1e-200)),
    *((1e16, 1.0), (-1e16, 1e20), (1e308, 0.1), (0.1, -1e308)),
    *((math.inf, 1.0), (1.0, -math.inf), (math.nan, 0.0)),
)
"""Examples of pairs: plain, near the same mean, far apart, near overflow, and not finite."""

Products = tuple[float, float, float, float]
"""How many pairs, the means of x and of y, and the sum of the products of their deviations."""


class Covariance(OfSample, Inexact):
    """The covariance of pairs of floats; None for an empty window.

    Aggregates are (count, mean of x, mean of y, sum of products of deviations). A window that holds
    NaN or an infinity answers NaN until it has left.

    Args:
        sample: whether the pairs are a sample, and the divisor n - 1; then one pair has no
            covariance. Otherwise they are all there is, and it is n.

    Source: P. Pébay, *Formulas for Robust, One-Pass Parallel Computation of Covariances and
    Arbitrary-Order Statistical Moments*, SAND2008-6212, 2008.

    >>> both = Covariance()
    >>> both.finalize(both.combine(both.unit((1.0, 10.0)), both.unit((3.0, 30.0))))
    10.0
    """

    commutative = True
    examples: ClassVar[tuple[Any, ...]] = PAIRS

    def empty(self) -> Products:
        return 0.0, 0.0, 0.0, 0.0

    def unit(self, value: Pair) -> Products:
        x, y = map(float, value)
        # 0.0, but NaN of what is not finite.
        return 1.0, x, y, (x - x) + (y - y)

    def combine(self, older: Products, newer: Products) -> Products:
        if older[0] < newer[0]:
            older, newer = newer, older
        count, x, y, products = older
        fewer, other_x, other_y, other_products = newer
        if not fewer:
            return older
        total = count + fewer
        share = fewer / total
        x_apart, y_step = other_x - x, (other_y - y) * share
        return (
            total,
            x + x_apart * share,
            y + y_step,
            products + other_products + x_apart * y_step * count,
        )

    def finalize(self, agg: Products) -> float | None:
        count, _, _, products = agg
        return products / (count - self.sample) if count > self.sample else None

    def truth(self, values: Sequence[Pair]) -> Truth:
        """The exact one; what is explained is within (Pₓ√Mᵧ + Pᵧ√Mₓ + PₓPᵧ) / n of it.

        Mₓ and Pₓ are of x what M₂ and P are for a variance, Mᵧ and Pᵧ of y. O(n).
        """
        if len(values) <= self.sample:
            return Truth(exact=None)
        about = _Both.of(values)
        if about is None:
            return Truth(exact=math.nan)
        divisor = len(values) - self.sample
        return Truth(
            exact=about.products / divisor,
            allowed=about.error_of_products / divisor + SMALLEST,
            may_overflow=about.may_overflow,
        )


class _WithSquares(Inexact):
    """Pairwise sums of the squares of the deviations of x and of y, and of their products."""

    commutative = True
    examples: ClassVar[tuple[Any, ...]] = PAIRS

    def empty(self) -> tuple[float, ...]:
        return 0.0, 0.0, 0.0, 0.0, 0.0, 0.0

    def unit(self, value: Pair) -> tuple[float, ...]:
        x, y = map(float, value)
        return 1.0, x, y, x - x, y - y, (x - x) + (y - y)

    def combine(self, older: tuple[float, ...], newer: tuple[float, ...]) -> tuple[float, ...]:
        if older[0] < newer[0]:
            older, newer = newer, older
        count, x, y, x_squares, y_squares, products = older
        fewer, other_x, other_y, other_x_squares, other_y_squares, other_products = newer
        if not fewer:
            return older
        total = count + fewer
        share = fewer / total
        x_apart, y_apart = other_x - x, other_y - y
        x_step, y_step = x_apart * share, y_apart * share
        return (
            total,
            x + x_step,
            y + y_step,
            x_squares + other_x_squares + x_apart * x_step * count,
            y_squares + other_y_squares + y_apart * y_step * count,
            products + other_products + x_apart * y_step * count,
        )


class Correlation(_WithSquares):
    """The correlation of pairs of floats; None for an empty window.

    This is Pearson's, from -1.0 to 1.0; None as well where x or y is constant.
    A window that holds NaN or an infinity answers NaN until it has left.

    Source: as for `Covariance`.

    >>> both = Correlation()
    >>> round(both.finalize(both.combine(both.unit((1.0, 10.0)), both.unit((3.0, -30.0)))), 12)
    -1.0
    """

    def finalize(self, agg: tuple[float, ...]) -> float | None:
        count, _, _, x_squares, y_squares, products = agg
        if not count:
            return None
        if not (x_squares < math.inf and y_squares < math.inf):
            return math.nan
        if not x_squares or not y_squares:
            return None
        correlation = products / math.sqrt(x_squares) / math.sqrt(y_squares)
        return math.copysign(1.0, correlation) if abs(correlation) > 1.0 else correlation

    def truth(self, values: Sequence[Pair]) -> Truth:
        """The exact one; what is explained follows from what sums can be off by, and 2 at most.

        O(n).
        """
        about = _Both.of(values)
        if about is None:
            return Truth(exact=math.nan if values else None)
        if not about.x.squares or not about.y.squares:
            return Truth(exact=None, may_overflow=about.may_overflow)
        roots = about.x.root * about.y.root
        size = square_root(about.products**2 / (about.x.squares * about.y.squares))
        x_share, y_share = (one.error_of_root / one.root for one in (about.x, about.y))
        allowed = Fraction(2)
        if max(x_share, y_share) <= Fraction(1, 4):
            shares = x_share + y_share + x_share * y_share
            rounding = 12 * UNIT_ROUNDOFF + ROOT_ERROR
            errors = 2 * about.error_of_products / roots + size * (2 * shares + rounding)
            allowed = min(allowed, errors + SMALLEST)
        return Truth(
            exact=size if about.products > 0 else -size,
            allowed=allowed,
            may_overflow=about.may_overflow,
            least=-1.0,
            may_vanish=x_share >= 1 or y_share >= 1,
        )


class Slope(_WithSquares):
    """The slope of the line that fits y to x best; None for an empty window.

    Best is the least sum of squared distances in y; None as well where x is constant. A
    window that holds NaN or an infinity answers NaN until it has left.

    Source: as for `Covariance`.

    >>> line = Slope()
    >>> line.finalize(line.combine(line.unit((1.0, 10.0)), line.unit((3.0, 30.0))))
    10.0
    """

    def finalize(self, agg: tuple[float, ...]) -> float | None:
        count, _, _, x_squares, y_squares, products = agg
        if not count:
            return None
        if not (x_squares < math.inf and y_squares < math.inf):
            return math.nan
        return products / x_squares if x_squares else None

    def truth(self, values: Sequence[Pair]) -> Truth:
        """The exact one; what is explained follows from what sums can be off by. O(n).

        Where the sum of the squares of x is not known to a half, any slope is explained.
        """
        about = _Both.of(values)
        if about is None:
            return Truth(exact=math.nan if values else None)
        if not about.x.squares:
            return Truth(exact=None, may_overflow=about.may_overflow)
        squares = about.x.squares
        exact = about.products / squares
        share = about.x.error_of_squares / squares
        allowed = 2 * LARGEST + abs(exact)
        if share <= Fraction(1, 2):
            errors = 2 * about.error_of_products / squares
            allowed = errors + abs(exact) * (4 * share + 4 * UNIT_ROUNDOFF) + SMALLEST
        return Truth(
            exact=exact,
            allowed=allowed,
            may_overflow=about.may_overflow or abs(exact) + allowed > LARGEST,
            may_vanish=share >= 1,
        )


@dataclass(frozen=True)
class _Both:
    """How finite pairs deviate from their means."""

    x: Deviations
    y: Deviations

    @staticmethod
    def of(values: Sequence[Pair]) -> _Both | None:
        """None where not all are finite, or where there are none."""
        xs, ys = zip(*values, strict=True) if values else ((), ())
        if not values or not all(map(math.isfinite, (*xs, *ys))):
            return None
        return _Both(Deviations.of(xs), Deviations.of(ys))

    @property
    def products(self) -> Fraction:
        both = zip(self.x.units, self.y.units, strict=True)
        return sum([x * y for x, y in both]) * self.x.unit * self.y.unit

    @property
    def error_of_products(self) -> Fraction:
        x, y = self.x, self.y
        lost = len(x.units) ** 2 * SMALLEST
        return x.shift * y.root + y.shift * x.root + x.shift * y.shift + lost

    @property
    def may_overflow(self) -> bool:
        """Whether a square or a product can; differences do so only where squares do."""
        return any(one.squares + one.error_of_squares > LARGEST for one in (self.x, self.y))
