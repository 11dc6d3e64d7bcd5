"""Cases to try laws on: a formula, and runs of an aggregation's own examples for it.

They go from the smallest on, and a case that fails is cut down to the fewest values and the first
examples.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from itertools import chain, cycle, islice, product
from random import Random
from typing import Any

from swagbench.oracle import fold
from swagbench.verify.checking import Profile
from swagbench.verify.laws.formulas import (
    GONE,
    Call,
    Equation,
    Formula,
    a_bracketing,
    aggregate,
    all_bracketings,
    combine,
    number_of_runs,
    with_an_empty,
    with_each_empty,
    without,
)
from swagbench.verify.probes import examples_of

LONGEST_RUN = 5
LONG_RUN = 30
LONGER_RUNS = (65, 257, 1025)
"""One more than what may be a limit: a block, a byte, a larger block."""

Runs = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Case:
    """A formula, the runs in it, and which of them it stands for, oldest first.

    Runs hold positions in a pool of values, so that of two cases the one with the earlier values
    is the simpler one. `shortest` is the least length of a run; `variant` is for the law to use.
    """

    pool: Sequence[Any]
    runs: Runs
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

    def answer(self, aggregation: Any) -> Any:
        """What the formula's aggregate answers."""
        return aggregation.finalize(aggregate(aggregation, self.formula, self.aggs(aggregation)))

    def simpler(self) -> Iterator[Case]:
        """Cases with one run or value less, or with one value that comes earlier in the pool.

        What is longer than a long run loses its beginning or its end instead, first the half.
        """
        if isinstance(self.formula, Call):
            yield from filter(None, map(self._without, range(len(self.runs))))
        for number, run in enumerate(self.runs):
            if len(run) > LONG_RUN:
                for power in reversed(range(len(run).bit_length() - 1)):
                    yield self._with(number, run[2**power :])
                    yield self._with(number, run[: -(2**power)])
            elif len(run) > self.shortest:
                yield from (self._with(number, run[:at] + run[at + 1 :]) for at in range(len(run)))
        for number, run in enumerate(self.runs):
            for at, position in enumerate(run if len(run) <= LONG_RUN else ()):
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


def draw(rng: Random, pool: Sequence[Any], size: int) -> list[int]:
    return [rng.randrange(len(pool)) for _ in range(size)]


def a_run(rng: Random, pool: Sequence[Any], longest: int = LONGEST_RUN) -> tuple[int, ...]:
    """A run of one value at least."""
    return tuple(draw(rng, pool, rng.randint(1, longest)))


def longer_runs(
    pool: Sequence[Any], profile: Profile, sizes: Sequence[int] = LONGER_RUNS
) -> Iterator[tuple[int, ...]]:
    """Positions of many values: all in turn, then the first half, where no NaN hides the rest."""
    for size in sizes[: 1 if profile.name == "fast" else None]:
        for few in (len(pool), (len(pool) + 1) // 2):
            yield tuple(islice(cycle(range(few)), size))


def one_each(positions: Iterable[int]) -> Runs:
    """Runs of one value each."""
    return tuple((position,) for position in positions)


def bracketed(pool: Sequence[Any], formula: Formula, positions: Iterable[int]) -> Case:
    """A bracketing of single values."""
    runs = one_each(positions)
    return Case(pool, runs, formula, tuple(range(len(runs))))


def equations(
    forms: Sequence[Equation], aggregation: Any, profile: Profile, *, share: int = 1
) -> Iterator[Case]:
    """Each equation for single values, all of the first ones, then for longer runs."""
    pool, rng = examples_of(aggregation), Random(profile.seed)
    trials = max(1, profile.law_trials // share)
    for formula, stands_for in forms:
        for positions in single_values(pool, number_of_runs(formula), 3 * trials):
            yield Case(pool, one_each(positions), formula, stands_for)
    for trial in range(trials):
        formula, stands_for = forms[trial % len(forms)]
        runs = tuple(a_run(rng, pool) for _ in range(number_of_runs(formula)))
        yield Case(pool, runs, formula, stands_for)


def _largest(profile: Profile) -> int:
    """Up to how many values every bracketing is tried."""
    return 4 if profile.name == "fast" else 6


def associative(aggregation: Any, profile: Profile) -> Iterator[Case]:
    """Every bracketing of a few values, some of thirty, and one of the quarters of longer runs.

    The plain fold is what right means.
    """
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
    for run in longer_runs(pool, profile):
        quarters = tuple(run[len(run) * at // 4 : len(run) * (at + 1) // 4] for at in range(4))
        yield Case(pool, quarters, combine(combine(0, 1), combine(2, 3)), (0, 1, 2, 3))


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
    drawn = (
        a_run(rng, pool, longest if trial % 5 == 4 else LONGEST_RUN) for trial in range(trials)
    )
    for run in chain(*few, drawn):
        for variant in variants:
            yield Case(pool, (run,), shortest=shortest, variant=variant)
