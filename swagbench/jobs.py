"""What bench, accuracy, report and run do, with progress and outcome on the terminal."""

from __future__ import annotations

import shlex
import time
from contextlib import closing
from pathlib import Path

from swagbench.accuracy.contest import Row
from swagbench.accuracy.worker import judge_apart
from swagbench.bench.plan import Contestants
from swagbench.bench.sweep import folder_for, new_run, newest_run, resumed, sweep
from swagbench.core import InputError
from swagbench.records import Accuracy, Cell, Plan, Run
from swagbench.report import figures, findings, tables
from swagbench.run_file import read_run, write_run
from swagbench.terminal import make_console, print_accuracy, print_table, printable, progress

RESULTS = Path("results")
KEPT_EVERY_SECONDS = 5

console = make_console()


def begin(plan: Plan, command: str, out: Path | None) -> tuple[Run, Path]:
    """A new run, its plan known to make sense and its folder to be writable, before any work."""
    Contestants(plan).contests()
    run = new_run(plan, command)
    folder = _new_folder(run, out, "; --resume goes on with it")
    write_run(run, folder)
    return run, folder


def _new_folder(run: Run, out: Path | None, or_else: str = "") -> Path:
    folder = out or folder_for(RESULTS, run.machine_info["node"])
    if (folder / "run.json").exists():
        raise InputError(f"{folder} holds a run already{or_else}")
    return folder


def go_on(plan: Plan | None, command: str, out: Path | None) -> tuple[Run, Path]:
    """The run in `out`, or the newest unfinished one, by its own plan or by a new one."""
    folder = out or newest_run(RESULTS, unfinished=True)
    return resumed(folder, plan, command), folder


def measured(run: Run, folder: Path) -> None:
    """Measure what a run lacks, behind a progress bar; an interrupt says how to go on."""
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


def measure(run: Run, folder: Path) -> int:
    """Measure what a run lacks and print it; 1 if a contestant was wrong."""
    measured(run, folder)
    if noise := findings.noise_line(run):
        console.print(noise, soft_wrap=True)
    for group in tables.groups(run):
        name = f"{group.aggregation} on {group.stream}"
        for one in (figures.throughput(run, group), figures.beside_the_fastest(run, group)):
            # One alone is beside nobody.
            if len(one.table.rows) > 1:
                print_table(console, one.table, f"{name}. {one.caption}")
    without = tables.unmeasured(run)
    if without.rows:
        print_table(console, without, "Without a time")
    return int(any(one.kind == "error" for one in run.swagbench.unmeasured))


def accuracy(plan: Plan, command: str, out: Path | None, *, quick: bool) -> int:
    """A new run that judges and times nothing; 1 if something is wrong that is not declared."""
    run = new_run(plan, command)
    folder = _new_folder(run, out)
    # There is nothing that could be gone on with: what is not judged says so itself.
    run.swagbench.is_complete = True
    failed = judge(run, plan, folder, quick=quick)
    again = shlex.join(["swagbench", "report", str(folder)])
    console.print(f"Kept in {folder}/run.json. As a page: {again}", soft_wrap=True)
    return failed


def judge(run: Run, plan: Plan, folder: Path, *, quick: bool) -> int:
    """Judge all that a plan names, behind a progress bar; 1 if something is wrong undeclared.

    What is finished is kept now and then, at the end and on an interrupt.
    """
    rows: list[Row] = []
    judged: list[Accuracy] = []
    kept = time.monotonic()
    run.swagbench.accuracy = judged
    try:
        with closing(judge_apart(plan, quick=quick)) as reports, progress() as bar:
            task = bar.add_task("accuracy", total=None)
            for report in reports:
                if isinstance(report, list):
                    rows = report
                    write_run(run, folder)  # It can be written, then, and all could be loaded.
                    console.print(f"Judging; what is finished is kept in {folder}/run.json.")
                    continue
                judged.append(report)
                if len(judged) < len(rows):
                    following = " × ".join(rows[len(judged)][:3])
                    bar.update(task, description=printable(f"accuracy {following}"))
                bar.update(task, completed=len(judged), total=len(rows))
                if time.monotonic() - kept > KEPT_EVERY_SECONDS:
                    write_run(run, folder)
                    kept = time.monotonic()
    except KeyboardInterrupt:
        console.print(f"Interrupted; {len(judged)} rows are kept in {folder}.", soft_wrap=True)
        judged.extend(
            Accuracy(**row._asdict(), kind="skipped", reason="interrupted")
            for row in rows[len(judged) :]
        )
        raise
    finally:
        if rows:
            write_run(run, folder)
    print_accuracy(console, judged)
    return int(any(one.is_broken for one in judged))


def report(source: Path | None, out: Path | None) -> None:
    """Write the report of a run, by default the newest one's, by default beside it."""
    from swagbench.report.page import write_report  # noqa: PLC0415 - charts are slow to import

    found = source or newest_run(RESULTS)
    run = read_run(found)
    console.print("Drawing the report.")
    for path in write_report(run, out or (found if found.is_dir() else found.parent)):
        console.print(f"wrote {path}", soft_wrap=True)
