"""Aggregations that count: how often each value is there, how many, and which come out on top.

Values that are counted one by one are hashable, and one key to Python if they are equal: 1, 1.0 and
True are, as are 0.0 and -0.0. Every NaN, of any type, is one value that is equal to itself, and is
answered as `math.nan`: a NaN that came twice came twice. Inside of a tuple nothing is looked for.
"""

from __future__ import annotations

import heapq
import math
import statistics
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from swagbench.aggregations.arithmetic import Sum
from swagbench.aggregations.extrema import is_nan, nan_last
from swagbench.core import InputError

if TYPE_CHECKING:
    from swagbench.aggregations.arrays import Array

__all__ = ["CountAbove", "Distinct", "Histogram", "Mode", "TopK"]

_HASHABLE = (
    *(1, 1.0, True, -1, "text", "", None, 0.0, -0.0, (2, "x"), 2**70),
    *(math.nan, -math.nan),  # two objects
)


class NaN:
    """Stands for every NaN among the keys of an aggregate.

    A float NaN is equal to nothing, and no longer itself once it was pickled. A class is.
    """


def key_of(value: Hashable) -> Hashable:
    """What a value is counted as."""
    return NaN if is_nan(value) else value


def value_of(key: Hashable) -> Hashable:
    """The value that a key stands for."""
    return math.nan if key is NaN else key


def _one_nan(values: Sequence[Hashable]) -> list[Hashable]:
    """The values with one object for every NaN: Python finds what is the same, equal or not."""
    return [math.nan if is_nan(value) else value for value in values]


class _Counts:
    """What mode and histogram share: how often each value is there.

    The aggregate is a mapping value → count, in order of first occurrence. Combining copies it: it
    costs O(different values), so this is for values of which few are different.
    """

    examples: ClassVar[tuple[Any, ...]] = _HASHABLE

    def empty(self) -> Mapping[Hashable, int]:
        return {}

    def unit(self, value: Hashable) -> Mapping[Hashable, int]:
        return {key_of(value): 1}

    def combine(
        self, older: Mapping[Hashable, int], newer: Mapping[Hashable, int]
    ) -> Mapping[Hashable, int]:
        counts = dict(older)
        for key, count in newer.items():
            counts[key] = counts.get(key, 0) + count
        return counts


class Mode(_Counts):
    """The most frequent of hashable values; None for an empty window.

    Of equally frequent ones it is the one whose first occurrence in the window is the oldest, and
    of equal ones (1 and 1.0) that occurrence itself. All NaN are one value. Combining costs
    O(different values).

    Not commutative, as the order of first occurrence decides ties. There is no inverse: (a, b, a)
    and (a, a, b) have one aggregate, but without the oldest a the one begins with b, the other
    with a.

    Source: as `statistics.mode` since Python 3.8.

    >>> mode = Mode()
    >>> mode.finalize(mode.combine(mode.unit("b"), mode.unit("a")))
    'b'
    """

    def finalize(self, agg: Mapping[Hashable, int]) -> Hashable:
        # Python's max keeps the first of equals.
        return value_of(max(agg, key=agg.__getitem__, default=None))

    def definition(self, values: Sequence[Hashable]) -> Hashable:
        return statistics.mode(_one_nan(values)) if values else None


class Histogram(_Counts):
    """How often each of the hashable values is there, as a dict; {} for an empty window.

    The answer is the caller's to change. Dicts are equal whatever the order of their keys, and
    whichever of equal values is the key, so neither says anything: after an inverse both may be
    those of a value that has left. All NaN are one value, its key `math.nan`. Combining and its
    inverse cost O(different values).

    >>> histogram = Histogram()
    >>> histogram.finalize(histogram.combine(histogram.unit("a"), histogram.unit("a")))
    {'a': 2}
    """

    commutative = True  # up to equality: of 1 and 1.0 the key is the older one

    def uncombine(
        self, whole: Mapping[Hashable, int], oldest: Mapping[Hashable, int]
    ) -> Mapping[Hashable, int]:
        """`whole` without `oldest`; ValueError unless all of that is in it."""
        rest = dict(whole)
        for key, count in oldest.items():
            left = rest.get(key, 0) - count
            if left < 0:
                there = f"it is there {left + count} times"
                raise ValueError(f"{value_of(key)!r} cannot leave {count} times: {there}")
            if left:
                rest[key] = left
            else:
                del rest[key]
        return rest

    def finalize(self, agg: Mapping[Hashable, int]) -> dict[Hashable, int]:
        return {value_of(key): count for key, count in agg.items()}

    def definition(self, values: Sequence[Hashable]) -> dict[Hashable, int]:
        return dict(Counter(_one_nan(values)))


