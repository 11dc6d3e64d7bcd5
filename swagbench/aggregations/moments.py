"""Moments of floats: the mean, the variance and the standard deviation."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, ClassVar, Self

from swagbench.aggregations.deviations import Deviations, OfSample
from swagbench.aggregations.exact import ExactSum
from swagbench.aggregations.float_sums import CompensatedSum, FloatSum
from swagbench.aggregations.floats import (
    FLOATS,
    LARGEST,
    ROOT_ERROR,
    SMALLEST,
    UNIT_ROUNDOFF,
    Inexact,
    Truth,
    finite_sums,
    special_sum,
    square_root,
)
from swagbench.core import InputError

__all__ = ["Mean", "Std", "Variance"]

Moments = tuple[float, float, float]
"""How many values, their mean, and the sum of their squared deviations from it."""

Sum = FloatSum | CompensatedSum | ExactSum


class Mean(Inexact):
    """The arithmetic mean of ints or floats; None for an empty window.

    Aggregates are pairs (sum, count). An inverse is offered over an `ExactSum` only: taking a float
    out of a sum is not exact, and a mean must not depend on values that have left.

    Args:
        over: the sum that it is made of: `FloatSum` if none is given.

    Raises:
        InputError: `over` is none of the three sums of floats.

    Source: the article's example of an aggregate that is neither value nor answer.

    >>> Mean().finalize(Mean().combine(Mean().unit(1), Mean().unit(2)))
    1.5
    """

    commutative = True
    examples: ClassVar[tuple[Any, ...]] = (3, -7, *FLOATS)

    def __new__(cls, over: Sum | None = None) -> Self:
        # To ask the sum takes a call more: the plain one, which is compared most, adds by itself.
        kinds: dict[type, Any] = {CompensatedSum: _MeanOver, ExactSum: _InvertibleMean}
        made: Self = super().__new__(kinds.get(type(over), cls) if cls is Mean else cls)
        return made

    def __init__(self, over: Sum | None = None) -> None:
        if not isinstance(over, Sum | None):
            raise InputError(f"a mean over {over!r}; it is over one of the sums of floats")
        self.over: Sum = FloatSum() if over is None else over

    def empty(self) -> tuple[Any, int]:
        return 0, 0

    def unit(self, value: float) -> tuple[Any, int]:
        return value, 1

    def combine(self, older: tuple[Any, int], newer: tuple[Any, int]) -> tuple[Any, int]:
        return older[0] + newer[0], older[1] + newer[1]

    def finalize(self, agg: tuple[Any, int]) -> float | None:
        total, count = agg
        return total / count if count else None

    def truth(self, values: Sequence[float]) -> Truth:
        """The exact mean; what is explained is what the sum explains, over n, with one rounding.

        Over a `FloatSum` that is within 2 u (n Σ|x| + |Σx|) / n, u = 2⁻⁵³; the division may end
        below all floats. O(n).
        """
        if not values:
            return Truth(exact=None)
        whole, count = self._truth_of_sum(values), len(values)
        if isinstance(whole.exact, float):
            return Truth(exact=whole.exact, may_overflow=whole.may_overflow)
        assert whole.exact is not None
        rounding = 2 * UNIT_ROUNDOFF * (abs(whole.exact) + whole.allowed)
        return Truth(
            exact=whole.exact / count,
            allowed=(whole.allowed + rounding) / count + SMALLEST,
            may_overflow=whole.may_overflow,
            least=whole.least,
        )

    def _truth_of_sum(self, values: Sequence[float]) -> Truth:
        if not isinstance(self.over, ExactSum):
            return self.over.truth(values)
        if (special := special_sum(values)) is not None:
            return Truth(exact=special)
        exact, size = finite_sums(values)
        return Truth(
            exact=exact,
            allowed=UNIT_ROUNDOFF * abs(exact),
            may_overflow=abs(exact) > LARGEST,
            least=0.0 if exact == size else None,
        )


class _MeanOver(Mean):
    """A mean that asks its sum."""

    def empty(self) -> tuple[Any, int]:
        return self.over.empty(), 0

    def unit(self, value: float) -> tuple[Any, int]:
        return self.over.unit(value), 1

    def combine(self, older: tuple[Any, int], newer: tuple[Any, int]) -> tuple[Any, int]:
        return self.over.combine(older[0], newer[0]), older[1] + newer[1]

    def finalize(self, agg: tuple[Any, int]) -> float | None:
        total, count = agg
        return self.over.finalize(total) / count if count else None


class _InvertibleMean(_MeanOver):
    """A mean over a sum that gives back exactly what it was given."""

    def uncombine(self, whole: tuple[Any, int], oldest: tuple[Any, int]) -> tuple[Any, int]:
        assert isinstance(self.over, ExactSum)
        return self.over.uncombine(whole[0], oldest[0]), whole[1] - oldest[1]


class _SquaredDeviations(OfSample, Inexact):
    """The pairwise sum of squared deviations, of which variance and standard deviation are made."""

    commutative = True
    examples: ClassVar[tuple[Any, ...]] = (*FLOATS, 1e9 + 1, 1e9 + 2, 1e-200)

    def empty(self) -> Moments:
        return 0.0, 0.0, 0.0

    def unit(self, value: float) -> Moments:
        value = float(value)
        # 0.0, but NaN of what is not finite.
        return 1.0, value, value - value

    def combine(self, older: Moments, newer: Moments) -> Moments:
        # Going from the mean of more values to that of all is the shorter way, and errs less.
        if older[0] < newer[0]:
            count, mean, squares = newer
            fewer, other_mean, other_squares = older
        else:
            count, mean, squares = older
            fewer, other_mean, other_squares = newer
        if not fewer:
            return count, mean, squares
        total = count + fewer
        apart = other_mean - mean
        step = apart * (fewer / total)
        return total, mean + step, squares + other_squares + apart * step * count


class Variance(_SquaredDeviations):
    """The variance of floats; None for an empty window.

    Aggregates are (count, mean, sum of squared deviations). Values that are all equal have exactly
    0.0; no order of combining gives less. A window that holds NaN or an infinity answers NaN until
    it has left.

    Args:
        sample: whether the values are a sample, and the divisor n - 1; then one value has no
            variance. Otherwise they are all there is, and it is n.

    Source: T. Chan, G. Golub, R. LeVeque, *Updating Formulae and a Pairwise Algorithm for Computing
    Sample Variances*, Stanford STAN-CS-79-773, 1979.

    >>> spread = Variance()
    >>> spread.finalize(spread.combine(spread.unit(1e9 + 1), spread.unit(1e9 + 2)))
    0.25
    """

    def finalize(self, agg: Moments) -> float | None:
        count, _, squares = agg
        return squares / (count - self.sample) if count > self.sample else None

    def truth(self, values: Sequence[float]) -> Truth:
        """The exact one; what is explained is within (2 P √M₂ + P²) / n of it.

        M₂ is the exact sum of squared deviations, P = 2 n u (√n |mean| + 3 √M₂), u = 2⁻⁵³. O(n).
        """
        if len(values) <= self.sample:
            return Truth(exact=None)
        if not all(map(math.isfinite, values)):
            return Truth(exact=math.nan)
        about, divisor = Deviations.of(values), len(values) - self.sample
        return Truth(
            exact=about.squares / divisor,
            allowed=about.error_of_squares / divisor + SMALLEST,
            may_overflow=about.squares + about.error_of_squares > LARGEST,
            least=0.0,
        )


class Std(_SquaredDeviations):
    """The standard deviation of floats; None for an empty window.

    It is the root of the `Variance`, and what is said there holds here.

    Args:
        sample: as for a variance.

    >>> spread = Std()
    >>> spread.finalize(spread.combine(spread.unit(1e9 + 1), spread.unit(1e9 + 2)))
    0.5
    """

    def finalize(self, agg: Moments) -> float | None:
        count, _, squares = agg
        return math.sqrt(squares / (count - self.sample)) if count > self.sample else None

    def truth(self, values: Sequence[float]) -> Truth:
        """The exact one; what is explained is within P / √n = 2 n u (|mean| + 3 std) of it.

        Squares may end below all floats: then 0.0 is explained. O(n).
        """
        if len(values) <= self.sample:
            return Truth(exact=None)
        if not all(map(math.isfinite, values)):
            return Truth(exact=math.nan)
        about, divisor = Deviations.of(values), len(values) - self.sample
        exact = square_root(about.squares / divisor)
        inherited = about.error_of_root / square_root(Fraction(divisor))
        return Truth(
            exact=exact,
            allowed=inherited + exact * ROOT_ERROR + SMALLEST,
            may_overflow=about.squares + about.error_of_squares > LARGEST,
            least=0.0,
        )
