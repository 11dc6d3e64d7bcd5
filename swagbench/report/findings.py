"""What a run says, in words: which algorithm was fastest where, and what to make of it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from statistics import median

from swagbench.records import Benchmark, Run
from swagbench.report.tables import (
    Group,
    groups,
    of_group,
    unmeasured_of_group,
    windows_of_group,
)

HOW_TRUE = (
    "Answers in floats were judged by exact rationals: for each window, once, what is right and how"
    " far from it rounding can lead; answers that are exact, by the recomputed one alone. The"
    " poisoner of an answer is found by running the stream again from later and later values on."
)
MISSING = {"wrong": "answered wrongly", "error": "failed", "skipped": "was over budget"}


def is_separated(faster: Benchmark, slower: Benchmark) -> bool:
    """Whether the middle halves of their rounds do not overlap."""
    return faster.extra_info.ns_per_slide_q3 < slower.extra_info.ns_per_slide_q1


def winners(run: Run, group: Group, window: str) -> list[Benchmark]:
    """The fastest at a window, and those not separated from it, the fastest first."""
    contestants = [one for one in _contestants(run, group) if one.params.window == window]
    return [
        one for one in contestants if one is contestants[0] or not is_separated(contestants[0], one)
    ]


def summary(run: Run) -> list[str]:
    """One sentence a group: who won at which windows, and who has no time at some."""
    return [_who_won(run, group) for group in groups(run)]


def advice(run: Run) -> list[str]:
    """What to make of it, a sentence a group: the largest window's winner, by how much, its worst.

    A mean over whole periods hides the one slide that pays for the others; combine calls show it.
    """
    sentences = []
    for group in groups(run):
        timed = _contestants(run, group)
        if not timed:
            continue
        window = max(timed, key=lambda one: one.params.size).params.window
        first, *others = [one for one in timed if one.params.window == window]
        m = first.extra_info
        name, place = first.params.algorithm, f"{group.aggregation} on {group.stream}"
        told = f"{place} at {window}: {name} takes {m.ns_per_slide:,.0f} ns a slide"
        if others:
            ratio = others[0].extra_info.ns_per_slide / m.ns_per_slide
            told += f", {others[0].params.algorithm} {ratio:.3g} times that"
        if m.combine_calls_max and m.combine_calls_mean:
            told += f"; at worst a slide of {name} makes {m.combine_calls_max:,} combine calls, "
            told += f"{m.combine_calls_mean:.3g} on average"
        sentences.append(f"{told}.")
    return sentences


def noise(run: Run) -> float:
    """How far the middle half of a cell's rounds spreads around its median; median over cells."""
    spreads = [
        (one.extra_info.ns_per_slide_q3 - one.extra_info.ns_per_slide_q1)
        / one.extra_info.ns_per_slide
        for one in run.benchmarks
    ]
    return median(spreads) if spreads else 0.0


def machine(run: Run) -> str:
    """What a run was measured on, as far as it tells."""
    info = run.machine_info
    cpu = info.get("cpu", {})
    python = f"{info.get('python_implementation', 'Python')} {info.get('python_version', '')}"
    return f"{cpu.get('brand_raw', 'unknown machine')}, {cpu.get('count', '?')} cores, {python}"


def method(run: Run) -> list[str]:
    """How the figures came about and how far to trust them."""
    true = [HOW_TRUE] if run.swagbench.accuracy else []
    return [*true, *(_how_timed(run) if run.benchmarks or not true else [])]


def _how_timed(run: Run) -> list[str]:
    plan = run.swagbench.plan
    load = run.swagbench.load_before
    round_ms = 1e3 * plan.round_seconds
    return [
        (
            "Each cell was first checked against recompute-from-scratch, and again after each "
            "round: there is no time for a wrong answer."
        ),
        (
            f"At most {plan.rounds} rounds of at least {round_ms:g} ms of the thread's CPU time, "
            "each on a window already full and over whole periods of it; garbage collected before "
            "a round, and on during it. Figures are medians over rounds."
        ),
        (
            "Noise: in the median cell the middle half of the rounds spreads over "
            f"{noise(run):.1%} of the time. Contestants ran one after the other in one process, so "
            "a lasting change in the machine's speed is not in that figure, and a difference of a "
            "few percent means little."
        ),
        "Combine calls are counted by wrapping the aggregation, in a pass of their own; exact.",
        "Memory is taken by tracemalloc in a pass of its own, with the values made beforehand.",
        (
            f"The load before the run was {'unknown' if load is None else load}; measuring took "
            f"{run.swagbench.seconds:.0f} s."
        ),
    ]


def growth(run: Run, group: Group) -> list[str]:
    """One sentence an algorithm: how its time grows from the smallest to the largest window."""
    sentences = []
    by_algorithm: dict[str, list[Benchmark]] = {}
    for one in _contestants(run, group):
        by_algorithm.setdefault(one.params.algorithm, []).append(one)
    for algorithm, measured in by_algorithm.items():
        ordered = sorted(measured, key=lambda one: one.extra_info.window_values)
        first, last = ordered[0], ordered[-1]
        if len(ordered) > 1:
            ratio = last.extra_info.ns_per_slide / first.extra_info.ns_per_slide
            size = last.extra_info.window_values / first.extra_info.window_values
            sentences.append(f"{algorithm}: {ratio:.3g}× for a window {size:,.0f}× as large")
    return sentences


def _contestants(run: Run, group: Group) -> list[Benchmark]:
    """A group's benchmarks but for the floor's, the fastest first."""
    timed = (one for one in of_group(run, group) if not one.extra_info.is_floor)
    return sorted(timed, key=lambda one: one.extra_info.ns_per_slide)


def _who_won(run: Run, group: Group) -> str:
    windows = windows_of_group(run, group)
    first: dict[str, list[str]] = {}
    for window in windows:
        if names := _names(winners(run, group, window)):
            first.setdefault(names, []).append(window)
    parts = [f"{names} {_at(where, windows)}" for names, where in first.items()]
    told = "; ".join(parts) or "no algorithm could be timed"
    sentence = f"{group.aggregation} on {group.stream}: {told}."
    return " ".join([sentence, *_who_is_missing(run, group, windows)])


def _who_is_missing(run: Run, group: Group, windows: Sequence[str]) -> list[str]:
    """Those without a time at some windows, but for those that cannot serve the aggregation."""
    missing: dict[tuple[str, str], list[str]] = {}
    for one in unmeasured_of_group(run, group):
        if one.kind in MISSING:
            who = one.cell.algorithm, MISSING[one.kind]
            missing.setdefault(who, []).append(one.cell.window)
    return [f"{name} {verb} {_at(where, windows)}." for (name, verb), where in missing.items()]


def _names(first: Sequence[Benchmark]) -> str:
    names = [one.params.algorithm for one in first]
    if len(names) < 2:
        return "".join(names)
    return f"{' and '.join(sorted(names))} (not separated)"


def _at(some: Sequence[str], windows: Sequence[str]) -> str:
    """Some of the windows in words, each unbroken stretch of them as one."""
    stretches = [
        list(stretch) for is_in, stretch in groupby(windows, key=some.__contains__) if is_in
    ]
    told = [
        f"at {' and '.join(stretch)}" if len(stretch) < 3 else f"from {stretch[0]} to {stretch[-1]}"
        for stretch in stretches
    ]
    return " and ".join(told)
