"""Positions: the values at the two ends of a window, and where the smallest and the largest stand.

What each depends on is the order of arrival, so none of them is commutative.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, ClassVar, Generic, TypeAlias

from swagbench.aggregations.extrema import Max, Min, comparable, is_nan
from swagbench.aggregations.floats import FLOATS
from swagbench.core import Value

__all__ = ["ArgMax", "ArgMin", "First", "Last"]

_OF_ANY_KIND = (None, 3, 3.0, math.nan, "", "text", -0.0, (1, 2), False, 2**63)


class _End(Generic[Value]):
    """What first and last share: values of any kind, in the order in which they came."""

    idempotent = True
    examples: ClassVar[tuple[Any, ...]] = _OF_ANY_KIND

    def sort_key(self, value: Value) -> int:  # noqa: ARG002 - equal keys keep the order of arrival
        return 0


class First(_End[Value]):
    """The oldest value; None for an empty window.

    Values are of any kind; NaN and None are values like others. Aggregates are tuples of one value
    or none, so that the value None is not taken for nothing.

    >>> First().finalize(First().combine(First().unit("a"), First().unit("b")))
    'a'
    """

    selective = True

    def empty(self) -> tuple[Value, ...]:
        return ()

    def unit(self, value: Value) -> tuple[Value, ...]:
        return (value,)

    def combine(self, older: tuple[Value, ...], newer: tuple[Value, ...]) -> tuple[Value, ...]:
        return older or newer

    def finalize(self, agg: tuple[Value, ...]) -> Value | None:
        return agg[0] if agg else None

    def pick(self, ordered: Sequence[Value]) -> Value:
        return ordered[0]

    def definition(self, values: Sequence[Value]) -> Value | None:
        return next(iter(values), None)


class Last(_End[Value]):
    """The newest value; None for an empty window.

    Values are of any kind; NaN and None are values like others. Aggregates are pairs (number of
    values, the newest): an inverse needs the number, to know when the newest value leaves too. It
    does not select, as that would take the older of equals.

    >>> Last().finalize(Last().combine(Last().unit("a"), Last().unit("b")))
    'b'
    """

    def empty(self) -> tuple[int, Value | None]:
        return 0, None

    def unit(self, value: Value) -> tuple[int, Value | None]:
        return 1, value

    def combine(
        self, older: tuple[int, Value | None], newer: tuple[int, Value | None]
    ) -> tuple[int, Value | None]:
        return older[0] + newer[0], newer[1] if newer[0] else older[1]

    def uncombine(
        self, whole: tuple[int, Value | None], oldest: tuple[int, Value | None]
    ) -> tuple[int, Value | None]:
        left = whole[0] - oldest[0]
        return left, whole[1] if left else None

    def finalize(self, agg: tuple[int, Value | None]) -> Value | None:
        return agg[1]

    def pick(self, ordered: Sequence[Value]) -> Value:
        return ordered[-1]

    def definition(self, values: Sequence[Value]) -> Value | None:
        return next(reversed(values), None)


Place: TypeAlias = tuple[int, int | None, Any]
"""How many values there are, how many came before the extreme one, and that value."""


class _Position:
    """What arg_min and arg_max share: which of the values `extremum` chooses."""

    extremum: ClassVar[Min[Any] | Max[Any]]
    examples: ClassVar[tuple[Any, ...]] = (3, 7, 3.0, -20, 2**53, 2**53 + 1, *FLOATS)

    def empty(self) -> Place:
        return 0, None, None

    def unit(self, value: Any) -> Place:
        return 1, 0, comparable(value)

    def combine(self, older: Place, newer: Place) -> Place:
        count = older[0] + newer[0]
        if newer[1] is None:
            return older
        if older[1] is None:
            return newer
        # The older one is asked for first: both may be the same object.
        if self.extremum.combine(older[2], newer[2]) is older[2]:
            return count, older[1], older[2]
        return count, older[0] + newer[1], newer[2]

    def finalize(self, agg: Place) -> int | None:
        return agg[1]


class ArgMin(_Position):
    """The position of the smallest value, counted from 0, the oldest; None for an empty window.

    It is how many values came before it. Of equal values it is that of the oldest; in a window that
    holds NaN, that of the oldest NaN. Values are of any one type that compares with ``<``.

    >>> arg_min = ArgMin()
    >>> arg_min.finalize(arg_min.combine(arg_min.unit(3), arg_min.unit(2)))
    1
    """

    extremum = Min()

    def definition(self, values: Sequence[Any]) -> int | None:
        smallest = min(range(len(values)), key=values.__getitem__, default=None)
        return next((at for at, value in enumerate(values) if is_nan(value)), smallest)


class ArgMax(_Position):
    """The position of the largest value, counted from 0, the oldest; None for an empty window.

    It is how many values came before it. Of equal values it is that of the oldest; in a window that
    holds NaN, that of the oldest NaN. Values are of any one type that compares with ``<``.

    >>> arg_max = ArgMax()
    >>> arg_max.finalize(arg_max.combine(arg_max.unit(3), arg_max.unit(2)))
    0
    """

    extremum = Max()

    def definition(self, values: Sequence[Any]) -> int | None:
        largest = max(range(len(values)), key=values.__getitem__, default=None)
        return next((at for at, value in enumerate(values) if is_nan(value)), largest)
