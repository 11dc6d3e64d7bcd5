"""What verify does, with its progress and its verdict on the terminal and in files."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from swagbench.core import InputError
from swagbench.records import CheckResult
from swagbench.report import tables
from swagbench.report.tables import Table
from swagbench.run_file import check_writable
from swagbench.terminal import (
    make_console,
    print_failures,
    print_known,
    print_table,
    printable,
    progress,
)
from swagbench.verify.ceilings import Ceilings
from swagbench.verify.checking import PROFILES
from swagbench.verify.exchange import (
    Expected,
    read_expected,
    with_expected,
    write_json,
    write_junit,
)
from swagbench.verify.isolation import in_order, verify_apart
from swagbench.verify.promises import known_checks
from swagbench.verify.rows import Options, Selection
from swagbench.verify.words import from_text

KEPT_EVERY_SECONDS = 5
MOST_COLUMNS = 6
"""Algorithms that have a column each on a terminal; of more only what was not kept is told."""

TIMEOUT_SECONDS = {"fast": 5.0, "default": 10.0, "thorough": 600.0}
"""What a check may take in each profile, unless another ceiling is given."""

console = make_console()


def verify(
    selection: Selection,
    *,
    checks: list[str] | None,
    exclude: list[str] | None,
    profile: str,
    seed: int,
    replay: str | None,
    timeout: float | None,
    memory: float,
    max_time: float | None,
    jobs: int | None,
    json: Path | None,
    junit: Path | None,
    expected: Path | None,
) -> int:
    """The command: every row shown, and written where it is wanted; 1 if a promise broke."""
    options = Options(
        profile=replace(PROFILES[profile], seed=seed),
        checks=tuple(known_checks(checks or ["*"])),
        exclude=tuple(known_checks(exclude or [])),
        replay=None if replay is None else from_text(replay),
    )
    ceilings = Ceilings(
        timeout=timeout or TIMEOUT_SECONDS[profile], memory_gib=memory, max_time=max_time
    )

    def keep(rows: list[CheckResult]) -> None:
        if json is not None:
            write_json(rows, json)
        if junit is not None:
            write_junit(rows, junit)

    # Found out now, not after all the work: what cannot be read, and what cannot be written.
    failures = [] if expected is None else read_expected(expected)
    if json is not None and json == junit:
        raise InputError(f"--json and --junit are both {json}; each needs a file of its own")
    for path in filter(None, (json, junit)):
        check_writable(path)
    return show(verified(selection, options, ceilings, jobs=jobs, expected=failures, keep=keep))


def verified(
    selection: Selection,
    options: Options | None = None,
    ceilings: Ceilings | None = None,
    *,
    jobs: int | None = None,
    expected: Sequence[Expected] = (),
    keep: Callable[[list[CheckResult]], None] = lambda _: None,
) -> list[CheckResult]:
    """Every row, behind a progress bar; what is finished is kept now and then, and at the end.

    However many are made at a time, they are in the same order.
    """
    count = len(selection.aggregations)
    names = ", ".join(selection.algorithms)
    told = f"Verifying {names} with {count} aggregation{'s' * (count != 1)}."
    rows: list[tuple[int, CheckResult]] = []
    seen = set()
    kept = time.monotonic()
    pairs = count * selection.laws + len(selection.algorithms) * (1 + count)
    every = verify_apart(selection, options or Options(), ceilings or Ceilings(), jobs)
    try:
        with progress() as bar:
            task = bar.add_task("verify", total=pairs)
            for place, row in every:
                if not rows:  # So all that is named could be loaded.
                    console.print(printable(told), soft_wrap=True)
                rows.append((place, with_expected(row, expected)))
                seen.add((row.algorithm, row.aggregation))
                about = " × ".join(filter(None, (row.algorithm, row.aggregation)))
                description = f"verify {printable(about)}, {row.check}"
                bar.update(task, completed=len(seen), description=description)
                if time.monotonic() - kept > KEPT_EVERY_SECONDS:
                    keep(in_order(rows))
                    kept = time.monotonic()
    finally:
        if rows:
            keep(in_order(rows))
    return in_order(rows)


def _narrow(by_algorithm: Table) -> Table:
    """A table with a column for each algorithm if that is not too wide, or else condensed."""
    is_wide = len(by_algorithm.header) > 1 + MOST_COLUMNS
    return tables.condensed(by_algorithm) if is_wide else by_algorithm


def show(rows: list[CheckResult]) -> int:
    """Show how checks ended; 1 if a promise broke."""
    for table, title in (
        (tables.laws(rows), "Laws of aggregations (✓ holds, – not claimed)"),
        (tables.conduct(rows), "What else is asked of an aggregation"),
        (_narrow(tables.promises(rows)), "Promises of algorithms (✓ kept)"),
        (_narrow(tables.served(rows)), "By aggregation; probes stand for all"),
    ):
        if table.rows:
            print_table(console, table, title)
    for hint in tables.hints(rows):
        console.print(printable(hint), style="dim", soft_wrap=True)
    print_known(console, rows)
    print_failures(console, rows)
    for speed in tables.speeds(rows):
        console.print(printable(speed), soft_wrap=True)
    seconds = sum(row.seconds for row in rows)
    console.print(f"{tables.tally(rows)}; {seconds:.1f} s")
    return int(any(row.status.is_broken for row in rows))
