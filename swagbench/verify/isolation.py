"""Isolation: the suite runs in a process of its own, so that a plug-in costs its own checks only.

One that hangs is stopped, one that takes all memory is refused it, one that ends the process gets a
row that says so, and the next process goes on after it.
"""

from __future__ import annotations

import mmap
import os
import random
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

from swagbench.apart import limit_memory, process
from swagbench.core import InputError, SuiteBroken
from swagbench.records import CheckResult, Status
from swagbench.registry import find_aggregation, find_algorithm, find_all
from swagbench.verify.ceilings import record_with
from swagbench.verify.suite import Key, Options, Task, run, tasks
from swagbench.verify.words import to_text

LOADING_SECONDS = 60
"""How long all that is named may take to be loaded."""

BAD_ENDS = 2
"""After so many checks of an algorithm with one aggregation that had to be stopped, or ended the
process, the others are not run: they would end like that too, and take their time."""

RECORDED_BYTES = 1 << 20
LONGEST_SHOWN_WORD = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Ceilings:
    """What a check may take, and all of them together; None is no limit."""

    timeout: float = 10.0
    memory_gib: float = 2.0
    max_time: float | None = None


class Selection(NamedTuple):
    """What is to be verified, by specs; `laws` of the aggregations too."""

    algorithms: Sequence[str]
    aggregations: Sequence[str]
    laws: bool


def verify_apart(
    selection: Selection, options: Options, ceilings: Ceilings
) -> Iterator[CheckResult]:
    """Every check, in other processes, each row as it comes.

    Raises:
        InputError: something named is not there or cannot be loaded.
        SuiteBroken: the suite itself failed.
    """
    rows: list[CheckResult] = []
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="swagbench-") as folder:
        record = Path(folder) / "word"
        record.write_bytes(bytes(RECORDED_BYTES))
        while True:
            spent = time.monotonic() - started
            work = _Work(selection, options, ceilings, str(record), spent, tuple(rows))
            with process(_work, work) as (worker, reports):
                current: Key | None = None
                patience: float = LOADING_SECONDS
                while True:
                    try:
                        report = reports.recv() if reports.poll(patience) else None
                    except EOFError:
                        worker.join(1)
                        why = f"its process ended{_how(worker.exitcode)}"
                        break
                    if report is None:
                        why = f"no end within {patience:g} s, and it could not be interrupted"
                        break
                    if isinstance(report, Exception):
                        raise report
                    if isinstance(report, CheckResult):
                        rows.append(report)
                        yield report
                    elif isinstance(report, tuple):
                        current = report
                        patience = 2 * ceilings.timeout + 5
                    else:
                        return
            if current is None:
                raise InputError(f"what is to be verified cannot be loaded: {why}")
            status = Status.TIMEOUT if report is None else Status.ERROR
            rows.append(_cut_short(current, status, why, _recorded(record)))
            yield rows[-1]


def _how(exit_code: int | None) -> str:
    if exit_code is None:
        return ""
    return f" with exit code {exit_code}" if exit_code >= 0 else f" by signal {-exit_code}"


def _cut_short(key: Key, status: Status, reason: str, word: str) -> CheckResult:
    algorithm, aggregation, check = key
    text = to_text(word)
    return CheckResult(
        algorithm=algorithm or None,
        aggregation=aggregation,
        check=check,
        status=status,
        reason=reason,
        word=text if len(text) <= LONGEST_SHOWN_WORD else "",
    )


def _recorded(record: Path) -> str:
    """The word that was tried when the process ended."""
    written = record.read_bytes()
    length = int.from_bytes(written[:8], "little")
    return written[8 : 8 + length].decode("ascii", errors="replace")


# --- in the process -------------------------------------------------------------------------------


class _Work(NamedTuple):
    """What a process is to do: `rows` are there already, `spent` seconds were needed for them."""

    selection: Selection
    options: Options
    ceilings: Ceilings
    record: str
    spent: float
    rows: tuple[CheckResult, ...]


