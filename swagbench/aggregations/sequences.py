"""Aggregations that keep the order: the window itself, strings, maps, matrices, and formulas."""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO
from operator import index
from typing import Any, ClassVar, TypeAlias

__all__ = ["Affine", "Collect", "Concat", "Expression", "MatrixProduct"]

Matrix: TypeAlias = tuple[tuple[int, int], tuple[int, int]]


class Collect:
    """The window itself, as a tuple: the free monoid; () for an empty window.

    An algorithm that only calls the four functions and is right here is right for every
    aggregation: order, containment and multiplicity show in one go. Combining costs O(n).

    >>> Collect().combine((1, 2), (3,))
    (1, 2, 3)
    """

    examples: ClassVar[tuple[Any, ...]] = (1, 2, 3, "text", 0.5, None, -1, 4)

    def empty(self) -> tuple[Any, ...]:
        return ()

    def unit(self, value: Any) -> tuple[Any, ...]:
        return (value,)

    def combine(self, older: tuple[Any, ...], newer: tuple[Any, ...]) -> tuple[Any, ...]:
        return older + newer

    def uncombine(self, whole: tuple[Any, ...], oldest: tuple[Any, ...]) -> tuple[Any, ...]:
        """`whole` without `oldest`; ValueError unless that is what it begins with."""
        if whole[: len(oldest)] != oldest:
            raise ValueError(f"{oldest!r} cannot leave: it is not the oldest part of {whole!r}")
        return whole[len(oldest) :]

    def finalize(self, agg: tuple[Any, ...]) -> tuple[Any, ...]:
        return agg

    def definition(self, values: Sequence[Any]) -> tuple[Any, ...]:
        return tuple(values)


class _Text:
    """What concat and expression share: the aggregate is text, "" that of no values."""

    def empty(self) -> str:
        return ""


class Concat(_Text):
    """Strings joined in order, with nothing between them; '' for an empty window.

    Not commutative. What was joined no longer shows where one string ended, so the inverse takes
    away letters, not values. Combining costs O(letters).

    >>> Concat().combine("sun", "flower")
    'sunflower'
    """

    examples: ClassVar[tuple[Any, ...]] = (
        *("a", "b", "ab", "", "aa", " ", "\n", "ä", "a\u0308", "日本", "\U0001f33b", "\0"),
    )

    def unit(self, value: str) -> str:
        if not isinstance(value, str):
            raise TypeError(f"{value!r} is not a string")
        return value

    def combine(self, older: str, newer: str) -> str:
        return f"{older}{newer}"

    def uncombine(self, whole: str, oldest: str) -> str:
        """`whole` without `oldest`; ValueError unless that is what it begins with."""
        if not whole.startswith(oldest):
            raise ValueError(f"{oldest!r} cannot leave: it is not what {whole!r} begins with")
        return whole.removeprefix(oldest)

    def finalize(self, agg: str) -> str:
        return agg

    def definition(self, values: Sequence[str]) -> str:
        """Written one after the other, as to a file."""
        file = StringIO()
        file.writelines(values)
        return file.getvalue()


