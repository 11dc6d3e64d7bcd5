"""Floats added without losing anything: sum, mean and variance as correctly rounded as can be.

Every float is a whole number of times 2⁻¹⁰⁷⁴, so in that unit a sum of floats is a sum of ints:
truly associative, with an inverse, whatever the order. NaN and infinities are no such numbers: they
are counted, above all the bits that finite values can ever use, in the same int. So they leave
again, and combining stays one addition.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, ClassVar

from swagbench.aggregations.floats import FLOATS, as_float, divided, special_sum
from swagbench.core import InputError

__all__ = ["ExactMean", "ExactSum", "ExactVariance"]

UNITS_BITS = 1074
"""The smallest float is 2 to the minus this."""

COUNT_BITS = 64
"""More values than this many bits can count do not fit into any window."""

FINITE_BITS = 2200
"""More than a sum of so many values, each below 2**1024, takes with its sign."""

ONE = 1 << UNITS_BITS
"""1.0 in units of the smallest float."""

NAN, INFINITY, MINUS_INFINITY = (1 << FINITE_BITS + COUNT_BITS * place for place in range(3))


def in_units(value: float) -> int:
    """A float as a whole number of smallest floats; one of the counts if it is not finite.

    Raises:
        TypeError, OverflowError: it is nothing that `float` takes.
    """
    mantissa, exponent = math.frexp(value)
    try:
        return int(mantissa * 2.0**53) << exponent + (UNITS_BITS - 53)
    except (ValueError, OverflowError):  # no integer, or too small for a whole mantissa
        return _in_units_if_rare(float(value))


def _in_units_if_rare(value: float) -> int:
    if math.isnan(value):
        return NAN
    if math.isinf(value):
        return INFINITY if value > 0 else MINUS_INFINITY
    return int(math.ldexp(value, UNITS_BITS))


def special_of(units: int) -> float | None:
    """What a sum in units is if not all of it is finite: NaN or an infinity; else None."""
    if units.bit_length() < FINITE_BITS:
        return None
    # Finite values may add up to less than nothing: that borrows from the counts. Half a unit gives
    # it back.
    counts = (units + (1 << FINITE_BITS - 1)) >> FINITE_BITS
    minus, rest = divmod(counts, 1 << 2 * COUNT_BITS)
    plus, nan = divmod(rest, 1 << COUNT_BITS)
    if nan or (plus and minus):
        return math.nan
    return math.inf if plus else -math.inf


def nearest(units: int) -> float:
    """The float nearest to a sum in units; what NaN and infinities make of it if there are any.

    It is ``divided(units, ONE)`` in two thirds of the time. The highest 64 bits, the last of them
    set if anything is cut off after them, lie on the same side of every point where rounding turns:
    such a point is a multiple of 2**10 there, and the number below it that is cut off is not.
    """
    cut = units.bit_length() - 64
    if cut <= 0:
        return units / ONE
    if cut >= FINITE_BITS - 64 and (special := special_of(units)) is not None:
        return special
    high = units >> cut
    if high << cut != units:
        high |= 1
    try:
        return math.ldexp(high, cut - UNITS_BITS)
    except OverflowError:
        return math.inf if units > 0 else -math.inf


class ExactSum:
    """The sum of floats, correctly rounded, in any order of adding; 0.0 for an empty window.

    NaN and infinities add up as IEEE 754 says and leave no trace. A sum beyond the largest float is
    an infinity, one that only passes it on the way is not. Combining adds ints of about 1,100 bits.

    Source: the value of `math.fsum` (R. Shewchuk, *Adaptive Precision Floating-Point Arithmetic*,
    1997) by other means: one wide fixed-point number, as in U. Kulisch, *Computer Arithmetic and
    Validity*, 2013.

    >>> add, unit = ExactSum().combine, ExactSum().unit
    >>> ExactSum().finalize(ExactSum().uncombine(add(unit(1e20), unit(0.1)), unit(1e20)))
    0.1
    """

    commutative = True
    examples: ClassVar[tuple[Any, ...]] = (*FLOATS, 5e-324)

    def empty(self) -> int:
        return 0

    unit = staticmethod(in_units)

    def combine(self, older: int, newer: int) -> int:
        return older + newer

    def uncombine(self, whole: int, oldest: int) -> int:
        return whole - oldest

    finalize = staticmethod(nearest)

    def definition(self, values: Sequence[float]) -> float:
        if (special := special_sum(values)) is not None:
            return special
        return as_float(sum(map(Fraction, values), Fraction()))


class ExactMean:
    """The mean of floats, correctly rounded; None for an empty window.

    Aggregates are pairs (sum in units of the smallest float, count). What is said of `ExactSum`
    holds here; a mean never overflows.

    >>> mean = ExactMean()
    >>> mean.finalize(mean.combine(mean.unit(1e308), mean.unit(1.5e308)))
    1.25e+308
    """

    commutative = True
    examples: ClassVar[tuple[Any, ...]] = (*FLOATS, 5e-324)

    def empty(self) -> tuple[int, int]:
        return 0, 0

    def unit(self, value: float) -> tuple[int, int]:
        return in_units(value), 1

    def combine(self, older: tuple[int, int], newer: tuple[int, int]) -> tuple[int, int]:
        return older[0] + newer[0], older[1] + newer[1]

    def uncombine(self, whole: tuple[int, int], oldest: tuple[int, int]) -> tuple[int, int]:
        return whole[0] - oldest[0], whole[1] - oldest[1]

    def finalize(self, agg: tuple[int, int]) -> float | None:
        units, count = agg
        if not count:
            return None
        special = special_of(units)
        return divided(units, count << UNITS_BITS) if special is None else special

    def definition(self, values: Sequence[float]) -> float | None:
        if not values:
            return None
        if (special := special_sum(values)) is not None:
            return special
        return as_float(sum(map(Fraction, values), Fraction()) / len(values))


class ExactVariance:
    """The variance of floats, correctly rounded; None for an empty window.

    It is (n Σx² - (Σx)²) / n², in whole numbers, where nothing cancels: never negative, and 0.0 if
    all values are equal. A window that holds NaN or an infinity answers NaN until it has left.

    Args:
        sample: whether the values are a sample, and the divisor n (n - 1); then one value has no
            variance, None. Otherwise they are all there is.

    Raises:
        InputError: `sample` is neither True nor False.

    >>> spread = ExactVariance()
    >>> spread.finalize(spread.combine(spread.unit(1e9 + 1), spread.unit(1e9 + 2)))
    0.25
    """

    commutative = True
    examples: ClassVar[tuple[Any, ...]] = (*FLOATS, 5e-324)

    def __init__(self, sample: bool = False) -> None:  # noqa: FBT001, FBT002 - reads as a name
        if not isinstance(sample, bool):
            raise InputError(f"sample is {sample!r}; it is True or False")
        self.sample = sample

    def empty(self) -> tuple[int, int, int]:
        return 0, 0, 0

    def unit(self, value: float) -> tuple[int, int, int]:
        units = in_units(value)
        return 1, units, units * units if special_of(units) is None else 0

    def combine(
        self, older: tuple[int, int, int], newer: tuple[int, int, int]
    ) -> tuple[int, int, int]:
        return older[0] + newer[0], older[1] + newer[1], older[2] + newer[2]

    def uncombine(
        self, whole: tuple[int, int, int], oldest: tuple[int, int, int]
    ) -> tuple[int, int, int]:
        return whole[0] - oldest[0], whole[1] - oldest[1], whole[2] - oldest[2]

    def finalize(self, agg: tuple[int, int, int]) -> float | None:
        count, total, squares = agg
        if count <= self.sample:
            return None
        if special_of(total) is not None:
            return math.nan
        divisor = count * (count - self.sample)
        return divided(count * squares - total * total, divisor << 2 * UNITS_BITS)

    def definition(self, values: Sequence[float]) -> float | None:
        """The mean of the squared distances from the mean, in rationals."""
        if len(values) <= self.sample:
            return None
        if not all(map(math.isfinite, values)):
            return math.nan
        mean = sum(map(Fraction, values)) / len(values)
        squares = sum((Fraction(value) - mean) ** 2 for value in values)
        return as_float(Fraction(squares) / (len(values) - self.sample))
