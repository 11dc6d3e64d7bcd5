"""Sketches: small summaries that answer approximately, as aggregates that never change."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from swagbench.core import InputError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["DistinctCount"]


class DistinctCount:
    """About how many different strings there are, by HyperLogLog; 0.0 for an empty window.

    The aggregate is the array of 2**precision registers, one byte each. Merging is exact (the
    registers of a union are the elementwise maximum), so all algorithms must agree to the last bit;
    the count errs by about 1.04 / sqrt(2**precision), 1.6 % at precision 12.

    Args:
        precision: 4 to 16.

    Raises:
        InputError: the precision is not an integer from 4 to 16.

    Source: P. Flajolet, É. Fusy, O. Gandouet, F. Meunier, *HyperLogLog*, AofA 2007, as implemented
    by datasketch, https://ekzhu.com/datasketch/.

    >>> hll = DistinctCount()
    >>> round(hll.finalize(hll.combine(hll.unit("ann"), hll.unit("bob"))))
    2
    """

    commutative = True
    idempotent = True
    examples: ClassVar[tuple[Any, ...]] = (
        *("ann", "bob", "ann", "", "cleo", "dän", "N708JB", "N829AS", "dn", " ann"),
        # So many that at low precision no register is left at zero.
        *(f"user-{number}" for number in range(64)),
    )

    def __init__(self, precision: int = 12) -> None:
        if not isinstance(precision, int) or not 4 <= precision <= 16:
            raise InputError(f"precision is {precision!r}; HyperLogLog takes an integer 4 to 16")
        self.precision = precision

    @cached_property
    def _sketch(self) -> Any:
        """The sketch's class. Importing it takes half a second: only where it is used."""
        from datasketch import HyperLogLog  # noqa: PLC0415

        return HyperLogLog

    @cached_property
    def _maximum(self) -> Any:
        import numpy as np  # noqa: PLC0415

        return np.maximum

    def empty(self) -> npt.NDArray[np.int8]:
        registers: npt.NDArray[np.int8] = self._sketch(self.precision).reg
        return registers

    def unit(self, value: str) -> npt.NDArray[np.int8]:
        sketch = self._sketch(self.precision)
        sketch.update(value.encode())
        registers: npt.NDArray[np.int8] = sketch.reg
        return registers

    def combine(
        self, older: npt.NDArray[np.int8], newer: npt.NDArray[np.int8]
    ) -> npt.NDArray[np.int8]:
        # Not HyperLogLog.merge, which would change its object; the maximum is a new array.
        registers: npt.NDArray[np.int8] = self._maximum(older, newer)
        return registers

    def finalize(self, agg: npt.NDArray[np.int8]) -> float:
        return _count_of(self._sketch(self.precision, reg=agg))

    def definition(self, values: Sequence[str]) -> float:
        """The count of one sketch that saw all the values."""
        sketch = self._sketch(self.precision)
        for value in values:
            sketch.update(value.encode())
        return _count_of(sketch)


def _count_of(sketch: Any) -> float:
    try:
        with warnings.catch_warnings():
            # That its error is a little larger near its threshold is no one's fault to hear of.
            warnings.simplefilter("ignore")
            return float(sketch.count())
    except ZeroDivisionError:
        # The count is small and yet no register is zero: the paper corrects nothing then.
        return float(sketch.alpha * sketch.m**2 / (2.0**-sketch.reg).sum())
