"""Isolation: the suite runs in processes of its own, so that a plug-in costs its own checks only.

The work comes in parts, and there is a process for each processor; whichever is free takes the next
part. A check that hangs is stopped, one that takes all memory is refused it, one that ends its
process gets a row that says so, and the next process goes on after it.
"""

from __future__ import annotations

import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, suppress
from itertools import islice
from multiprocessing.connection import wait
from operator import itemgetter
from pathlib import Path

from swagbench.apart import process, processors
from swagbench.core import InputError
from swagbench.records import CheckResult, Status
from swagbench.verify.ceilings import Ceilings
from swagbench.verify.rows import Options, Selection, replay_command
from swagbench.verify.words import to_text
from swagbench.verify.worker import (
    DONE,
    RECORDED_BYTES,
    Begun,
    Part,
    Work,
    recorded,
    work_on,
)

LOADING_SECONDS = 60
"""How long all that is named may take to be loaded."""

MOST_STARTS_IN_VAIN = 3
LONGEST_SHOWN_WORD = 200

GRACE_SECONDS = 2
"""How much longer than twice its ceiling a check is waited for, which ought to stop by itself."""


def verify_apart(
    selection: Selection, options: Options, ceilings: Ceilings, jobs: int | None = None
) -> Iterator[tuple[int, CheckResult]]:
    """Every check, in other processes, `jobs` at a time (None: one for each processor).

    Each row as it comes, after the place of the part that it belongs to: rows of a part come in
    their order, parts as they happen to. `in_order` brings them into theirs.

    Raises:
        InputError: something named is not there or cannot be loaded.
        SuiteBroken: the suite itself failed.
    """
    started = time.monotonic()

    def begin(part: Part, rows: Sequence[CheckResult] = ()) -> _Process:
        spent = time.monotonic() - started
        return _Process(Work(selection, options, ceilings, spent, part, tuple(rows)))

    # Laws are so quick that no process is started for them alone.
    most = max(1, len(selection.algorithms))
    return _Pool(begin, min(jobs or processors(), most)).rows(_parts(selection, options))


def in_order(rows: Iterable[tuple[int, CheckResult]]) -> list[CheckResult]:
    """Rows as one process gives them that works on one part after the other."""
    return [row for _, row in sorted(rows, key=itemgetter(0))]


def _parts(selection: Selection, options: Options) -> list[Part]:
    """What can be worked on apart from the rest, laws first."""
    has_laws = selection.laws and options.replay is None
    specs = [
        *((None, spec) for spec in dict.fromkeys(selection.aggregations) if has_laws),
        *((spec, None) for spec in dict.fromkeys(selection.algorithms)),
    ]
    return [Part(place, *one) for place, one in enumerate(specs)]


class _Pool:
    """Processes at work, each on a part of its own; whichever is free gets the next one."""

    def __init__(self, begin: Callable[..., _Process], most: int) -> None:
        self._begin = begin
        self._most = most
        self._at_work: list[_Process] = []
        self._in_vain: Counter[Part] = Counter()
        self._is_loaded = False

    def rows(self, parts: Iterable[Part]) -> Iterator[tuple[int, CheckResult]]:
        """Every row of all parts, after the place of its part."""
        left = iter(parts)
        try:
            self._at_work.extend(map(self._begin, islice(left, self._most)))
            while self._at_work:
                for one in _ready(self._at_work):
                    row = self._row(one)
                    if row is not None:
                        yield one.part.place, row
                    if one.is_free:
                        self._hand(one, next(left, None))
        finally:
            for one in self._at_work:
                one.end()

    def _row(self, one: _Process) -> CheckResult | None:
        """The next row of a process, if that is what it has to report."""
        try:
            row = one.report()
        except _Died as death:
            self._replace(one, death)
            return death.row
        self._is_loaded = True
        del self._in_vain[one.part]
        return row

    def _hand(self, one: _Process, part: Part | None) -> None:
        if part is not None:
            one.go_on_with(part)
        else:
            self._at_work.remove(one)
            one.end()

    def _replace(self, one: _Process, death: _Died) -> None:
        """Let another process go on with the part of one that died."""
        self._at_work.remove(one)
        one.end()
        if death.row is None:
            self._in_vain[one.part] += 1
            if not self._is_loaded or self._in_vain[one.part] == MOST_STARTS_IN_VAIN:
                raise InputError(f"what is to be verified cannot be loaded: {death}") from None
        self._at_work.append(self._begin(one.part, one.rows))