class Affine:
    """Maps x → a·x + b modulo 998244353, one after the other; (1, 0) for an empty window.

    Values, aggregates and answers are pairs (a, b) of ints; (1, 0) is the map that changes nothing.
    The older map is applied first. Not commutative, and without an inverse: a may be 0.

    Source: the queue problem of Library Checker,
    https://judge.yosupo.jp/problem/queue_operate_all_composite.

    >>> Affine().combine((2, 1), (3, 0))    # first 2x + 1, then three times that
    (6, 3)
    """

    MODULUS = 998244353
    examples: ClassVar[tuple[Any, ...]] = (
        *((2, 1), (3, 0), (1, 5), (0, 7), (998244352, 4), (1, 0)),
        (-1, 998244353 + 2),  # not reduced
    )

    def empty(self) -> tuple[int, int]:
        return 1, 0

    def unit(self, value: tuple[int, int]) -> tuple[int, int]:
        a, b = value
        return a % self.MODULUS, b % self.MODULUS

    def combine(self, older: tuple[int, int], newer: tuple[int, int]) -> tuple[int, int]:
        (a, b), (c, d) = older, newer
        return c * a % self.MODULUS, (c * b + d) % self.MODULUS

    def finalize(self, agg: tuple[int, int]) -> tuple[int, int]:
        return agg

    def definition(self, values: Sequence[tuple[int, int]]) -> tuple[int, int]:
        """The maps applied to 0 and to 1, one after the other: b and a + b."""
        at_0, at_1 = 0, 1
        for a, b in values:
            at_0, at_1 = a * at_0 + b, a * at_1 + b
        return (at_1 - at_0) % self.MODULUS, at_0 % self.MODULUS


class MatrixProduct:
    """2×2 matrices of ints multiplied modulo 998244353; ((1, 0), (0, 1)) for an empty window.

    Values, aggregates and answers are ((a, b), (c, d)), row by row. The older one stands on the
    left: the product reads as the window does, oldest first. Not commutative, and without an
    inverse: a matrix may be singular. `Affine` is the case ((a, 0), (b, 1)), applied to rows.

    >>> MatrixProduct().combine(((1, 1), (0, 1)), ((1, 0), (1, 1)))
    ((2, 1), (1, 1))
    """

    MODULUS = Affine.MODULUS
    examples: ClassVar[tuple[Any, ...]] = (
        *(((1, 1), (0, 1)), ((1, 0), (1, 1)), ((0, 1), (1, 0)), ((2, 3), (5, 7))),
        *(((1, 2), (2, 4)), ((0, 1), (0, 0)), ((0, 0), (0, 0))),  # singular
        *(((1, 0), (0, 1)), ((998244352, 4), (2, 998244351))),
        ((-1, 998244353 + 2), (2**70, -(2**70))),  # not reduced
    )

    def empty(self) -> Matrix:
        return (1, 0), (0, 1)

    def unit(self, value: Matrix) -> Matrix:
        (a, b), (c, d) = value
        m = self.MODULUS
        # Not what only looks like a whole number: floats would be rounded on the way.
        return (index(a) % m, index(b) % m), (index(c) % m, index(d) % m)

    def combine(self, older: Matrix, newer: Matrix) -> Matrix:
        (a, b), (c, d) = older
        (e, f), (g, h) = newer
        m = self.MODULUS
        return (
            ((a * e + b * g) % m, (a * f + b * h) % m),
            ((c * e + d * g) % m, (c * f + d * h) % m),
        )

    def finalize(self, agg: Matrix) -> Matrix:
        return agg

    def definition(self, values: Sequence[Matrix]) -> Matrix:
        """The product applied to columns, the newest matrix first; reduced at the end alone."""
        first, second = (1, 0), (0, 1)
        for top, bottom in reversed(values):
            first, second = (
                (top[0] * x + top[1] * y, bottom[0] * x + bottom[1] * y) for x, y in (first, second)
            )
        m = self.MODULUS
        return (first[0] % m, second[0] % m), (first[1] % m, second[1] % m)


class Expression(_Text):
    """The sum of the window as a formula, to be read by people; '0' for an empty window.

    >>> Expression().combine("2 + 3", "4")
    '2 + 3 + 4'
    """

    examples: ClassVar[tuple[Any, ...]] = (1, 2, 3, "x", -4, 0)

    def unit(self, value: object) -> str:
        return str(value)

    def combine(self, older: str, newer: str) -> str:
        return f"{older} + {newer}" if older and newer else older or newer

    def finalize(self, agg: str) -> str:
        return agg or "0"

    def definition(self, values: Sequence[object]) -> str:
        return " + ".join(map(str, values)) or "0"
