"""What compare and choose do, with tables and reasons on the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from swagbench import regressions
from swagbench.choice import NobodyTimed, worst_slide
from swagbench.choice import choose as chosen_from
from swagbench.comparison import Contest, Verdict, contest_of
from swagbench.core import InputError
from swagbench.jobs import begin, console, measured
from swagbench.records import Benchmark, Cell, Plan, Run
from swagbench.registry import find_aggregation, find_algorithm
from swagbench.regressions import Changed, Counted
from swagbench.report.findings import noise_line
from swagbench.report.standings import range_text, ratio_text
from swagbench.report.tables import Table
from swagbench.run_file import read_run
from swagbench.terminal import print_table, printable

MOST_NAMES = 5
"""Cells that are named where others are only counted."""


def compare(before: Path, after: Path, *, anyway: bool, guard: bool, guard_time: bool) -> int:
    """Print what changed from one run to another; 1 if it is guarded and became worse."""
    runs = read_run(before), read_run(after)
    found = regressions.compare(*runs, anyway=anyway)
    for path, run in zip((before, after), runs, strict=True):
        _say(f"{path}: {noise_line(run) or 'how noisy it was is not known.'}")
    changed = [one for one in found.times if one.verdict is not Verdict.NOT_SEPARATED]
    if changed:
        print_table(console, _times(changed), "Times that differ by more than noise")
    if found.counters:
        print_table(console, _counters(found.counters), "Exact counters that differ")
    for one in found.failed:
        _say(f"FAILED {one.cell.id} has no time any more: {one.reason}")
    for path, cells in ((before, found.only_before), (after, found.only_after)):
        if cells:
            _say(f"Only in {path}: {_names(cells)}.")
    slower = sum(one.verdict is Verdict.SLOWER for one in changed)
    rose = sum(one.rose for one in found.counters)
    times = f"{slower} slower, {len(changed) - slower} faster"
    same = f"{len(found.times) - len(changed)} not separated"
    counters = f"counters: {rose} rose, {len(found.counters) - rose} fell"
    _say(f"{len(found.times)} cells compared: {times}, {same}; {counters}")
    is_worse = rose > 0 or bool(found.failed)
    return int((is_worse and (guard or guard_time)) or (slower > 0 and guard_time))


def choose(
    plan: Plan,
    command: str,
    *,
    named: Sequence[str],
    source: Path | None,
    out: Path | None,
    by_worst: bool,
    small: bool,
) -> int:
    """Measure all that serve one aggregation at one window, or read a run that did, and choose.

    It is chosen among the algorithms that are `named`, if any are; 1 if nobody has a time.

    Raises:
        InputError: the plan is of more than that, or the run has nothing of it.
    """
    if len(plan.aggregations) != 1 or len(plan.windows) + len(plan.spans) != 1:
        raise InputError("choose takes one aggregation and one window: choose -g max -w 4096")
    if len(plan.streams) > 1:
        raise InputError(f"choose takes one stream, not {', '.join(plan.streams)}")
    if source is None:
        run, folder = begin(plan, command, out)
        measured(run, folder)
    else:
        run = read_run(source)
    contest = _contest(run, plan)
    among = _among(run, contest, named) if source else ()
    try:
        choice = chosen_from(run, contest, by_worst=by_worst, small=small, among=among)
    except NobodyTimed as error:
        _say(str(error))
        return 1
    if noise := noise_line(run):
        _say(noise)
    title = f"{contest.aggregation} on {contest.stream}, a window of {contest.window}"
    print_table(console, _ranked(choice.ranked), title)
    _say(f"Choose {choice.algorithm}.")
    for reason in choice.reasons:
        _say(f"  {reason}")
    return 0


def _contest(run: Run, plan: Plan) -> Contest:
    """The comparison in a run that is asked for; where several streams have it, the first.

    Raises:
        InputError: there is none.
    """
    aggregation = find_aggregation(plan.aggregations[0]).id
    window = (*map(str, plan.windows), *plan.spans)[0]
    cells = [one.params for one in run.benchmarks] + [one.cell for one in run.swagbench.unmeasured]
    for contest in map(contest_of, cells):
        is_asked_for = (contest.aggregation, contest.window) == (aggregation, window)
        if is_asked_for and contest.stream in (plan.streams or [contest.stream]):
            return contest
    raise InputError(f"the run has nothing of {aggregation} at a window of {window}")


def _among(run: Run, contest: Contest, named: Sequence[str]) -> list[str]:
    """The ids of the algorithms that are named.

    Raises:
        InputError: there is no such algorithm, or the run did not try it.
    """
    cells = [one.params for one in run.benchmarks] + [one.cell for one in run.swagbench.unmeasured]
    tried = {cell.algorithm for cell in cells if contest_of(cell) == contest}
    ids = [find_algorithm(spec).id for spec in named]
    if strange := [name for name in ids if name not in tried]:
        raise InputError(f"the run has nothing of {', '.join(strange)} at that window")
    return ids


def _times(changed: Sequence[Changed]) -> Table:
    header = ["cell", "ns before", "ns after", "times as long", ""]
    return Table(
        header,
        [
            [
                *(one.cell.id, f"{one.before_ns:,.0f}", f"{one.after_ns:,.0f}"),
                f"{ratio_text(one.ratio.middle)}{range_text(one.ratio)}",
                one.verdict.value,
            ]
            for one in changed
        ],
    )


def _counters(counted: Sequence[Counted]) -> Table:
    return Table(
        ["cell", "counter", "before", "after"],
        [[one.cell.id, one.counter, f"{one.before:,.6g}", f"{one.after:,.6g}"] for one in counted],
    )


def _ranked(ranked: Sequence[Benchmark]) -> Table:
    header = ["algorithm", "ns a slide", "p99.9", "worst slide", "bytes a value", "at the peak"]
    return Table(header, [_row(one) for one in ranked])


def _row(one: Benchmark) -> list[str]:
    m = one.extra_info
    p999 = f"{m.latency.slide.ranks['p99.9'].ns:,.0f}" if m.latency else ""
    memory = (
        "" if found is None else f"{found:,.0f}"
        for found in (m.bytes_per_value, m.peak_bytes_per_value)
    )
    return [one.params.algorithm, f"{m.ns_per_slide:,.0f}", p999, worst_slide(m), *memory]


def _names(cells: Sequence[Cell]) -> str:
    names = ", ".join(cell.id for cell in cells[:MOST_NAMES])
    more = len(cells) - MOST_NAMES
    return f"{names} and {more} more" if more > 0 else names


def _say(text: str) -> None:
    console.print(printable(text), soft_wrap=True)
