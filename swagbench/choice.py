"""Which algorithm for a window: by what was measured of all that serve it.

What is right is asked first: who answered wrongly, raised or took too long has no row to choose.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from swagbench.comparison import Contest, Verdict, contest_of, contestants, pairs
from swagbench.records import Benchmark, Measures, Run

AS_SMALL = 1.5
"""Small enough is what takes no more than so many times the memory of the smallest, at its peak."""

AS_STEADY = 1.25
"""Steady enough is a worst slide of no more than so many times the least: less may be noise."""

LEFT_OUT = {
    "n/a": "cannot serve it",
    "wrong": "answers wrongly",
    "error": "failed",
    "skipped": "took too long",
}


class NobodyTimed(Exception):
    """None of those that could be chosen has a time."""


class Choice(NamedTuple):
    """The algorithm, why, and the rows that it was chosen by, the best first."""

    algorithm: str
    reasons: list[str]
    ranked: list[Benchmark]


def choose(
    run: Run,
    contest: Contest,
    *,
    by_worst: bool = False,
    small: bool = False,
    among: Collection[str] = (),
) -> Choice:
    """Choose among the contestants of a comparison.

    By the mean it is the fastest; of those not separated from it, the one with the least worst
    slide. By the worst slide it is the fastest of those whose worst slide is among the least. If it
    is to be `small`, only those are asked that take little memory at their peak.

    Args:
        run: that measured the comparison.
        contest: aggregation, stream and window.
        by_worst: whether the worst single slide counts, not the mean.
        small: whether memory counts.
        among: ids of the algorithms to choose among; all, if there are none.

    Raises:
        NobodyTimed: there is nobody to choose; says why.
    """
    there = [one for one in contestants(run, contest) if not among or _name(one) in among]
    if not there:
        why = " ".join(_missing(run, contest, among))
        raise NobodyTimed(f"nothing was measured of {_place(contest)}. {why}")
    candidates = [one for one in there if not small or _is_small(one, there)]
    if by_worst:
        least = min(_worst(one) for one in candidates)
        best = [one for one in candidates if _worst(one) <= AS_STEADY * least]
        chosen = best[0]
    else:
        best = _not_separated(run, contest, candidates)
        chosen = min(best, key=_worst)
    order = _worst if by_worst else _mean
    others = [one for one in candidates if one is not chosen]
    too_large = [one for one in there if one not in candidates]
    return Choice(
        _name(chosen),
        [
            _why(chosen, best, by_worst=by_worst),
            *_beside_the_fastest(chosen, there),
            *_beside_the_steadiest(chosen, there),
            *_without(too_large, f"more than {AS_SMALL:g} times the memory of the smallest"),
            *_missing(run, contest, among),
        ],
        [chosen, *sorted(others, key=order), *sorted(too_large, key=order)],
    )


def worst_slide(measures: Measures) -> str:
    """The worst slide in words: nanoseconds where they were measured, and combine calls.

    The calls are of the same slide.
    """
    if measures.latency is None:
        return _calls(measures.combine_calls_max or 0)
    worst = measures.latency.slide.ranks["max"]
    return f"{worst.ns:,.0f} ns ({_calls(worst.calls)})"


def _calls(count: int) -> str:
    return f"{count:,} combine call{'s' * (count != 1)}"


def _name(one: Benchmark) -> str:
    return one.params.algorithm


def _mean(one: Benchmark) -> float:
    return one.extra_info.ns_per_slide


def _worst(one: Benchmark) -> float:
    """The worst slide in nanoseconds or, where it was not timed, in combine calls."""
    m = one.extra_info
    return m.combine_calls_max or 0 if m.latency is None else m.latency.slide.ranks["max"].ns


def _is_small(one: Benchmark, there: Sequence[Benchmark]) -> bool:
    peaks = [other.extra_info.peak_bytes_per_value or 0.0 for other in there]
    return (one.extra_info.peak_bytes_per_value or 0.0) <= AS_SMALL * min(peaks)


def _not_separated(run: Run, contest: Contest, candidates: Sequence[Benchmark]) -> list[Benchmark]:
    """The one of the least mean, and those that are not found to be slower, block for block.

    Medians are of all blocks and ratios of each: where much is disturbed, they may not agree.
    """
    fastest = candidates[0]
    equals = set()
    for pair in pairs(run, contest):
        if pair.one == _name(fastest) and pair.verdict is not Verdict.FASTER:
            equals.add(pair.other)
        if pair.other == _name(fastest) and pair.verdict is not Verdict.SLOWER:
            equals.add(pair.one)
    return [one for one in candidates if one is fastest or _name(one) in equals]


def _why(chosen: Benchmark, best: Sequence[Benchmark], *, by_worst: bool) -> str:
    m = chosen.extra_info
    told = f"{_name(chosen)} takes {m.ns_per_slide:,.0f} ns a slide, its worst {worst_slide(m)}"
    if m.peak_bytes_per_value is not None:
        told += f", and {m.peak_bytes_per_value:,.0f} bytes a value at the peak"
    others = [_name(one) for one in best if one is not chosen]
    if not others:
        return f"{told}; no other has so small a {'worst slide' if by_worst else 'mean'}."
    how = "with a worst slide as small" if by_worst else "not separated from the fastest"
    which = "the fastest" if by_worst else "the one with the least worst slide"
    return f"{told}; {which} of {len(best)} {how} (the others: {', '.join(others)})."


def _beside_the_fastest(chosen: Benchmark, there: Sequence[Benchmark]) -> list[str]:
    fastest = min(there, key=_mean)
    if fastest is chosen:
        return []
    ratio = _mean(chosen) / _mean(fastest)
    told = f"{_name(fastest)} is the fastest on average, {_mean(fastest):,.0f} ns"
    beside = f"({_name(chosen)} takes {ratio:.2f} times that)"
    return [f"{told} {beside}; its worst slide takes {worst_slide(fastest.extra_info)}."]


def _beside_the_steadiest(chosen: Benchmark, there: Sequence[Benchmark]) -> list[str]:
    steadiest = min(there, key=_worst)
    if steadiest is chosen or _worst(chosen) <= AS_STEADY * _worst(steadiest):
        return []
    told = f"{_name(steadiest)} has the least worst slide, {worst_slide(steadiest.extra_info)},"
    return [f"{told} and takes {_mean(steadiest):,.0f} ns on average."]


def _without(some: Sequence[Benchmark], why: str) -> list[str]:
    return [f"Left out: {', '.join(map(_name, some))} ({why})."] if some else []


def _missing(run: Run, contest: Contest, among: Collection[str]) -> list[str]:
    """Who has no row, by the reason."""
    by_reason: dict[str, list[str]] = {}
    for one in run.swagbench.unmeasured:
        name = one.cell.algorithm
        if contest_of(one.cell) == contest and one.cell.answer and (not among or name in among):
            why = f"{LEFT_OUT.get(one.kind, one.kind)}: {one.reason}"
            by_reason.setdefault(why, []).append(name)
    return [f"Left out: {', '.join(names)} ({why})." for why, names in by_reason.items()]


def _place(contest: Contest) -> str:
    return f"{contest.aggregation} on {contest.stream} at {contest.window}"
