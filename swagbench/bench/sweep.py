"""A whole sweep: every cell of a plan, recorded as it is finished, so that nothing is ever lost."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from swagbench.bench.machine import load_average, machine_info
from swagbench.bench.plan import Contestants
from swagbench.bench.worker import measure_apart
from swagbench.core import InputError
from swagbench.records import (
    Benchmark,
    Cell,
    Extra,
    Plan,
    Run,
)
from swagbench.run_file import read_run, write_run

Progress = Callable[[int, int, Cell | None], None]
"""Called with cells done, cells in all, and the one that begins."""


def new_run(plan: Plan, command: str) -> Run:
    """A run with nothing measured yet, on this machine, at this commit."""
    from pytest_benchmark.utils import get_commit_info  # noqa: PLC0415 - slow to import

    now = datetime.now(UTC)
    return Run(
        machine_info=machine_info(),
        commit_info=get_commit_info(),
        benchmarks=[],
        datetime=now.isoformat(),
        version=version("pytest-benchmark"),
        swagbench=Extra(command=command, plan=plan, load_before=load_average()),
    )


def sweep(run: Run, folder: Path, progress: Progress) -> None:
    """Measure what a run's plan still lacks, writing run.json after every cell.

    Raises:
        InputError: the plan names something that is not there, or the folder cannot be written.
    """
    extra = run.swagbench
    cells, unmeasured = Contestants(extra.plan).cells()
    done = run.done
    extra.unmeasured += [one for one in unmeasured if one.cell not in done]
    waiting = [cell for cell in cells if cell not in done]
    total, finished = len(cells), len(cells) - len(waiting)
    write_run(run, folder)
    spent, start = extra.seconds, time.perf_counter()
    for report in measure_apart(extra.plan, waiting):
        if isinstance(report, Cell):
            progress(finished, total, report)
            continue
        if isinstance(report, Benchmark):
            run.benchmarks.append(report)
        else:
            extra.unmeasured.append(report)
        finished += 1
        extra.seconds = round(spent + time.perf_counter() - start, 1)
        write_run(run, folder)
        progress(finished, total, None)
    extra.is_complete = True
    write_run(run, folder)


def folder_for(results: Path, machine: str) -> Path:
    """A new folder for today's run on this machine; an older one is never written over."""
    name = f"{datetime.now(UTC).date().isoformat()}-{machine}"
    taken = {path.name for path in results.glob(f"{name}*")} if results.is_dir() else set()
    names = [name, *(f"{name}-{count}" for count in range(2, len(taken) + 2))]
    return results / next(one for one in names if one not in taken)


def newest_run(results: Path, *, unfinished: bool = False) -> Path:
    """The folder of the run that was written last, or of the last one that is not finished.

    Raises:
        InputError: there is none.
    """
    files = sorted(results.glob("*/run.json"), key=lambda path: path.stat().st_mtime, reverse=True)
    for file in files:
        if not unfinished or not read_run(file).swagbench.is_complete:
            return file.parent
    kind = "unfinished run" if unfinished else "run"
    raise InputError(f"no {kind} in {results}; `swagbench bench` makes one")


def resumed(folder: Path, plan: Plan | None, command: str) -> Run:
    """The run in a folder, to go on with by its own plan or by one that it may partly fill.

    Raises:
        InputError: there is none, or it was measured on another machine or Python.
    """
    run = read_run(folder)
    if run.machine_info != machine_info():
        raise InputError(f"{folder} was measured on another machine or Python; make a new run")
    if plan is not None:
        run.swagbench.plan = plan
        run.swagbench.command = command
        # What was left out under the old plan may well fit under the new one.
        run.swagbench.unmeasured = []
    run.swagbench.is_complete = False
    return run
