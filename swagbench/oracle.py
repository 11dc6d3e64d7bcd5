"""The definition of right: recompute from scratch over the values themselves.

Nothing here is shared with any algorithm.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Any


def recompute(aggregation: Any, values: Sequence[Any]) -> Any:
    """The answer for a window that holds `values`, oldest first. O(n) combine calls."""
    return aggregation.finalize(fold(aggregation, values))


def fold(aggregation: Any, values: Iterable[Any]) -> Any:
    """The aggregate of values. ``empty()`` is that of none, and otherwise not asked for.

    So a wrong identity shows wherever it is combined with, instead of cancelling out.
    """
    units = map(aggregation.unit, values)
    for first in units:
        return reduce(aggregation.combine, units, first)
    return aggregation.empty()


def is_right(aggregation: Any, values: Sequence[Any], answer: Any) -> bool:
    """Whether `answer` is right for a window that holds `values`.

    An aggregation with a method ``explains(values, answer)`` decides by that; for all others the
    one right answer is the recomputed one.
    """
    explains = getattr(aggregation, "explains", None)
    if explains is not None:
        return bool(explains(values, answer))
    return is_same(recompute(aggregation, values), answer)


def is_same(expected: Any, given: Any) -> bool:
    """Whether two answers are equal, where NaN equals NaN."""
    if expected is given:
        return True
    if isinstance(expected, tuple) and isinstance(given, tuple):
        return len(expected) == len(given) and all(map(is_same, expected, given))
    both_nan = expected != expected and given != given  # noqa: PLR0124 - NaN alone differs
    return bool(expected == given or both_nan)
