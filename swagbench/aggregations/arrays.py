"""Units of many values in one array, where that holds them as they are.

NumPy is imported where it is used: it is slow to load, and not needed to list what there is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    import numpy as np

Array: TypeAlias = "np.ndarray[Any, Any]"

MOST = 2**63 - 1


def numbers(values: Sequence[Any]) -> Array | None:
    """All floats, or all ints that 64 bits hold, as an array; None of any others, or of both.

    >>> numbers([1, 2]), numbers([1, 2.5]), numbers([2**64, 1])
    (array([1, 2]), None, None)
    """
    import numpy as np  # noqa: PLC0415

    if isinstance(values, np.ndarray):
        return values if values.dtype.kind in "iuf" and values.ndim == 1 else None
    kinds = {*map(type, values)}
    if kinds == {float}:
        return np.array(values)
    if kinds == {int} and min(values) >= -MOST and max(values) <= MOST:
        return np.array(values, np.int64)
    return None


def summands(values: Sequence[Any]) -> Array | None:
    """Ints as an array in which all of them can be added; None if there are others.

    Where 64 bits might not hold a sum it is of Python's own ints.

    >>> summands([2**61, 1]).dtype, summands([2**62, 1]).dtype
    (dtype('int64'), dtype('O'))
    """
    import numpy as np  # noqa: PLC0415

    if not len(values):
        return np.empty(0, np.int64)
    if isinstance(values, np.ndarray):
        if values.dtype.kind not in "iu" or values.ndim != 1:
            return None
        lowest, highest = int(values.min()), int(values.max())
    elif {*map(type, values)} == {int}:
        lowest, highest = min(values), max(values)
    else:
        return None
    if max(abs(lowest), abs(highest)) * len(values) <= MOST:
        return np.asarray(values, np.int64)
    return np.array([*map(int, values)], object)


def floats(values: Sequence[Any], unit: Callable[[Any], float]) -> Array:
    """Values as floats, each by `unit` unless they are an array of numbers."""
    import numpy as np  # noqa: PLC0415

    if isinstance(values, np.ndarray) and values.dtype.kind in "iuf" and values.ndim == 1:
        return values.astype(np.float64, copy=False)
    return np.fromiter(map(unit, values), np.float64)
