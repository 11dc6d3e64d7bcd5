"""Quantiles within a given relative error, from counts in logarithmic buckets."""

from __future__ import annotations

import math
import sys
from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate
from typing import Any, ClassVar, TypeAlias, cast

from swagbench.aggregations.extrema import is_nan, nan_last
from swagbench.core import InputError

__all__ = ["DDSketch"]

Counts: TypeAlias = "dict[float | None, int]"

LARGEST = sys.float_info.max
SMALLEST_NORMAL = sys.float_info.min


class DDSketch:
    """A quantile of numbers within a relative error, by DDSketch; None for an empty window.

    It is within `accuracy` of the value in place floor(q (n - 1)) of the n sorted ones, counted
    from 0: the lower quantile. A window that holds NaN answers NaN; infinities are themselves, and
    what is below the smallest normal float, 2.2e-308, is 0.0.

    The aggregate counts values by bucket, in a dict that is never changed: the key is the bucket's
    middle, None for NaN. Combining costs O(buckets of the smaller one) and a copy of the larger.
    Buckets are never joined to save room, so merging loses nothing: all algorithms must agree, and
    what was counted can be taken out again.

    Args:
        q: from 0 (the smallest value) to 1 (the largest).
        accuracy: the relative error, 0.000001 to 0.5.

    Raises:
        InputError: q is not a number from 0 to 1, or the accuracy not one from 0.000001 to 0.5.

    Source: C. Masson, J. Rim and H. Lee, *DDSketch: A Fast and Fully-Mergeable Quantile Sketch with
    Relative-Error Guarantees*, VLDB 2019.

    >>> sketch = DDSketch(q=1, accuracy=0.01)
    >>> answer = sketch.finalize(sketch.combine(sketch.unit(3), sketch.unit(250)))
    >>> abs(answer - 250) <= 0.01 * 250
    True
    """

    commutative = True
    examples: ClassVar[tuple[Any, ...]] = (
        *(1.0, 1.001, -1.5, 0.1, 3, 0.0, -0.0, 3e-7, 1e16, -1e16, LARGEST, 5e-324),
        *(math.inf, -math.inf, math.nan),
    )

    def __init__(self, q: float = 0.9, accuracy: float = 0.01) -> None:
        if isinstance(q, bool) or not isinstance(q, int | float) or not 0 <= q <= 1:
            raise InputError(f"q is {q!r}; a quantile's q is a number from 0 to 1")
        if not isinstance(accuracy, float) or not 1e-6 <= accuracy <= 0.5:
            raise InputError(f"accuracy is {accuracy!r}; it is a number from 0.000001 to 0.5")
        self.q = q
        self.accuracy = accuracy
        self._ratio = (1 + accuracy) / (1 - accuracy)
        self._log_ratio = math.log(self._ratio)

    def _bound(self, number: int) -> float:
        """What is larger than all sizes in the buckets before this one: a power of the ratio."""
        try:
            return self._ratio**number
        except OverflowError:
            return math.inf

    def _middle(self, value: float) -> float:
        """The middle of a value's bucket, which holds all sizes above its bound, up to the next."""
        size = math.fabs(value)
        if size < SMALLEST_NORMAL:
            return 0.0
        if size == math.inf:
            return value
        number = math.ceil(math.log(size) / self._log_ratio) - 1
        # Next to a bound the logarithm may be rounded to the other side of it.
        if self._bound(number) >= size:
            number -= 1
        elif self._bound(number + 1) < size:
            number += 1
        middle = self._bound(number) * (1 + self.accuracy)
        return math.copysign(min(middle, LARGEST), value)

    def empty(self) -> Counts:
        return {}

    def unit(self, value: float) -> Counts:
        return {None if is_nan(value) else self._middle(value): 1}

    def combine(self, older: Counts, newer: Counts) -> Counts:
        smaller, larger = (older, newer) if len(older) < len(newer) else (newer, older)
        counts = larger.copy()
        for middle, count in smaller.items():
            counts[middle] = counts.get(middle, 0) + count
        return counts

    def uncombine(self, whole: Counts, oldest: Counts) -> Counts:
        counts = whole.copy()
        for middle, count in oldest.items():
            counts[middle] -= count
            if not counts[middle]:
                del counts[middle]
        return counts

    def finalize(self, agg: Counts) -> float | None:
        if not agg:
            return None
        if None in agg:
            return math.nan
        ordered = sorted(cast("dict[float, int]", agg))
        rank = self._rank(sum(agg.values()))
        up_to = accumulate(map(agg.__getitem__, ordered))
        return next(middle for middle, count in zip(ordered, up_to, strict=True) if count > rank)

    def _rank(self, count: int) -> int:
        return int(self.q * (count - 1))

    def sort_key(self, value: float) -> tuple[bool, float]:
        return nan_last(value)

    def pick(self, ordered: Sequence[float]) -> float:
        return math.nan if is_nan(ordered[-1]) else self._middle(ordered[self._rank(len(ordered))])

    def definition(self, values: Sequence[float]) -> float | None:
        """The value in that place, and the last of all bounds that is below its size."""
        if not values or any(map(is_nan, values)):
            return math.nan if values else None
        value = sorted(values)[math.floor(self.q * (len(values) - 1))]
        if math.isinf(value) or abs(value) < SMALLEST_NORMAL:
            return value if math.isinf(value) else 0.0
        ends = (math.log(end) / self._log_ratio for end in (SMALLEST_NORMAL, LARGEST))
        first, last = map(int, ends)
        numbers = range(first - 2, last + 2)
        below = numbers[bisect_left(numbers, abs(value), key=self._bound) - 1]
        size = min(self._bound(below) * (1 + self.accuracy), LARGEST)
        return size if value > 0 else -size
