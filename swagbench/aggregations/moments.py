"""Moments: the mean."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from swagbench.aggregations.floats import (
    FLOATS,
    LARGEST,
    SMALLEST,
    UNIT_ROUNDOFF,
    Inexact,
    Truth,
    finite_sums,
    special_sum,
)

__all__ = ["Mean"]


class Mean(Inexact):
    """The arithmetic mean of ints or floats; None for an empty window.

    Aggregates are pairs (sum, count). No inverse is offered: taking a float out of a sum is not
    exact, and a mean must not depend on values that have left.

    Source: the article's example of an aggregate that is neither value nor answer.

    >>> Mean().finalize(Mean().combine(Mean().unit(1), Mean().unit(2)))
    1.5
    """

    commutative = True
    examples: ClassVar[tuple[Any, ...]] = (3, -7, *FLOATS)

    def empty(self) -> tuple[float, int]:
        return 0, 0

    def unit(self, value: float) -> tuple[float, int]:
        return value, 1

    def combine(self, older: tuple[float, int], newer: tuple[float, int]) -> tuple[float, int]:
        return older[0] + newer[0], older[1] + newer[1]

    def finalize(self, agg: tuple[float, int]) -> float | None:
        total, count = agg
        return total / count if count else None

    def truth(self, values: Sequence[float]) -> Truth:
        """The exact mean; what is explained is within 2 (n + 1) u Σ|x| / n, u = 2⁻⁵³.

        The bound of a sum, and one rounding for the division, which may end below all floats. O(n).
        """
        if not values:
            return Truth(exact=None)
        exact, size = finite_sums(values)
        count = len(values)
        return Truth(
            exact=exact / count if (special := special_sum(values)) is None else special,
            allowed=2 * (count + 1) * UNIT_ROUNDOFF * size / count + SMALLEST,
            may_overflow=size > LARGEST,
            least=0.0 if exact == size else None,
        )
