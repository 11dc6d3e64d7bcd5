"""Counts and sums: exact on integers, and two ways with floats.

The article's warning stands here as two classes. Float addition is not associative and has no
inverse: `FloatSum` adds naively and offers subtraction all the same, marked as lossy;
`CompensatedSum` carries along what each addition lost, and offers none.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from swagbench.aggregations.arrays import Array, floats, summands
from swagbench.aggregations.floats import FLOATS, UNIT_ROUNDOFF, finite_sums, is_explained

if TYPE_CHECKING:
    import numpy as np

__all__ = ["CompensatedSum", "Count", "FloatSum", "Sum"]


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


class FloatSum:
    """The sum of floats, added as they come; 0.0 for an empty window.

    Its ``uncombine`` is subtraction, on purpose: whatever was rounded away, and every NaN and
    infinity, stays behind. An algorithm that needs an inverse is shown to be wrong with it.

    >>> FloatSum().uncombine(FloatSum().combine(1e20, 1.0), 1e20)
    0.0
    """

    commutative = True
    inverse_is_lossy = True
    examples: ClassVar[tuple[Any, ...]] = FLOATS

    def empty(self) -> float:
        return 0.0

    def unit(self, value: float) -> float:
        return float(value)

    def combine(self, older: float, newer: float) -> float:
        return older + newer

    def uncombine(self, whole: float, oldest: float) -> float:
        return whole - oldest

    def finalize(self, agg: float) -> float:
        return agg

    @property
    def ufunc(self) -> np.ufunc:
        import numpy as np  # noqa: PLC0415 - slow to import

        return np.add

    def units(self, values: Sequence[float]) -> Array:
        return floats(values, self.unit)

    def explains(self, values: Sequence[float], answer: float) -> bool:
        """Whether adding these values in some order, in floats, can give the answer.

        n - 1 float additions in any order err by about n u Σ|x| at most, u = 2⁻⁵³ (N. Higham,
        *Accuracy and Stability of Numerical Algorithms*, §4.2); twice that is allowed. O(n).
        """
        exact, size = finite_sums(values)
        allowed = 2 * len(values) * UNIT_ROUNDOFF * size
        return is_explained(values, answer, exact=exact, size=size, allowed=allowed)


class CompensatedSum:
    """The sum of floats with what each addition lost carried beside it; 0.0 for an empty window.

    Aggregates are pairs (sum, lost). As accurate as adding in twice the precision; not associative
    to the last bit, and without an inverse.

    Source: A. Neumaier, *Rundungsfehleranalyse einiger Verfahren zur Summation endlicher Summen*,
    ZAMM 54 (1974); its bound after T. Ogita, S. Rump, S. Oishi, *Accurate Sum and Dot Product*,
    SIAM J. Sci. Comput. 26 (2005).

    >>> add, unit = CompensatedSum().combine, CompensatedSum().unit
    >>> CompensatedSum().finalize(add(add(unit(1.0), unit(1e20)), unit(-1e20)))
    1.0
    """

    commutative = True
    examples: ClassVar[tuple[Any, ...]] = FLOATS

    def empty(self) -> tuple[float, float]:
        return 0.0, 0.0

    def unit(self, value: float) -> tuple[float, float]:
        return float(value), 0.0

    def combine(
        self, older: tuple[float, float], newer: tuple[float, float]
    ) -> tuple[float, float]:
        (large, large_lost), (small, small_lost) = older, newer
        total = large + small
        if abs(large) < abs(small):
            large, small = small, large
        return total, large_lost + small_lost + ((large - total) + small)

    def finalize(self, agg: tuple[float, float]) -> float:
        total, lost = agg
        # A sum that is not finite lost nothing that matters: `lost` is infinity less infinity.
        return total + lost if math.isfinite(total) else total

    def explains(self, values: Sequence[float], answer: float) -> bool:
        """Whether the answer is within the error bound of compensated addition in any order.

        That is 2 u |Σx| + 4 n² u² Σ|x|: one rounding at the end and the second-order error of
        adding up what was lost, both doubled. O(n).
        """
        exact, size = finite_sums(values)
        allowed = 2 * UNIT_ROUNDOFF * abs(exact) + 4 * (len(values) * UNIT_ROUNDOFF) ** 2 * size
        return is_explained(values, answer, exact=exact, size=size, allowed=allowed)
