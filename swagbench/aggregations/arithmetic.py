"""Sums of integers and counts: exact, with an inverse. How an aggregation reads at its simplest."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from swagbench.aggregations.arrays import Array, summands

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Count", "Sum"]


class Sum:
    """The sum of integers; exact at any size; 0 for an empty window.

    >>> Sum().combine(2, 3)
    5
    """

    commutative = True
    examples: ClassVar[tuple[Any, ...]] = (3, -1, 0, 7, 1, -20, 2**70, 5)

    def empty(self) -> int:
        return 0

    def unit(self, value: int) -> int:
        return value

    def combine(self, older: int, newer: int) -> int:
        return older + newer

    def uncombine(self, whole: int, oldest: int) -> int:
        return whole - oldest

    def finalize(self, agg: int) -> int:
        return agg

    @property
    def ufunc(self) -> np.ufunc:
        import numpy as np  # noqa: PLC0415 - slow to import

        return np.add

    def units(self, values: Sequence[int]) -> Array | None:
        return summands(values)

    def definition(self, values: Sequence[int]) -> int:
        return sum(values)


class Count(Sum):
    """How many values there are, of any kind; 0 for an empty window.

    >>> Count().unit("anything")
    1
    """

    examples: ClassVar[tuple[Any, ...]] = (3, 0.5, "text", None, (), math.nan)

    def unit(self, value: object) -> int:  # noqa: ARG002 - that it is there is all that counts
        return 1

    def units(self, values: Sequence[object]) -> Array:
        import numpy as np  # noqa: PLC0415 - slow to import

        return np.ones(len(values), np.int64)

    def definition(self, values: Sequence[object]) -> int:
        return len(values)
