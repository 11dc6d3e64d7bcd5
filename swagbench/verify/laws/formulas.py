"""Formulas: calls of an aggregation's functions, over runs of values that are known by number.

A window only ever makes aggregates by bracketing the values that it holds, with empty aggregates
in between: so the formulas of most laws are bracketings.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, partial
from random import Random
from typing import Any, NamedTuple, TypeAlias

GONE = -1
"""What is left of a formula without its only run."""


class Call(NamedTuple):
    """A call of one of an aggregation's functions of two aggregates."""

    function: str
    older: Formula
    newer: Formula


Formula: TypeAlias = int | Call | None
"""The aggregate of a run, by the run's number; a call; or None, which stands for ``empty()``."""

Equation = tuple[Formula, tuple[int, ...]]
"""A formula, and the runs that it stands for, oldest first."""

combine = partial(Call, "combine")
uncombine = partial(Call, "uncombine")


def name(run: int) -> str:
    """What a run is called.

    >>> name(0), name(25), name(29)
    ('a', 'z', 'a29')
    """
    return chr(ord("a") + run) if run < 26 else f"a{run}"


def written(formula: Formula) -> str:
    """A formula as Python.

    >>> written(combine(None, combine(0, 1)))
    'combine(empty(), combine(a, b))'
    """
    if formula is None:
        return "empty()"
    if isinstance(formula, int):
        return name(formula)
    return f"{formula.function}({written(formula.older)}, {written(formula.newer)})"


def aggregate(aggregation: Any, formula: Formula, aggs: Sequence[Any]) -> Any:
    """What a formula gives, where `aggs` are the aggregates of the runs."""
    if formula is None:
        return aggregation.empty()
    if isinstance(formula, int):
        return aggs[formula]
    function = getattr(aggregation, formula.function)
    older = aggregate(aggregation, formula.older, aggs)
    return function(older, aggregate(aggregation, formula.newer, aggs))


def without(formula: Formula, gone: int | None) -> Formula:
    """A formula without one of its runs, those after it moved up; for None, without its empties.

    `GONE` if nothing is left.

    >>> written(without(combine(combine(0, 1), 2), 1))
    'combine(a, b)'
    >>> written(without(combine(0, combine(None, 1)), None))
    'combine(a, b)'
    """
    if formula == gone:
        return GONE
    if isinstance(formula, Call):
        older, newer = without(formula.older, gone), without(formula.newer, gone)
        if older == GONE:
            return newer
        return older if newer == GONE else Call(formula.function, older, newer)
    if formula is None or gone is None:
        return formula
    return formula - (formula > gone)


def number_of_runs(formula: Formula) -> int:
    if isinstance(formula, Call):
        return max(number_of_runs(formula.older), number_of_runs(formula.newer))
    return 0 if formula is None else formula + 1


# --- bracketings ----------------------------------------------------------------------------------


@cache
def all_bracketings(size: int, first: int = 0) -> tuple[Formula, ...]:
    """Every way to combine so many adjacent runs; the plain fold comes last.

    >>> [written(one) for one in all_bracketings(3)]
    ['combine(a, combine(b, c))', 'combine(combine(a, b), c)']
    """
    if size == 1:
        return (first,)
    return tuple(
        combine(older, newer)
        for left in range(1, size)
        for older in all_bracketings(left, first)
        for newer in all_bracketings(size - left, first + left)
    )


def a_bracketing(rng: Random, size: int, first: int = 0) -> Formula:
    """A way to combine so many adjacent runs, by halving at random."""
    if size == 1:
        return first
    left = rng.randrange(1, size)
    return combine(a_bracketing(rng, left, first), a_bracketing(rng, size - left, first + left))


def with_each_empty(formula: Formula) -> Iterator[Formula]:
    """A formula with one ``empty()`` in it, wherever there can be one.

    >>> [written(one) for one in with_each_empty(0)]
    ['combine(empty(), a)', 'combine(a, empty())']
    """
    yield combine(None, formula)
    yield combine(formula, None)
    if isinstance(formula, Call):
        yield from (combine(older, formula.newer) for older in with_each_empty(formula.older))
        yield from (combine(formula.older, newer) for newer in with_each_empty(formula.newer))


def with_an_empty(rng: Random, formula: Formula) -> Formula:
    """A formula with one ``empty()`` somewhere in it."""
    if not isinstance(formula, Call) or rng.random() < 0.2:
        return combine(None, formula) if rng.random() < 0.5 else combine(formula, None)
    older, newer = formula.older, formula.newer
    if rng.random() < 0.5:
        return combine(with_an_empty(rng, older), newer)
    return combine(older, with_an_empty(rng, newer))
