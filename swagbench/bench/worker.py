"""The process that measures, apart from the one that keeps the records.

So a contestant that crashes, hangs, prints or eats memory costs its own cell and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection

from swagbench.apart import limit_memory, process
from swagbench.records import Benchmark, Cell, Plan, Unmeasured

START_SECONDS = 60
"""How long a new process may take before it reports its first cell."""


def measure_apart(plan: Plan, cells: Sequence[Cell]) -> Iterator[Cell | Benchmark | Unmeasured]:
    """Measure cells in processes of their own; each as it begins, and then how it ended.

    A process that ends before its time, or does not answer for three times the budget of a cell and
    a little more, costs the cell it was at; the next process goes on after it.
    """
    waiting = list(cells)
    patience = 3 * plan.budget_seconds + START_SECONDS
    while waiting:
        why_stopped = ""
        with process(_work, plan, waiting) as (worker, reports):
            while waiting and not why_stopped:
                try:
                    report = reports.recv() if reports.poll(patience) else None
                except EOFError:
                    worker.join()
                    why_stopped = f"its process ended with exit code {worker.exitcode}"
                    continue
                if report is None:
                    why_stopped = f"no answer for {patience:.0f} s"
                    continue
                if not isinstance(report, Cell):
                    waiting.pop(0)
                yield report
        if why_stopped:
            yield Unmeasured(cell=waiting.pop(0), kind="error", reason=why_stopped)


def _work(plan: Plan, cells: Sequence[Cell], reports: Connection) -> None:
    """The process itself."""
    from swagbench.bench.plan import Contestants  # noqa: PLC0415 - heavy: only in this process
    from swagbench.bench.throughput import run  # noqa: PLC0415

    limit_memory(plan.memory_gib)
    run(Contestants(plan), cells, reports.send)
