"""For other people's tests: every promise of a window or an aggregation, in one call."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from swagbench.core import InputError
from swagbench.records import CheckResult, Status
from swagbench.registry import (
    Found,
    aggregation_ids,
    find_aggregation,
    find_algorithm,
    found_as,
)
from swagbench.report.failures import failure, in_short
from swagbench.verify.checking import PROFILES
from swagbench.verify.exchange import Expected, with_expected, with_reasons
from swagbench.verify.promises import check_ids_of, known_checks
from swagbench.verify.rows import Options, run
from swagbench.verify.suite import tasks


class PromiseBroken(AssertionError):
    """At least one check failed; the message tells the first in full. `rows` are all that did."""

    def __init__(self, rows: Sequence[CheckResult]) -> None:
        self.rows = list(rows)
        first, *others = rows
        lines = [line.text for line in failure(first)]
        lines += [f"also: {in_short(one)}" for one in others]
        super().__init__("\n".join(lines))


def check_window(
    algorithm: Any,
    *aggregations: Any,
    checks: str | Sequence[str] = "*",
    exclude: str | Sequence[str] = (),
    profile: str = "default",
    seed: int = 0,
    timeout: float | None = None,
    expected_failures: Mapping[str, str] | None = None,
) -> list[CheckResult]:
    """Check every promise of an algorithm, in this process.

    Args:
        algorithm: what makes a window from an aggregation, or a spec such as ``file.py:Name``.
        aggregations: objects or specs to try it with beside the probes; without any, all built-in.
        checks: names or patterns (``oracle.*``) of those to make; `exclude` of those not to.
        profile: fast, default or thorough.
        seed: for what is drawn at random.
        timeout: seconds that one check may take (uses SIGALRM; main thread only); None, no end.
        expected_failures: reasons by name or pattern of checks that are known to fail; one that
            does not fail is a broken promise, too.

    Returns:
        A row for each check.

    Raises:
        PromiseBroken: (an AssertionError) with the shortest history on which a promise broke.
        InputError: a name is of no check, or a spec of nothing that is there.

    >>> import swagbench
    >>> rows = check_window(swagbench.algorithm("two_stacks"), "sum", profile="fast")
    >>> {row.status.value for row in rows} <= {"passed", "not claimed"}
    True
    """
    __tracebackhide__ = True
    options = _options(checks, exclude, profile, seed)
    wanted = [_found(one, find_aggregation) for one in aggregations or aggregation_ids()]
    found = _found(algorithm, find_algorithm)
    rows = (run(task, timeout) for task in tasks([found], wanted, options, laws=False))
    return _judged(rows, expected_failures)


def check_aggregation(
    aggregation: Any,
    *,
    checks: str | Sequence[str] = "*",
    exclude: str | Sequence[str] = (),
    profile: str = "default",
    seed: int = 0,
    timeout: float | None = None,
    expected_failures: Mapping[str, str] | None = None,
) -> list[CheckResult]:
    """Check the laws of an aggregation and of every ability that it claims, in this process.

    Arguments, results and errors are those of `check_window`.

    >>> rows = check_aggregation("max", profile="fast")
    """
    __tracebackhide__ = True
    found = _found(aggregation, find_aggregation)
    options = _options(checks, exclude, profile, seed)
    rows = (run(task, timeout) for task in tasks([], [found], options))
    return _judged(rows, expected_failures)


@dataclass(frozen=True, slots=True)
class OneCheck:
    """One check of one algorithm, to be called by a test. `id` is ``MyWindow-oracle.small``."""

    algorithm: Any
    check: str
    aggregations: tuple[Any, ...]
    profile: str
    seed: int

    @property
    def id(self) -> str:
        name = self.algorithm if isinstance(self.algorithm, str) else self.algorithm.__name__
        return f"{name}-{self.check}"

    def __call__(self) -> list[CheckResult]:
        """Make the check.

        Raises:
            PromiseBroken: it failed, or the algorithm cannot be loaded.
        """
        __tracebackhide__ = True
        try:
            rows = check_window(
                self.algorithm,
                *self.aggregations,
                checks=self.check,
                profile=self.profile,
                seed=self.seed,
            )
        except InputError as error:
            raise PromiseBroken([_unloaded(str(self.algorithm), error)]) from None
        return rows


def each_check_of(
    algorithm: Any, *aggregations: Any, profile: str = "default", seed: int = 0
) -> Iterator[OneCheck]:
    """The checks that apply to an algorithm, by its card alone: nothing of it is run for that.

    What cannot be loaded has one check, which fails and says why.
    """
    try:
        item = _found(algorithm, find_algorithm).item
    except InputError:
        yield OneCheck(algorithm, "refusal", aggregations, profile, seed)
        return
    for check in check_ids_of(item, PROFILES[profile]):
        yield OneCheck(algorithm, check, aggregations, profile, seed)


def _options(
    checks: str | Sequence[str], exclude: str | Sequence[str], profile: str, seed: int
) -> Options:
    if profile not in PROFILES:
        raise InputError(f"no profile is called {profile!r}; there are {', '.join(PROFILES)}")
    return Options(
        profile=replace(PROFILES[profile], seed=seed),
        checks=tuple(known_checks([checks] if isinstance(checks, str) else checks)),
        exclude=tuple(known_checks([exclude] if isinstance(exclude, str) else exclude)),
    )


def _found(item: Any, find: Any) -> Found:
    found: Found = find(item) if isinstance(item, str) else found_as(item)
    return found


def _judged(
    rows: Iterable[CheckResult], expected_failures: Mapping[str, str] | None
) -> list[CheckResult]:
    """All rows, or what broke among them, by what is known to fail; that is looked at first."""
    __tracebackhide__ = True
    known = (expected_failures or {}).items()
    expected = with_reasons([Expected(check=check, reason=reason) for check, reason in known])
    judged = [with_expected(row, expected) for row in rows]
    if broken := [row for row in judged if row.status.is_broken]:
        raise PromiseBroken(broken)
    return judged


def _unloaded(spec: str, error: InputError) -> CheckResult:
    return CheckResult(
        algorithm=spec,
        aggregation="probes",
        check="refusal",
        status=Status.ERROR,
        reason=str(error),
    )
