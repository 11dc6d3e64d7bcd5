"""The process that measures, apart from the one that keeps the records.

So a contestant that crashes, hangs, prints, forks or eats memory costs its own cells and nothing
else.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection

from swagbench.apart import limit_memory, process
from swagbench.bench.plan import Contestants
from swagbench.bench.throughput import Comparisons, OutOfMemory, Task, Turn
from swagbench.records import Cell, Plan, Unmeasured

ANEW = "anew"
"""What a process reports last that has no memory left for others."""

START_SECONDS = 60
"""How long a new process may take before it reports its first cell."""


class TimeIsUp(Exception):
    """The run has taken the minutes that it was given."""


def take_turns(
    plan: Plan, tasks: Sequence[Task], skipped: Sequence[Unmeasured], deadline: float | None
) -> Iterator[Cell | Unmeasured | Turn]:
    """Let a process of its own take a turn of each task: cells as they begin, and what comes of it.

    A process that ends before its time, or does not answer for three times the budget of a cell and
    a little more, costs the cell it was at; the next process begins that turn again without it.

    Args:
        plan: of the run.
        tasks: one turn each, in this order.
        skipped: what was over budget before.
        deadline: on the clock of time.monotonic, or None.

    Raises:
        TimeIsUp: the deadline has come; what was not reported is lost.
    """
    waiting, skipped = list(tasks), list(skipped)
    patience = 3 * plan.budget_seconds + START_SECONDS
    while waiting:
        cell, why_stopped = None, ""
        with process(_work, plan, waiting, skipped) as (worker, reports):
            while waiting and not why_stopped:
                left = patience if deadline is None else deadline - time.monotonic()
                try:
                    report = reports.recv() if reports.poll(max(0, min(left, patience))) else None
                except EOFError:
                    worker.join()
                    why_stopped = f"its process ended with exit code {worker.exitcode}"
                    continue
                if report is None and left < patience:
                    raise TimeIsUp
                if report == ANEW:
                    break
                if report is None:
                    why_stopped = f"no answer for {patience:.0f} s"
                    continue
                if isinstance(report, Cell):
                    cell = report
                elif isinstance(report, Turn):
                    waiting.pop(0)
                else:
                    waiting[0] = _without(waiting[0], report.cell)
                    skipped.extend([report] if report.kind == "skipped" else [])
                yield report
        if why_stopped:
            cell = cell if cell in waiting[0].cells else waiting[0].cells[0]
            waiting[0] = _without(waiting[0], cell)
            yield Unmeasured(cell=cell, kind="error", reason=why_stopped)
            waiting = [one for one in waiting if one.cells]


def _without(task: Task, cell: Cell) -> Task:
    return task._replace(cells=tuple(one for one in task.cells if one != cell))


def _work(
    plan: Plan, tasks: Sequence[Task], skipped: Sequence[Unmeasured], reports: Connection
) -> None:
    """The process itself."""
    if hasattr(os, "register_at_fork"):
        # A process that a contestant forks would go on with the turn, too.
        os.register_at_fork(after_in_child=lambda: os._exit(0))
    limit_memory(plan.memory_gib)
    comparisons = Comparisons(Contestants(plan), skipped, reports.send)
    try:
        for task in tasks:
            comparisons.take(task)
    except OutOfMemory:
        reports.send(ANEW)
