"""What was measured of a group, as tables of figures under captions that say what they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from swagbench import growth
from swagbench.core import Card
from swagbench.intervals import CONFIDENCE, Interval, fewest, of_median
from swagbench.records import (
    LOADS,
    RANKS,
    SLOW_TIMES,
    Benchmark,
    Latency,
    Measures,
    Operations,
    Run,
)
from swagbench.report.standings import Standing, range_text, ratio_text, standings
from swagbench.report.tables import (
    FLOOR,
    UNPROMISED,
    Group,
    Table,
    unmeasured_of_group,
    windows_of_group,
)
from swagbench.report.tables import of_group as measured_of_group

RANKS_OF_RESPONSES = ("p50", "p99", "max")
"""Of each load; more of them would make a table too wide to read."""


class Titled(NamedTuple):
    """A table of figures, and what they are."""

    caption: str
    table: Table


def of_group(run: Run, group: Group) -> list[Titled]:
    """All tables of a group that have something to show, throughput first."""
    titled = [
        throughput(run, group),
        beside_the_fastest(run, group),
        finalizing(run, group),
        *operations(run, group),
        responses(run, group),
        combine_calls(run, group),
        partials(run, group),
        memory(run, group),
        growths(run, group),
    ]
    return [one for one in titled if one.table.rows]


def time(measures: Measures) -> Interval:
    """Nanoseconds per slide: the median with its interval, or the quartiles of too few rounds."""
    rounds = measures.all_rounds_ns
    if len(rounds) >= fewest(CONFIDENCE):
        return of_median(rounds)
    m = measures
    return Interval(m.ns_per_slide_q1, m.ns_per_slide, m.ns_per_slide_q3)


def throughput(run: Run, group: Group) -> Titled:
    """Algorithm × window: nanoseconds per slide, and how well they are known."""
    has_rounds = _has_rounds(run, group)

    def cell(one: Benchmark) -> str:
        low, middle, high = time(one.extra_info)
        return f"{middle:,.0f} ± {(high - low) / 2:,.0f}"

    spread = "its 95 % interval" if has_rounds else "the middle half of the rounds"
    caption = f"Nanoseconds per slide: median over rounds ± half the width of {spread}"
    return Titled(caption, _by_window(run, group, cell))


def beside_the_fastest(run: Run, group: Group) -> Titled:
    """Algorithm × window: how many times as long as the fastest there."""
    shown = {
        standing.benchmark.params: _standing(standing, is_first=number == 0)
        for window in windows_of_group(run, group)
        for number, standing in enumerate(standings(run, group, window))
    }
    how = "median by median; ≈ is not separated from it: the middle halves of their rounds overlap"
    if _has_rounds(run, group):
        how = (
            "round for round (with intervals that for all pairs of a window hold with 95 %; "
            "by medians, without one, where there are too few blocks); "
            "≈ is not separated from it: no more than noise"
        )
    caption = f"Times as long as the fastest, {how}"
    return Titled(caption, _by_window(run, group, lambda one: shown.get(one.params, "")))


def finalizing(run: Run, group: Group) -> Titled:
    """Algorithm × window: nanoseconds per slide with eval stopping short of finalize."""
    measured = {one.params: one.extra_info.ns_per_slide for one in run.benchmarks}

    def cell(one: Benchmark) -> str:
        ns_per_slide = measured.get(msgspec.structs.replace(one.params, answer=False))
        return "" if ns_per_slide is None else f"{ns_per_slide:,.0f}"

    caption = "Nanoseconds per slide when eval hands out the aggregate, without finalize"
    return Titled(caption, _by_window(run, group, cell))


def operations(run: Run, group: Group) -> Iterator[Titled]:
    """A table a kind of operation: algorithm × rank, at the largest window that has any."""
    window, timed = latencies(run, group)
    kinds: dict[str, Callable[[Latency], Operations | None]] = {
        "push": lambda one: one.push,
        "pop": lambda one: one.pop,
        "eval": lambda one: one.eval,
        "slide": lambda one: one.slide,
    }
    for kind, kind_of in kinds.items():
        rows = [
            [name, *_by_rank(found), f"{found.slow:,} of {found.count:,}"]
            for name, latency in timed.items()
            if (found := kind_of(latency)) is not None
        ]
        caption = (
            f"Nanoseconds of a single {kind} at {window}, by rank (combine calls of the same one);"
            f" slow: more than {SLOW_TIMES} times the median"
        )
        yield Titled(caption, Table(["algorithm", *RANKS, "slow"], rows))


def responses(run: Run, group: Group) -> Titled:
    """Algorithm × load and rank: nanoseconds from a slide's arrival to its answer."""
    window, timed = latencies(run, group)
    columns = [(load, rank) for load in LOADS for rank in RANKS_OF_RESPONSES]
    rows = [
        [name, *(f"{latency.response_ns[load][rank]:,.0f}" for load, rank in columns)]
        for name, latency in timed.items()
    ]
    caption = (
        f"Nanoseconds from a slide's arrival to its answer at {window}, by load and rank: slides "
        "arrive evenly, at so much of what the algorithm can do on average, and wait for each other"
    )
    return Titled(caption, Table(["algorithm", *map(" ".join, columns)], rows))


