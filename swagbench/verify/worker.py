"""In a process apart: each part that it is handed, row by row."""

from __future__ import annotations

import mmap
import os
import random
import sys
import time
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

from swagbench.apart import limit_memory
from swagbench.core import InputError, SuiteBroken
from swagbench.records import CheckResult, Status
from swagbench.registry import find_aggregation, find_algorithm, find_all
from swagbench.verify.ceilings import Ceilings, record_with
from swagbench.verify.rows import Key, Options, Selection, Task, run
from swagbench.verify.suite import tasks

BAD_ENDS = 2
"""After so many checks of an algorithm with one aggregation that had to be stopped, or ended the
process, the others are not run: they would end like that too, and take their time."""

RECORDED_BYTES = 1 << 20

DONE = "done"
"""What is reported after the last row of a part."""


class Part(NamedTuple):
    """What is worked on apart from the rest: laws of an aggregation, or an algorithm with all.

    Rows are shown in the order of the places of parts.
    """

    place: int
    algorithm: str | None
    aggregation: str | None


class Begun(NamedTuple):
    """What is run for the next row, and the command to run it again with a word."""

    key: Key
    command: str


class Work(NamedTuple):
    """What a process is to do: it begins with a part, some `rows` of which may be there already.

    `spent` seconds were needed before it.
    """

    selection: Selection
    options: Options
    ceilings: Ceilings
    spent: float
    part: Part
    rows: tuple[CheckResult, ...]


def work_on(work: Work, record: str, parent: Connection) -> None:
    """Report each row, after what is run for it, and a part that is done; then wait for another."""
    send = parent.send
    if hasattr(os, "register_at_fork"):
        # A process that a plug-in forks would go on with the suite, too.
        os.register_at_fork(after_in_child=lambda: os._exit(0))
    try:
        limit_memory(work.ceilings.memory_gib)
        with Path(record).open("r+b") as file, mmap.mmap(file.fileno(), 0) as shared:
            _record_words_in(shared)
            loaded = _Loaded(work)
            part, rows = work.part, work.rows
            while True:
                for report in loaded.rows(part, rows):
                    send(report)
                send(DONE)
                part, rows = parent.recv(), ()
    except InputError as error:
        send(error)
    except Exception:  # noqa: BLE001 - told to the other process, which tells it on
        send(SuiteBroken(traceback.format_exc()))


def recorded(record: Path) -> str:
    """The word that was tried when the process ended."""
    written = record.read_bytes()
    length = int.from_bytes(written[:8], "little")
    return written[8 : 8 + length].decode("ascii", errors="replace")


def _record_words_in(shared: mmap.mmap) -> None:
    def note(word: str) -> None:
        letters = word.encode()[: RECORDED_BYTES - 8]
        shared[: 8 + len(letters)] = len(letters).to_bytes(8, "little") + letters

    record_with(note)


class _Loaded:
    """All that is named, loaded, so that it can be worked on."""

    def __init__(self, work: Work) -> None:
        self._options, self._ceilings = work.options, work.ceilings
        self._algorithms = find_all(find_algorithm, work.selection.algorithms)
        self._aggregations = find_all(find_aggregation, work.selection.aggregations)
        for aggregation in self._aggregations:
            _warm_up(aggregation.item)
        self._ends = _deadline(work.ceilings.max_time, work.spent)

    def rows(self, part: Part, there: Sequence[CheckResult]) -> Iterator[Begun | CheckResult]:
        """Each row of a part that is not there yet, after what is run for it."""
        tally = _Tally()
        known = {_key(row): row for row in there}
        for task in self._tasks(part):
            row = known.get(task.key)
            if row is None:
                yield Begun(task.key, task.command)
                row = self._row(task, tally)
                yield row
            elif task.plans and not _is_bad(row):
                # What comes next depends on it.
                with _as_it_was():
                    run(task, self._ceilings.timeout)
            tally.add(task, row)

    def _tasks(self, part: Part) -> Iterator[Task]:
        """None for a spec that names the same as one before it."""
        if part.algorithm is None:
            alone = [one for one in self._aggregations if one.spec == part.aggregation]
            return tasks([], alone, self._options)
        named = [one for one in self._algorithms if one.spec == part.algorithm]
        return tasks(named, self._aggregations, self._options, laws=False)

    def _row(self, task: Task, tally: _Tally) -> CheckResult:
        ceilings = self._ceilings
        left = None if self._ends is None else self._ends - time.monotonic()
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
    """Let one that is built in import what it needs: that is no part of any check's time.

    Other people's are not run before their own checks, where they can do no harm.
    """
    if type(aggregation).__module__.startswith("swagbench.aggregations."):
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
