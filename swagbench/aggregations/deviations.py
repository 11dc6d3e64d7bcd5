"""How values deviate from their mean, exactly, and how far moments in floats can be from that.

docs/floats.md derives it. Whatever the order, the means that are computed on the way are the exact
means of values a little beside the real ones. How far beside, all taken together, is `shift`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import isqrt

from swagbench.aggregations.floats import LARGEST, SMALLEST, UNIT_ROUNDOFF, on_a_grid
from swagbench.core import InputError


class OfSample:
    """What is asked either of all there is, or of a sample of it.

    Raises:
        InputError: `sample` is neither True nor False.
    """

    def __init__(self, sample: bool = False) -> None:  # noqa: FBT001, FBT002 - reads as a name
        if not isinstance(sample, bool):
            raise InputError(f"sample is {sample!r}; it is True or False")
        self.sample = sample


@dataclass(frozen=True)
class Deviations:
    """Finite values as deviations from their mean: whole numbers `units` of one small `unit`."""

    mean: Fraction
    units: Sequence[int]
    unit: Fraction

    @staticmethod
    def of(values: Sequence[float]) -> Deviations:
        """Those of at least one value. O(n)."""
        whole, unit = on_a_grid(values)
        count, total = len(whole), sum(whole)
        return Deviations(
            mean=total * unit / count,
            # In units that are n times smaller the mean is a whole number, too.
            units=[count * value - total for value in whole],
            unit=unit / count,
        )

    def moment(self, order: int) -> Fraction:
        """The sum of the deviations raised to a power."""
        return Fraction(sum([one**order for one in self.units]) * self.unit**order)

    @cached_property
    def squares(self) -> Fraction:
        """M₂: the sum of the squared deviations."""
        return self.moment(2)

    @cached_property
    def root(self) -> Fraction:
        """√M₂, rounded up to a whole 2⁻¹⁶ of a unit."""
        squares = sum([one * one for one in self.units])
        return (isqrt(squares << 32) + bool(squares)) * self.unit / 2**16

    @property
    def largest(self) -> Fraction:
        """The largest deviation to either side."""
        return max(map(abs, self.units)) * self.unit

    @cached_property
    def shift(self) -> Fraction:
        """P = 2 n u (√n |mean| + 3 √M₂), as a length in n dimensions: of all that means err."""
        count = len(self.units)
        root_of_count = isqrt(count << 32) + 1  # in units of 2⁻¹⁶
        size = root_of_count * abs(self.mean) / 2**16 + 3 * self.root
        return 2 * count * UNIT_ROUNDOFF * size + count**2 * SMALLEST

    @cached_property
    def error_of_squares(self) -> Fraction:
        """What M₂ can be off by: 2 P √M₂ + P², and what squares below all floats lose."""
        lost = len(self.units) ** 2 * SMALLEST
        return self.shift * (2 * self.root + self.shift) + lost

    @cached_property
    def error_of_root(self) -> Fraction:
        """What √M₂ can be off by: P, and what squares below all floats lose."""
        lost = len(self.units) * Fraction(1, 2**537)  # the root of n² 2⁻¹⁰⁷⁴
        return self.shift + (min(lost, lost**2 / self.root) if self.root else lost)

    def error_of_cubes(self) -> Fraction:
        """What M₃ can be off by."""
        levels = len(self.units).bit_length()
        rounding = 24 * (len(self.units) + 8) * levels * UNIT_ROUNDOFF
        return self._error_of_power(3, rounding)

    def error_of_fourth_powers(self) -> Fraction:
        """What M₄ can be off by."""
        levels = len(self.units).bit_length()
        rounding = 192 * (len(self.units) + 8) * levels**2 * UNIT_ROUNDOFF
        return self._error_of_power(4, rounding)

    def _error_of_power(self, power: int, rounding: Fraction) -> Fraction:
        """Of the shifted values: each deviates by R + P at most, all of them by √M₂ + P."""
        root, largest = self.root + self.shift, self.largest + self.shift
        lost = 16 * len(self.units) ** 3 * SMALLEST
        return largest ** (power - 2) * root * (power * self.shift + rounding * root) + lost

    def may_overflow(self, power: int) -> bool:
        """Whether a sum of such powers can, or a term that it is made of."""
        largest = self.largest + self.shift + 1
        squares = self.squares + self.error_of_squares
        return 64 * largest ** (power - 2) * squares > LARGEST
