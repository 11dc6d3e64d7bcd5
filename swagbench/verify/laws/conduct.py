"""Conduct: what an aggregation has answered it answers again, and so does a copy of it."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import reduce
from typing import Any

from swagbench.oracle import fold, recompute
from swagbench.verify.checking import Profile
from swagbench.verify.laws.algebra import PAIRS, equals, unless_right
from swagbench.verify.laws.cases import LONGEST_RUN, Case, equations, single_runs
from swagbench.verify.laws.formulas import aggregate, written
from swagbench.verify.laws.law import About, Trial, Wrong
from swagbench.verify.laws.sameness import kept, unless_as_before
from swagbench.verify.laws.writing import fold_written, list_written, runs_written

# --- an answer asked for again --------------------------------------------------------------------

_SPOILERS: dict[str, tuple[str, Any]] = {
    "list": ("append", None),
    "dict": ("update", {None: None}),
    "set": ("add", None),
    "bytearray": ("append", 0),
    "ndarray": ("fill", 7),
}
"""How a caller may change an answer, by the name of its type: a method, and its argument."""


def _kind(answer: Any) -> str:
    """The kind of answer, of those that a caller can change; "" for all others."""
    kinds = (one.__name__ for one in type(answer).__mro__)
    return next((kind for kind in kinds if kind in _SPOILERS), "")


def _asked_again(aggregation: Any, profile: Profile) -> Iterator[Case]:
    """Runs whose answers are asked for twice, as they are and with the first one changed."""
    return single_runs(aggregation, profile, shortest=0, share=2, variants=("", "changed"))


def _repeats(aggregation: Any, case: Case) -> Wrong | None:
    agg = fold(aggregation, case.values())
    answer = aggregation.finalize(agg)
    first, kind = kept(answer), _kind(answer) if case.variant else ""
    if kind:
        method, argument = _SPOILERS[kind]
        with suppress(Exception):  # what cannot be changed is safe
            getattr(answer, method)(argument)
    again = aggregation.finalize(agg)
    return unless_as_before(first, again, "first", _about_asking_again(aggregation, case, kind))


def _about_asking_again(_: Any, case: Case, kind: str = "") -> About:
    setup = [*runs_written(case), "answer = finalize(a)", "first = repr(answer)"]
    if not kind:
        return About("finalize(a), asked twice", setup, "repr(finalize(a))")
    method, argument = _SPOILERS[kind]
    setup.append(f"answer.{method}({argument})")
    return About("finalize(a), its first answer changed", setup, "repr(finalize(a))")


REPEATABLE = Trial(_asked_again, _repeats, _about_asking_again)

# --- empty aggregates -----------------------------------------------------------------------------


def _empties(aggregation: Any, profile: Profile) -> Iterator[Case]:
    return single_runs(aggregation, profile, share=2, variants=("empty()", "none"))


def _stays_fresh(aggregation: Any, case: Case) -> Wrong | None:
    """Whether empty() answers as it did at first, the old one and a new one, after much use."""
    empty = aggregation.empty()
    first = kept(aggregation.finalize(empty))
    units = [*map(aggregation.unit, case.values())]
    aggregation.finalize(reduce(aggregation.combine, units, empty))
    aggregation.finalize(aggregation.combine(units[0], empty))
    again = aggregation.finalize(aggregation.empty() if case.variant == "empty()" else empty)
    return unless_as_before(first, again, "first")


def _about_empty(_: Any, case: Case) -> About:
    setup = [
        "none = empty()",
        "first = repr(finalize(none))",
        f"units = [*map(unit, {list_written(case.pool, case.runs[0])})]",
        "finalize(reduce(combine, units, none))",
        "finalize(combine(units[0], none))",
    ]
    saying = "empty() made again" if case.variant == "empty()" else "empty() kept"
    asked = f"repr(finalize({case.variant}))"
    return About(f"{saying}, after combining it with units of a", setup, asked)


FRESH = Trial(_empties, _stays_fresh, _about_empty)

# --- copies ---------------------------------------------------------------------------------------

_COPIES: dict[str, Callable[[Any], Any]] = {
    "copy.copy": copy.copy,
    "copy.deepcopy": copy.deepcopy,
    "pickle.loads(pickle.dumps": lambda thing: pickle.loads(pickle.dumps(thing)),  # noqa: S301
}
_AGGREGATION = " aggregation"


def _copied(aggregation: Any, profile: Profile) -> Iterator[Case]:
    """Copies of the aggregation itself, of aggregates, and of those that more is combined with."""
    variants = [kind + of for of in ("", _AGGREGATION) for kind in _COPIES]
    yield from single_runs(
        aggregation, profile, shortest=0, longest=LONGEST_RUN, share=10, variants=variants
    )
    for case in equations(PAIRS, aggregation, profile, share=30):
        yield from (replace(case, variant=kind) for kind in _COPIES)


def _copies(aggregation: Any, case: Case) -> Wrong | None:
    kind = case.variant.removesuffix(_AGGREGATION)
    if kind == case.variant:
        aggs = case.aggs(aggregation)
        aggs[0] = _COPIES[kind](aggs[0])
        answer = aggregation.finalize(aggregate(aggregation, case.formula, aggs))
    else:
        try:
            twin = _COPIES[kind](aggregation)
        except Exception:  # noqa: BLE001 - modules and lambdas are not there to be copied
            return None
        answer = recompute(twin, case.held)
    wrong = unless_right(aggregation, case, answer)
    # What is wrong without copies too is not for this law to tell.
    return wrong if wrong and not equals(aggregation, case) else None


def _about_copying(_: Any, case: Case) -> About:
    kind = case.variant.removesuffix(_AGGREGATION)
    closed = "))" if kind.count("(") else ")"
    if kind != case.variant:
        agg = fold_written(case.pool, case.runs[0], of="twin.")
        copied = f"{kind}(aggregation{closed}"
        return About(f"fold of a, by {copied}", [f"twin = {copied}"], f"repr(twin.finalize({agg}))")
    text = written(case.formula)
    copied = f"{kind}(a{closed}"
    setup = [*runs_written(case), f"a = {copied}"]
    return About(re.sub(r"\ba\b", copied, text), setup, f"repr(finalize({text}))")


COPY = Trial(_copied, _copies, _about_copying)
