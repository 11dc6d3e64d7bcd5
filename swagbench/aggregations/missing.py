"""Missing values, None or NaN: one policy for all aggregations, and two ways to choose another.

- *Propagate*, by default: a window of numbers that holds NaN answers NaN as long as it does, and
  not a step longer. None is no number, and is refused where numbers are needed.
- *Skip*: ``skip_missing(mean)`` answers for the values that are there, as if there were no others.
- *Count*: ``count_missing`` says how many are missing.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from swagbench.aggregations.arithmetic import Sum
from swagbench.aggregations.moments import Mean
from swagbench.core import InputError

if TYPE_CHECKING:
    from swagbench.aggregations.arrays import Array

__all__ = ["CountMissing", "SkipMissing"]

FUNCTIONS = ("empty", "combine", "finalize")
KEPT = ("commutative", "selective", "idempotent", "inverse_is_lossy", "uncombine")
"""What an aggregation offers that is no different where values are skipped."""


def is_missing(value: Any) -> bool:
    """Whether a value is None or NaN."""
    return value is None or bool(value != value)  # noqa: PLR0124 - NaN alone differs from itself


class CountMissing(Sum):
    """How many values are None or NaN; 0 for an empty window.

    >>> CountMissing().unit(math.nan)
    1
    """

    examples: ClassVar[tuple[Any, ...]] = (math.nan, 0.0, None, "", "nan", 3, math.inf)

    def unit(self, value: object) -> int:
        return int(is_missing(value))

    def units(self, values: Sequence[object]) -> Array:
        import numpy as np  # noqa: PLC0415 - slow to import

        return np.fromiter(map(is_missing, values), np.int64)

    def definition(self, values: Sequence[object]) -> int:
        nan = [value for value in values if isinstance(value, float) and math.isnan(value)]
        return values.count(None) + len(nan)


class SkipMissing:
    """Another aggregation of the values that are there; of the mean None for an empty window.

    What is None or NaN is not there. It offers what the other one offers, but for arrays of units.

    Args:
        of: the aggregation, the mean if none is given.

    Raises:
        InputError: `of` is no aggregation.

    >>> mean = SkipMissing(Mean())
    >>> mean.finalize(mean.combine(mean.unit(math.nan), mean.unit(2.0)))
    2.0
    """

    def __init__(self, of: Any = None) -> None:
        self.of: Any = Mean() if of is None else of
        for name in (*FUNCTIONS, "unit"):
            if not callable(getattr(self.of, name, None)):
                raise InputError(f"{self.of!r} is no aggregation to skip values of: no {name}")
        for name in (*FUNCTIONS, *KEPT):
            if hasattr(self.of, name):
                setattr(self, name, getattr(self.of, name))
        examples = getattr(self.of, "examples", ()) or (3, 1, 2)
        takes_floats = any(isinstance(value, float) for value in examples)
        self.examples = (*examples, None, *([math.nan] if takes_floats else ()))
        # What it offers is seen by what is there: methods that the other lacks must not be.
        for name in ("definition", "truth", "explains", "sort_key", "pick"):
            if hasattr(self.of, name):
                setattr(self, name, getattr(self, f"_{name}"))

    def unit(self, value: Any) -> Any:
        return self.of.empty() if is_missing(value) else self.of.unit(value)

    def _definition(self, values: Sequence[Any]) -> Any:
        return self.of.definition(_present(values))

    def _truth(self, values: Sequence[Any]) -> Any:
        return self.of.truth(_present(values))

    def _explains(self, values: Sequence[Any], answer: Any) -> bool:
        return bool(self.of.explains(_present(values), answer))

    def _sort_key(self, value: Any) -> tuple[Any, ...]:
        return (True,) if is_missing(value) else (False, self.of.sort_key(value))

    def _pick(self, ordered: Sequence[Any]) -> Any:
        end = bisect_left(ordered, True, key=is_missing)
        present = ordered if end == len(ordered) else ordered[:end]
        return self.of.pick(present) if end else self.of.finalize(self.of.empty())


def _present(values: Sequence[Any]) -> list[Any]:
    return [value for value in values if not is_missing(value)]
