"""Means of other kinds than the arithmetic one: geometric, harmonic, and of exponentials."""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import Context, Decimal
from fractions import Fraction
from functools import cache
from typing import Any, ClassVar

from swagbench.aggregations.float_product import exact_product
from swagbench.aggregations.floats import (
    FLOATS,
    LARGEST,
    SMALLEST,
    UNIT_ROUNDOFF,
    Inexact,
    Truth,
    on_a_grid,
)

__all__ = ["GeometricMean", "HarmonicMean", "LogSumExp"]

NOT_NEGATIVE = (
    *(1.0, 2.0, 0.1, 3e-7, 1e16, 1e308, 1.7e308, 5e-324, 2e-308, 0.0, -0.0),
    *(math.inf, -1.5, math.nan),
)
"""Examples for means of what is not negative."""

DIGITS = 40
"""So many decimal digits a logarithm or a power has here, where more than a float's are wanted."""

BITS = 200
"""So many more than a reciprocal needs are kept of it."""


class GeometricMean(Inexact):
    """The geometric mean of floats that are not negative; None for an empty window.

    It is 0.0 with a zero, and NaN with a negative number, with NaN, or with a zero and an infinity.
    Aggregates are (mantissa, exponent, count) of the product: one logarithm at the end, so that the
    answer is good to a few roundings, however many values there are. A sum of logarithms is not.

    >>> mean = GeometricMean()
    >>> mean.finalize(mean.combine(mean.unit(1e300), mean.unit(1e-300)))
    1.0
    """

    commutative = True
    examples: ClassVar[tuple[Any, ...]] = NOT_NEGATIVE

    def empty(self) -> tuple[float, int, int]:
        return 0.5, 1, 0

    def unit(self, value: float) -> tuple[float, int, int]:
        mantissa, exponent = math.frexp(value)
        # Two negative numbers must not make up for each other.
        return (mantissa if mantissa >= 0.0 else math.nan), exponent, 1

    def combine(
        self, older: tuple[float, int, int], newer: tuple[float, int, int]
    ) -> tuple[float, int, int]:
        mantissa, exponent = math.frexp(older[0] * newer[0])
        return mantissa, exponent + older[1] + newer[1], older[2] + newer[2]

    def finalize(self, agg: tuple[float, int, int]) -> float | None:
        mantissa, exponent, count = agg
        if not count:
            return None
        if not 0.0 < mantissa < math.inf:
            return abs(mantissa)
        whole, rest = divmod(exponent, count)
        try:
            return math.ldexp(2.0 ** ((math.log2(mantissa) + rest) / count), whole)
        except OverflowError:
            return math.inf

    def truth(self, values: Sequence[float]) -> Truth:
        """The exact mean to 35 digits; what is explained is within 20 u of it, u = 2⁻⁵³. O(n).

        The product errs by n u, and its root by an n-th of that.
        """
        special = _special_mean(values)
        if math.inf in values:
            return Truth(exact=math.inf if special is None else math.nan)
        if special is not None:
            return special
        whole, exponent = exact_product(values)
        context = Context(prec=DIGITS)
        # Apart, as the product may be too large for a decimal number.
        logarithm = context.ln(whole) + exponent * context.ln(2)
        exact = Fraction(context.exp(context.divide(logarithm, len(values))))
        # Half of the smallest float: what is below all others is rounded to the nearest.
        allowed = 20 * UNIT_ROUNDOFF * exact + SMALLEST / 2
        return Truth(
            exact=exact, allowed=allowed, may_overflow=exact + allowed > LARGEST, least=0.0
        )


class HarmonicMean(Inexact):
    """The harmonic mean of floats that are not negative; None for an empty window.

    It is 0.0 with a zero, and NaN with a negative number or NaN; infinities count for nothing in
    the sum of reciprocals. Aggregates are pairs (sum of reciprocals, count). A number below 6e-309,
    whose reciprocal is no float, counts as zero.

    >>> mean = HarmonicMean()
    >>> round(mean.finalize(mean.combine(mean.unit(40.0), mean.unit(60.0))), 12)
    48.0
    """

    commutative = True
    examples: ClassVar[tuple[Any, ...]] = NOT_NEGATIVE

    def empty(self) -> tuple[float, int]:
        return 0.0, 0

    def unit(self, value: float) -> tuple[float, int]:
        if value > 0.0:
            return 1.0 / value, 1
        return (math.inf if value == 0.0 else math.nan), 1

    def combine(self, older: tuple[float, int], newer: tuple[float, int]) -> tuple[float, int]:
        return older[0] + newer[0], older[1] + newer[1]

    def finalize(self, agg: tuple[float, int]) -> float | None:
        total, count = agg
        if not count:
            return None
        return count / total if total else math.inf

    def truth(self, values: Sequence[float]) -> Truth:
        """The exact mean; what is explained is within 2 (n + 1) u of it, relatively, u = 2⁻⁵³.

        The reciprocals of the largest floats are a little less exact. Where reciprocals add up to
        more than the largest float, 0.0 is explained. O(n).
        """
        if (special := _special_mean(values)) is not None:
            return special
        count = len(values)
        total = _sum_of_reciprocals([value for value in values if math.isfinite(value)])
        if not total:
            return Truth(exact=math.inf)
        exact = count / total
        lost = 2 * (count + 1) * UNIT_ROUNDOFF + count * SMALLEST / total
        is_nothing = total * (1 + lost) > LARGEST
        allowed = exact * (1 if is_nothing else lost) + SMALLEST
        return Truth(
            exact=exact, allowed=allowed, may_overflow=exact + allowed > LARGEST, least=0.0
        )


