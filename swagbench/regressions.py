"""Two runs of one machine: what became slower or faster, and which exact counters changed.

Runs are hours or months apart, and nothing pairs their rounds. So the interval of a ratio is that
of two medians, and a difference counts only if it is larger than contestants of either run differ
from themselves, and than the floor, which nobody changed, differs between the two.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from swagbench.comparison import Verdict, contest_of, corrected, judge, margin
from swagbench.core import InputError
from swagbench.intervals import Interval, of_unpaired_ratio
from swagbench.records import Benchmark, Cell, Measures, Run, Unmeasured

COUNTERS = ("combine_calls_mean", "combine_calls_max", "partials_mean", "partials_max")
"""What is exact, and the same on every machine."""

FAILED = ("error", "wrong")
"""Kinds of cells without a time that are the contestant's fault."""

SAME = 1e-9
"""Means of counts are sums of floats: so small a share is no difference."""


class Changed(NamedTuple):
    """A cell in both runs: how many times as long it takes as before, and what that says."""

    cell: Cell
    before_ns: float
    after_ns: float
    ratio: Interval
    verdict: Verdict


class Counted(NamedTuple):
    """An exact counter that is not what it was."""

    cell: Cell
    counter: str
    before: float
    after: float

    @property
    def rose(self) -> bool:
        """Whether it got worse."""
        return self.after > self.before


class Comparison(NamedTuple):
    """Two runs: times of all cells in both, counters that differ, and what is in one only.

    `failed` has no time any more: it answers wrongly or fails.
    """

    times: list[Changed]
    counters: list[Counted]
    failed: list[Unmeasured]
    only_before: list[Cell]
    only_after: list[Cell]


def compare(before: Run, after: Run, *, anyway: bool = False) -> Comparison:
    """Compare the cells that both runs measured.

    Args:
        before: the older run.
        after: the newer one.
        anyway: even if they are of different machines or Pythons.

    Raises:
        InputError: they are, or have no cell in common.
    """
    if not anyway and (differs := ", ".join(_differences(before, after))):
        raise InputError(f"the runs are of different machines: {differs}; --anyway compares them")
    old = {one.params: one for one in before.benchmarks}
    new = {one.params: one for one in after.benchmarks}
    both = [cell for cell in old if cell in new]
    if not both:
        raise InputError("the runs have no cell in common: same algorithm, aggregation and window")
    contestants = [cell for cell in both if not old[cell].extra_info.is_floor]
    confidence = corrected(len(contestants))
    least = _margins(before, after, old, new)
    times = []
    for cell in contestants:
        ratio = _ratio(old[cell].extra_info, new[cell].extra_info, confidence)
        times.append(
            Changed(
                cell,
                old[cell].extra_info.ns_per_slide,
                new[cell].extra_info.ns_per_slide,
                ratio,
                judge(ratio, least[cell]),
            )
        )
    counters = [one for cell in contestants for one in _counted(old[cell], new[cell])]
    return Comparison(
        times,
        counters,
        [one for one in after.swagbench.unmeasured if one.kind in FAILED and one.cell in old],
        [cell for cell in old if cell not in new],
        [cell for cell in new if cell not in old],
    )


def _differences(before: Run, after: Run) -> Iterator[str]:
    """What the two ran on, where it is not the same: before → after."""
    for told, path in (
        ("processor", ("cpu", "brand_raw")),
        ("machine", ("machine",)),
        ("system", ("system",)),
        ("Python", ("python_implementation",)),
        ("Python", ("python_version",)),
    ):
        one, other = before.machine_info, after.machine_info
        for name in path:
            one, other = one.get(name, {}), other.get(name, {})
        if one != other:
            yield f"{told} {one or 'unknown'} → {other or 'unknown'}"


def _margins(
    before: Run, after: Run, old: dict[Cell, Benchmark], new: dict[Cell, Benchmark]
) -> dict[Cell, float]:
    """The share that a time must differ by to count, of each cell: the noise of its comparison."""
    contests = {contest_of(cell) for cell in old if cell in new}
    least = {one: max(margin(before, one), margin(after, one)) for one in contests}
    for cell, one in old.items():
        if cell in new and one.extra_info.is_floor:
            contest = contest_of(cell)
            floor = _ratio(one.extra_info, new[cell].extra_info, confidence=0)
            least[contest] = max(least[contest], floor.off)
    return {cell: least[contest_of(cell)] for cell in old if cell in new}


def _ratio(before: Measures, after: Measures, confidence: float) -> Interval:
    """How many times as long it takes; of too few rounds nothing is known but that."""
    ratio = after.ns_per_slide / before.ns_per_slide
    known = of_unpaired_ratio(before.all_rounds_ns, after.all_rounds_ns, confidence)
    return known or Interval(0.0, ratio, math.inf)


def _counted(before: Benchmark, after: Benchmark) -> Iterator[Counted]:
    for counter in COUNTERS:
        old, new = (getattr(one.extra_info, counter) for one in (before, after))
        if old is not None and new is not None and abs(new - old) > SAME * max(old, new):
            yield Counted(before.params, counter, old, new)
