"""What the commands do, with its progress and its outcome on the terminal."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from swagbench.bench.plan import Contestants
from swagbench.bench.sweep import folder_for, new_run, newest_run, resumed, sweep
from swagbench.core import InputError
from swagbench.records import Cell, CheckResult, Plan, Run, Status, read_run, write_run
from swagbench.registry import Found
from swagbench.report import tables
from swagbench.terminal import make_console, print_failures, print_known, print_table

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


def verify(algorithms: list[Found], aggregations: list[Found]) -> list[CheckResult]:
    """Every check, behind a progress bar."""
    from swagbench.verify import suite  # noqa: PLC0415 - Hypothesis is slow to import

    pairs = len(aggregations) * (1 + len(algorithms))
    names = ", ".join(one.id for one in algorithms)
    console.print(f"Verifying {names} with {len(aggregations)} aggregations.", soft_wrap=True)
    results = []
    seen = set()
    with _progress() as bar:
        task = bar.add_task("verify", total=pairs)
        for result in suite.verify(algorithms, aggregations):
            results.append(result)
            seen.add((result.algorithm, result.aggregation))
            about = " × ".join(filter(None, (result.algorithm, result.aggregation)))
            bar.update(task, completed=len(seen), description=f"verify {about}")
    return results


def show_checks(results: list[CheckResult]) -> int:
    """Show how checks ended; 1 if one failed."""
    print_table(console, tables.laws(results), "Laws of aggregations (✓ holds, – not claimed)")
    print_table(console, tables.conformance(results), "Algorithms against recompute-from-scratch")
    print_known(console, results)
    print_failures(console, results)
    seconds = sum(result.seconds for result in results)
    console.print(f"{tables.tally(results)}; {seconds:.0f} s")
    return int(any(result.status is Status.FAILED for result in results))


def measure(run: Run, folder: Path) -> int:
    """Measure what a run lacks, behind a progress bar; 1 if a contestant was wrong."""
    console.print(f"Measuring; every finished cell is kept in {folder}/run.json.", soft_wrap=True)
    try:
        with _progress() as bar:
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


@contextmanager
def _progress() -> Iterator[Progress]:
    """A bar with the time left; only where there is a terminal, and gone when done."""
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    errors = Console(stderr=True)
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as bar:
        yield bar
