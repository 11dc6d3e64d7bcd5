"""The whole verification: every algorithm, every aggregation that it can serve, every check."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from swagbench.core import Ability, abilities, card_of, is_lossy, refusal
from swagbench.records import CheckResult, Status
from swagbench.registry import Found
from swagbench.verify.conformance import Fault, find_fault
from swagbench.verify.containment import POISONS, find_leak, takes_floats
from swagbench.verify.cost import find_broken_promise
from swagbench.verify.laws import check_laws
from swagbench.verify.over_time import find_fault_over_time

ORACLE, CONTAINMENT, COST, TIME = "oracle", "containment", "cost", "time"


def verify(algorithms: Sequence[Found], aggregations: Sequence[Found]) -> Iterator[CheckResult]:
    """Run everything, and yield each result as it comes: aggregations' laws first."""
    for aggregation in aggregations:
        yield from verify_aggregation(aggregation)
    for algorithm in algorithms:
        yield from verify_algorithm(algorithm, aggregations)


def verify_aggregation(aggregation: Found) -> Iterator[CheckResult]:
    """Check an aggregation's laws; those of abilities that it does not claim are named as such."""
    start = time.perf_counter()
    faults = check_laws(aggregation.item)
    seconds = (time.perf_counter() - start) / max(1, len(faults))
    lossy = getattr(aggregation.item, "inverse_is_lossy", False) is True
    for name, fault in faults.items():
        is_expected = lossy and name == Ability.UNCOMBINE.value
        yield _result(None, aggregation, name, fault, seconds, is_expected=is_expected)
    for ability in Ability:
        if ability.value not in faults and ability is not Ability.EXACT:
            yield _unclaimed(None, aggregation, ability.value)


def verify_algorithm(algorithm: Found, aggregations: Sequence[Found]) -> Iterator[CheckResult]:
    """Check an algorithm with every aggregation that it can serve."""
    for aggregation in aggregations:
        try:
            reason = refusal(algorithm.item, aggregation.item)
        except Exception as error:  # noqa: BLE001 - whatever a plug-in raises is what it gave
            given = f"{type(error).__name__}: {error}"
            fault = Fault("making a window", "a window, or TypeError to refuse", given)
            yield _result(algorithm, aggregation, ORACLE, fault, 0.0)
            continue
        card = card_of(algorithm.item)
        missing = card.needs - abilities(aggregation.item) if card else ()
        if reason is None and missing:
            expected = f"TypeError, as its card needs {min(need.value for need in missing)}"
            fault = Fault("making a window", expected, "no error")
            yield _result(algorithm, aggregation, ORACLE, fault, 0.0)
        elif reason is None:
            yield from _check_pair(algorithm, aggregation)
        else:
            yield CheckResult(
                algorithm=algorithm.id,
                aggregation=aggregation.id,
                check=ORACLE,
                status=Status.UNSERVED,
                reason=reason,
            )


def _check_pair(algorithm: Found, aggregation: Found) -> Iterator[CheckResult]:
    """Every check of an algorithm with one aggregation."""
    subject, summary = algorithm.item, aggregation.item
    is_expected = is_lossy(subject, summary)
    card = card_of(subject)
    checks: dict[str, Callable[[], Fault | None]] = {
        ORACLE: lambda: find_fault(subject, summary),
        TIME: lambda: find_fault_over_time(subject, summary),
    }
    if takes_floats(summary):
        for name, poison in POISONS.items():
            checks[f"{CONTAINMENT}: {name}"] = partial(find_leak, subject, summary, poison)
    for check, find in checks.items():
        yield _run(algorithm, aggregation, check, find, is_expected=is_expected)
    if card is None:
        yield _unclaimed(algorithm, aggregation, COST)
    else:
        yield _run(
            algorithm, aggregation, COST, lambda: find_broken_promise(subject, summary, card)
        )


def _run(
    algorithm: Found,
    aggregation: Found,
    check: str,
    find: Callable[[], Fault | None],
    *,
    is_expected: bool = False,
) -> CheckResult:
    """The result of one check; an error that escapes from a plug-in fails it."""
    start = time.perf_counter()
    try:
        fault = find()
    except Exception as error:  # noqa: BLE001 - whatever a plug-in raises is what it gave
        fault = Fault("", "no error", f"{type(error).__name__}: {error}")
    seconds = time.perf_counter() - start
    return _result(algorithm, aggregation, check, fault, seconds, is_expected=is_expected)


def _unclaimed(algorithm: Found | None, aggregation: Found, check: str) -> CheckResult:
    return CheckResult(
        algorithm=algorithm.id if algorithm else None,
        aggregation=aggregation.id,
        check=check,
        status=Status.UNCLAIMED,
    )


def _result(
    algorithm: Found | None,
    aggregation: Found,
    check: str,
    fault: Fault | None,
    seconds: float,
    *,
    is_expected: bool = False,
) -> CheckResult:
    """A result from a fault. What is declared to be wrong must be wrong: that is a fact to show."""
    status, reason = Status.PASSED, ""
    if is_expected:
        reason = f"{aggregation.id} declares that its inverse is lossy"
        status = Status.KNOWN if fault else Status.FAILED
        if not fault:
            reason += ", but nothing was lost here"
    elif fault:
        status = Status.FAILED
    return CheckResult(
        algorithm=algorithm.id if algorithm else None,
        aggregation=aggregation.id,
        check=check,
        status=status,
        seconds=round(seconds, 4),
        reason=reason,
        history=fault.history if fault else "",
        expected=fault.expected if fault else "",
        given=fault.given if fault else "",
    )
