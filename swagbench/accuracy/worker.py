"""The process that judges, apart from the one that keeps the records.

So an algorithm or an aggregation that raises, hangs, dies or eats memory costs its own rows.
"""

from __future__ import annotations

from collections.abc import Generator
from multiprocessing.connection import Connection
from typing import Any

import msgspec

from swagbench.accuracy.contest import Contest, Row
from swagbench.accuracy.judging import Tally, Trial, is_wrong_from, judged
from swagbench.apart import alarm, limit_memory, process
from swagbench.core import InputError, is_lossy
from swagbench.poison import NOT_FOUND, Poisoner, find_poisoner, shown
from swagbench.records import Accuracy, Plan, Unexplained

START_SECONDS = 60
"""How long a new process may take to load all that is named, beyond its ceiling."""


class TimeIsUp(BaseException):
    """A row took longer than it may; no plug-in's `except Exception` holds it up."""


def judge_apart(plan: Plan, *, quick: bool) -> Generator[list[Row] | Accuracy, None, None]:
    """All rows that there will be, and then each as it is judged, in processes of their own.

    A process that ends before its time, or does not answer in the time that the plan gives a row
    and a little more, costs the row it was at; the next process goes on after it.

    Raises:
        InputError: something in the plan is not there, cannot be loaded or cannot be judged.
    """
    rows: list[Row] | None = None
    done = 0
    while rows is None or done < len(rows):
        with process(_work, plan, quick, done) as (worker, reports):
            patience = plan.budget_seconds + START_SECONDS
            while True:
                why = f"no answer for {patience:.0f} s, and it could not be interrupted"
                try:
                    report = reports.recv() if reports.poll(patience) else None
                except EOFError:
                    worker.join()
                    why = f"its process ended with exit code {worker.exitcode}"
                    report = None
                if report is None:
                    break
                if isinstance(report, InputError):
                    raise report
                patience = 2 * plan.budget_seconds + 2
                if isinstance(report, list):
                    if rows is None:
                        rows = report
                        yield rows
                    continue
                done += 1
                yield report
                if rows is not None and done == len(rows):
                    return
        if rows is None:
            raise InputError(f"what is to be judged cannot be loaded: {why}")
        yield Accuracy(**rows[done]._asdict(), kind="error", reason=why)
        done += 1


def _work(plan: Plan, quick: bool, done: int, reports: Connection) -> None:  # noqa: FBT001
    """The process itself."""
    limit_memory(plan.memory_gib)
    try:
        contest = Contest(plan, quick=quick)
    except InputError as error:
        reports.send(error)
        return
    rows = contest.rows()
    reports.send(rows)
    for row in rows[done:]:
        reports.send(outcome(contest, row, plan))


def outcome(contest: Contest, row: Row, plan: Plan) -> Accuracy:
    """One row, judged, or why it is not. It never raises."""
    record = Accuracy(**row._asdict())
    try:
        with alarm(plan.budget_seconds, TimeIsUp, again=1):
            if (reason := contest.why_not(row)) is not None:
                return msgspec.structs.replace(record, kind="n/a", reason=reason)
            return _judged(contest, row, record)
    except TimeIsUp:
        reason = f"took more than {plan.budget_seconds:g} s"
    except MemoryError:
        reason = f"needs more than {plan.memory_gib:g} GiB"
    except (Exception, SystemExit) as error:  # noqa: BLE001 - other people's code
        reason = f"{type(error).__name__}: {error}".rstrip(": ")
    return msgspec.structs.replace(record, kind="error", reason=reason)


def _judged(contest: Contest, row: Row, record: Accuracy) -> Accuracy:
    algorithm = contest.algorithms[row.algorithm]
    aggregation = contest.aggregations[row.aggregation]
    trial = contest.trial(row)
    tally = judged(algorithm, aggregation, trial)
    return msgspec.structs.replace(
        record,
        is_lossy=is_lossy(algorithm, aggregation),
        answers=trial.answers,
        judged=tally.judged,
        unexplained=tally.unexplained,
        impossible=tally.impossible,
        worst_error=tally.worst_error if tally.worst_error < float("inf") else None,
        first=_first(algorithm, aggregation, trial, tally),
    )


def _first(algorithm: Any, aggregation: Any, trial: Trial, tally: Tally) -> Unexplained | None:
    number = tally.first
    if number is None:
        return None

    def is_wrong(begin: int) -> bool:
        return is_wrong_from(algorithm, aggregation, trial, number, begin)

    try:
        found = find_poisoner(is_wrong, number, trial.values)
    except TimeIsUp:
        found = Poisoner(None, f"{NOT_FOUND}time was up")
    except Exception as error:  # noqa: BLE001 - other people's code
        found = Poisoner(None, f"{NOT_FOUND}{type(error).__name__}: {error}")
    return Unexplained(
        window_begins=number,
        right=trial.judges[number].right(),
        given=shown(tally.given),
        cause=found.words,
        poisoner=found.number,
    )