class _Died(Exception):
    """A process ended, or did not answer, before it was done; with the row of what it was at."""

    def __init__(self, why: str, row: CheckResult | None) -> None:
        super().__init__(why)
        self.row = row


class _Process:
    """One process at work on a part: what it reports, and how it ends."""

    def __init__(self, work: Work) -> None:
        self.part = work.part
        self.rows = [*work.rows]
        self.is_free = False
        self._begun: Begun | None = None
        self._life = ExitStack()
        folder = self._life.enter_context(tempfile.TemporaryDirectory(prefix="swagbench-"))
        self._record = Path(folder) / "word"
        self._record.write_bytes(bytes(RECORDED_BYTES))
        apart = process(work_on, work, str(self._record))
        self._worker, self.reports = self._life.enter_context(apart)
        self._longest = 2 * work.ceilings.timeout + GRACE_SECONDS
        self._wait(LOADING_SECONDS)

    def end(self) -> None:
        """End it, whatever it is at."""
        self._life.close()

    def go_on_with(self, part: Part) -> None:
        """Hand it the next part, now that it is free."""
        self.part, self.rows, self.is_free = part, [], False
        self._wait(self._longest)
        with suppress(OSError):  # It has ended just now, which `report` will find out.
            self.reports.send(part)

    def seconds_left(self) -> float:
        """How long a report is still waited for."""
        return max(0.0, self._last + self._patience - time.monotonic())

    def report(self) -> CheckResult | None:
        """The row that is there now, or None where there is other news.

        Raises:
            _Died: there will be no more reports.
        """
        try:
            report = self.reports.recv() if self.reports.poll() else None
        except (EOFError, OSError):
            raise self._died(Status.ERROR, f"its process ended {self._how()}") from None
        if report is None:
            why = f"no end within {self._patience:g} s, and it could not be interrupted"
            raise self._died(Status.TIMEOUT, why)
        if isinstance(report, Exception):
            raise report
        self._wait(self._longest)
        self._begun = report if isinstance(report, Begun) else None
        self.is_free = report == DONE
        if isinstance(report, CheckResult):
            self.rows.append(report)
            return report
        return None

    def _wait(self, seconds: float) -> None:
        self._last = time.monotonic()
        self._patience = seconds

    def _how(self) -> str:
        self._worker.join(1)
        code = self._worker.exitcode or 0
        return f"by signal {-code}" if code < 0 else f"with exit code {code}"

    def _died(self, status: Status, why: str) -> _Died:
        if self._begun is None:
            return _Died(why, None)
        algorithm, aggregation, check = self._begun.key
        text = to_text(recorded(self._record))
        is_short = len(text) <= LONGEST_SHOWN_WORD
        row = CheckResult(
            algorithm=algorithm or None,
            aggregation=aggregation,
            check=check,
            status=status,
            reason=why,
            word=text if is_short else "",
            replay=replay_command(self._begun.command, text) if is_short else "",
        )
        self.rows.append(row)
        return _Died(why, row)


def _ready(processes: Sequence[_Process]) -> list[_Process]:
    """Those that have something to report, or have had their time; waits for the first."""
    soonest = min(one.seconds_left() for one in processes)
    reporting = wait([one.reports for one in processes], soonest)
    return [one for one in processes if one.reports in reporting or not one.seconds_left()]
