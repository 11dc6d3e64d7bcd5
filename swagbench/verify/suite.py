"""The suite: every row to come for algorithms and aggregations, and how each is made."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from swagbench.core import Card, abilities, card_of, is_batch, is_lossy, refusal
from swagbench.records import CheckResult, Status
from swagbench.registry import Found
from swagbench.verify import conformance, containment
from swagbench.verify.ceilings import TimeIsUp
from swagbench.verify.checking import Check, Failure, Subject, run_check
from swagbench.verify.laws import Law, find_unexcused, growth, laws_of
from swagbench.verify.probes import PROBES, Real, probes_for, takes_floats
from swagbench.verify.promises import (
    BATCH_CHECKS,
    FLOAT_CHECKS,
    PROBE_CHECKS,
    REAL_BATCH_CHECKS,
    REAL_CHECKS,
    REFUSAL,
    REFUSES,
    applies,
    promise_of,
    unclaimed,
)
from swagbench.verify.reproducer import aggregation_lines, script_for, steps_in_words
from swagbench.verify.rows import Options, Task, as_expected
from swagbench.verify.serving import arenas_for, find_unrefused, functions_called, lacking
from swagbench.verify.words import from_text, is_valid, to_text

LONGEST_KNOWN_OF_REAL = 65
PROBED = "probes"
"""What stands for the aggregation in a row that is about all probes."""


def tasks(
    algorithms: Sequence[Found],
    aggregations: Sequence[Found],
    options: Options,
    *,
    laws: bool = True,
) -> Iterator[Task]:
    """All rows to come, aggregations' laws first. A task for planning must have run before the next
    one is asked for: what comes next depends on it."""
    if laws and options.replay is None:
        for aggregation in aggregations:
            yield from _tasks_of_laws(aggregation, options)
    for algorithm in algorithms:
        yield from _tasks_of_algorithm(algorithm, options)
        for aggregation in aggregations:
            yield from _tasks_of_pair(algorithm, aggregation, options)


# --- algorithms -----------------------------------------------------------------------------------


@dataclass(slots=True)
class _Plan:
    """What planning found out: the arenas to go through; where it broke, those it began with."""

    arenas: list[Any]
    is_lossy: bool = False


def _tasks_of_algorithm(algorithm: Found, options: Options) -> Iterator[Task]:
    card = card_of(algorithm.item) or Card()
    plan = _Plan([(probes_for(card) or PROBES)[0]])

    def make_plan() -> CheckResult:
        unrefused = find_unrefused(algorithm.item, card)
        plan.arenas = [] if unrefused else arenas_for(algorithm.item, card)
        if unrefused is None:
            if not plan.arenas:
                return planning.ended(Status.UNSERVED, reason="no probe has what it needs")
            return planning.ended(Status.PASSED, promise=REFUSES)
        return planning.ended(
            Status.FAILED,
            promise=REFUSES,
            history=f"made with {unrefused.arena}",
            expected=unrefused.expected,
            given=unrefused.given,
        )

    planning = Task(algorithm.id, PROBED, REFUSAL, make_plan, plans=True)
    yield planning
    for arena in plan.arenas:
        subject = Subject(algorithm.item, arena, card)
        for check in BATCH_CHECKS if is_batch(algorithm.item) else PROBE_CHECKS:
            if options.wants(check.id) and applies(check, subject):
                yield _task(algorithm, subject, check, options)


def _tasks_of_pair(algorithm: Found, aggregation: Found, options: Options) -> Iterator[Task]:
    card = card_of(algorithm.item) or Card()
    arena = Real(aggregation.id, aggregation.item, aggregation.spec)
    plan = _Plan([arena])

    def make_plan() -> CheckResult:
        reason = refusal(algorithm.item, aggregation.item)
        missing = card.lacks(abilities(aggregation.item))
        name = None if reason is not None else lacking(algorithm.item, arena)
        if reason is not None and (missing or card_of(algorithm.item) is None):
            plan.arenas = []
            return planning.ended(Status.UNSERVED, reason=reason)
        if reason is not None or missing or name:
            plan.arenas = []
            expected = f"TypeError as it is made: needs {missing or name}"
            if reason is not None:
                expected = "a window: all that the card needs is there"
            return planning.ended(
                Status.FAILED, promise=REFUSES, expected=expected, given=reason or "a window"
            )
        plan.is_lossy = is_lossy(algorithm.item, aggregation.item)
        return planning.ended(Status.PASSED, promise=REFUSES)

    planning = Task(algorithm.id, aggregation.id, REFUSAL, make_plan, plans=True)
    yield planning
    if not plan.arenas:
        return
    for check in REAL_BATCH_CHECKS if is_batch(algorithm.item) else REAL_CHECKS:
        if not options.wants(check.id) or (
            check is conformance.DRAWN and not options.profile.drawn and options.replay is None
        ):
            continue
        chosen: Any = arena
        if check in FLOAT_CHECKS:
            if not takes_floats(aggregation.item):
                continue
            chosen = containment.Poisoned(aggregation.id, aggregation.item, aggregation.spec)
        subject = Subject(algorithm.item, chosen, card)
        yield _task(algorithm, subject, check, options, is_lossy=plan.is_lossy)


def _task(
    algorithm: Found, subject: Subject, check: Check, options: Options, *, is_lossy: bool = False
) -> Task:
    card, arena = subject.card, subject.arena

    def run_it() -> CheckResult:
        reason = unclaimed(check, subject)
        if reason is not None:
            return task.ended(Status.UNCLAIMED, reason=reason)
        family, _, function = check.id.partition(".")
        if family == "exceptions" and function not in functions_called(subject.algorithm, arena):
            return task.ended(Status.UNSERVED, reason=f"{function} is never called")
        if options.replay is not None and not (check.pops_from_empty or is_valid(options.replay)):
            return task.ended(Status.UNSERVED, reason="the word pops from an empty window")
        is_replay = options.replay is not None
        outcome = run_check(
            check,
            subject,
            options.profile,
            known=() if is_replay else _known_for(subject),
            words=[options.replay] if options.replay is not None else None,
            shrink=options.shrink and not is_replay,
        )
        result = task.ended(Status.PASSED, steps=outcome.steps, promise=promise_of(check, card))
        if outcome.failure is not None:
            result = _with_failure(result, check, subject, outcome.failure)
            result = msgspec.structs.replace(result, replay=task.replay(result.word))
        if is_lossy:
            # Every value has been in such a window: what is lossy must have lost something.
            return as_expected(
                result,
                f"{arena.id} declares that its inverse is lossy",
                is_strict=check is conformance.SIZES and not is_replay,
            )
        return result

    command = _command(algorithm, subject, check)
    task = Task(algorithm.id, arena.id, check.id, run_it, command=command)
    return task


def _command(algorithm: Found, subject: Subject, check: Check) -> str:
    """The command for one check; none for what was not found by a name."""
    command = ["swagbench", "verify", algorithm.spec, "--check", check.id]
    if isinstance(subject.arena, Real):
        command += ["-g", subject.arena.spec]
    return shlex.join(command) if all(command) else ""


def _with_failure(
    result: CheckResult, check: Check, subject: Subject, failure: Failure
) -> CheckResult:
    word, wrong, certificate = failure
    return msgspec.structs.replace(
        result,
        status=Status.FAILED,
        word=to_text(word),
        history=steps_in_words(subject.arena, word, check.id),
        step=wrong.step,
        expected=wrong.expected,
        given=wrong.given,
        reason=wrong.note,
        certificate=certificate,
        script=_script(check, subject, failure),
    )


def _known_for(subject: Subject) -> Sequence[str]:
    """Words to begin with. What shows at a size was tried with a probe: here short ones will do."""
    if not isinstance(subject.arena, Real):
        return known_words()
    return [word for word in known_words() if len(word) <= LONGEST_KNOWN_OF_REAL]


def _script(check: Check, subject: Subject, failure: Failure) -> str:
    """The script that shows a failure. That it cannot be made must not cost the verdict."""
    try:
        return script_for(check, subject, failure.word, failure.wrong)
    except (Exception, TimeIsUp):  # noqa: BLE001 - the plug-in runs again while it is made
        return ""


@cache
def known_words() -> tuple[str, ...]:
    """The committed regressions: words that have shown a fault once."""
    text = files("swagbench.verify").joinpath("regressions.txt").read_text(encoding="utf-8")
    lines = (line.partition("#")[0] for line in text.splitlines())
    return tuple(from_text(line.partition("  ")[0]) for line in lines if line.strip())


# --- aggregations ---------------------------------------------------------------------------------


def _tasks_of_laws(aggregation: Found, options: Options) -> Iterator[Task]:
    for law, why_unclaimed in laws_of(aggregation.item):
        if options.wants(law.id):
            yield _task_of_law(aggregation, law, why_unclaimed, options)


def _task_of_law(aggregation: Found, law: Law, why_unclaimed: str, options: Options) -> Task:
    item = aggregation.item

    def run_it() -> CheckResult:
        if law.id == "growth":
            return task.ended(Status.UNCLAIMED, reason=growth(item))
        is_lossy_law = law.id == "law.inverse" and getattr(item, "inverse_is_lossy", False) is True
        unexcused = find_unexcused(law, item, options.profile) if is_lossy_law else None
        fault = unexcused or law.find(item, options.profile)
        if why_unclaimed:
            holds = law.ability is not None and fault is None
            trials = law.trials(item, options.profile)
            hint = f"; holds in {trials:,} trials, consider claiming it" if holds else ""
            return task.ended(Status.UNCLAIMED, promise=law.promise, reason=why_unclaimed + hint)
        result = task.ended(Status.PASSED, promise=law.promise)
        if fault is not None:
            make = "\n".join(aggregation_lines(aggregation.item, aggregation.spec))
            result = msgspec.structs.replace(
                result,
                status=Status.FAILED,
                history=fault.history,
                expected=fault.expected,
                given=fault.given,
                script=fault.script.replace("{make}", make),
            )
        if is_lossy_law and unexcused is None:
            return as_expected(result, f"{aggregation.id} declares that its inverse is lossy")
        return result

    task = Task(None, aggregation.id, law.id, run_it)
    return task
