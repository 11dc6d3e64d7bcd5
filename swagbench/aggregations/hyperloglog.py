"""HyperLogLog: about how many different strings there are, in aggregates no larger than need be.

A string raises one of m = 2**precision registers to a rank, and merging takes the larger rank of
each. So a register and its rank stand for a string: they are its *code*, ``register << 6 | rank``.
An aggregate has one of three forms, and the registers alone decide which:

- one register is not zero: its code, an int;
- none, or up to m / 96: a dict from register to rank;
- more: `Registers`, an array of all ranks.

A dict of m / 96 items takes, with its keys, little more than half of what the array does. All three
are made once and then only read. Where a string changes nothing an aggregate is handed on as it is:
the suffixes that a window keeps are mostly one and the same.
"""

from __future__ import annotations

import hashlib
import math
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from swagbench.core import InputError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["DistinctCount", "DistinctCountPlusPlus"]

POWERS = tuple(2.0**-rank if rank <= 37 else math.nan for rank in range(64))
"""2**-rank; NaN where a sum of 2**16 of them might be rounded, and so depend on the order."""


@cache
def _numpy() -> Any:
    import numpy as np  # noqa: PLC0415 - slow to import

    return np


@dataclass(slots=True, eq=False)
class Registers:
    """The ranks of all registers.

    How many are zero and the `total` of all 2**-rank make the answer. Both are kept as single
    registers change; merging makes them NaN, which means not known and stays so.
    """

    ranks: npt.NDArray[np.int8]
    zeros: float = math.nan
    total: float = math.nan

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Registers) and bool((self.ranks == other.ranks).all())

    __hash__ = None  # type: ignore[assignment]

    def with_code(self, code: int) -> Registers:
        """With one register raised to a rank; itself if that changes nothing."""
        register, rank = code >> 6, code & 63
        old = self.ranks.item(register)
        if rank <= old:
            return self
        ranks = self.ranks.copy()
        ranks[register] = rank
        return Registers(ranks, self.zeros - (old == 0), self.total - POWERS[old] + POWERS[rank])

    def merged(self, other: Registers) -> Registers:
        return Registers(_numpy().maximum(self.ranks, other.ranks))


Sketch: TypeAlias = int | dict[int, int] | Registers
Hash: TypeAlias = Callable[[bytes], int]


