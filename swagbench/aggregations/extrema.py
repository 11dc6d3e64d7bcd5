"""Extrema: the smallest and the largest value, their distance, and how often the smallest is there.

Of equal values the older one is the answer. NaN propagates: a window that holds one answers NaN,
the oldest of them, as IEEE 754-2019 ``minimum`` and ``maximum`` do.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic

from swagbench.aggregations.arrays import Array, numbers
from swagbench.aggregations.floats import FLOATS
from swagbench.core import Value

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Max", "Min", "MinCount", "Range"]


def is_nan(value: Any) -> bool:
    """Whether a value, of any type, is NaN."""
    return bool(value != value)  # noqa: PLR0124 - NaN alone differs from itself


def nan_first(value: Any) -> tuple[bool, Any]:
    """A sort key under which NaN comes before all else."""
    return value == value, value  # noqa: PLR0124 - NaN alone differs from itself


def nan_last(value: Any) -> tuple[bool, Any]:
    """A sort key under which NaN comes after all else."""
    return value != value, value  # noqa: PLR0124 - NaN alone differs from itself


def comparable(value: Any) -> Any:
    """The value itself.

    Raises:
        TypeError: it does not compare with ``<``, as None does not.
    """
    _ = value < value  # noqa: PLR0124 - at once, not when a second value meets it
    return value


class _Extremum(Generic[Value]):
    """What min and max share: the aggregate is the answer, None that of no values."""

    commutative = True  # up to equality: of 0.0 and -0.0 it is the older one
    selective = True
    idempotent = True
    examples: ClassVar[tuple[Any, ...]] = (3, 7, 3.0, -20, 2**53, 2**53 + 1, *FLOATS)

    def empty(self) -> Value | None:
        return None

    def unit(self, value: Value) -> Value | None:
        return value

    def finalize(self, agg: Value | None) -> Value | None:
        return agg

    def units(self, values: Sequence[Value]) -> Array | None:
        # What compares as Python compares: ints next to floats would be rounded in an array.
        return numbers(values)


class Min(_Extremum[Value]):
    """The smallest value, the oldest of equals; None for an empty window.

    Values are of any one type that compares with ``<``; never None.

    >>> Min().combine(3, 2)
    2
    """

    def combine(self, older: Any, newer: Any) -> Any:
        if older is None:
            return newer
        if newer is None:
            return older
        if newer < older or (newer != newer and older == older):  # noqa: PLR0124
            return newer
        return older

    def sort_key(self, value: Value) -> tuple[bool, Value]:
        return nan_first(value)

    def pick(self, ordered: Sequence[Value]) -> Value:
        return ordered[0]

    @property
    def ufunc(self) -> np.ufunc:
        import numpy as np  # noqa: PLC0415 - slow to import

        return np.minimum

    def definition(self, values: Sequence[Any]) -> Any:
        # Python's min keeps the first of equals; NaN is what it would lose.
        return next(filter(is_nan, values), min(values, default=None))


class Max(_Extremum[Value]):
    """The largest value, the oldest of equals; None for an empty window.

    Values are of any one type that compares with ``<``; never None.

    >>> Max().combine(3, 2)
    3
    """

    def combine(self, older: Any, newer: Any) -> Any:
        if older is None:
            return newer
        if newer is None:
            return older
        if older < newer or (newer != newer and older == older):  # noqa: PLR0124
            return newer
        return older

    def sort_key(self, value: Value) -> tuple[bool, Value]:
        return nan_last(value)

    def pick(self, ordered: Sequence[Value]) -> Value:
        largest = nan_last(ordered[-1])
        if len(ordered) == 1 or nan_last(ordered[-2]) < largest:
            return ordered[-1]
        return ordered[bisect_left(ordered, largest, key=nan_last)]

    @property
    def ufunc(self) -> np.ufunc:
        import numpy as np  # noqa: PLC0415 - slow to import

        return np.maximum

    def definition(self, values: Sequence[Any]) -> Any:
        # Python's max keeps the first of equals; NaN is what it would lose.
        return next(filter(is_nan, values), max(values, default=None))


_SMALLEST: Min[Any] = Min()
_LARGEST: Max[Any] = Max()


class Range:
    """The largest value less the smallest; None for an empty window.

    Values are of any one type that can be compared and subtracted: numbers, dates. NaN propagates.
    With infinities it is what IEEE 754 makes of the difference, as in NumPy's ``ptp``: infinite
    beside anything smaller or larger, and NaN where all values are the same infinity. Finite floats
    may be infinitely far apart too, where their difference is beyond the largest float.

    >>> spread = Range()
    >>> spread.finalize(spread.combine(spread.unit(3), spread.unit(-2)))
    5
    """

    commutative = True
    idempotent = True
    # No int next to a float that equals it: the older one's type would decide how to subtract.
    examples: ClassVar[tuple[Any, ...]] = (3, 7, -20, 2**53, 2**53 + 1, *FLOATS)

    def empty(self) -> tuple[Any, Any]:
        return None, None

    def unit(self, value: Any) -> tuple[Any, Any]:
        _ = comparable(value) - value  # refused at once if there is no such thing
        return value, value

    def combine(self, older: tuple[Any, Any], newer: tuple[Any, Any]) -> tuple[Any, Any]:
        smallest = _SMALLEST.combine(older[0], newer[0])
        return smallest, _LARGEST.combine(older[1], newer[1])

    def finalize(self, agg: tuple[Any, Any]) -> Any:
        smallest, largest = agg
        return None if smallest is None else largest - smallest

    sort_key = staticmethod(nan_last)

    def pick(self, ordered: Sequence[Any]) -> Any:
        return _LARGEST.pick(ordered) - ordered[0]

    def definition(self, values: Sequence[Any]) -> Any:
        if not values:
            return None
        return next(filter(is_nan, values), max(values) - min(values))


class MinCount:
    """How often the smallest value is there; 0 for an empty window.

    Equal values are counted together: 0.0 and -0.0, 3 and 3.0. Where the smallest value is NaN, as
    in `Min`, because the window holds one, it is the number of NaN. Values are of any one type that
    compares with ``<``.

    >>> low = MinCount()
    >>> low.finalize(low.combine(low.unit(2), low.unit(2)))
    2
    """

    commutative = True
    examples: ClassVar[tuple[Any, ...]] = (3, 7, 3.0, -20, 2**53, 2**53 + 1, *FLOATS)

    def empty(self) -> tuple[Any, int]:
        return None, 0

    def unit(self, value: Any) -> tuple[Any, int]:
        return comparable(value), 1

    def combine(self, older: tuple[Any, int], newer: tuple[Any, int]) -> tuple[Any, int]:
        if not (older[1] and newer[1]):
            return older if older[1] else newer
        if older[0] == newer[0] or (is_nan(older[0]) and is_nan(newer[0])):
            return older[0], older[1] + newer[1]
        return older if _SMALLEST.combine(older[0], newer[0]) is older[0] else newer

    def finalize(self, agg: tuple[Any, int]) -> int:
        return agg[1]

    sort_key = staticmethod(nan_first)

    def pick(self, ordered: Sequence[Any]) -> int:
        # NaN is neither before nor after NaN: all of them are one block.
        return bisect_right(ordered, nan_first(ordered[0]), key=nan_first)

    def definition(self, values: Sequence[Any]) -> int:
        nan = sum(map(is_nan, values))
        return nan or (list(values).count(min(values)) if values else 0)