def _work(work: _Work, reports: Connection) -> None:
    send = reports.send
    if hasattr(os, "register_at_fork"):
        # A process that a plug-in forks would go on with the suite, too.
        os.register_at_fork(after_in_child=lambda: os._exit(0))
    try:
        limit_memory(work.ceilings.memory_gib)
        with Path(work.record).open("r+b") as file, mmap.mmap(file.fileno(), 0) as shared:
            _record_words_in(shared)
            for report in _rows(work):
                send(report)
        send("done")
    except InputError as error:
        send(error)
    except Exception:  # noqa: BLE001 - told to the other process, which tells it on
        send(SuiteBroken(traceback.format_exc()))


def _record_words_in(shared: mmap.mmap) -> None:
    def note(word: str) -> None:
        letters = word.encode()[: RECORDED_BYTES - 8]
        shared[: 8 + len(letters)] = len(letters).to_bytes(8, "little") + letters

    record_with(note)


def _rows(work: _Work) -> Iterator[Key | CheckResult]:
    """Each row that is still to come, after the key of what is run for it."""
    selection, options, ceilings = work.selection, work.options, work.ceilings
    algorithms = find_all(find_algorithm, selection.algorithms)
    aggregations = find_all(find_aggregation, selection.aggregations)
    for aggregation in aggregations:
        _warm_up(aggregation.item)
    ends = _deadline(ceilings.max_time, work.spent)
    tally = _Tally()
    known = {_key(row): row for row in work.rows}
    for task in tasks(algorithms, aggregations, options, laws=selection.laws):
        row = known.get(task.key)
        if row is None:
            yield task.key
            row = _row(task, tally, ceilings, ends)
            yield row
        elif task.plans and not _is_bad(row):
            # What comes next depends on it.
            with _as_it_was():
                run(task, ceilings.timeout)
        tally.add(task, row)


def _row(task: Task, tally: _Tally, ceilings: Ceilings, ends: float | None) -> CheckResult:
    left = None if ends is None else ends - time.monotonic()
    if left is not None and left <= 0:
        return task.ended(Status.TIMEOUT, reason=f"not run: {ceilings.max_time:g} s were over")
    if bad := tally.reason_to_give_up(task):
        return task.ended(bad, reason="not run: checks before it ended like that")
    # One that had to be stopped once is not waited for that long again.
    timeout = ceilings.timeout / (5 if tally.has_hung(task) else 1)
    with _as_it_was():
        return run(task, timeout if left is None else min(timeout, left))


class _Tally:
    """Bad ends by algorithm and aggregation."""

    def __init__(self) -> None:
        self._bad: dict[tuple[str | None, str], list[Status]] = {}

    def add(self, task: Task, row: CheckResult) -> None:
        if _is_bad(row):
            self._bad.setdefault((task.algorithm, task.aggregation), []).append(row.status)

    def has_hung(self, task: Task) -> bool:
        return any(
            Status.TIMEOUT in ends
            for (algorithm, _), ends in self._bad.items()
            if algorithm is not None and algorithm == task.algorithm
        )

    def reason_to_give_up(self, task: Task) -> Status | None:
        """How the checks before it ended, if that was bad too often to go on."""
        here = self._bad.get((task.algorithm, task.aggregation), [])
        if len(here) >= BAD_ENDS:
            return here[-1]
        given_up = [
            ends
            for (algorithm, _), ends in self._bad.items()
            if algorithm is not None and algorithm == task.algorithm and len(ends) >= BAD_ENDS
        ]
        return given_up[-1][-1] if len(given_up) >= BAD_ENDS else None


def _is_bad(row: CheckResult) -> bool:
    return row.status in (Status.TIMEOUT, Status.ERROR)


def _key(row: CheckResult) -> Key:
    return row.algorithm or "", row.aggregation, row.check


def _deadline(max_time: float | None, spent: float) -> float | None:
    return None if max_time is None else time.monotonic() + max_time - spent


def _warm_up(aggregation: Any) -> None:
    """Let an aggregation import what it needs: that is no part of any check's time."""
    with suppress(Exception):  # Its checks will tell.
        aggregation.finalize(aggregation.empty())


@contextmanager
def _as_it_was() -> Iterator[None]:
    """Undo what a plug-in does to the interpreter: the next check must not see it."""
    limit, state, folder = sys.getrecursionlimit(), random.getstate(), Path.cwd()
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)
        random.setstate(state)
        os.chdir(folder)
