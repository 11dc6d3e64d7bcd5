"""The process that measures, apart from the one that keeps the records.

So a contestant that crashes, hangs, prints or eats memory costs its own cell and nothing else.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

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
        with _process(plan, waiting) as (process, reports):
            while waiting and not why_stopped:
                try:
                    report = reports.recv() if reports.poll(patience) else None
                except EOFError:
                    process.join()
                    why_stopped = f"its process ended with exit code {process.exitcode}"
                    continue
                if report is None:
                    why_stopped = f"no answer for {patience:.0f} s"
                    continue
                if not isinstance(report, Cell):
                    waiting.pop(0)
                yield report
        if why_stopped:
            yield Unmeasured(cell=waiting.pop(0), kind="error", reason=why_stopped)


@contextmanager
def _process(plan: Plan, cells: Sequence[Cell]) -> Iterator[tuple[BaseProcess, Connection]]:
    """A new process that measures, ended with the block. Its hash seed is always the same."""
    context = multiprocessing.get_context("spawn")
    reports, sender = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(plan, cells, sender), daemon=True)
    before = os.environ.get("PYTHONHASHSEED")
    os.environ["PYTHONHASHSEED"] = "0"
    try:
        process.start()
    finally:
        if before is None:
            del os.environ["PYTHONHASHSEED"]
        else:
            os.environ["PYTHONHASHSEED"] = before
    sender.close()
    try:
        yield process, reports
    finally:
        reports.close()
        process.kill()
        process.join()


def _work(plan: Plan, cells: Sequence[Cell], sender: Connection) -> None:
    """The process: nothing that a contestant prints reaches the terminal."""
    silence = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        os.dup2(silence, stream.fileno())

    from swagbench.bench.limits import limit_memory  # noqa: PLC0415 - heavy: only in this process
    from swagbench.bench.plan import Contestants  # noqa: PLC0415
    from swagbench.bench.throughput import run  # noqa: PLC0415

    limit_memory(plan.memory_gib)
    run(Contestants(plan), cells, sender.send)
