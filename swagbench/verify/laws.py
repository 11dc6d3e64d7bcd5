"""Laws: what every aggregation must keep, and what each ability it declares brings with it.

Laws are tried on reachable aggregates, those that windows make: folds of runs of the aggregation's
own examples. Aggregates are never compared, as only answers have a meaning: two are the same if
each is right for the same values.
"""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable, Sequence
from typing import Any

from hypothesis import strategies as st

from swagbench.core import Ability, abilities
from swagbench.oracle import fold, is_right, is_same, recompute
from swagbench.verify.conformance import Fault, examples_of
from swagbench.verify.drawing import repeat_with

TRIALS = 150
LONGEST_RUN = 5

Law = Callable[["_Trial"], Fault | None]


class _Trial:
    """Three adjacent runs of values and their aggregates, to state laws about."""

    def __init__(self, aggregation: Any, *runs: Sequence[Any]) -> None:
        self.aggregation = aggregation
        self.runs = runs
        self.aggs = [fold(aggregation, run) for run in runs]

    def wrong(self, formula: str, agg: Any, values: Sequence[Any]) -> Fault | None:
        """A fault unless `agg`, made by `formula`, is right for `values`."""
        answer = self.aggregation.finalize(agg)
        if is_right(self.aggregation, values, answer):
            return None
        expected = recompute(self.aggregation, values)
        return self.fault(formula, repr(expected), repr(answer))

    def fault(self, formula: str, expected: str, given: str) -> Fault:
        used = re.findall(r"\b[abc]\b", formula)
        named = zip("abc", self.runs, strict=True)
        shown = ", ".join(f"{name} of {list(run)!r}" for name, run in named if name in used)
        return Fault(f"{formula}; {shown}" if shown else formula, expected, given)


def check_laws(aggregation: Any) -> dict[str, Fault | None]:
    """Each law that holds for every aggregation or that it claims, with the fault found, if any.

    The shortest counterexample among those drawn is kept.
    """
    laws = {
        **_ALWAYS,
        **{a.value: law for a, law in _CLAIMED.items() if a in abilities(aggregation)},
    }
    faults: dict[str, list[Fault]] = {name: [] for name in laws}
    run = st.lists(st.sampled_from(examples_of(aggregation)), max_size=LONGEST_RUN)

    def try_one(a: list[Any], b: list[Any], c: list[Any]) -> None:
        for name, law in laws.items():
            try:
                fault = law(_Trial(aggregation, a, b, c))
            except Exception as error:  # noqa: BLE001 - whatever a plug-in raises is what it gave
                given = f"{type(error).__name__}: {error}"
                fault = Fault(f"values {a!r}, {b!r}, {c!r}", "no error", given)
            if fault is not None:
                faults[name].append(fault)

    repeat_with(run, run, run, times=TRIALS)(try_one)
    return {
        name: min(found, key=lambda fault: len(fault.history), default=None)
        for name, found in faults.items()
    }


def _identity(trial: _Trial) -> Fault | None:
    empty, combine = trial.aggregation.empty, trial.aggregation.combine
    a, values = trial.aggs[0], trial.runs[0]
    return (
        trial.wrong("combine(empty(), a)", combine(empty(), a), values)
        or trial.wrong("combine(a, empty())", combine(a, empty()), values)
        or trial.wrong("empty()", empty(), ())
    )


def _associative(trial: _Trial) -> Fault | None:
    combine = trial.aggregation.combine
    (a, b, c), values = trial.aggs, [value for run in trial.runs for value in run]
    left, right = combine(combine(a, b), c), combine(a, combine(b, c))
    return trial.wrong("combine(combine(a, b), c)", left, values) or trial.wrong(
        "combine(a, combine(b, c))", right, values
    )


def _pure(trial: _Trial) -> Fault | None:
    aggregation = trial.aggregation
    a, b, _ = trial.aggs
    watched = [a, b]
    actions: dict[str, Callable[[], object]] = {
        "combine(a, b)": lambda: aggregation.combine(a, b),
        "finalize(a)": lambda: aggregation.finalize(a),
    }
    if Ability.UNCOMBINE in abilities(aggregation):
        whole = aggregation.combine(a, b)
        watched.append(whole)
        actions["uncombine(combine(a, b), a)"] = lambda: aggregation.uncombine(whole, a)
    for formula, action in actions.items():
        before = [*map(_fingerprint, watched)]
        action()
        if [*map(_fingerprint, watched)] != before:
            return trial.fault(f"{formula}: arguments stay as they are", "no change", "a change")
    first, second = aggregation.finalize(a), aggregation.finalize(a)
    if not is_same(first, second):
        return trial.fault("finalize(a): asked twice", repr(first), repr(second))
    return None


def _uncombines(trial: _Trial) -> Fault | None:
    aggregation = trial.aggregation
    a, b, _ = trial.aggs
    rest = aggregation.uncombine(aggregation.combine(a, b), a)
    return trial.wrong("uncombine(combine(a, b), a)", rest, trial.runs[1])


def _orders(trial: _Trial) -> Fault | None:
    aggregation, values = trial.aggregation, trial.runs[0]
    if not values:
        return None
    answer = aggregation.pick(sorted(values, key=aggregation.sort_key))
    expected = recompute(aggregation, values)
    return (
        None
        if is_right(aggregation, values, answer)
        else trial.fault("pick(a, sorted)", repr(expected), repr(answer))
    )


def _commutes(trial: _Trial) -> Fault | None:
    a, b, _ = trial.aggs
    swapped = trial.aggregation.combine(b, a)
    return trial.wrong("combine(b, a)", swapped, [*trial.runs[0], *trial.runs[1]])


def _selects(trial: _Trial) -> Fault | None:
    aggregation = trial.aggregation
    a, b, _ = trial.aggs
    if not trial.runs[0] or not trial.runs[1]:
        return None
    chosen = aggregation.combine(a, b)
    tie = is_same(aggregation.finalize(a), aggregation.finalize(b))
    if chosen is a or (chosen is b and not tie):
        return None
    return trial.fault("combine(a, b)", "a, the older" if tie else "a or b", repr(chosen))


def _repeats(trial: _Trial) -> Fault | None:
    a = trial.aggs[0]
    return trial.wrong("combine(a, a)", trial.aggregation.combine(a, a), trial.runs[0])


def _fingerprint(agg: Any) -> Any:
    """Something that shows whether an aggregate has changed."""
    try:
        return pickle.dumps(agg)
    except Exception:  # noqa: BLE001 - whatever cannot be pickled is described instead
        return repr(agg)


_ALWAYS: dict[str, Law] = {"identity": _identity, "associative": _associative, "pure": _pure}
_CLAIMED: dict[Ability, Law] = {
    Ability.UNCOMBINE: _uncombines,
    Ability.ORDER: _orders,
    Ability.COMMUTATIVE: _commutes,
    Ability.SELECTIVE: _selects,
    Ability.IDEMPOTENT: _repeats,
}
