"""Isolation: the suite runs in a process of its own, so that a plug-in costs its own checks only.

One that hangs is stopped, one that takes all memory is refused it, one that ends the process gets a
row that says so, and the next process goes on after it.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

from swagbench.apart import process
from swagbench.core import InputError
from swagbench.records import CheckResult, Status
from swagbench.verify.ceilings import Ceilings
from swagbench.verify.rows import Options, Selection, replay_command
from swagbench.verify.words import to_text
from swagbench.verify.worker import (
    RECORDED_BYTES,
    Begun,
    Work,
    recorded,
    work_on,
)

LOADING_SECONDS = 60
"""How long all that is named may take to be loaded."""

MOST_STARTS_IN_VAIN = 3
LONGEST_SHOWN_WORD = 200


class _Died(Exception):
    """A process ended, or did not answer, before it was done; at what had `begun`, if anything."""

    def __init__(self, status: Status, why: str, begun: Begun | None) -> None:
        super().__init__(why)
        self.status = status
        self.begun = begun


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
    in_vain = 0
    with tempfile.TemporaryDirectory(prefix="swagbench-") as folder:
        record = Path(folder) / "word"
        record.write_bytes(bytes(RECORDED_BYTES))
        while True:
            spent = time.monotonic() - started
            work = Work(selection, options, ceilings, str(record), spent, tuple(rows))
            try:
                with process(work_on, work) as (worker, reports):
                    for row in _received(worker, reports, ceilings):
                        rows.append(row)
                        in_vain = 0
                        yield row
                    return
            except _Died as death:
                if death.begun is not None:
                    rows.append(_cut_short(death.begun, death, recorded(record)))
                    yield rows[-1]
                    continue
                in_vain += 1
                if in_vain == MOST_STARTS_IN_VAIN or not rows:
                    told = f"what is to be verified cannot be loaded: {death}"
                    raise InputError(told) from None


def _received(
    worker: BaseProcess, reports: Connection, ceilings: Ceilings
) -> Iterator[CheckResult]:
    """The rows of one process, as long as it answers."""
    begun: Begun | None = None
    patience: float = LOADING_SECONDS
    while True:
        try:
            report = reports.recv() if reports.poll(patience) else None
        except EOFError:
            worker.join(1)
            code = worker.exitcode or 0
            how = f"by signal {-code}" if code < 0 else f"with exit code {code}"
            raise _Died(Status.ERROR, f"its process ended {how}", begun) from None
        if report is None:
            why = f"no end within {patience:g} s, and it could not be interrupted"
            raise _Died(Status.TIMEOUT, why, begun)
        if isinstance(report, Exception):
            raise report
        if isinstance(report, CheckResult):
            begun = None
            yield report
        elif isinstance(report, Begun):
            begun = report
        else:
            return
        # It stops by itself what takes too long; this is for what cannot be stopped that way.
        patience = 2 * ceilings.timeout + 2


def _cut_short(begun: Begun, death: _Died, word: str) -> CheckResult:
    algorithm, aggregation, check = begun.key
    text = to_text(word)
    is_short = len(text) <= LONGEST_SHOWN_WORD
    return CheckResult(
        algorithm=algorithm or None,
        aggregation=aggregation,
        check=check,
        status=death.status,
        reason=str(death),
        word=text if is_short else "",
        replay=replay_command(begun.command, text) if is_short else "",
    )
