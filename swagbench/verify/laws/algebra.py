"""Algebra: formulas whose answer must be that of the plain fold, or of what defines it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import chain, product
from typing import Any

from swagbench.oracle import is_right, is_same, recompute
from swagbench.verify.checking import Profile
from swagbench.verify.laws.cases import (
    Case,
    associative,
    bracketed,
    equations,
    longer_runs,
    single_runs,
    with_empties,
)
from swagbench.verify.laws.formulas import (
    GONE,
    Equation,
    all_bracketings,
    combine,
    uncombine,
    without,
    written,
)
from swagbench.verify.laws.law import About, Trial, Wrong
from swagbench.verify.laws.sameness import is_strictly_same
from swagbench.verify.laws.writing import fold_written, list_written, runs_written
from swagbench.verify.probes import examples_of, shown

APART = 1e-6
"""How far answers are apart, of their size, of which one cannot be the other's rounding."""

EXPLAINED = "an answer that explains() accepts"


def unless_right(aggregation: Any, case: Case, answer: Any) -> Wrong | None:
    """What is wrong with an answer for the values that a case stands for."""
    held = case.held
    if is_right(aggregation, held, answer):
        return None
    expected = recompute(aggregation, held)
    if is_right(aggregation, held, expected):
        return _unlike_the_fold(case, expected, answer)
    return _unexplained(answer)


def _unless_exact(aggregation: Any, case: Case, answer: Any) -> Wrong | None:
    """What is wrong with an answer for a run, to the type and sign: as defined, or else folded."""
    definition = getattr(aggregation, "definition", None)
    expected = (definition or partial(recompute, aggregation))(tuple(case.values()))
    if is_strictly_same(expected, answer):
        return None
    asked = _definition_asked if definition else _fold_asked
    return Wrong(shown(expected), shown(answer), asked(case))


def _unlike_the_fold(case: Case, expected: Any, answer: Any) -> Wrong:
    return Wrong(shown(expected), shown(answer), _fold_asked(case))


def _fold_asked(case: Case) -> str:
    return f"repr(finalize({fold_written(case.pool, case.held_positions)}))"


def _definition_asked(case: Case) -> str:
    return f"repr(aggregation.definition({list_written(case.pool, case.held_positions)}))"


def _unexplained(answer: Any, about: About | None = None) -> Wrong:
    return Wrong(EXPLAINED, shown(answer), repr(EXPLAINED), about)


# --- equations: a formula, and the runs that it stands for ----------------------------------------


def equals(aggregation: Any, case: Case) -> Wrong | None:
    """What is wrong with the answer of a case's formula."""
    return unless_right(aggregation, case, case.answer(aggregation))


def _equals_with_empties(aggregation: Any, case: Case) -> Wrong | None:
    """What is wrong with a formula that is right without what is empty in it."""
    wrong, plain = equals(aggregation, case), without(case.formula, None)
    if wrong and plain != GONE and equals(aggregation, replace(case, formula=plain)):
        return None
    return wrong


def _about_formula(_: Any, case: Case) -> About:
    text = written(case.formula)
    return About(text, runs_written(case), f"repr(finalize({text}))")


def _of(*forms: Equation) -> Trial:
    return Trial(partial(equations, forms), equals, _about_formula)


ASSOCIATIVE = Trial(associative, equals, _about_formula)
IDENTITY = Trial(with_empties, _equals_with_empties, _about_formula)
COMMUTATIVE = _of(
    (combine(1, 0), (0, 1)),
    (combine(combine(1, 0), 2), (0, 1, 2)),
    (combine(0, combine(2, 1)), (0, 1, 2)),
)
IDEMPOTENT = _of(
    (combine(0, 0), (0,)),
    (combine(combine(0, 0), 1), (0, 1)),
    (combine(0, combine(1, 1)), (0, 1)),
)
INVERSE = _of(
    (uncombine(0, 0), ()),
    (uncombine(combine(0, 1), 0), (1,)),
    (combine(uncombine(combine(0, 1), 0), 2), (1, 2)),
)

# --- selecting ------------------------------------------------------------------------------------

PAIRS: tuple[Equation, ...] = ((combine(0, 1), (0, 1)),)


def _pairs(aggregation: Any, profile: Profile) -> Iterator[Case]:
    """Two runs; as no formula is on trial, neither of them can be left out."""
    return (replace(case, formula=0) for case in equations(PAIRS, aggregation, profile))


def _selects(aggregation: Any, case: Case) -> Wrong | None:
    a, b = case.aggs(aggregation)
    chosen = aggregation.combine(a, b)
    is_tie = is_same(aggregation.finalize(a), aggregation.finalize(b))
    if chosen is a or (chosen is b and not is_tie):
        return None
    expected = "a, the older of equals" if is_tie else "a or b"
    given = "b" if chosen is b else f"neither: {shown(aggregation.finalize(chosen))}"
    return Wrong(expected, given, repr(expected))


