"""Extrema: the smallest and the largest value, with ties and NaN decided.

Of equal values the older one is the answer. NaN propagates: a window that holds one answers NaN,
the oldest of them, as IEEE 754-2019 ``minimum`` and ``maximum`` do.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic

from swagbench.aggregations.arrays import Array, numbers
from swagbench.aggregations.floats import FLOATS
from swagbench.core import Value

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Max", "Min"]


def is_nan(value: Any) -> bool:
    """Whether a value, of any type, is NaN."""
    return bool(value != value)  # noqa: PLR0124 - NaN alone differs from itself


def nan_first(value: Any) -> tuple[bool, Any]:
    """A sort key under which NaN comes before all else."""
    return value == value, value  # noqa: PLR0124 - NaN alone differs from itself


def nan_last(value: Any) -> tuple[bool, Any]:
    """A sort key under which NaN comes after all else."""
    return value != value, value  # noqa: PLR0124 - NaN alone differs from itself


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
