"""Aggregations that keep the order: the window itself, maps under composition, and formulas."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

__all__ = ["Affine", "Collect", "Expression"]


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


class Affine:
    """Maps x → a·x + b modulo 998244353 under composition, the older one applied first.

    Values, aggregates and answers are pairs (a, b) of ints; (1, 0), the map that changes nothing,
    for an empty window. Not commutative, and without an inverse: a may be 0.

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


class Expression:
    """The sum of the window as a formula, to be read by people; "0" for an empty window.

    >>> Expression().combine("2 + 3", "4")
    '2 + 3 + 4'
    """

    examples: ClassVar[tuple[Any, ...]] = (1, 2, 3, "x", -4, 0)

    def empty(self) -> str:
        return ""

    def unit(self, value: object) -> str:
        return str(value)

    def combine(self, older: str, newer: str) -> str:
        return f"{older} + {newer}" if older and newer else older or newer

    def finalize(self, agg: str) -> str:
        return agg or "0"

    def definition(self, values: Sequence[object]) -> str:
        return " + ".join(map(str, values)) or "0"
