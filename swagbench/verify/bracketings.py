"""Formulas over runs of values: what laws are stated about, and cases to try them on.

A window only ever makes aggregates by bracketing the values that it holds, with empty aggregates
in between. So laws are tried on bracketings of runs of an aggregation's own examples, from the
smallest on, and a case that fails is cut down to the fewest values and the first examples.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, product
from random import Random
from typing import Any, NamedTuple, TypeAlias

from swagbench.oracle import fold
from swagbench.verify.checking import Profile
from swagbench.verify.probes import examples_of

LONGEST_RUN = 5
LONG_RUN = 30
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


def combine(older: Formula, newer: Formula) -> Call:
    return Call("combine", older, newer)


def uncombine(whole: Formula, oldest: Formula) -> Call:
    return Call("uncombine", whole, oldest)


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


def without(formula: Formula, run: int) -> Formula:
    """A formula without one of its runs; those after it move up. `GONE` if nothing is left.

    >>> written(without(combine(combine(0, 1), 2), 1))
    'combine(a, b)'
    """
    if formula is None:
        return None
    if isinstance(formula, int):
        return GONE if formula == run else formula - (formula > run)
    older, newer = without(formula.older, run), without(formula.newer, run)
    if older == GONE:
        return newer
    return older if newer == GONE else Call(formula.function, older, newer)


def without_empties(formula: Formula) -> Formula:
    """A formula with its runs only, in the same brackets. `GONE` if there are none.

    >>> written(without_empties(combine(0, combine(None, 1))))
    'combine(a, b)'
    """
    if not isinstance(formula, Call):
        return GONE if formula is None else formula
    older, newer = without_empties(formula.older), without_empties(formula.newer)
    if older == GONE:
        return newer
    return older if newer == GONE else Call(formula.function, older, newer)


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


# --- cases ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Case:
    """A formula, the runs in it, and which of them it stands for, oldest first.

    Runs hold positions in a pool of values, so that of two cases the one with the earlier values
    is the simpler one. `shortest` is the least length of a run; `variant` is for the law to use.
    """

    pool: Sequence[Any]
    runs: tuple[tuple[int, ...], ...]
    formula: Formula = 0
    stands_for: tuple[int, ...] = (0,)
    shortest: int = 1
    variant: str = ""

    def values(self, run: int = 0) -> list[Any]:
        """The values of a run. Those that can be changed are copies: the next law needs them."""
        return [_own(self.pool[position]) for position in self.runs[run]]

    @property
    def held(self) -> list[Any]:
        """The values that the formula stands for, oldest first."""
        return [_own(self.pool[position]) for position in self.held_positions]

    @property
    def held_positions(self) -> list[int]:
        return [position for run in self.stands_for for position in self.runs[run]]

    def aggs(self, aggregation: Any) -> list[Any]:
        """The aggregate of each run."""
        return [fold(aggregation, self.values(run)) for run in range(len(self.runs))]

    def simpler(self) -> Iterator[Case]:
        """Cases with one run or value less, or with one value that comes earlier in the pool."""
        if isinstance(self.formula, Call):
            yield from filter(None, map(self._without, range(len(self.runs))))
        for number, run in enumerate(self.runs):
            if len(run) > self.shortest:
                yield from (self._with(number, run[:at] + run[at + 1 :]) for at in range(len(run)))
        for number, run in enumerate(self.runs):
            for at, position in enumerate(run):
                for earlier in range(position):
                    yield self._with(number, (*run[:at], earlier, *run[at + 1 :]))

    def _with(self, number: int, run: tuple[int, ...]) -> Case:
        return replace(self, runs=(*self.runs[:number], run, *self.runs[number + 1 :]))

    def _without(self, number: int) -> Case | None:
        formula = without(self.formula, number)
        if formula == GONE:
            return None
        return replace(
            self,
            formula=formula,
            runs=self.runs[:number] + self.runs[number + 1 :],
            stands_for=tuple(one - (one > number) for one in self.stands_for if one != number),
        )


def _own(value: Any) -> Any:
    return deepcopy(value) if isinstance(value, list | dict | set | bytearray) else value


def single_values(pool: Sequence[Any], count: int, limit: int) -> Iterator[tuple[int, ...]]:
    """Positions of so many values: all of the first ones in the pool, `limit` at most.

    >>> list(single_values("abc", 2, limit=4))
    [(0, 0), (0, 1), (1, 0), (1, 1)]
    """
    few = len(pool)
    while few > 1 and few**count > limit:
        few -= 1
    return product(range(few), repeat=count)


def a_run(rng: Random, pool: Sequence[Any], longest: int = LONGEST_RUN) -> tuple[int, ...]:
    """A run of one value at least."""
    return tuple(rng.randrange(len(pool)) for _ in range(rng.randint(1, longest)))


def bracketed(pool: Sequence[Any], formula: Formula, positions: Iterable[int]) -> Case:
    """A bracketing of single values."""
    runs = tuple((position,) for position in positions)
    return Case(pool, runs, formula, tuple(range(len(runs))))


def equations(
    forms: Sequence[Equation], aggregation: Any, profile: Profile, *, share: int = 1
) -> Iterator[Case]:
    """Each equation for single values, all of the first ones, then for longer runs."""
    pool, rng = examples_of(aggregation), Random(profile.seed)
    trials = max(1, profile.law_trials // share)
    for formula, stands_for in forms:
        count = _number_of_runs(formula)
        for positions in single_values(pool, count, 3 * trials):
            singles = tuple((position,) for position in positions)
            yield Case(pool, singles, formula, stands_for)
    for trial in range(trials):
        formula, stands_for = forms[trial % len(forms)]
        runs = tuple(a_run(rng, pool) for _ in range(_number_of_runs(formula)))
        yield Case(pool, runs, formula, stands_for)


def _number_of_runs(formula: Formula) -> int:
    if isinstance(formula, Call):
        return max(_number_of_runs(formula.older), _number_of_runs(formula.newer))
    return 0 if formula is None else formula + 1


def _largest(profile: Profile) -> int:
    """Up to how many values every bracketing is tried."""
    return 4 if profile.name == "fast" else 6


def associative(aggregation: Any, profile: Profile) -> Iterator[Case]:
    """Every bracketing of a few values, and some of thirty; the plain fold is what right means."""
    pool, rng = examples_of(aggregation), Random(profile.seed)
    for positions in single_values(pool, 3, 3 * profile.law_trials):
        yield bracketed(pool, all_bracketings(3)[0], positions)
    for size in range(4, _largest(profile) + 1):
        formulas = all_bracketings(size)[:-1]
        for trial in range(max(profile.law_trials, len(formulas))):
            yield bracketed(pool, formulas[trial % len(formulas)], draw(rng, pool, size))
    for _ in range(profile.law_trials // 5):
        formula = a_bracketing(rng, LONG_RUN)
        yield bracketed(pool, formula, draw(rng, pool, LONG_RUN))


def with_empties(aggregation: Any, profile: Profile) -> Iterator[Case]:
    """Empty aggregates alone, beside one value, and anywhere between more."""
    pool, rng = examples_of(aggregation), Random(profile.seed)
    nothing: tuple[Formula, ...] = (None, combine(None, None))
    yield from (Case(pool, (), formula, ()) for formula in nothing)
    for size in (1, 2):
        for formula in with_each_empty(all_bracketings(size)[0]):
            for positions in single_values(pool, size, profile.law_trials):
                yield bracketed(pool, formula, positions)
    for size in (*range(3, _largest(profile) + 1), LONG_RUN):
        for trial in range(profile.law_trials // (5 if size == LONG_RUN else 2)):
            one = with_an_empty(rng, a_bracketing(rng, size))
            several = with_an_empty(rng, one) if trial % 2 else one
            yield bracketed(pool, several, draw(rng, pool, size))


def draw(rng: Random, pool: Sequence[Any], size: int) -> list[int]:
    return [rng.randrange(len(pool)) for _ in range(size)]


def single_runs(
    aggregation: Any,
    profile: Profile,
    *,
    shortest: int = 1,
    longest: int = LONG_RUN,
    variants: Sequence[str] = ("",),
    share: int = 1,
) -> Iterator[Case]:
    """Runs of one and two values, and longer ones; in a share of the usual trials."""
    pool, rng = examples_of(aggregation), Random(profile.seed)
    trials = max(1, profile.law_trials // share)
    few = (single_values(pool, size, trials) for size in range(shortest, 3))
    drawn = (a_run(rng, pool, longest if trial % 5 == 4 else 5) for trial in range(trials))
    for run in chain(*few, drawn):
        for variant in variants:
            yield Case(pool, (run,), shortest=shortest, variant=variant)


# --- scripts --------------------------------------------------------------------------------------

_PLAIN = (int, float, str, bytes, bool, type(None))
_FUNCTIONS = ("empty", "unit", "combine", "uncombine", "finalize")
_IMPORTS = {"reduce(": "from functools import reduce", "numpy.": "import numpy"}
_IMPORTS |= {"copy.": "import copy", "pickle.": "import pickle"}


def value_written(pool: Sequence[Any], position: int) -> str:
    """A value as Python: as it is shown if that is code, else where the aggregation has it."""
    value = pool[position]
    return repr(value) if _is_plain(value) else f"aggregation.examples[{position}]"


def _is_plain(value: Any) -> bool:
    if type(value) in (tuple, list, set):
        return all(map(_is_plain, value)) and value != set()
    if type(value) is dict:
        return all(map(_is_plain, value)) and all(map(_is_plain, value.values()))
    return type(value) in _PLAIN


def list_written(pool: Sequence[Any], positions: Iterable[int]) -> str:
    return f"[{', '.join(value_written(pool, position) for position in positions)}]"


def fold_written(pool: Sequence[Any], positions: Sequence[int], *, of: str = "") -> str:
    """The aggregate of a run, as Python; `of` stands before each function's name.

    >>> fold_written("xyz", (0, 2))
    "combine(unit('x'), unit('z'))"
    """
    if len(positions) > 3:
        return f"reduce({of}combine, map({of}unit, {list_written(pool, positions)}))"
    text = ""
    for position in positions:
        unit = f"{of}unit({value_written(pool, position)})"
        text = f"{of}combine({text}, {unit})" if text else unit
    return text or f"{of}empty()"


def runs_written(case: Case) -> list[str]:
    """Lines that make the aggregate of each run, by its name."""
    names = [*map(name, range(len(case.runs)))]
    if len(names) > 1 and all(len(run) == 1 for run in case.runs):
        values = list_written(case.pool, [position for (position,) in case.runs])
        return [f"{', '.join(names)} = map(unit, {values})"]
    folds = (fold_written(case.pool, run) for run in case.runs)
    return [f"{one} = {text}" for one, text in zip(names, folds, strict=True)]


def told_runs(case: Case, text: str) -> str:
    """The runs that are named in a text, to be read by people: "a of [1], b of [2]"."""
    named = [run for run in range(len(case.runs)) if is_named(name(run), text)]
    return ", ".join(f"{name(run)} of {case.values(run)!r}" for run in named)


def script(lines: Iterable[str], *, make: str = "{make}") -> str:
    """Lines of Python, after those that make the aggregation and what the lines use."""
    body = "\n".join(lines)
    head = [make, *(line for used, line in _IMPORTS.items() if used in body)]
    if is_named("nan", body) or is_named("inf", body):
        head.append('nan, inf = float("nan"), float("inf")')
    if used := [function for function in _FUNCTIONS if is_named(function, body)]:
        owned = ", ".join(f"aggregation.{function}" for function in used)
        head.append(f"{', '.join(used)} = {owned}")
    return "\n".join([*head, body]) + "\n"


def is_named(what: str, text: str) -> bool:
    """Whether a name stands in a text by itself, not as a part of another or an attribute."""
    return re.search(rf"(?<![\w.]){what}\b", text) is not None
