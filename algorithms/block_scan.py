"""Block scan: the stream cut into blocks as long as the window, each scanned from both ends.

======== =================== ===================
         combine calls       a value
======== =================== ===================
roll     3n - 4 in a block   3 - 4/n, at most 3
======== =================== ===================

A batch: the whole stream is there before it is asked, and nothing is kept between calls. Needs
nothing of the aggregation. If it offers a ufunc and commutes, the scans are NumPy's, of an array
of numbers; otherwise they call ``combine``, through an array of aggregates.

Source: M. van Herk, *A fast algorithm for local minimum and maximum filters on rectangular and
octagonal kernels*, Pattern Recognition Letters 13 (1992); J. Gil, M. Werman, *Computing 2-D Min,
Median, and Max Filters*, IEEE Transactions on Pattern Analysis and Machine Intelligence 15 (1993).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Generic, TypeAlias

from swagbench.core import Ability, Agg, Aggregation, Bound, Card, Family, Out, Value, offers

if TYPE_CHECKING:
    import numpy as np

Array: TypeAlias = "np.ndarray[Any, Any]"

AT_ONCE = 2**16
"""How many values are scanned at once: with what is made of them they stay in the cache."""

SHORT = 64
"""Blocks of up to this size are scanned side by side, longer ones each by itself."""


class BlockScan(Generic[Value, Agg, Out]):
    """Answers for all windows v[i] … v[i+n-1] of a stream, cut into blocks at the multiples of n.

    With Σ(i, j) the aggregate of v[i] … v[j-1], and e the end of the block that v[i] is in::

        suffix[i]   == Σ(i, e)
        prefix[j]   == Σ(e, j)                    for e < j < e + n
        Σ(i, i + n) == suffix[i]                  for i = e - n: one whole block, taken once
        Σ(i, i + n) == suffix[i] ∘ prefix[i + n]  for all others
    """

    card = Card(
        idea="blocks as long as the window, scanned from both ends; a suffix and the next prefix",
        source="van Herk 1992; Gil and Werman 1993",
        family=Family.BATCH,
        slide_mean=Bound(3),
    )

    __slots__ = ("aggregation",)

    def __init__(self, aggregation: Aggregation[Value, Agg, Out]) -> None:
        self.aggregation = aggregation

    def roll(self, values: Sequence[Value], size: int) -> Sequence[Out]:
        """The answers for all full windows of `size` values: an array if by ufunc, else a list.

        Raises:
            ValueError: `size` is not a whole number of at least 1.
        """
        import numpy as np  # noqa: PLC0415 - slow to import, and not needed to be listed

        if not isinstance(size, int | np.integer) or isinstance(size, bool) or size < 1:
            raise ValueError(f"size {size!r} is not a whole number of at least 1, such as 1024")
        aggregation: Any = self.aggregation
        has_ufunc = offers(aggregation, Ability.UFUNC) and offers(aggregation, Ability.COMMUTATIVE)
        units: Array | None = aggregation.units(values) if has_ufunc else None
        by_ufunc = units is not None
        if units is not None:
            combine = newer_first = aggregation.ufunc
        else:
            units = np.fromiter(map(aggregation.unit, values), object)
            combine = np.frompyfunc(aggregation.combine, 2, 1)
            newer_first = np.frompyfunc(_swapped(aggregation.combine), 2, 1)
        aggs: Any = np.empty(max(0, len(units) - size + 1), units.dtype)
        with np.errstate(all="ignore"):  # Infinity and NaN are answers like any other.
            _scan(units, size, combine, newer_first, aggs)
        return aggs if by_ufunc else [*map(aggregation.finalize, aggs)]


def _swapped(combine: Callable[[Agg, Agg], Agg]) -> Callable[[Agg, Agg], Agg]:
    return lambda newer, older: combine(older, newer)


def _scan(units: Array, size: int, combine: np.ufunc, newer_first: np.ufunc, aggs: Array) -> None:
    """Put the aggregates of all windows into `aggs`.

    A scan that goes back in time comes upon older units: it takes `newer_first`, which combines
    them on the older side.
    """
    if not len(aggs):
        return
    end = len(units) // size * size
    blocks = units[:end].reshape(-1, size)
    followed, following = blocks[:-1], blocks[1:, :-1]
    begun = aggs[: end - size].reshape(-1, size)
    step = max(1, AT_ONCE // size)
    for first in range(0, len(begun), step):
        part = slice(first, first + step)
        if size <= SHORT:
            older, newer, out = followed[part].T, following[part].T, begun[part].T
            _scan_side_by_side(older, newer, combine, newer_first, out)
        else:
            _scan_each(followed[part], following[part], combine, newer_first, begun[part])
    # The last whole block, followed by what is left.
    _scan_each(blocks[-1:], units[None, end:], combine, newer_first, aggs[None, end - size :])


def _scan_each(
    blocks: Array, following: Array, combine: np.ufunc, newer_first: np.ufunc, aggs: Array
) -> None:
    """The windows that begin in blocks, which are rows, and end in those that follow."""
    suffixes = newer_first.accumulate(blocks[:, ::-1], axis=1)[:, ::-1]
    aggs[:, 0] = suffixes[:, 0]
    if following.size:
        prefixes = combine.accumulate(following, axis=1)
        combine(suffixes[:, 1 : aggs.shape[1]], prefixes, out=aggs[:, 1:])


def _scan_side_by_side(
    blocks: Array, following: Array, combine: np.ufunc, newer_first: np.ufunc, aggs: Array
) -> None:
    """The same of blocks that are columns: each step of the scans is one call for all of them."""
    suffixes = [*accumulate(blocks[::-1], newer_first)]
    aggs[0] = suffixes.pop()
    for out, prefix in zip(aggs[1:], accumulate(following, combine), strict=True):
        combine(suffixes.pop(), prefix, out=out)