def _special_mean(values: Sequence[float]) -> Truth | None:
    """What negative numbers, NaN and zeros make of a mean; None where there are none of them."""
    if not values:
        return Truth(exact=None)
    if not all(value >= 0.0 for value in values):
        return Truth(exact=math.nan)
    return None if all(values) else Truth(exact=Fraction(0), least=0.0)


def _sum_of_reciprocals(values: Sequence[float]) -> Fraction:
    """Σ1/x of positive floats, to 190 bits at least. O(n)."""
    whole, unit = on_a_grid(values)
    # Of the smallest value comes the largest reciprocal: that one is to have all the bits.
    one = 1 << BITS + min((value.bit_length() for value in whole), default=0)
    return Fraction(sum([one // value for value in whole]), one) / unit


class LogSumExp(Inexact):
    """The logarithm of the sum of the exponentials of floats; -inf for an empty window.

    Aggregates are pairs (largest, sum of exp(x - largest)): nothing overflows. With an infinity it
    is that; -inf adds nothing; with NaN it is NaN.

    >>> sums = LogSumExp()
    >>> round(sums.finalize(sums.combine(sums.unit(1000.0), sums.unit(1000.0))), 6)
    1000.693147
    """

    commutative = True
    examples: ClassVar[tuple[Any, ...]] = (*FLOATS, 700.0, 710.0, -745.0)

    def empty(self) -> tuple[float, float]:
        return -math.inf, 1.0

    def unit(self, value: float) -> tuple[float, float]:
        return float(value), 1.0

    def combine(
        self, older: tuple[float, float], newer: tuple[float, float]
    ) -> tuple[float, float]:
        (large, total), (small, rest) = older, newer
        if large == small:  # infinite ones, too, of which there is no difference
            return large, total + rest
        if large < small:
            large, total, small, rest = small, rest, large, total
        return large, total + rest * math.exp(small - large)

    def finalize(self, agg: tuple[float, float]) -> float:
        large, total = agg
        return large + math.log(total)

    def truth(self, values: Sequence[float]) -> Truth:
        """The exact one to 35 digits; what is explained is within 2 u (6 n + |it|), u = 2⁻⁵³. O(n).

        What is too small to change a digit of these is left out.
        """
        if any(map(math.isnan, values)):
            return Truth(exact=math.nan)
        largest = max(values, default=-math.inf)
        if math.isinf(largest):
            return Truth(exact=largest)
        total = _sum_of_exponentials([value for value in values if math.isfinite(value)])
        context = Context(prec=DIGITS)
        logarithm = context.ln(context.divide(*map(Decimal, total.as_integer_ratio())))
        exact = Fraction(largest) + Fraction(logarithm)
        return Truth(exact=exact, allowed=2 * UNIT_ROUNDOFF * (6 * len(values) + abs(exact)))


ONE = 1 << 128
"""1 where exponentials are reckoned in whole numbers."""

STEPS = 64
"""A power of e is one of a whole number of steps, so many to 1, and one of less than a step."""

SERIES = [ONE // math.factorial(power) for power in reversed(range(15))]
"""What the powers of less than a step are multiplied by, the highest first."""


@cache
def _exponential(steps: int) -> int:
    """e to the minus so many steps, in units of ``1 / ONE``."""
    context = Context(prec=DIGITS + 5)
    return int(context.multiply(context.exp(Decimal(-steps) / STEPS), ONE))


def _sum_of_exponentials(values: Sequence[float]) -> Fraction:
    """Σ exp(x - largest) of finite floats, to 35 digits. O(n)."""
    whole, unit = on_a_grid(values)
    largest, total = max(whole), 0
    for value in whole:
        below = (largest - value) * ONE // unit.denominator
        steps, rest = divmod(below, ONE // STEPS)
        if steps > 90 * STEPS:  # less than the last unit
            continue
        power = 0
        for share in SERIES:
            power = share - (power * rest >> 128)
        total += power * _exponential(steps) >> 128
    return Fraction(total, ONE)
