"""A whole sweep: every comparison of a plan, kept as it goes, so that nothing is ever lost.

All comparisons have their turn in one process, then all in the next: a run that is stopped has
something of each, and one that takes hours does not measure each in an hour of its own.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec

from swagbench.bench.machine import load_average, machine_info
from swagbench.bench.plan import Contestants
from swagbench.bench.throughput import Task, Turn
from swagbench.bench.worker import TimeIsUp, take_turns
from swagbench.comparison import contest_of
from swagbench.core import InputError
from swagbench.records import Benchmark, Cell, Extra, Measures, Plan, Run, Twin, Unmeasured
from swagbench.run_file import read_run, write_run

Progress = Callable[[int, int, Cell | None], None]
"""Called with turns done, turns in all (one for each cell and process), and the cell at work."""


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
    """Measure what a run's plan still lacks, writing run.json after every turn.

    Raises:
        InputError: the plan names something that is not there, or the folder cannot be written.
    """
    extra, plan = run.swagbench, run.swagbench.plan
    contestants = Contestants(plan)
    contests, unserved = contestants.contests()
    extra.cards = contestants.cards()
    state = _State(run, contests)
    told = {one.cell for one in extra.unmeasured}
    extra.unmeasured.extend(one for one in unserved if one.cell not in told)
    write_run(run, folder)

    spent, start = extra.seconds, time.perf_counter()
    deadline = None if plan.minutes is None else time.monotonic() + 60 * plan.minutes - spent
    try:
        for process in range(plan.processes):
            skipped = [one for one in extra.unmeasured if one.kind == "skipped"]
            for report in take_turns(plan, state.tasks(process), skipped, deadline):
                if isinstance(report, Cell):
                    progress(state.done, state.total, report)
                    continue
                if isinstance(report, Turn):
                    state.add(report)
                else:
                    state.drop(report)
                extra.seconds = round(spent + time.perf_counter() - start, 1)
                write_run(run, folder)
                progress(state.done, state.total, None)
    except TimeIsUp:
        reason = f"the {plan.minutes:g} minutes of the run were over"
        for cell in state.unreached():
            state.drop(Unmeasured(cell=cell, kind="skipped", reason=reason))
        extra.seconds = round(spent + time.perf_counter() - start, 1)
    extra.is_complete = True
    write_run(run, folder)


class _State:
    """What a run has of its comparisons, in the order of its plan."""

    def __init__(self, run: Run, contests: list[tuple[Cell, ...]]) -> None:
        self._run = run
        self._extra = run.swagbench
        self._contests = contests
        self._order = {cell: place for place, cell in enumerate(chain(*contests))}
        # Runs of an older kind do not tell their rounds: what they measured is measured anew.
        self._measured = {one.params: one for one in run.benchmarks if one.extra_info.rounds_ns}
        self._twins = {contest_of(one.cell): one for one in self._extra.twins}
        for cells in contests:
            # Contestants are measured together: with a new one, all of them anew.
            rounds = {self._processes(cell) for cell in self._waiting(cells)}
            if len(rounds) > 1:
                for cell in cells:
                    self._measured.pop(cell, None)
                self._twins.pop(contest_of(cells[0]), None)
        self._keep()

    @property
    def total(self) -> int:
        """Turns in all: one of each cell in each process."""
        return len(self._order) * self._extra.plan.processes

    def tasks(self, process: int) -> list[Task]:
        """The turns of all comparisons that have had none in the process of that number."""
        return [
            self._task(number, process, cells)
            for number, contest in enumerate(self._contests)
            if (cells := self._waiting(contest)) and self._processes(cells[0]) <= process
        ]

    def add(self, turn: Turn) -> None:
        """Keep what came of a turn."""
        for cell, found in turn.found.items():
            self._measured[cell] = _benchmark(cell, found, turn.rounds_ns[cell])
        if turn.twin is not None:
            contest = contest_of(turn.twin)
            before = self._twins[contest].rounds_ns if contest in self._twins else []
            rounds_ns = [*before, turn.twin_rounds_ns]
            self._twins[contest] = Twin(cell=turn.twin, rounds_ns=rounds_ns)
        self._keep()

    def drop(self, one: Unmeasured) -> None:
        """Keep why a cell has no time; one that it had is none."""
        self._extra.unmeasured.append(one)
        self._measured.pop(one.cell, None)
        twin = self._twins.get(contest_of(one.cell))
        if twin is not None and twin.cell == one.cell:
            del self._twins[contest_of(one.cell)]
        self._keep()

    def unreached(self) -> list[Cell]:
        """The cells of which there is nothing yet."""
        waiting = chain(*map(self._waiting, self._contests))
        return [cell for cell in waiting if not self._processes(cell)]

    def _task(self, number: int, process: int, cells: tuple[Cell, ...]) -> Task:
        known = {cell: self._measured[cell].extra_info for cell in cells if cell in self._measured}
        twin = self._twins.get(contest_of(cells[0]))
        return Task(number, process, cells, known, twin.cell if twin else None)

    def _waiting(self, cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
        """Those of some cells that are not known to be unmeasurable."""
        dropped = {one.cell for one in self._extra.unmeasured}
        return tuple(cell for cell in cells if cell not in dropped)

    def _processes(self, cell: Cell) -> int:
        one = self._measured.get(cell)
        return len(one.extra_info.rounds_ns) if one else 0

    def _keep(self) -> None:
        last = len(self._order)
        self._run.benchmarks[:] = sorted(
            self._measured.values(), key=lambda one: self._order.get(one.params, last)
        )
        self._extra.twins[:] = self._twins.values()
        processes = self._extra.plan.processes
        dropped = {one.cell for one in self._extra.unmeasured} & self._order.keys()
        taken = sum(min(processes, self._processes(cell)) for cell in self._order)
        self.done = len(dropped) * processes + taken
        """Turns that are over; a cell that cannot be measured needs no more."""


def _benchmark(cell: Cell, found: Measures, rounds_ns: list[float]) -> Benchmark:
    """A cell in pytest-benchmark's shape, with the rounds of one more process.

    A round is of many slides, as many iterations there; `stats` are seconds per slide.
    """
    from pytest_benchmark.stats import Stats  # noqa: PLC0415 - slow to import

    by_process = [*found.rounds_ns, rounds_ns]
    stats = Stats()
    for ns_per_slide in chain(*by_process):
        stats.update(ns_per_slide / 1e9)
    figures: dict[str, Any] = stats.as_dict()
    measures = msgspec.structs.replace(
        found,
        ns_per_slide=1e9 * figures["median"],
        ns_per_slide_q1=1e9 * figures["q1"],
        ns_per_slide_q3=1e9 * figures["q3"],
        rounds_ns=by_process,
        answers_checked=found.answers_checked + (0 if found.is_floor else len(rounds_ns)),
    )
    return Benchmark(
        group=f"{cell.aggregation}-{cell.stream}-{cell.window}",
        name=cell.id,
        fullname=cell.id,
        params=cell,
        param=cell.id,
        extra_info=measures,
        options={"timer": "thread_time", "disable_gc": False, "warmup": 1},
        stats={**figures, "iterations": found.slides_per_round},
    )


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
