"""Order statistics: exact quantiles of numbers.

The aggregate is the sorted window itself, so combining costs O(n) and an algorithm that stores n
partials stores O(n²) values: right, and a reason to prefer one that uses the order.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from typing import Any, ClassVar

from swagbench.aggregations.extrema import is_nan, nan_last
from swagbench.aggregations.floats import FLOATS
from swagbench.core import InputError

__all__ = ["Median", "Quantile"]


class Quantile:
    """The q-quantile of numbers, linear between neighbours; None for an empty window.

    A window that holds NaN answers NaN.

    Args:
        q: from 0 (the smallest value) to 1 (the largest).

    Raises:
        InputError: q is not a number from 0 to 1.

    Source: definition 7 of R. Hyndman and Y. Fan, *Sample Quantiles in Statistical Packages*, The
    American Statistician 50 (1996); the default of NumPy and R.

    >>> Quantile(0.25).pick([1, 2, 3, 4])
    1.75
    """

    commutative = True  # up to equality: of 0.0 and -0.0 the older one comes first
    examples: ClassVar[tuple[Any, ...]] = (3, 7, 3, -20, 8, 9, 5, *FLOATS)

    def __init__(self, q: float = 0.9) -> None:
        if isinstance(q, bool) or not isinstance(q, int | float) or not 0 <= q <= 1:
            raise InputError(f"q is {q!r}; a quantile's q is a number from 0 to 1")
        self.q = q

    def empty(self) -> tuple[float, ...]:
        return ()

    def unit(self, value: float) -> tuple[float, ...]:
        return (value,)

    def combine(self, older: tuple[float, ...], newer: tuple[float, ...]) -> tuple[float, ...]:
        # Two sorted runs: Python's sort merges them in O(n), and keeps the older of equals first.
        return tuple(sorted(older + newer, key=nan_last))

    def finalize(self, agg: tuple[float, ...]) -> float | None:
        return self.pick(agg) if agg else None

    def sort_key(self, value: float) -> tuple[bool, float]:
        return nan_last(value)

    def pick(self, ordered: Sequence[float]) -> float:
        last = ordered[-1]
        if last != last:  # noqa: PLR0124 - NaN, which sorts last
            return last
        rank = self.q * (len(ordered) - 1)
        below = int(rank)
        share = rank - below
        low = ordered[below]
        if not share or low == (high := ordered[below + 1]):
            return low
        # Not low + share * (high - low): that difference can overflow.
        return low * (1 - share) + high * share

    def definition(self, values: Sequence[float]) -> float | None:
        """By the formula, on either side of the rank; of equals the older one, as everywhere."""
        if not values:
            return None
        if any(map(is_nan, values)):
            return math.nan
        ordered, rank = sorted(values), self.q * (len(values) - 1)
        below, above = ordered[math.floor(rank)], ordered[math.ceil(rank)]
        return below if below == above else below * (1 - rank % 1) + above * (rank % 1)


class Median(Quantile):
    """The middle value, or the mean of the two in the middle; None for an empty window.

    >>> Median().pick([1, 2, 3, 10])
    2.5
    """

    def __init__(self) -> None:
        super().__init__(0.5)

    def definition(self, values: Sequence[float]) -> float | None:
        """The standard library's two in the middle, without adding them up: that can overflow."""
        if not values or any(map(is_nan, values)):
            return math.nan if values else None
        low, high = statistics.median_low(values), statistics.median_high(values)
        return low if low == high else low / 2 + high / 2
