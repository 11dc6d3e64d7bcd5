"""Two ways to add floats that depend on the order: as they come, and with what was lost.

The article's warning stands here as two classes. Float addition is not associative and has no
inverse: `FloatSum` adds naively and offers subtraction all the same, marked as lossy;
`CompensatedSum` carries along what each addition lost, and offers none. What adds floats without
losing anything is in `exact`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from swagbench.aggregations.arrays import Array, floats
from swagbench.aggregations.floats import (
    FLOATS,
    LARGEST,
    UNIT_ROUNDOFF,
    Inexact,
    Truth,
    finite_sums,
    special_sum,
)

if TYPE_CHECKING:
    import numpy as np

__all__ = ["CompensatedSum", "FloatSum"]


class FloatSum(Inexact):
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

    def truth(self, values: Sequence[float]) -> Truth:
        """The exact sum; what is explained is within 2 n u Σ|x|, u = 2⁻⁵³.

        n - 1 float additions in any order err by about n u Σ|x| at most (N. Higham, *Accuracy and
        Stability of Numerical Algorithms*, §4.2); twice that is allowed. O(n).
        """
        exact, size = finite_sums(values)
        rounding = 2 * UNIT_ROUNDOFF * size
        return Truth(
            exact=exact if (special := special_sum(values)) is None else special,
            allowed=len(values) * rounding,
            # Where sizes add up to more than the largest float, some order may pass it.
            may_overflow=size + (len(values) - 1) * rounding > LARGEST,
            least=0.0 if exact == size else None,
        )


class CompensatedSum(Inexact):
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

    def truth(self, values: Sequence[float]) -> Truth:
        """The exact sum; what is explained is within 2 u |Σx| + 4 n² u² Σ|x|, u = 2⁻⁵³.

        One rounding at the end, and the second-order error of adding up what was lost, both
        doubled. O(n).
        """
        exact, size = finite_sums(values)
        return Truth(
            exact=exact if (special := special_sum(values)) is None else special,
            allowed=2 * UNIT_ROUNDOFF * abs(exact) + 4 * (len(values) * UNIT_ROUNDOFF) ** 2 * size,
            may_overflow=size > LARGEST,
            least=0.0 if exact == size else None,
        )
