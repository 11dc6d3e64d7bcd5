"""Vectors: units of many values at once, and a ufunc that combines them item by item."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

from swagbench.oracle import is_same
from swagbench.verify.checking import Profile
from swagbench.verify.laws.algebra import unless_right
from swagbench.verify.laws.cases import Case, single_runs
from swagbench.verify.laws.law import About, Trial, Wrong
from swagbench.verify.laws.writing import list_written
from swagbench.verify.probes import examples_of, shown

ARRAY = "array"


def _vectors(aggregation: Any, profile: Profile) -> Iterator[Case]:
    """Runs of any values, and of those of one type: these are what arrays hold. Also as arrays."""
    pool = examples_of(aggregation)
    yield Case(pool, ((),), shortest=0)
    for kind in dict.fromkeys(map(type, pool)):
        alike = [at for at, value in enumerate(pool) if type(value) is kind]
        runs = [*product(alike, repeat=1), *product(alike, repeat=2), tuple(alike)]
        for run in runs:
            case = Case(pool, (run,), shortest=0)
            yield case
            if kind is float:
                yield replace(case, variant=ARRAY)
    yield from single_runs(aggregation, profile, share=2)


def _combines_alike(aggregation: Any, case: Case) -> Wrong | None:
    values = case.values()
    if case.variant:
        import numpy as np  # noqa: PLC0415 - slow to import

        units = aggregation.units(np.array(values))
    else:
        units = aggregation.units(values)
    if units is None:
        return None
    singles = [*map(aggregation.unit, values)]
    # As Python's own numbers: one of NumPy's is equal to an int that it is only near.
    given = units.tolist()
    if not _all_same(singles, given):
        about = _about(case, "units(a)", "units.tolist()")
        return Wrong(shown(singles), shown(given), "singles", about)
    if not singles:
        return None
    combined = [*map(aggregation.combine, singles, singles[1:])]
    given = aggregation.ufunc(units[:-1], units[1:]).tolist()
    whole = aggregation.ufunc.accumulate(units).tolist()[-1]
    if not _all_same(combined, given):
        asked = "ufunc(units[:-1], units[1:]).tolist()"
        about = _about(case, "ufunc(units(a)[:-1], units(a)[1:])", asked)
        code = "[*map(aggregation.combine, singles, singles[1:])]"
        return Wrong(shown(combined), shown(given), code, about)
    answer = aggregation.finalize(whole)
    if not is_same(whole, answer):
        text = "finalize(whole), where whole is of units(a) by ufunc"
        return Wrong(shown(whole), shown(answer), "whole", _about(case, text, "finalize(whole)"))
    return unless_right(aggregation, case, answer)


def _all_same(expected: Any, given: Any) -> bool:
    return len(expected) == len(given) and all(map(is_same, expected, given))


def _about(case: Case, saying: str, asked: str) -> About:
    values = list_written(case.pool, case.runs[0])
    setup = [
        f"values = {values}",
        "singles = [*map(aggregation.unit, values)]",
        f"units = aggregation.units({'numpy.array(values)' if case.variant else 'values'})",
        "ufunc = aggregation.ufunc",
    ]
    if "whole" in asked:
        setup.append("whole = ufunc.accumulate(units).tolist()[-1]")
    return About(saying, setup, asked)


def _about_whole(_: Any, case: Case) -> About:
    return _about(case, "units(a), combined by ufunc", "finalize(whole)")


UFUNC = Trial(_vectors, _combines_alike, _about_whole)
