"""Rows: what is wanted, a row to come, and how it ended."""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any, NamedTuple

import msgspec

from swagbench.records import CheckResult, Status
from swagbench.verify.ceilings import TimeIsUp, ceiling, last_tried, now_trying
from swagbench.verify.checking import DEFAULT, Profile
from swagbench.verify.words import to_text


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What is to be checked, and how much of it; names are patterns such as ``oracle.*``."""

    profile: Profile = DEFAULT
    checks: tuple[str, ...] = ("*",)
    exclude: tuple[str, ...] = ()
    replay: str | None = None
    shrink: bool = True

    def wants(self, check: str) -> bool:
        """Whether a check is chosen by its name."""
        return any(fnmatchcase(check, one) for one in self.checks) and not any(
            fnmatchcase(check, one) for one in self.exclude
        )


class Selection(NamedTuple):
    """What is to be verified, by specs; `laws` of the aggregations too."""

    algorithms: Sequence[str]
    aggregations: Sequence[str]
    laws: bool


Key = tuple[str, str, str]
"""Algorithm (or ""), aggregation and check of a row."""


@dataclass(frozen=True, slots=True)
class Task:
    """A row to come. Running it runs other people's code."""

    algorithm: str | None
    aggregation: str
    check: str
    run: Callable[[], CheckResult]
    plans: bool = False
    """Whether the tasks after it depend on what it finds out."""
    command: str = ""
    """What is run again to see it with one word; "" where there is no name to run it by."""

    def replay(self, word: str) -> str:
        """The command that shows what it does with a word."""
        return replay_command(self.command, word)

    @property
    def key(self) -> Key:
        return self.algorithm or "", self.aggregation, self.check

    def ended(self, status: Status, **facts: Any) -> CheckResult:
        """The row, if it is not what `run` gives."""
        return CheckResult(
            algorithm=self.algorithm,
            aggregation=self.aggregation,
            check=self.check,
            status=status,
            **facts,
        )


def replay_command(command: str, word: str) -> str:
    """The command that shows what a check does with a word, if there is one for the check."""
    return f"{command} --replay {shlex.quote(word)}" if command else ""


def run(task: Task, timeout: float | None) -> CheckResult:
    """Run one task. Whatever other people's code does short of ending the process is told."""
    start = time.process_time()
    now_trying("")
    try:
        with ceiling(timeout):
            result = task.run()
    except TimeIsUp:
        result = _stopped(task, Status.TIMEOUT, f"no end within {timeout:g} s")
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - SystemExit and MemoryError among them
        given = f"{type(error).__name__}: {error}".rstrip(": ")
        result = _stopped(task, Status.ERROR, given)
    return msgspec.structs.replace(result, seconds=round(time.process_time() - start, 4))


def _stopped(task: Task, status: Status, reason: str) -> CheckResult:
    """The row of a task that did not come to its end, with the word that it was at."""
    word = to_text(last_tried())
    return task.ended(status, reason=reason, word=word, replay=task.replay(word))


def as_expected(result: CheckResult, reason: str, *, is_strict: bool = True) -> CheckResult:
    """A result that was declared to be a failure: xfail if it is one, else, strictly, xpass."""
    if result.status in (Status.FAILED, Status.ERROR, Status.TIMEOUT):
        told = "; ".join(filter(None, (reason, result.reason)))
        return msgspec.structs.replace(result, status=Status.XFAIL, reason=told)
    if result.status is Status.PASSED and is_strict:
        told = f"{reason}, but nothing is wrong here"
        return msgspec.structs.replace(result, status=Status.XPASS, reason=told)
    return result
