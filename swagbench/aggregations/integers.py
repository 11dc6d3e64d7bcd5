"""Integers, exact at any size: product, greatest common divisor, and bits in two's complement.

Values are integers of any type, NumPy's too, taken as Python's own, which never overflow; True is
1. What is no integer is refused: a float as well, even one without a fraction.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import reduce
from operator import and_, index, or_, xor
from typing import TYPE_CHECKING, Any, ClassVar, SupportsIndex

from swagbench.aggregations.arrays import MOST, Array, numbers

if TYPE_CHECKING:
    import numpy as np

__all__ = ["BitAnd", "BitOr", "BitXor", "Gcd", "Product"]


def whole(value: SupportsIndex) -> int:
    """An integer as one of Python's own.

    Raises:
        TypeError: it is no integer.

    >>> whole(True), whole(-3)
    (1, -3)
    """
    return +index(value)  # the sign makes an int of True


class Product:
    """The product of integers; exact at any size; 1 for an empty window.

    Aggregates are pairs (product of the values other than zero, number of zeros): a zero that
    leaves gives back what it hid, so there is an exact inverse. A product has as many bits as its
    values together; combining, and more so the inverse, costs what multiplying and dividing such
    numbers does.

    >>> product = Product()
    >>> whole = product.combine(product.unit(0), product.unit(6))
    >>> product.finalize(whole), product.finalize(product.uncombine(whole, product.unit(0)))
    (0, 6)
    """

    commutative = True
    # Few of them are zero: a product hides all else behind one.
    examples: ClassVar[tuple[Any, ...]] = (3, -1, 2, -20, 2**53 + 1, 1, 7, True, -(2**70), 0)

    def empty(self) -> tuple[int, int]:
        return 1, 0

    def unit(self, value: SupportsIndex) -> tuple[int, int]:
        factor = whole(value)
        return (factor, 0) if factor else (1, 1)

    def combine(self, older: tuple[int, int], newer: tuple[int, int]) -> tuple[int, int]:
        return older[0] * newer[0], older[1] + newer[1]

    def uncombine(self, whole: tuple[int, int], oldest: tuple[int, int]) -> tuple[int, int]:
        return whole[0] // oldest[0], whole[1] - oldest[1]  # nothing remains: it is a factor

    def finalize(self, agg: tuple[int, int]) -> int:
        product, zeros = agg
        return 0 if zeros else product

    def definition(self, values: Sequence[int]) -> int:
        return math.prod(values)


class _Integers:
    """What gcd and bits share: the aggregate is the answer, that of no values 0."""

    commutative = True
    examples: ClassVar[tuple[Any, ...]] = (
        *(0b1100, 0b1010, -8, 0, 2**53 + 1, 2**63 - 1),
        *(-(2**63), -1, 2**63, -(2**70) + 5, 1, True),
    )

    def empty(self) -> int:
        return 0

    def unit(self, value: SupportsIndex) -> int:
        return whole(value)

    def finalize(self, agg: int) -> int:
        return agg

    def units(self, values: Sequence[int]) -> Array | None:
        units = numbers(values)
        return None if units is None or units.dtype.kind == "f" else units


class Gcd(_Integers):
    """The greatest common divisor of integers, never negative; 0 for an empty window.

    It is 0 where all values are zero, as every number divides zero. Combining costs O(log value)
    divisions.

    >>> Gcd().combine(12, 18)
    6
    """

    idempotent = True
    # First those with something in common: one small odd number hides it.
    examples: ClassVar[tuple[Any, ...]] = (
        *(12, -18, 0, 30, 6 * (2**53 + 1), -(2**63), 2**70 * 15),
        *(2**63 - 1, 35, -7, 1, True),
    )

    def unit(self, value: SupportsIndex) -> int:
        return abs(whole(value))

    def combine(self, older: int, newer: int) -> int:
        return math.gcd(older, newer)

    @property
    def ufunc(self) -> np.ufunc:
        import numpy as np  # noqa: PLC0415 - slow to import

        return np.gcd

    def units(self, values: Sequence[int]) -> Array | None:
        import numpy as np  # noqa: PLC0415 - slow to import

        units = super().units(values)
        if units is None or units.dtype.kind == "u":
            return units
        # In an array the lowest number of a type is its own absolute value: negative.
        wide = units.astype(np.int64)
        return None if len(wide) and int(wide.min()) < -MOST else np.abs(wide)

    def definition(self, values: Sequence[int]) -> int:
        return math.gcd(*values)


class BitAnd(_Integers):
    """The bits that all integers have, in two's complement; -1 for an empty window: all bits.

    Negative where all values are.

    >>> BitAnd().combine(0b1100, -7)
    8
    """

    idempotent = True

    def empty(self) -> int:
        return -1

    def combine(self, older: int, newer: int) -> int:
        return older & newer

    @property
    def ufunc(self) -> np.ufunc:
        import numpy as np  # noqa: PLC0415 - slow to import

        return np.bitwise_and

    def definition(self, values: Sequence[int]) -> int:
        return reduce(and_, values, -1)


class BitOr(_Integers):
    """The bits that any of the integers has, in two's complement; 0 for an empty window.

    Negative where any value is. There is no inverse: nobody knows who else had a bit.

    >>> BitOr().combine(0b1100, 0b1010)
    14
    """

    idempotent = True

    def combine(self, older: int, newer: int) -> int:
        return older | newer

    @property
    def ufunc(self) -> np.ufunc:
        import numpy as np  # noqa: PLC0415 - slow to import

        return np.bitwise_or

    def definition(self, values: Sequence[int]) -> int:
        return reduce(or_, values, 0)


class BitXor(_Integers):
    """The bits that an odd number of integers has, in two's complement; 0 for an empty window.

    Negative where an odd number of values is. It is its own exact inverse.

    >>> BitXor().uncombine(BitXor().combine(0b1100, 0b1010), 0b1100)
    10
    """

    def combine(self, older: int, newer: int) -> int:
        return older ^ newer

    def uncombine(self, whole: int, oldest: int) -> int:
        return whole ^ oldest

    @property
    def ufunc(self) -> np.ufunc:
        import numpy as np  # noqa: PLC0415 - slow to import

        return np.bitwise_xor

    def definition(self, values: Sequence[int]) -> int:
        return reduce(xor, values, 0)
