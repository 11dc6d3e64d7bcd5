"""Truth: whether any value is true, and whether all are, by counting those that decide it.

Values are of any kind and true or not as Python says: zeros, None and what is empty are false, NaN
is true. A value whose truth nobody can tell is refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

__all__ = ["All", "Any"]


class _Tally:
    """What any and all share: the aggregate is how many values decide the answer.

    The answers themselves would be aggregates too, by ``or`` and ``and``, and would select and have
    a ufunc, but no inverse: nobody knows whether one that leaves was the only one. A count knows.
    It is idempotent none the less: doubling a count changes whether it is zero as little as adding
    True to True does.
    """

    commutative = True
    idempotent = True

    def empty(self) -> int:
        return 0

    def combine(self, older: int, newer: int) -> int:
        return older + newer

    def uncombine(self, whole: int, oldest: int) -> int:
        return whole - oldest

    def sort_key(self, value: object) -> bool:
        return bool(value)


class Any(_Tally):
    """Whether any value is true; False for an empty window.

    Values are of any kind; NaN is true, as in Python. Aggregates are the number of true values,
    which makes the inverse exact.

    >>> Any().finalize(Any().combine(Any().unit(""), Any().unit("text")))
    True
    """

    # False ones first: one that is true hides them.
    examples: ClassVar[tuple[object, ...]] = (
        *(False, 0, "", None, 0.0, -0.0, ()),
        *(True, "text", float("nan"), -1, (0,)),
    )

    def unit(self, value: object) -> int:
        return 1 if value else 0

    def finalize(self, agg: int) -> bool:
        return agg > 0

    def pick(self, ordered: Sequence[object]) -> bool:
        return bool(ordered[-1])

    def definition(self, values: Sequence[object]) -> bool:
        return any(values)


class All(_Tally):
    """Whether all values are true; True for an empty window.

    Values are of any kind; NaN is true, as in Python. Aggregates are the number of false values,
    which makes the inverse exact.

    >>> All().finalize(All().combine(All().unit(""), All().unit("text")))
    False
    """

    # True ones first: one that is false hides them.
    examples: ClassVar[tuple[object, ...]] = (
        *(True, 1, "text", float("nan"), (0,), -0.5),
        *(False, 0, "", None, -0.0, ()),
    )

    def unit(self, value: object) -> int:
        return 0 if value else 1

    def finalize(self, agg: int) -> bool:
        return agg == 0

    def pick(self, ordered: Sequence[object]) -> bool:
        return bool(ordered[0])

    def definition(self, values: Sequence[object]) -> bool:
        return all(values)
