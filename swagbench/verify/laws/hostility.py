"""Hostility: a value that an aggregation is not made for must not spoil what it holds."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import reduce
from typing import Any

from swagbench.oracle import fold
from swagbench.verify.ceilings import TimeIsUp
from swagbench.verify.checking import Profile
from swagbench.verify.laws.cases import Case, single_runs
from swagbench.verify.laws.law import About, Trial, Wrong, told_error
from swagbench.verify.laws.sameness import kept, unless_as_before
from swagbench.verify.laws.writing import caught, runs_written

HOSTILE: dict[str, Callable[[], Any]] = {
    "None": lambda: None,
    "''": str,
    "'x'": lambda: "x",
    "2**2000": lambda: 2**2000,
    "-2**2000": lambda: -(2**2000),
    "1e308": lambda: 1e308,
    "nan": lambda: float("nan"),
    "inf": lambda: float("inf"),
    "True": lambda: True,
    "b''": bytes,
    "()": tuple,
    "[]": list,
    "{}": dict,
    "object()": object,
}
"""Values that no aggregation is made for, as they are written. Each use has its own."""

_NUMPY: dict[str, Callable[[], Any]] = {
    "numpy.float64('nan')": lambda: sys.modules["numpy"].float64("nan"),
    "numpy.int8(-128)": lambda: sys.modules["numpy"].int8(-128),
    "numpy.bool_(True)": lambda: sys.modules["numpy"].bool_(True),
}
_ATTEMPTS: dict[str, Callable[[Any, Any], tuple[Any, ...]]] = {
    "finalize({})": lambda _, unit: (unit,),
    "finalize(combine(a, {}))": lambda agg, unit: (agg, unit),
    "finalize(combine({}, a))": lambda agg, unit: (unit, agg),
}
"""What is done with a hostile value's unit, as it is written, and what is combined for it."""


def _hostile(aggregation: Any, profile: Profile) -> Iterator[Case]:
    """Each hostile value between those of a run; of NumPy only what is there already."""
    values = [*HOSTILE, *(_NUMPY if "numpy" in sys.modules else ())]
    uses = [f"{attempt}; {own}" for attempt in _ATTEMPTS for own in ("a", "empty()")]
    variants = [f"{value}; {use}" for value in values for use in uses]
    yield from single_runs(aggregation, profile, share=150, variants=variants)


def _survives(aggregation: Any, case: Case) -> Wrong | None:
    """Whether own aggregates answer as before, once a hostile value has been refused."""
    value, attempt, own = case.variant.split("; ")
    agg = fold(aggregation, case.values())

    def ask() -> Any:
        return aggregation.finalize(agg if own == "a" else aggregation.empty())

    try:
        before = kept(ask())
    except Exception:  # noqa: BLE001 - this is for other laws to tell
        return None
    try:
        unit = aggregation.unit((HOSTILE | _NUMPY)[value]())
        aggregation.finalize(reduce(aggregation.combine, _ATTEMPTS[attempt](agg, unit)))
    except Exception:  # noqa: BLE001 - to refuse it is fine, if nothing has changed
        after = ask()
    except (KeyboardInterrupt, TimeIsUp):
        raise
    except BaseException as error:  # noqa: BLE001 - no value may end the program
        tried = attempt.format(f"unit({value})")
        setup = [*runs_written(case), *caught([f"given = {tried}"], "BaseException")]
        about = About(tried, setup, "given")
        return Wrong("an answer or an Exception", told_error(error), '"an Exception"', about)
    else:
        return None
    return unless_as_before(before, after, "before")


def _about_hostility(_: Any, case: Case) -> About:
    value, attempt, own = case.variant.split("; ")
    tried = attempt.format(f"unit({value})")
    setup = [
        *runs_written(case),
        f"before = repr(finalize({own}))",
        "try:",
        f"    {tried}",
        "except Exception as error:",
        '    print("raised", type(error).__name__)',
    ]
    return About(f"finalize({own}) after {tried}", setup, f"repr(finalize({own}))")


HOSTILITY = Trial(_hostile, _survives, _about_hostility)
