"""What a rolling function can be asked for, and which aggregation says what is right."""

from __future__ import annotations

import difflib
import math
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Any, ClassVar, NamedTuple

from swagbench.aggregations.floats import (
    FLOATS,
    LARGEST,
    SMALLEST,
    UNIT_ROUNDOFF,
    Inexact,
    Truth,
)
from swagbench.core import InputError
from swagbench.registry import find_aggregation


class Question(NamedTuple):
    """What is asked for, by the specs of the aggregations that judge the answers.

    `integers` is None where integers are judged no other way than floats are.
    """

    id: str
    floats: str
    integers: str | None = None


MEDIAN = "median"
"""Judged by `MiddleOfTwo`, not by the aggregation of that name."""

_ALL = (
    Question("sum", "float_sum", "sum"),
    Question("mean", "mean"),
    Question("variance", "variance(sample=True)"),
    Question("std", "std(sample=True)"),
    Question("min", "min"),
    Question("max", "max"),
    Question("median", MEDIAN),
    Question("skewness", "skewness(sample=True)"),
    Question("kurtosis", "kurtosis(sample=True)"),
    Question("product", "float_product", "product"),
    Question("distinct", "distinct"),
)
QUESTIONS = {question.id: question for question in _ALL}
"""By their ids, in the order of tables. Variances and what follows from them are of samples."""


def question(name: str) -> Question:
    """The question called `name`.

    Raises:
        InputError: there is none; names the nearest.
    """
    if name not in QUESTIONS:
        near = difflib.get_close_matches(name, QUESTIONS, n=3, cutoff=0.5) or list(QUESTIONS)
        raise InputError(f"no rolling aggregation is called {name!r}; near: {', '.join(near)}")
    return QUESTIONS[name]


def are_integers(values: Sequence[Any]) -> bool:
    """Whether values are integers, all of them, and no booleans."""
    return all(type(value) is int for value in values)


def judging(asked: Question, values: Sequence[Any]) -> Any:
    """The aggregation that judges answers about such values."""
    is_exact = asked.integers is not None and are_integers(values)
    return _aggregation(asked.integers if is_exact and asked.integers else asked.floats)


@cache
def _aggregation(spec: str) -> Any:
    return MiddleOfTwo() if spec == MEDIAN else find_aggregation(spec).item


class MiddleOfTwo(Inexact):
    """What a median may be: between the two values in the middle there are several formulas.

    (a + b) / 2 can overflow, a + (b - a) / 2 is rounded twice: each is explained, as are both
    halves added up.
    """

    examples: ClassVar[tuple[Any, ...]] = (3, 7, *FLOATS)

    def truth(self, values: Sequence[Any]) -> Truth:
        """The exact one; what is explained is within 2 u (|a| + |b|) of it. O(n log n)."""
        if not values:
            return Truth(exact=None)
        if any(value != value for value in values):  # noqa: PLR0124 - NaN
            return Truth(exact=math.nan)
        ordered = sorted(values)
        low, high = ordered[(len(ordered) - 1) // 2], ordered[len(ordered) // 2]
        if math.isinf(low) or math.isinf(high):
            # By the formula with the difference, an infinity may well make NaN.
            return Truth(exact=low / 2 + high / 2, may_overflow=True)
        if low == high:
            return Truth(exact=Fraction(low), may_overflow=2 * abs(Fraction(low)) > LARGEST)
        size = abs(Fraction(low)) + abs(Fraction(high))
        return Truth(
            exact=(Fraction(low) + Fraction(high)) / 2,
            allowed=2 * UNIT_ROUNDOFF * size + SMALLEST,
            may_overflow=size > LARGEST,
        )
