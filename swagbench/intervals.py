"""Medians and ratios with intervals that assume nothing of how times are spread.

The interval of a median is between two of the sorted values, as many from either end as the sign
test allows: each value is as likely above the true median as below (W. R. Thompson, *On confidence
ranges for the median*, 1936). Times are never normal, and a few of them are always far too long.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

CONFIDENCE = 0.95


class Interval(NamedTuple):
    """A figure, and the interval that holds the true one with the confidence asked for."""

    low: float
    middle: float
    high: float

    @property
    def off(self) -> float:
        """How far a ratio is from 1, whichever way round: the share that the longer is longer.

        >>> Interval(0.7, 0.8, 0.9).off, Interval(1.1, 1.25, 1.3).off
        (0.25, 0.25)
        """
        return max(self.middle, 1 / self.middle) - 1

    def inverse(self) -> Interval:
        """Of a ratio, that of the other way round."""
        return Interval(1 / self.high, 1 / self.middle, 1 / self.low)


def fewest(confidence: float) -> int:
    """Of how many values at least the interval of a median can have a confidence.

    From the least to the greatest is all that it can be, and that misses if all are on one side.

    >>> fewest(0.95), fewest(0.9997)
    (6, 13)
    """
    return next(count for count in range(1, 1100) if 2 / 2**count <= 1 - confidence)


def of_median(values: Sequence[float], confidence: float = CONFIDENCE) -> Interval:
    """The median of values that are drawn independently, and its interval.

    Of less than `fewest` the interval reaches from the least to the greatest, and has not the
    confidence. O(n log n).

    Raises:
        ValueError: there are no values.

    >>> of_median([5.0, 1.0, 4.0, 2.0, 3.0, 6.0, 7.0, 8.0, 9.0])
    Interval(low=2.0, middle=5.0, high=8.0)
    """
    if not values:
        raise ValueError("no values have no median")
    ordered = sorted(values)
    cut = _cut(len(ordered), 1 - confidence)
    return Interval(ordered[cut], median(ordered), ordered[-1 - cut])


def of_ratio(
    ones: Sequence[Sequence[float]],
    others: Sequence[Sequence[float]],
    confidence: float = CONFIDENCE,
) -> Interval | None:
    """How many times as long the others took as the ones, round for round of the same blocks.

    Args:
        ones: times of one contestant, by process and block.
        others: times of another contestant, in the same blocks.
        confidence: of the interval.

    Returns:
        The median of the ratios with its interval; None if too few blocks have both for it.
    """
    logs = [
        math.log(other / one)
        for process in zip(ones, others, strict=False)
        for one, other in zip(*process, strict=False)
    ]
    if len(logs) < fewest(confidence):
        return None
    return Interval(*map(math.exp, of_median(logs, confidence)))


def of_unpaired_ratio(
    before: Sequence[float], after: Sequence[float], confidence: float = CONFIDENCE
) -> Interval | None:
    """How many times as long it takes after as before, of times that nothing pairs.

    Each median has its own interval, of half the error each: the ratio is between the extremes.
    None if there are too few times for that.
    """
    each = 1 - (1 - confidence) / 2
    if min(len(before), len(after)) < fewest(each):
        return None
    first, second = of_median(before, each), of_median(after, each)
    return Interval(second.low / first.high, second.middle / first.middle, second.high / first.low)


def _cut(count: int, error: float) -> int:
    """How many of the sorted values on either side are outside the interval."""
    tail, cut = 0.0, 0
    for cut in range((count + 1) // 2):
        tail += math.comb(count, cut) / 2**count
        if 2 * tail > error:
            return max(0, cut - 1)
    return cut
