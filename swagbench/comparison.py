"""Who is faster: contestants of one comparison, round for round, and what noise makes of it.

Contestants run in the same blocks of the same processes, so that what disturbs one disturbs the
others too. A ratio is the median over blocks, with an interval that is corrected for the number of
pairs. Of each comparison one contestant goes along twice: what it differs from itself is noise, and
no difference counts that is not larger.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import combinations
from statistics import median, quantiles
from typing import NamedTuple

from swagbench.intervals import CONFIDENCE, Interval, of_ratio
from swagbench.records import Benchmark, Cell, Run, Twin

LEAST_MARGIN = 0.01
"""No difference of less than one percent counts, however often it is seen: a copy of the same code
at another place in memory can make that."""

QUIET = 0.02
"""A run is quiet if nine of ten contestants differ less than that from themselves."""


class Verdict(Enum):
    """What a comparison says of a contestant beside another."""

    FASTER = "faster"
    SLOWER = "slower"
    NOT_SEPARATED = "not separated"


class Contest(NamedTuple):
    """What contestants were compared at."""

    aggregation: str
    stream: str
    window: str


class Pair(NamedTuple):
    """One contestant beside another: how many times as long it takes, and what that says of it."""

    one: str
    other: str
    ratio: Interval
    verdict: Verdict


class Noise(NamedTuple):
    """How far contestants of a run differ from their own second copies, as shares of the time.

    `typical` is the median, `most` is exceeded by one pair of ten, `worst` by none.
    """

    pairs: int
    typical: float
    most: float
    worst: float

    @property
    def is_quiet(self) -> bool:
        """Whether small differences can be told."""
        return self.most < QUIET


def contest_of(cell: Cell) -> Contest:
    """The comparison that a cell is part of."""
    return Contest(cell.aggregation, cell.stream, cell.window)


def contestants(run: Run, contest: Contest) -> list[Benchmark]:
    """Who was measured at a comparison, with finalized answers, the floor apart; fastest first."""
    there = [
        one
        for one in run.benchmarks
        if contest_of(one.params) == contest and one.params.answer and not one.extra_info.is_floor
    ]
    return sorted(there, key=lambda one: one.extra_info.ns_per_slide)


def noise(run: Run) -> Noise | None:
    """What contestants and their second copies say of a run; None where there are none."""
    found = sorted(ratio.off for _, ratio in _self_ratios(run))
    if not found:
        return None
    most = quantiles(found, n=10, method="inclusive")[-1] if len(found) > 1 else found[0]
    return Noise(len(found), median(found), most, found[-1])


def margin(run: Run, contest: Contest) -> float:
    """The share of a time that a difference must exceed at a comparison to count.

    It is what contestants differ from themselves in this run, here or in nine of ten comparisons.
    """
    here = [ratio.off for cell, ratio in _self_ratios(run) if contest_of(cell) == contest]
    all_over = noise(run)
    return max(LEAST_MARGIN, *here, all_over.most if all_over else 0.0)


def pairs(run: Run, contest: Contest) -> list[Pair]:
    """All pairs of contestants of a comparison that have enough blocks in common for a verdict."""
    together = list(combinations(contestants(run, contest), 2))
    confidence = corrected(len(together))
    least = margin(run, contest)
    return [
        Pair(one.params.algorithm, other.params.algorithm, ratio, judge(ratio, least))
        for one, other in together
        if (ratio := of_ratio(other.extra_info.rounds_ns, one.extra_info.rounds_ns, confidence))
    ]


def corrected(comparisons: int) -> float:
    """The confidence that each of so many intervals needs for all to hold (C. E. Bonferroni)."""
    return 1 - (1 - CONFIDENCE) / max(1, comparisons)


def judge(ratio: Interval, least: float) -> Verdict:
    """What a ratio of times says of the contestant above the line, if less than `least` is noise.

    >>> judge(Interval(1.03, 1.05, 1.07), 0.02), judge(Interval(1.01, 1.05, 1.07), 0.02)
    (<Verdict.SLOWER: 'slower'>, <Verdict.NOT_SEPARATED: 'not separated'>)
    """
    if ratio.low > 1 + least:
        return Verdict.SLOWER
    if ratio.high < 1 / (1 + least):
        return Verdict.FASTER
    return Verdict.NOT_SEPARATED


def _self_ratios(run: Run) -> Iterator[tuple[Cell, Interval]]:
    """Each contestant that has a twin, and how many times as long the twin takes.

    Only the middle is asked for, which needs no confidence.
    """
    measured = {one.params: one.extra_info for one in run.benchmarks}
    twins: Sequence[Twin] = run.swagbench.twins
    for twin in twins:
        one = measured.get(twin.cell)
        ratio = one and of_ratio(one.rounds_ns, twin.rounds_ns, confidence=0)
        if ratio:
            yield twin.cell, ratio