def _about_selecting(_: Any, case: Case) -> About:
    setup = [*runs_written(case), "chosen = combine(a, b)"]
    neither = 'f"neither: {finalize(chosen)!r}"'
    asked = f'"a" if chosen is a else "b" if chosen is b else {neither}'
    return About("combine(a, b)", setup, asked)


SELECTIVE = Trial(_pairs, _selects, _about_selecting)

# --- order ----------------------------------------------------------------------------------------


def _picks(aggregation: Any, case: Case) -> Wrong | None:
    """What is wrong with a pick. If exact, it is the very one of equal values that it must be."""
    answer = aggregation.pick(sorted(case.values(), key=aggregation.sort_key))
    wrong = unless_right(aggregation, case, answer)
    if wrong or getattr(aggregation, "explains", None) is not None:
        return wrong
    return _unless_exact(aggregation, case, answer)


def _about_picking(_: Any, case: Case) -> About:
    values = list_written(case.pool, case.runs[0])
    setup = [f"ordered = sorted({values}, key=aggregation.sort_key)"]
    return About("pick(sorted(a))", setup, "repr(aggregation.pick(ordered))")


ORDER = Trial(single_runs, _picks, _about_picking)

# --- definition -----------------------------------------------------------------------------------


def why_undefined(aggregation: Any) -> str:
    """Why no definition can be claimed, "" if it can."""
    stated = hasattr(aggregation, "explains") or hasattr(aggregation, "definition")
    return "" if stated else "states no definition"


def _definitions(aggregation: Any, profile: Profile) -> Iterator[Case]:
    if not why_undefined(aggregation):
        yield from single_runs(aggregation, profile, shortest=0)
        pool = examples_of(aggregation)
        # All or none: what cancels out may stand anywhere in the pool.
        triples = product(range(len(pool)), repeat=3)
        few = triples if len(pool) ** 3 <= 20 * profile.law_trials else ()
        for run in chain(few, longer_runs(pool, profile)):
            yield Case(pool, (run,), shortest=0)


def _defined(aggregation: Any, case: Case) -> Wrong | None:
    """Whether folding agrees with what the aggregation says itself is right."""
    values, answer = case.values(), recompute(aggregation, case.values())
    explains = getattr(aggregation, "explains", None)
    definition = getattr(aggregation, "definition", None)
    if explains is None:
        return _unless_exact(aggregation, case, answer)
    if not explains(values, answer):
        return _unexplained(answer)
    if definition is not None and not explains(values, given := definition(values)):
        return _unexplained(given, About("definition(a)", (), _definition_asked(case)))
    return _too_lenient(aggregation, case, answer)


def _too_lenient(aggregation: Any, case: Case, answer: Any) -> Wrong | None:
    """Whether answers of other windows are explained, or none at all: then all would be right."""
    run = case.runs[0]
    if len(set(run)) != 1 or not _is_finite(answer):
        return None
    others = [recompute(aggregation, [value]) for value in case.pool]
    for other in [*filter(_is_finite, others), None]:
        if other is None or abs(other - answer) > APART * (abs(other) + abs(answer)):
            with suppress(Exception):  # To raise is to refuse.
                if aggregation.explains(case.values(), other):
                    asked = f"aggregation.explains({list_written(case.pool, run)}, {other!r})"
                    about = About(f"explains(a, {other!r})", (), asked)
                    return Wrong("False", "True", "False", about)
    return None


def _is_finite(answer: Any) -> bool:
    return isinstance(answer, int | float) and math.isfinite(answer)


def _about_folding(_: Any, case: Case) -> About:
    return About("fold of a", (), _fold_asked(case))


DEFINITION = Trial(_definitions, _defined, _about_folding)

# --- the sign of zero -----------------------------------------------------------------------------

ZEROS = (0.0, -0.0, 1.0)


def why_unsigned(aggregation: Any) -> str:
    """Why no sign of zero can be claimed, "" if it can."""
    inexact = hasattr(aggregation, "explains")
    return "the sign of zero may depend on the order of adding" if inexact else ""


def _zeros(_: Any, profile: Profile) -> Iterator[Case]:
    """Every bracketing of every few of these."""
    for size in range(3, 4 if profile.name == "fast" else 5):
        for positions in product(range(len(ZEROS)), repeat=size):
            for formula in all_bracketings(size)[:-1]:
                yield bracketed(ZEROS, formula, positions)


def _keeps_sign(aggregation: Any, case: Case) -> Wrong | None:
    expected, answer = recompute(aggregation, case.held), case.answer(aggregation)
    return None if repr(expected) == repr(answer) else _unlike_the_fold(case, expected, answer)


SIGNED_ZERO = Trial(_zeros, _keeps_sign, _about_formula)
