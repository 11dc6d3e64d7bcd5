"""What bench, report and run do, with its progress and its outcome on the terminal."""

from __future__ import annotations

import shlex
from pathlib import Path

from swagbench.bench.plan import Contestants
from swagbench.bench.sweep import folder_for, new_run, newest_run, resumed, sweep
from swagbench.core import InputError
from swagbench.records import Cell, Plan, Run, read_run, write_run
from swagbench.report import tables
from swagbench.terminal import make_console, print_table, progress

RESULTS = Path("results")

console = make_console()


def begin(plan: Plan, command: str, out: Path | None) -> tuple[Run, Path]:
    """A new run, its plan known to make sense and its folder to be writable, before any work."""
    Contestants(plan).cells()
    run = new_run(plan, command)
    folder = out or folder_for(RESULTS, run.machine_info["node"])
    if (folder / "run.json").exists():
        raise InputError(f"{folder} holds a run already; --resume goes on with it")
    write_run(run, folder)
    return run, folder


def go_on(plan: Plan | None, command: str, out: Path | None) -> tuple[Run, Path]:
    """The run in `out`, or the newest unfinished one, by its own plan or by a new one."""
    folder = out or newest_run(RESULTS, unfinished=True)
    return resumed(folder, plan, command), folder


def measure(run: Run, folder: Path) -> int:
    """Measure what a run lacks, behind a progress bar; 1 if a contestant was wrong."""
    console.print(f"Measuring; every finished cell is kept in {folder}/run.json.", soft_wrap=True)
    try:
        with progress() as bar:
            task = bar.add_task("bench", total=None)

            def show(done: int, total: int, cell: Cell | None) -> None:
                description = f"bench {cell.id}" if cell else None
                bar.update(task, completed=done, total=total, description=description)

            sweep(run, folder, show)
    except KeyboardInterrupt:
        kept = len(run.benchmarks)
        again = shlex.join(["swagbench", "bench", "--resume", "--out", str(folder)])
        console.print(f"Interrupted; {kept} cells are kept. To go on: {again}", soft_wrap=True)
        raise
    for group in tables.groups(run):
        title = f"{group.aggregation} on {group.stream}: ns per slide"
        print_table(console, tables.throughput(run, group), title)
    without = tables.unmeasured(run)
    if without.rows:
        print_table(console, without, "Without a time")
    return int(any(one.kind == "error" for one in run.swagbench.unmeasured))


def report(source: Path | None, out: Path | None) -> None:
    """Write the report of a run, by default the newest one's, by default beside it."""
    from swagbench.report.page import write_report  # noqa: PLC0415 - charts are slow to import

    found = source or newest_run(RESULTS)
    run = read_run(found)
    console.print("Drawing the report.")
    for path in write_report(run, out or (found if found.is_dir() else found.parent)):
        console.print(f"wrote {path}", soft_wrap=True)
