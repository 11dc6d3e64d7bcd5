"""The product of floats, which stays within range on the way."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, ClassVar

from swagbench.aggregations.floats import (
    FLOATS,
    LARGEST,
    SMALLEST,
    UNIT_ROUNDOFF,
    Inexact,
    Truth,
)

__all__ = ["FloatProduct"]

Scaled = tuple[float, int]
"""A mantissa, of a size from 0.5 to 1 unless it is 0 or not finite, and an exponent of 2."""

BITS = 256
"""So many are kept of a product while it is worked out: far more than a float has."""

FAR = 4096
"""An exponent that is far outside the range of floats."""


class FloatProduct(Inexact):
    """The product of floats; 1.0 for an empty window.

    Aggregates are pairs (mantissa, exponent): nothing overflows or underflows on the way, only an
    answer can. Zeros, infinities and NaN are as in IEEE 754: zero times infinity is NaN.

    >>> product = FloatProduct()
    >>> halfway = product.combine(product.unit(1e300), product.unit(1e300))
    >>> product.finalize(product.combine(halfway, product.unit(0.0)))
    0.0
    """

    commutative = True
    examples: ClassVar[tuple[Any, ...]] = (*FLOATS, 2.0, 1e-308)

    def empty(self) -> Scaled:
        return 0.5, 1

    unit = staticmethod(math.frexp)

    def combine(self, older: Scaled, newer: Scaled) -> Scaled:
        mantissa, exponent = math.frexp(older[0] * newer[0])
        return mantissa, exponent + older[1] + newer[1]

    def finalize(self, agg: Scaled) -> float:
        mantissa, exponent = agg
        try:
            return math.ldexp(mantissa, exponent)
        except OverflowError:
            return math.copysign(math.inf, mantissa)

    def truth(self, values: Sequence[float]) -> Truth:
        """The exact product; what is explained is within 2 n u of it, relatively, u = 2⁻⁵³.

        A product far larger than all floats counts as infinite, one far smaller as nothing; the
        smallest float is allowed, as an answer may end below it. O(n).
        """
        if (special := special_product(values)) is not None:
            # A zero is a number, the others are not.
            return Truth(exact=special or Fraction(0))
        whole, exponent = exact_product(values)
        size = whole.bit_length() + exponent
        if size > FAR:
            return Truth(exact=math.copysign(math.inf, whole))
        exact = Fraction(0) if size < -FAR else whole * Fraction(2) ** exponent
        allowed = 2 * len(values) * UNIT_ROUNDOFF * abs(exact) + SMALLEST
        if abs(exact) > 2 * (LARGEST + allowed):
            return Truth(exact=math.copysign(math.inf, whole))
        return Truth(
            exact=exact,
            allowed=allowed,
            may_overflow=abs(exact) + allowed > LARGEST,
            least=None if any(value < 0 for value in values) else 0.0,
        )


def special_product(values: Sequence[float]) -> float | None:
    """What zeros, infinities and NaN make of a product; None where all are other numbers."""
    has_zero = not all(values)
    if all(map(math.isfinite, values)):
        return 0.0 if has_zero else None
    if has_zero or any(map(math.isnan, values)):
        return math.nan
    negatives = sum(value < 0 for value in values)
    return -math.inf if negatives % 2 else math.inf


def exact_product(values: Iterable[float]) -> tuple[int, int]:
    """The product of finite floats as a whole number times a power of two, to 200 bits. O(n)."""
    whole, exponent = 1, 0
    for value in values:
        numerator, denominator = value.as_integer_ratio()
        whole *= numerator
        exponent -= denominator.bit_length() - 1
        if (cut := whole.bit_length() - BITS) > 0:
            whole >>= cut
            exponent += cut
    return whole, exponent
