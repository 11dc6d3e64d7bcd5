"""Who is how much slower than the fastest, by rounds of the same blocks or, without, by medians."""

from __future__ import annotations

from typing import NamedTuple

from swagbench.comparison import Contest, Pair, Verdict, contestants, pairs
from swagbench.intervals import Interval
from swagbench.records import Benchmark, Run
from swagbench.report.tables import Group


class Standing(NamedTuple):
    """A contestant beside the fastest of its comparison, which stands beside itself.

    `ratio` is how many times as long it takes; where the two have too few blocks in common for a
    verdict, it is that of their medians, and the interval is of no width. `is_separated` says
    whether that is more than noise.
    """

    benchmark: Benchmark
    ratio: Interval
    is_separated: bool

    @property
    def algorithm(self) -> str:
        """The contestant's id."""
        return self.benchmark.params.algorithm


def standings(run: Run, group: Group, window: str) -> list[Standing]:
    """All contestants of a comparison but the floor, the fastest first. O(k²) for k of them.

    The fastest is the one with the least median that no other is found to be faster than.
    """
    contest = Contest(*group, window)
    there = contestants(run, contest)
    if not there:
        return []
    paired = {(pair.one, pair.other): pair for pair in pairs(run, contest)}
    beaten = {_slower(pair) for pair in paired.values()}
    first = next((one for one in there if one.params.algorithm not in beaten), there[0])
    return [
        Standing(first, Interval(1, 1, 1), is_separated=False),
        *(_beside(first, one, paired) for one in there if one is not first),
    ]


def ratio_text(ratio: float) -> str:
    """A ratio with as many digits as tell something.

    >>> ratio_text(1.0874), ratio_text(31.44), ratio_text(1234.5)
    ('1.09', '31.4', '1,234')
    """
    return f"{ratio:,.{2 if ratio < 10 else 1 if ratio < 100 else 0}f}"


def range_text(ratio: Interval) -> str:
    """The interval of a ratio in brackets, after a space; nothing where it has no width.

    >>> range_text(Interval(1.07, 1.09, 1.12)), range_text(Interval(1.09, 1.09, 1.09))
    (' (1.07–1.12)', '')
    """
    if ratio.low == ratio.high:
        return ""
    return f" ({ratio_text(ratio.low)}–{ratio_text(ratio.high)})"


def _slower(pair: Pair) -> str | None:
    """The one of a pair that is found to be slower, if one is."""
    return {Verdict.SLOWER: pair.one, Verdict.FASTER: pair.other}.get(pair.verdict)


def _beside(first: Benchmark, one: Benchmark, paired: dict[tuple[str, str], Pair]) -> Standing:
    fastest, name = first.params.algorithm, one.params.algorithm
    if pair := paired.get((name, fastest)):
        return Standing(one, pair.ratio, pair.verdict is not Verdict.NOT_SEPARATED)
    if pair := paired.get((fastest, name)):
        return Standing(one, pair.ratio.inverse(), pair.verdict is not Verdict.NOT_SEPARATED)
    faster, slower = first.extra_info, one.extra_info
    ratio = slower.ns_per_slide / faster.ns_per_slide
    # Of rounds that nothing pairs, the middle halves must not overlap.
    is_separated = faster.ns_per_slide_q3 < slower.ns_per_slide_q1
    return Standing(one, Interval(ratio, ratio, ratio), is_separated)
