"""Sketches of Apache DataSketches, as bytes: an extra, listed only where it is installed.

The library's sketches are changed by merging, and cannot be pickled. An aggregate is therefore what
one of them looks like written down: to combine two, both are read again, which makes copies.

Strings have a letter put before them, as the library passes over an empty one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, ClassVar

from swagbench.aggregations.extrema import is_nan
from swagbench.core import InputError

__all__: list[str] = []

OPTIONAL = ("ApacheHLL", "CountMin", "KLLQuantile")
"""What there is where the library is installed."""

if find_spec("datasketches"):  # looks for it, and does not load it
    __all__ += ["ApacheHLL", "CountMin", "KLLQuantile"]

STRINGS = ("ann", "bob", "ann", "cleo", "", "dän", "N708JB", "N829AS", "dn", " ann", "Bob", "'")

NAN = b"nan"
"""The aggregate of whatever holds NaN, of which the library takes no notice."""

MARGIN = 2
"""How many times the rank error that the library states an answer of KLL may be off."""


@cache
def library() -> Any:
    """The library: slow to import, and perhaps not there."""
    return import_module("datasketches")


def require_library() -> None:
    """Refuse to go on without the library.

    Raises:
        InputError: it is not installed.
    """
    if not find_spec("datasketches"):
        raise InputError("it needs Apache DataSketches: pip install 'swagbench[datasketches]'")


def require_integer(name: str, given: Any, least: int, most: int) -> None:
    """Refuse what is no integer in a range.

    Raises:
        InputError: says what it is, and what would be right.
    """
    is_integer = isinstance(given, int) and not isinstance(given, bool)
    if not is_integer or not least <= given <= most:
        raise InputError(f"{name} is {given!r}; it is an integer {least} to {most}")


class ApacheHLL:
    """About how many different strings there are, by Apache's HLL; 0.0 for an empty window.

    A merge holds what a sketch of the union holds, but not what its estimate goes by: that of one
    stream remembers the order in which it came (HIP). So the sketch is merged with itself before it
    is asked, which makes it forget. All algorithms must then agree; the count errs by about
    1.04 / sqrt(2**precision), 1.6 % at precision 12. Aggregates have 4 bytes a string while they
    are few, then 2**precision.

    Args:
        precision: 4 to 21; the library calls it lg_k.

    Raises:
        InputError: the precision is no such integer, or the library is not installed.

    Source: https://datasketches.apache.org/docs/HLL/HLL.html.

    >>> hll = ApacheHLL()
    >>> round(hll.finalize(hll.combine(hll.unit("ann"), hll.unit("bob"))))
    2
    """

    commutative = True
    idempotent = True
    examples: ClassVar[tuple[Any, ...]] = (
        *STRINGS,
        # So many that the sketch goes over from a list of hashes to registers.
        *(f"user-{number}" for number in range(400)),
    )

    def __init__(self, precision: int = 12) -> None:
        require_library()
        require_integer("precision", precision, 4, 21)
        self.precision = precision

    def empty(self) -> bytes:
        written: bytes = library().hll_sketch(self.precision).serialize_compact()
        return written

    def unit(self, value: str) -> bytes:
        sketch = library().hll_sketch(self.precision)
        sketch.update("'" + value)
        written: bytes = sketch.serialize_compact()
        return written

    def combine(self, older: bytes, newer: bytes) -> bytes:
        # One byte a register, as the sketches have that were never merged.
        merged = self._union(older, newer).get_result(library().tgt_hll_type.HLL_8)
        written: bytes = merged.serialize_compact()
        return written

    def _union(self, *aggs: bytes) -> Any:
        union = library().hll_union(self.precision)
        for agg in aggs:
            union.update(library().hll_sketch.deserialize(agg))
        return union

    def finalize(self, agg: bytes) -> float:
        return float(self._union(agg, agg).get_estimate())

    def definition(self, values: Sequence[str]) -> float:
        """The count of a sketch that saw all the values, after one that saw them before."""
        sketch, union = library().hll_sketch(self.precision), library().hll_union(self.precision)
        for value in values:
            sketch.update("'" + value)
        union.update(sketch)
        union.update(sketch)
        return float(union.get_estimate())


class CountMin:
    """How often a string is there, or a little more, by count-min; 0 for an empty window.

    Never too few; too many by more than 2.72 n / buckets, where n values are in the window, with a
    chance of exp(-hashes) at most. The sketch counts all strings alike, and is asked for one.
    Merging adds counts, so all algorithms must agree. Aggregates take 8 bytes times buckets times
    hashes, 11 kB by default.

    Args:
        item: the string to ask for.
        buckets: 3 to 1048576.
        hashes: 1 to 64.

    Raises:
        InputError: the item is no string, `buckets` or `hashes` is no such integer, or the library
            is not installed.

    Source: G. Cormode and S. Muthukrishnan, *An Improved Data Stream Summary: The Count-Min Sketch
    and its Applications*, J. Algorithms 55 (2005), as implemented by Apache DataSketches,
    https://datasketches.apache.org/.

    >>> count = CountMin("ann")
    >>> count.finalize(count.combine(count.unit("ann"), count.unit("ann")))
    2
    """

    commutative = True
    examples: ClassVar[tuple[Any, ...]] = STRINGS

    def __init__(self, item: str = "ann", buckets: int = 272, hashes: int = 5) -> None:
        require_library()
        if not isinstance(item, str):
            raise InputError(f"item is {item!r}; it is a string")
        require_integer("buckets", buckets, 3, 2**20)
        require_integer("hashes", hashes, 1, 64)
        self.item = item
        self.buckets = buckets
        self.hashes = hashes

    def empty(self) -> bytes:
        return self._written(())

    def unit(self, value: str) -> bytes:
        return self._written((value,))

    def _written(self, values: Sequence[str]) -> bytes:
        sketch = library().count_min_sketch(self.hashes, self.buckets)
        for value in values:
            sketch.update("'" + value)
        written: bytes = sketch.serialize()
        return written

    def combine(self, older: bytes, newer: bytes) -> bytes:
        read = library().count_min_sketch.deserialize
        merged = read(older)
        merged.merge(read(newer))
        written: bytes = merged.serialize()
        return written

    def finalize(self, agg: bytes) -> int:
        return int(library().count_min_sketch.deserialize(agg).get_estimate("'" + self.item))

    def definition(self, values: Sequence[str]) -> int:
        """The count of one sketch that saw all the values."""
        sketch = library().count_min_sketch(self.hashes, self.buckets)
        for value in values:
            sketch.update("'" + value)
        return int(sketch.get_estimate("'" + self.item))


class KLLQuantile:
    """A value whose rank is about the q-quantile's, by a KLL sketch; None for an empty window.

    It is one of the window's own values: the one in place ceil(q n) of the n sorted ones, counted
    from 1, as long as n is at most k. Beyond that it is only near that place: merging throws a coin
    to decide what to keep. So combining is associative up to the rank error alone, and no two runs
    need agree: the library's coins have no seed. A window that holds NaN answers NaN; infinities
    are values.

    An answer is explained if its rank is off by no more than twice the share of n that the library
    states, 2.7 % at k = 200. Merged one by one from either end, in halves or in quarters, up to
    4,000 values were off by 0.65 times the stated share at the most, with a standard deviation of
    less than 0.3: what is explained does not hang on luck.

    Args:
        q: from 0 to 1.
        k: 8 to 65535: how many values are kept, more or less.

    Raises:
        InputError: q is not a number from 0 to 1, k is no such integer, or the library is not
            installed.

    Source: Z. Karnin, K. Lang and E. Liberty, *Optimal Quantile Approximation in Streams*, FOCS
    2016, as implemented by Apache DataSketches, https://datasketches.apache.org/.

    >>> median = KLLQuantile()
    >>> median.finalize(median.combine(median.unit(7.0), median.unit(3.0)))
    3.0
    """

    commutative = True
    examples: ClassVar[tuple[Any, ...]] = (
        *(3.0, 7.0, 3.0, -1.5, 0.0, -0.0, 0.1, 1e16, -1e308, 5e-324),
        *(math.inf, -math.inf, math.nan),
    )

    def __init__(self, q: float = 0.5, k: int = 200) -> None:
        require_library()
        if isinstance(q, bool) or not isinstance(q, int | float) or not 0 <= q <= 1:
            raise InputError(f"q is {q!r}; a quantile's q is a number from 0 to 1")
        require_integer("k", k, 8, 65535)
        self.q = q
        self.k = k

    def empty(self) -> bytes:
        written: bytes = library().kll_doubles_sketch(self.k).serialize()
        return written

    def unit(self, value: float) -> bytes:
        if is_nan(value):
            return NAN
        sketch = library().kll_doubles_sketch(self.k)
        sketch.update(value)
        written: bytes = sketch.serialize()
        return written

    def combine(self, older: bytes, newer: bytes) -> bytes:
        if NAN in (older, newer):
            return NAN
        read = library().kll_doubles_sketch.deserialize
        merged = read(older)
        merged.merge(read(newer))
        written: bytes = merged.serialize()
        return written

    def finalize(self, agg: bytes) -> float | None:
        if agg == NAN:
            return math.nan
        sketch = library().kll_doubles_sketch.deserialize(agg)
        return None if sketch.is_empty() else float(sketch.get_quantile(self.q, inclusive=True))

    def explains(self, values: Sequence[float], answer: Any) -> bool:
        """Whether an answer is one of the values, and its rank near enough. O(n)."""
        if not values:
            return answer is None
        if not isinstance(answer, float):
            return False
        if any(map(is_nan, values)):
            return math.isnan(answer)
        below = sum(value < answer for value in values)
        equal = sum(value == answer for value in values)
        count = len(values)
        share = library().kll_doubles_sketch.get_normalized_rank_error(self.k, as_pmf=False)
        off = MARGIN * share * count if count > self.k else 0
        # Of equal values each is in its place: the nearest one counts.
        return bool(equal) and below + 1 - off <= max(1, math.ceil(self.q * count)) <= (
            below + equal + off
        )