class HyperLogLog:
    """What both have in common: all but the size of a hash and how the answer is estimated."""

    commutative = True
    idempotent = True
    examples: ClassVar[tuple[Any, ...]] = (
        *("ann", "bob", "", "cleo", "dän", "N708JB", "N829AS", " ann", "ann ", "漢字", "🛬", "\0"),
        # So many that of 16 registers none is left at zero.
        *(f"user-{number}" for number in range(24)),
    )
    hash_bits: ClassVar[int]

    def __init__(self, precision: int = 12, hash_function: Hash | None = None) -> None:
        if not isinstance(precision, int) or not 4 <= precision <= 16:
            raise InputError(f"precision is {precision!r}; HyperLogLog takes an integer 4 to 16")
        if hash_function is not None and not callable(hash_function):
            raise InputError(
                f"hash_function is {hash_function!r}; HyperLogLog takes a function of bytes that "
                f"gives an int of {self.hash_bits} bits, or None for SHA-1"
            )
        self.precision = precision
        self.hash_function = hash_function
        self._m = 1 << precision
        self._few = self._m // 96
        alpha = {4: 0.673, 5: 0.697, 6: 0.709}.get(precision, 0.7213 / (1.0 + 1.079 / self._m))
        self._scale = alpha * float(self._m**2)

    def empty(self) -> Sketch:
        return {}

    def unit(self, value: str) -> Sketch:
        hashed = (self.hash_function or self._sha1)(value.encode())
        if hashed >> self.hash_bits:
            raise InputError(f"a hash is {hashed!r}; it has {self.hash_bits} bits, and no sign")
        # The rank is the place of the first 1 in all of the hash that is not the register.
        rest = hashed >> self.precision
        rank = self.hash_bits - self.precision - rest.bit_length() + 1
        return (hashed & self._m - 1) << 6 | rank

    def _sha1(self, data: bytes) -> int:
        digest = hashlib.sha1(data, usedforsecurity=False).digest()
        return int.from_bytes(digest[: self.hash_bits // 8], "little")

    def combine(self, older: Sketch, newer: Sketch) -> Sketch:
        if isinstance(newer, int):
            return self._with_code(older, newer)
        if isinstance(older, int):
            return self._with_code(newer, older)
        if not older or older is newer:
            return newer
        if isinstance(older, Registers) or isinstance(newer, Registers):
            return self._dense(older).merged(self._dense(newer)) if newer else older
        ranks = older | newer
        for register in older.keys() & newer.keys():
            ranks[register] = max(older[register], newer[register])
        return ranks if len(ranks) <= self._few else self._dense(ranks)

    def _with_code(self, sketch: Sketch, code: int) -> Sketch:
        """With the code of one string; the sketch itself if that changes nothing."""
        if isinstance(sketch, Registers):
            return sketch.with_code(code)
        if not sketch:
            return code
        register, rank = code >> 6, code & 63
        if isinstance(sketch, int):
            if sketch >> 6 == register:
                return max(sketch, code)
            sketch = _sparse(sketch)
        elif rank <= sketch.get(register, 0):
            return sketch
        sparse = {**sketch, register: rank}
        if len(sparse) <= self._few:
            return sparse
        dense = self._dense(sparse)
        dense.total = dense.zeros + sum(POWERS[one] for one in sparse.values())
        return dense

    def _dense(self, sketch: Sketch) -> Registers:
        """Whatever the form, as registers."""
        if isinstance(sketch, Registers):
            return sketch
        sparse = _sparse(sketch)
        # Item by item a bytearray is written in half the time.
        ranks = bytearray(self._m)
        for register, rank in sparse.items():
            ranks[register] = rank
        np = _numpy()
        return Registers(np.frombuffer(ranks, np.int8), self._m - len(sparse))

    def registers(self, agg: Sketch) -> npt.NDArray[np.int8]:
        """The registers of an aggregate, as datasketch has them, in a new array."""
        return self._dense(agg).ranks.copy()

    def definition(self, values: Sequence[str]) -> float:
        """The count of one sketch of datasketch's that saw all the values."""
        sketch = self._sketch()
        for value in values:
            sketch.update(value.encode())
        return _count_of(sketch)

    def _sketch(self, **given: Any) -> Any:
        """A sketch of datasketch's with these settings. Importing it takes half a second."""
        import datasketch  # noqa: PLC0415

        kinds = {32: datasketch.HyperLogLog, 64: datasketch.HyperLogLogPlusPlus}
        if self.hash_function is not None:
            given["hashfunc"] = self.hash_function
        return kinds[self.hash_bits](self.precision, **given)

    def _zeros(self, agg: Sketch) -> float:
        """How many registers are zero."""
        if isinstance(agg, int):
            return self._m - 1
        if not isinstance(agg, Registers):
            return self._m - len(agg)
        if math.isnan(agg.zeros):
            return self._m - int(_numpy().count_nonzero(agg.ranks))
        return agg.zeros

    def _linear(self, zeros: float) -> float:
        """The estimate by linear counting. NumPy's logarithm may differ from Python's."""
        return float(self._m * _numpy().log(self._m / float(zeros)))

    def _raw(self, agg: Registers) -> float:
        """The estimate by the harmonic mean of all 2**rank, not corrected."""
        total = agg.total
        if math.isnan(total):
            total = float(_numpy().ldexp(1.0, -agg.ranks).sum())
        return self._scale / total


def _sparse(sketch: int | dict[int, int]) -> dict[int, int]:
    return {sketch >> 6: sketch & 63} if isinstance(sketch, int) else sketch


def _count_of(sketch: Any) -> float:
    try:
        with warnings.catch_warnings():
            # That its error is a little larger near its threshold is no one's fault to hear of.
            warnings.simplefilter("ignore")
            return float(sketch.count())
    except ZeroDivisionError:
        # The count is small and yet no register is zero: the paper corrects nothing then.
        return float(sketch.alpha * sketch.m**2 / (2.0**-sketch.reg).sum())


class DistinctCount(HyperLogLog):
    """About how many different strings there are, by HyperLogLog; 0.0 for an empty window.

    Merging is exact (the registers of a union are the elementwise maximum), so all algorithms must
    agree to the last bit, and with datasketch. The count errs by about 1.04 / √m, 1.6 % at
    precision 12. Combining with one string is O(1) where it changes nothing; all else is O(m), or
    less where strings are few.

    Args:
        precision: 4 to 16; there are m = 2**precision registers.
        hash_function: takes bytes, gives an int of 32 bits; None for the first ones of SHA-1.

    Raises:
        InputError: the precision is not an integer from 4 to 16, the hash function is none, or a
            hash is negative or too long.

    Source: P. Flajolet, É. Fusy, O. Gandouet, F. Meunier, *HyperLogLog*, AofA 2007, as implemented
    by datasketch, https://ekzhu.com/datasketch/.

    >>> hll = DistinctCount()
    >>> round(hll.finalize(hll.combine(hll.unit("ann"), hll.unit("bob"))))
    2
    """

    hash_bits = 32

    def finalize(self, agg: Sketch) -> float:
        zeros = self._zeros(agg)
        # The total is no less than `zeros`, so the raw estimate is below 0.73 m² / zeros.
        if not isinstance(agg, Registers) or zeros > 0.3 * self._m:
            return self._linear(zeros)
        raw = self._raw(agg)
        if raw <= 2.5 * self._m:
            return self._linear(zeros) if zeros else raw
        if raw <= (1.0 / 30.0) * 2**32:
            return raw
        return _count_of(self._sketch(reg=agg.ranks))


class DistinctCountPlusPlus(HyperLogLog):
    """About how many different strings there are, by HyperLogLog++; 0.0 for an empty window.

    As `DistinctCount`, with hashes of 64 bits, which do not run out, and without its bias where
    linear counting ends. Taking out the bias is left to datasketch.

    Args:
        precision: 4 to 16; there are m = 2**precision registers.
        hash_function: takes bytes, gives an int of 64 bits; None for the first ones of SHA-1.

    Raises:
        InputError: as for `DistinctCount`.

    Source: S. Heule, M. Nunkesser, A. Hall, *HyperLogLog in Practice*, EDBT 2013, as implemented by
    datasketch, https://ekzhu.com/datasketch/.

    >>> hll = DistinctCountPlusPlus(hash_function=lambda data: len(data) << 60)
    >>> round(hll.finalize(hll.combine(hll.unit("ann"), hll.unit("bob"))))
    1
    """

    hash_bits = 64
    thresholds: ClassVar[dict[int, int]] = dict(
        enumerate((10, 20, 40, 80, 220, 400, 900, 1800, 3100, 6500, 11500, 20000, 50000), start=4)
    )
    """Up to which estimate linear counting is the better one, by precision."""

    def finalize(self, agg: Sketch) -> float:
        zeros = self._zeros(agg)
        if zeros and (linear := self._linear(zeros)) <= self.thresholds[self.precision]:
            return linear
        assert isinstance(agg, Registers)  # Of few codes linear counting is right.
        raw = self._raw(agg)
        return raw if raw > 5 * self._m else _count_of(self._sketch(reg=agg.ranks))