def combine_calls(run: Run, group: Group) -> Titled:
    """Algorithm × window: combine calls per slide, on average and (at most)."""

    def cell(one: Benchmark) -> str:
        m = one.extra_info
        return "" if m.is_floor else _mean_and_largest(m.combine_calls_mean, m.combine_calls_max)

    return Titled("Combine calls per slide: mean (largest)", _by_window(run, group, cell))


def partials(run: Run, group: Group) -> Titled:
    """Algorithm × window: aggregates held between slides, on average and (at most)."""

    def cell(one: Benchmark) -> str:
        m = one.extra_info
        return "" if m.is_floor else _mean_and_largest(m.partials_mean, m.partials_max)

    return Titled("Aggregates held between slides: mean (largest)", _by_window(run, group, cell))


def memory(run: Run, group: Group) -> Titled:
    """Algorithm × window: bytes per value at rest and (at the peak), values not counted."""

    def cell(one: Benchmark) -> str:
        m = one.extra_info
        if m.bytes_per_value is None:
            return ""
        return f"{m.bytes_per_value:,.0f} ({m.peak_bytes_per_value:,.0f})"

    caption = "Bytes per value beside the values: between steps (at the peak)"
    return Titled(caption, _by_window(run, group, cell))


def growths(run: Run, group: Group) -> Titled:
    """Algorithm × how its cost grows with the window: as promised, as counted, as timed."""
    by_algorithm: dict[str, list[Benchmark]] = {}
    for one in measured_of_group(run, group):
        if not one.extra_info.is_floor:
            by_algorithm.setdefault(one.params.algorithm, []).append(one)
    cards = run.swagbench.cards
    rows = [[name, *_growth(measured, cards.get(name))] for name, measured in by_algorithm.items()]
    caption = (
        "How a slide's cost grows with the window: combine calls as the card bounds them and as "
        "counted, and time"
    )
    header = ["algorithm", "claimed", "combine calls", "time", "contradicted"]
    # Of one window alone nothing can be said.
    has_fits = any(row[2] or row[3] for row in rows)
    return Titled(caption, Table(header, rows if has_fits else []))


def _growth(measured: Sequence[Benchmark], card: Card | None) -> list[str]:
    """The cells of an algorithm. A card promises nothing of windows that are spans of time."""
    found = [one.extra_info for one in measured]
    counted = [
        (one, calls) for one in measured if (calls := one.extra_info.combine_calls_mean) is not None
    ]
    counts = growth.fit(
        [one.extra_info.window_values for one, _ in counted], [calls for _, calls in counted]
    )
    times = growth.fit([m.window_values for m in found], [m.ns_per_slide for m in found])
    by_number = {int(one.params.window): calls for one, calls in counted if not one.params.size[0]}
    bound = card.slide_mean if card else None
    return [
        f"{bound}: {growth.claimed(bound)}" if bound else UNPROMISED if card else "",
        str(counts or ""),
        str(times or ""),
        growth.verdict(bound, [*by_number], [*by_number.values()]) if bound else "",
    ]


def _by_window(run: Run, group: Group, show: Callable[[Benchmark], str]) -> Table:
    """Algorithm × window; a cell without a time says n/a, skipped, wrong or error.

    There are no rows if nothing is shown of any cell.
    """
    windows = windows_of_group(run, group)
    cells = {
        (one.params.algorithm, one.params.window): show(one)
        for one in measured_of_group(run, group)
    }
    if not any(cells.values()):
        return Table(["window", *windows], [])
    for one in unmeasured_of_group(run, group):
        cells[one.cell.algorithm, one.cell.window] = one.kind
    names = [name for name in dict.fromkeys(name for name, _ in cells) if name != FLOOR]
    if any(cells.get((FLOOR, window)) for window in windows):
        names.append(FLOOR)
    return Table(
        ["window", *windows],
        [[name, *(cells.get((name, window), "") for window in windows)] for name in names],
    )


def _has_rounds(run: Run, group: Group) -> bool:
    """Whether all cells of a group tell rounds enough, as those of older runs do not."""
    measured = (one.extra_info for one in measured_of_group(run, group))
    return all(len(one.all_rounds_ns) >= fewest(CONFIDENCE) for one in measured)


def _standing(standing: Standing, *, is_first: bool) -> str:
    if is_first:
        return "1"
    sign = "" if standing.is_separated else "≈ "
    return f"{sign}{ratio_text(standing.ratio.middle)}{range_text(standing.ratio)}"


def latencies(run: Run, group: Group) -> tuple[str, dict[str, Latency]]:
    """The largest window with single operations, and those by algorithm, the floor's last."""
    found = [
        (one.params, one.extra_info.latency)
        for one in sorted(measured_of_group(run, group), key=lambda one: one.extra_info.is_floor)
        if one.extra_info.latency is not None
    ]
    window = max((cell for cell, _ in found), key=lambda cell: cell.size).window if found else ""
    return window, {cell.algorithm: latency for cell, latency in found if cell.window == window}


def _by_rank(found: Operations) -> list[str]:
    return [f"{found.ranks[rank].ns:,.0f} ({found.ranks[rank].calls:,})" for rank in RANKS]


def _mean_and_largest(mean: float | None, largest: int | None) -> str:
    if mean is None or largest is None:
        return ""
    return f"{f'{mean:,.2f}'.rstrip('0').rstrip('.')} ({largest:,})"
