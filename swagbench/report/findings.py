"""What a run says, in words: which algorithm was fastest where, and what to make of it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from statistics import median

from swagbench import comparison
from swagbench.comparison import LEAST_MARGIN
from swagbench.peer_records import Ecosystem
from swagbench.records import Run
from swagbench.report.standings import Standing, range_text, ratio_text, standings
from swagbench.report.tables import (
    Group,
    groups,
    unmeasured_of_group,
    windows_of_group,
)

HOW_TRUE = (
    "Answers in floats were judged by exact rationals: for each window, once, what is right and how"
    " far from it rounding can lead; answers that are exact, by the recomputed one alone. The"
    " poisoner of an answer is found by running the stream again from later and later values on."
)
MISSING = {"wrong": "answered wrongly", "error": "failed", "skipped": "was over budget"}

MOST_NAMES = 4
"""Names of contestants that are not separated; of more the fastest and their number are told."""


def noise_line(run: Run) -> str:
    """What contestants beside their own second copies say of a run; "" where there are none."""
    noise = comparison.noise(run)
    if noise is None:
        return ""
    pairs = f"{noise.pairs} pair{'s' * (noise.pairs != 1)}"
    if noise.is_quiet:
        return (
            f"Quiet: contestants differ by {_percent(noise.typical)} from their own copies"
            f" (nine of ten by less than {_percent(noise.most)}, {pairs})."
        )
    return (
        f"NOISY: contestants differ by up to {_percent(noise.worst)} from their own copies"
        f" ({_percent(noise.typical)} is typical, {pairs}); small differences mean nothing."
    )


def winners(run: Run, group: Group, window: str) -> list[str]:
    """The fastest at a window, and those not separated from it, the fastest first."""
    return [one.algorithm for one in standings(run, group, window) if not one.is_separated]


def summary(run: Run) -> list[str]:
    """One sentence a group: who won at which windows, and who has no time at some."""
    return [_who_won(run, group) for group in groups(run)]


def advice(run: Run) -> list[str]:
    """What to make of it, a sentence a group: the largest window's winner and what it costs.

    A mean over whole periods hides the one slide that pays for the others, so that is told, too,
    and who has the least of it.
    """
    sentences = []
    for group in groups(run):
        largest_first = reversed(windows_of_group(run, group))
        timed = next(filter(None, (standings(run, group, window) for window in largest_first)), [])
        if timed:
            told = "; ".join([*_time(timed), *_worst_slide(timed), *_memory(timed)])
            window = timed[0].benchmark.params.window
            sentences.append(f"{group.aggregation} on {group.stream} at {window}: {told}.")
    return sentences


def machine(run: Run | Ecosystem) -> str:
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
    limit = "" if plan.minutes is None else f" of {plan.minutes:g} minutes at most"
    return [
        (
            "Each cell was first checked against recompute-from-scratch, and again after each "
            "round: there is no time for a wrong answer."
        ),
        *(_how_compared(run) if _has_rounds(run) else _how_timed_apart(run)),
        "Combine calls are counted by wrapping the aggregation, in a pass of their own; exact.",
        "Memory is taken by tracemalloc in a pass of its own, with the values made beforehand.",
        (
            f"The load before the run was {'unknown' if load is None else load}; measuring took "
            f"{run.swagbench.seconds:.0f} s{limit}. A cell that would have taken more than "
            f"{plan.budget_seconds:g} s was skipped."
        ),
    ]


def _how_compared(run: Run) -> list[str]:
    plan = run.swagbench.plan
    processes = f"{plan.processes} fresh process{'es' * (plan.processes != 1)}"
    sentences = [
        (
            f"Contestants of a window were measured together, in {plan.rounds} shuffled blocks in "
            f"each of {processes}, a round each in each block, so that what disturbs one disturbs "
            "the others too."
        ),
        (
            f"A round takes the fastest {1e3 * plan.round_seconds:g} ms of the thread's CPU time "
            "at least, on a window already full and over whole periods of it; garbage collected "
            "before a round, and on during it. Times are medians over rounds."
        ),
        (
            "Ratios are medians of the ratios of rounds of the same block, with intervals of the "
            "sign test, corrected for the number of pairs at a window. Faster and slower are told "
            f"where all of the interval is further from 1 than {_percent(LEAST_MARGIN)}, and than "
            "contestants differ from their own second copies; anything less is not separated. Of "
            "too few blocks for an interval medians are told, and there is no verdict. "
            f"{noise_line(run) or 'No second copies went along, so that noise is not known.'}"
        ),
        "Partials are counted by boxes that are seen to be gone; exact.",
    ]
    if plan.replays:
        sentences.append(
            f"Single operations keep the least wall-clock time of up to {plan.replays} replays of "
            "one history, with garbage collection off; reading the clock is in the figures, and in "
            "the floor's. Response times are those with a queue in front."
        )
    return sentences


def _how_timed_apart(run: Run) -> list[str]:
    """Of runs from before contestants were measured together."""
    plan = run.swagbench.plan
    return [
        (
            f"At most {plan.rounds} rounds of at least {1e3 * plan.round_seconds:g} ms of the "
            "thread's CPU time, each on a window already full and over whole periods of it; "
            "garbage collected before a round, and on during it. Figures are medians over rounds."
        ),
        (
            "Noise: in the median cell the middle half of the rounds spreads over "
            f"{_percent(_spread(run))} of the time. Contestants ran one after the other in one "
            "process, so a lasting change in the machine's speed is not in that figure, and a "
            "difference of a few percent means little."
        ),
    ]


def _has_rounds(run: Run) -> bool:
    """Whether contestants were measured together, round for round."""
    return run.swagbench.plan.processes > 1 or any(
        one.extra_info.rounds_ns for one in run.benchmarks
    )


def _spread(run: Run) -> float:
    """How far the middle half of a cell's rounds spreads around its median; median over cells."""
    spreads = [
        (one.extra_info.ns_per_slide_q3 - one.extra_info.ns_per_slide_q1)
        / one.extra_info.ns_per_slide
        for one in run.benchmarks
    ]
    return median(spreads) if spreads else 0.0


