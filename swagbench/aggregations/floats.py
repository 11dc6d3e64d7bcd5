"""What floating point can and cannot have answered: the rule for answers that are not exact.

An answer is *explained* if the window's own values can give it, added in some order. What is not
explained depends on values outside the window. Exact rationals decide, never a guessed tolerance;
docs/floats.md derives how far from the exact answer an explained one can be.
"""

from __future__ import annotations

import math
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

UNIT_ROUNDOFF = Fraction(1, 2**53)
SMALLEST = Fraction(1, 2**1074)
LARGEST = Fraction(sys.float_info.max)

FLOATS = (
    *(1.0, -1.5, 0.1, 0.0, -0.0, 3e-7, 1e16, -1e16, 1e20, 1e308, -1e308),
    *(math.inf, -math.inf, math.nan),
)
"""Examples for aggregations of floats: plain, far apart in size, near overflow, and not finite."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """What is right for a window, and which answers in floats its own values can give.

    `exact` is the answer of mathematics: a rational number; as a float NaN or an infinity; None
    where there is no answer. A finite answer is explained within `allowed` of it. With
    `may_overflow` the values may leave the range of floats on the way: then an answer that is not
    finite is explained as well. No order of the values gives less than `least`, if that is known.
    With `may_vanish` what is divided by may be rounded to nothing: then None is explained as well.
    """

    exact: Fraction | float | None
    allowed: Fraction = Fraction(0)
    may_overflow: bool = False
    least: float | None = None
    may_vanish: bool = False

    def explains(self, answer: Any) -> bool:
        """Whether the window's own values can give an answer; never, if it is no number."""
        if answer is None:
            return self.exact is None or self.may_vanish
        if not isinstance(answer, int | float):
            return False
        if math.isfinite(answer):
            is_number = isinstance(self.exact, Fraction)
            return is_number and abs(Fraction(answer) - Fraction(self.exact or 0)) <= self.allowed
        if isinstance(self.exact, float) and math.isnan(self.exact):
            return math.isnan(answer)
        return self.may_overflow or answer == self.exact

    def relative_error(self, answer: Any) -> float:
        """How far a finite answer is from the exact one, as a share of that; else 0 or infinity.

        >>> Truth(exact=Fraction(1, 2)).relative_error(0.75)
        0.5
        """
        is_number = isinstance(answer, int | float) and math.isfinite(answer)
        if not is_number or not isinstance(self.exact, Fraction):
            return 0.0 if self.explains(answer) else math.inf
        error = abs(Fraction(answer) - self.exact)
        if not error:
            return 0.0
        return as_float(error / abs(self.exact)) if self.exact else math.inf

    def is_impossible(self, answer: Any) -> bool:
        """Whether an answer is less than any order of the values gives: a negative variance."""
        return self.least is not None and isinstance(answer, int | float) and answer < self.least


class Inexact(ABC):
    """An aggregation whose answers depend on the order of combining, as far as `truth` allows."""

    @abstractmethod
    def truth(self, values: Sequence[Any]) -> Truth:
        """What is right for a window that holds `values`, oldest first. O(n), in rationals."""

    def explains(self, values: Sequence[Any], answer: Any) -> bool:
        """Whether these values, in some order, can give the answer. O(n), in rationals."""
        return self.truth(values).explains(answer)


def finite_sums(values: Iterable[float]) -> tuple[Fraction, Fraction]:
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


def on_a_grid(values: Sequence[float]) -> tuple[list[int], Fraction]:
    """Finite floats or ints as whole numbers of one unit, the power of two that suits all. O(n).

    >>> on_a_grid([0.5, -3.0])
    ([1, -6], Fraction(1, 2))
    """
    ratios = [value.as_integer_ratio() for value in values]
    # Denominators are powers of two, each of which divides the largest one.
    finest = max((denominator for _, denominator in ratios), default=1)
    return [numerator * (finest // denominator) for numerator, denominator in ratios], Fraction(
        1, finest
    )


def square_root(square: Fraction) -> Fraction:
    """The square root of a rational number, to 150 bits at least, rounded down.

    >>> square_root(Fraction(9, 4))
    Fraction(3, 2)
    """
    numerator, denominator = square.as_integer_ratio()
    bits = max(0, 150 - (numerator.bit_length() - denominator.bit_length()) // 2)
    return Fraction(math.isqrt((numerator << 2 * bits) // denominator), 1 << bits)


ROOT_ERROR = Fraction(1, 2**140)
"""More than a share of `square_root` can be missing."""


def special_sum(values: Iterable[float]) -> float | None:
    """What infinities and NaN add up to: NaN if there is one, or infinities of both signs.

    None where all values are finite.
    """
    infinities = set()
    for value in values:
        if math.isnan(value):
            return math.nan
        if math.isinf(value):
            infinities.add(value)
    return math.nan if len(infinities) == 2 else next(iter(infinities), None)


def as_float(exact: Fraction) -> float:
    """The float nearest to a rational number; an infinity beyond the largest one."""
    return divided(exact.numerator, exact.denominator)


def divided(numerator: int, denominator: int) -> float:
    """The float nearest to a quotient of ints; an infinity beyond the largest one.

    >>> divided(1, 10), divided(-(10**400), 3)
    (0.1, -inf)
    """
    try:
        return numerator / denominator  # correctly rounded, in Python, however large they are
    except OverflowError:
        return math.inf if numerator > 0 else -math.inf