class Distinct:
    """How many different hashable values there are, exactly; 0 for an empty window.

    Equal values are not different (1, 1.0 and True are one), nor are two NaN. Combining costs
    O(different values); its sketch, of bounded size, is `distinct_count`. Without an inverse: a set
    does not know how often a value is there.

    >>> distinct = Distinct()
    >>> distinct.finalize(distinct.combine(distinct.unit("a"), distinct.unit("a")))
    1
    """

    commutative = True
    idempotent = True
    examples: ClassVar[tuple[Any, ...]] = _HASHABLE

    def empty(self) -> frozenset[Hashable]:
        return frozenset()

    def unit(self, value: Hashable) -> frozenset[Hashable]:
        return frozenset((key_of(value),))

    def combine(
        self, older: frozenset[Hashable], newer: frozenset[Hashable]
    ) -> frozenset[Hashable]:
        return older | newer

    def finalize(self, agg: frozenset[Hashable]) -> int:
        return len(agg)

    def definition(self, values: Sequence[Hashable]) -> int:
        """By comparing alone, without hashes."""
        seen: list[Hashable] = []
        for value in _one_nan(values):
            if value not in seen:
                seen.append(value)
        return len(seen)


class TopK:
    """The k largest values, largest first, as a tuple; () for an empty window.

    Of equals the older comes first, and is kept if there is no room for both. Fewer than k values
    are all there. Values are of any one type that compares with ``<``. NaN counts as larger than
    all else, so it takes a place and hides nothing but what it displaces. Combining costs O(k).

    Args:
        k: how many, at least 1.

    Raises:
        InputError: k is not a whole number of at least 1.

    >>> TopK(2).combine((7, 3), (5,))
    (7, 5)
    """

    commutative = True  # up to equality: of 0.0 and -0.0 the older one comes first
    examples: ClassVar[tuple[Any, ...]] = (
        *(3, 3.0, -20, 0.0, -0.0, 1, True, 2**53, 2.0**53, 2**53 + 1),
        *(math.inf, -math.inf, math.nan),
    )

    def __init__(self, k: int = 3) -> None:
        if isinstance(k, bool) or not isinstance(k, int) or k < 1:
            raise InputError(f"k is {k!r}; it is a whole number of at least 1")
        self.k = k

    def empty(self) -> tuple[Any, ...]:
        return ()

    def unit(self, value: Any) -> tuple[Any, ...]:
        return (value,)

    def combine(self, older: tuple[Any, ...], newer: tuple[Any, ...]) -> tuple[Any, ...]:
        # Two sorted runs: Python's sort merges them in O(k). Reversed it still keeps the older of
        # equals first.
        return tuple(sorted(older + newer, key=nan_last, reverse=True)[: self.k])

    def finalize(self, agg: tuple[Any, ...]) -> tuple[Any, ...]:
        return agg

    def sort_key(self, value: Any) -> tuple[bool, Any]:
        return nan_last(value)

    def pick(self, ordered: Sequence[Any]) -> tuple[Any, ...]:
        size = len(ordered)
        # Of those equal to the last one that has a place, the oldest have the places that are left.
        last = nan_last(ordered[max(0, size - self.k)])
        above = bisect_right(ordered, last, key=nan_last)
        ties = bisect_left(ordered, last, hi=above, key=nan_last)
        places = min(above, ties + self.k - (size - above))
        top = sorted((ordered[at] for at in range(above, size)), key=nan_last, reverse=True)
        return (*top, *(ordered[at] for at in range(ties, places)))

    def definition(self, values: Sequence[Any]) -> tuple[Any, ...]:
        """All NaN in order of arrival, then the largest of the rest, by the standard library."""
        rest = [value for value in values if not is_nan(value)]
        return (*filter(is_nan, values), *heapq.nlargest(self.k, rest))[: self.k]


class CountAbove(Sum):
    """How many numbers are above a threshold; 0 for an empty window.

    The threshold itself is not above it, and NaN never is. Numbers are compared as Python compares
    them: an int is not rounded to be compared with a float.

    Args:
        threshold: an int or a float, infinities included.

    Raises:
        InputError: the threshold is NaN, or neither an int nor a float.

    >>> [CountAbove(2).unit(value) for value in (1, 2, 3)]
    [0, 0, 1]
    """

    examples: ClassVar[tuple[Any, ...]] = (
        *(3, -1, 0, 0.0, -0.0, 0.5, 5e-324, -5e-324, 2**70),
        *(math.inf, -math.inf, math.nan),
    )

    def __init__(self, threshold: float = 0) -> None:
        is_number = isinstance(threshold, int | float) and not isinstance(threshold, bool)
        if not is_number or math.isnan(threshold):
            raise InputError(f"threshold is {threshold!r}; it is an int or a float, not NaN")
        self.threshold = threshold

    def unit(self, value: float) -> int:
        return int(value > self.threshold)

    def units(self, values: Sequence[float]) -> Array:
        import numpy as np  # noqa: PLC0415 - slow to import

        # One by one: an array that is compared at once is rounded, or its threshold is.
        return np.fromiter(map(self.unit, values), np.int64, len(values))

    def definition(self, values: Sequence[float]) -> int:
        return len([value for value in values if value > self.threshold])
