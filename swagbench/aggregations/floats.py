"""What floating point can and cannot have answered: the rule for answers that are not exact.

An answer is *explained* if the window's own values can give it in some order of additions. What is
not explained came from outside the window. Exact rationals decide, never a guessed tolerance.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from fractions import Fraction

UNIT_ROUNDOFF = Fraction(1, 2**53)
SMALLEST = Fraction(1, 2**1074)
LARGEST = Fraction(sys.float_info.max)

FLOATS = (
    *(1.0, -1.5, 0.1, 0.0, -0.0, 3e-7, 1e16, -1e16, 1e20, 1e308, -1e308),
    *(math.inf, -math.inf, math.nan),
)
"""Examples for aggregations of floats: plain, far apart in size, near overflow, and not finite."""


def finite_sums(values: Sequence[float]) -> tuple[Fraction, Fraction]:
    """Σx and Σ|x| over the finite ones of floats and ints, exactly. O(n)."""
    total = size = 0
    for value in values:
        if math.isfinite(value):
            # Floats are multiples of 2⁻¹⁰⁷⁴: in that unit the sums are plain integers.
            numerator, denominator = value.as_integer_ratio()
            units = numerator * (SMALLEST.denominator // denominator)
            total += units
            size += abs(units)
    return total * SMALLEST, size * SMALLEST


def is_explained(
    values: Sequence[float], answer: float, *, exact: Fraction, size: Fraction, allowed: Fraction
) -> bool:
    """Whether `answer` can stand for `values`, whose finite ones give `exact`.

    NaN, or infinities of both signs, make NaN the only right answer; infinities of one sign make
    that infinity the only one. Where finite values may overflow on the way (their sizes add up to
    more than the largest float), an answer that is not finite is explained as well. A finite answer
    must be within `allowed` of `exact`.
    """
    infinities = {value for value in values if math.isinf(value)}
    if any(math.isnan(value) for value in values) or len(infinities) == 2:
        return math.isnan(answer)
    if not math.isfinite(answer) and size > LARGEST:
        return True
    if infinities:
        return answer in infinities
    return math.isfinite(answer) and abs(Fraction(answer) - exact) <= allowed