def _time(timed: Sequence[Standing]) -> list[str]:
    """The winner's time, and who comes second."""
    first = timed[0]
    told = f"{first.algorithm} takes {first.benchmark.extra_info.ns_per_slide:,.0f} ns a slide"
    for one in timed[1:2]:
        told += f", {one.algorithm} {ratio_text(one.ratio.middle)}{range_text(one.ratio)} times "
        told += "that" if one.is_separated else "that, not separated"
    return [told]


def _worst_slide(timed: Sequence[Standing]) -> list[str]:
    """The winner's worst slide, and the least worst of all."""
    name, m = timed[0].algorithm, timed[0].benchmark.extra_info
    costs = []
    if m.latency is not None:
        costs.append(f"takes {m.latency.slide.ranks['max'].ns:,.0f} ns")
    if m.combine_calls_max and m.combine_calls_mean:
        calls = f"{m.combine_calls_max:,} combine calls, {m.combine_calls_mean:.3g} on average"
        costs.append(f"makes {calls}")
    if not costs:
        return []
    told = f"at worst a slide of {name} {' and '.join(costs)}"
    worst = {
        one.algorithm: one.benchmark.extra_info.latency.slide.ranks["max"].ns
        for one in timed
        if one.benchmark.extra_info.latency is not None
    }
    steadiest = min(worst, key=worst.__getitem__, default=name)
    if steadiest != name:
        told += f"; {steadiest} has the least worst slide, {worst[steadiest]:,.0f} ns"
    return [told]


def _memory(timed: Sequence[Standing]) -> list[str]:
    """What the winner takes beside the values."""
    first, m = timed[0], timed[0].benchmark.extra_info
    if m.bytes_per_value is None or m.peak_bytes_per_value is None:
        return []
    told = f"{first.algorithm} holds {m.bytes_per_value:,.0f} bytes beside each value"
    return [f"{told}, {m.peak_bytes_per_value:,.0f} at the peak"]


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


def _names(first: Sequence[str]) -> str:
    """The fastest and those not separated from it, a few of them in whatever order the same."""
    if len(first) < 2:
        return "".join(first)
    if len(first) > MOST_NAMES:
        return f"{first[0]} and {len(first) - 1} others (not separated)"
    *others, last = sorted(first)
    return f"{', '.join(others)} and {last} (not separated)"


def _at(some: Sequence[str], windows: Sequence[str]) -> str:
    """Some of the windows in words, each unbroken stretch of them as one."""
    stretches = [
        list(stretch) for is_in, stretch in groupby(windows, key=some.__contains__) if is_in
    ]
    return " and ".join(_stretch(one, windows) for one in stretches)


def _stretch(stretch: Sequence[str], windows: Sequence[str]) -> str:
    if len(stretch) == 1:
        return f"at {stretch[0]}"
    if len(stretch) == len(windows):
        return "at every window"
    if stretch[-1] == windows[-1]:
        return f"from {stretch[0]} up"
    if stretch[0] == windows[0]:
        return f"up to {stretch[-1]}"
    return f"from {stretch[0]} to {stretch[-1]}"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"
