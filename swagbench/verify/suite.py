"""The suite: which promises are checked with what, in which order, and how each check ended."""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import msgspec

from swagbench.core import Card, Guarantee, InputError, abilities, card_of, is_lossy, refusal
from swagbench.records import CheckResult, Status
from swagbench.registry import Found
from swagbench.verify import conformance, containment, cost, empties, manners, sharing
from swagbench.verify.ceilings import TimeIsUp, ceiling, last_tried, now_trying
from swagbench.verify.checking import DEFAULT, Check, Failure, Profile, Subject, run_check
from swagbench.verify.exceptions import BASIC_PROMISE, EXCEPTIONS
from swagbench.verify.laws import LAWS, Law, find_unexcused, growth, laws_of
from swagbench.verify.over_time import OVER_TIME
from swagbench.verify.probes import PROBES, Real, probe_for, takes_floats
from swagbench.verify.reproducer import aggregation_lines, script_for, steps_in_words
from swagbench.verify.serving import arenas_for, find_unrefused, lacking
from swagbench.verify.words import from_text, is_valid, to_text

ORACLE_CHECKS = (conformance.SMALL, conformance.SIZES, conformance.LONG, conformance.WEAK_ORDER)
PROBE_CHECKS: tuple[Check, ...] = (
    *ORACLE_CHECKS,
    sharing.TWO_INSTANCES,
    sharing.OPAQUE,
    empties.EMPTY_EVAL,
    empties.EMPTY_POP,
    empties.EMPTY_REFILL,
    manners.EVAL_REPEATABLE,
    manners.EVAL_PURE,
    manners.ANSWER_ISOLATED,
    sharing.UNCHANGED,
    sharing.EMPTY_SHARED,
    containment.POISON,
    containment.RELEASE,
    *EXCEPTIONS.values(),
    cost.AMORTIZED,
    cost.WORST,
    cost.EVAL,
    cost.PARTIALS,
    cost.DRAIN,
    cost.SLIDES,
    sharing.COPY,
    manners.LENGTH,
    manners.RETURNS,
    manners.DETERMINISTIC,
    manners.REENTRANT,
    OVER_TIME,
)
"""What is asked of an algorithm once, in the arena that tells most."""

REAL_CHECKS = (conformance.SMALL, conformance.SIZES, conformance.DRAWN, containment.POISON)
"""What is asked of it with every aggregation that it serves."""

REFUSAL = "refusal"
REFUSES = "An aggregation that lacks what the algorithm needs is refused with a TypeError."
PROBED = "probes"
"""What stands for the aggregation in a row that is about all probes."""

GROWTH: dict[str, Callable[[Subject], str]] = {
    cost.AMORTIZED.id: cost.growth_of_calls,
    cost.WORST.id: cost.growth_of_worst,
    cost.EVAL.id: cost.growth_of_eval,
    cost.PARTIALS.id: cost.growth_of_partials,
    cost.DRAIN.id: cost.growth_of_partials,
    cost.SLIDES.id: cost.growth_of_partials,
}

BOUNDS = {
    cost.AMORTIZED.id: ("slide_mean",),
    cost.WORST.id: ("push", "pop", "slide_max"),
    cost.EVAL.id: ("eval",),
    cost.PARTIALS.id: ("partials",),
    cost.DRAIN.id: ("partials",),
    cost.SLIDES.id: ("partials",),
}
"""What of a card each of these is about; where nothing is stated, the growth is told instead."""


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


def all_check_ids() -> list[str]:
    """The names of all checks, of windows first, without what only some aggregations bring."""
    windows = [REFUSAL, *(check.id for check in (*PROBE_CHECKS, conformance.DRAWN))]
    return list(dict.fromkeys([*windows, *(law.id for law in LAWS)]))


def replay_command(command: str, word: str) -> str:
    """The command that shows what a check does with a word, if there is one for the check."""
    return f"{command} --replay {shlex.quote(word)}" if command else ""


def known_checks(patterns: Sequence[str]) -> Sequence[str]:
    """Patterns, each of which matches the name of a check.

    Raises:
        InputError: one does not.
    """
    names = all_check_ids()
    for pattern in patterns:
        if not any(fnmatchcase(name, pattern) for name in names):
            raise InputError(f"no check is called {pattern!r}; there are {', '.join(names)}")
    return patterns


def check_ids_of(algorithm: Any, profile: Profile) -> list[str]:
    """The names of the checks that an algorithm claims, by its card alone."""
    card = card_of(algorithm) or Card()
    subject = Subject(algorithm, probe_for(card.needs) or PROBES[0], card)
    claimed = [
        check.id
        for check in PROBE_CHECKS
        if _applies(check, subject) and _unclaimed(check, subject, counts=False) is None
    ]
    return [REFUSAL, *claimed, *([conformance.DRAWN.id] if profile.drawn else [])]


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


# --- algorithms -----------------------------------------------------------------------------------


@dataclass(slots=True)
class _Plan:
    """What planning found out: the arenas to go through; where it broke, those it began with."""

    arenas: list[Any]
    is_lossy: bool = False


def _tasks_of_algorithm(algorithm: Found, options: Options) -> Iterator[Task]:
    card = card_of(algorithm.item) or Card()
    plan = _Plan([probe_for(card.needs) or PROBES[0]])

    def make_plan() -> CheckResult:
        unrefused = find_unrefused(algorithm.item, card)
        plan.arenas = [] if unrefused else arenas_for(algorithm.item, card)
        if unrefused is None:
            reason = "" if plan.arenas else "no probe has what it needs"
            return planning.ended(Status.PASSED, promise=REFUSES, reason=reason)
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
        for check in PROBE_CHECKS:
            if options.wants(check.id) and _applies(check, subject):
                yield _task(algorithm, subject, check, options)


def _tasks_of_pair(algorithm: Found, aggregation: Found, options: Options) -> Iterator[Task]:
    card = card_of(algorithm.item) or Card()
    arena = Real(aggregation.id, aggregation.item, aggregation.spec)
    plan = _Plan([arena])

    def make_plan() -> CheckResult:
        reason = refusal(algorithm.item, aggregation.item)
        missing = card.needs - abilities(aggregation.item)
        name = None if reason is not None else lacking(algorithm.item, arena)
        if reason is not None:
            plan.arenas = []
            return planning.ended(Status.UNSERVED, reason=reason)
        if missing or name:
            plan.arenas = []
            needed = min((need.value for need in missing), default=name)
            expected = f"TypeError as it is made: needs {needed}"
            return planning.ended(
                Status.FAILED, promise=REFUSES, expected=expected, given="a window"
            )
        plan.is_lossy = is_lossy(algorithm.item, aggregation.item)
        return planning.ended(Status.PASSED, promise=REFUSES)

    planning = Task(algorithm.id, aggregation.id, REFUSAL, make_plan, plans=True)
    yield planning
    if not plan.arenas:
        return
    for check in REAL_CHECKS:
        if not options.wants(check.id) or (
            check is conformance.DRAWN and not options.profile.drawn and options.replay is None
        ):
            continue
        chosen: Any = arena
        if check is containment.POISON:
            if not takes_floats(aggregation.item):
                continue
            chosen = containment.Poisoned(aggregation.id, aggregation.item, aggregation.spec)
        subject = Subject(algorithm.item, chosen, card)
        yield _task(algorithm, subject, check, options, is_lossy=plan.is_lossy)


def _applies(check: Check, subject: Subject) -> bool:
    """Whether there is anything to try: a function to raise, an order to tie in."""
    if check is conformance.WEAK_ORDER:
        return hasattr(subject.arena, "sort_key")
    family, _, function = check.id.partition(".")
    return family != "exceptions" or hasattr(subject.aggregation, function)


def _unclaimed(check: Check, subject: Subject, *, counts: bool = True) -> str | None:
    """Why a promise is not made, with what was counted instead; None if it is made."""
    card = subject.card
    not_made = {
        "waived": check.id in card.waives,
        "nothing is guaranteed after an exception": (
            check.id.startswith("exceptions.") and card.guarantee is Guarantee.NONE
        ),
        "": check is manners.REENTRANT and not card.reentrant,
    }
    for reason, applies in not_made.items():
        if applies:
            return reason
    if check.id not in GROWTH or any(getattr(card, name) is not None for name in BOUNDS[check.id]):
        return None
    return _counted(check, subject) if counts else ""


def _counted(check: Check, subject: Subject) -> str:
    """How a cost grows about which nothing is promised."""
    try:
        return GROWTH[check.id](subject)
    except Exception:  # noqa: BLE001 - what it raised is told by the checks
        return "could not be counted"


def _task(
    algorithm: Found, subject: Subject, check: Check, options: Options, *, is_lossy: bool = False
) -> Task:
    card = subject.card

    def run_it() -> CheckResult:
        reason = _unclaimed(check, subject)
        if reason is not None:
            return task.ended(Status.UNCLAIMED, reason=reason)
        if options.replay is not None and not (check.pops_from_empty or is_valid(options.replay)):
            return task.ended(Status.UNSERVED, reason="the word pops from an empty window")
        is_replay = options.replay is not None
        outcome = run_check(
            check,
            subject,
            options.profile,
            known=() if is_replay else known_words(),
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
                f"{subject.arena.id} declares that its inverse is lossy",
                is_strict=check is conformance.SIZES and not is_replay,
            )
        return result

    command = _command(algorithm, subject, check)
    task = Task(algorithm.id, subject.arena.id, check.id, run_it, command=command)
    return task


def promise_of(check: Check, card: Card) -> str:
    """What is promised, which depends on the guarantee that a card gives."""
    is_basic = check.id.startswith("exceptions.") and card.guarantee is Guarantee.BASIC
    return BASIC_PROMISE if is_basic else check.promise


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
        script=script_for(check, subject, word, wrong),
    )


def as_expected(result: CheckResult, reason: str, *, is_strict: bool = True) -> CheckResult:
    """A result that was declared to be a failure: xfail if it is one, else, strictly, xpass."""
    if result.status in (Status.FAILED, Status.ERROR, Status.TIMEOUT):
        told = "; ".join(filter(None, (reason, result.reason)))
        return msgspec.structs.replace(result, status=Status.XFAIL, reason=told)
    if result.status is Status.PASSED and is_strict:
        told = f"{reason}, but nothing is wrong here"
        return msgspec.structs.replace(result, status=Status.XPASS, reason=told)
    return result


@cache
def known_words() -> tuple[str, ...]:
    """The committed regressions: words that have shown a fault once."""
    text = files("swagbench.verify").joinpath("regressions.txt").read_text(encoding="utf-8")
    lines = (line.partition("#")[0] for line in text.splitlines())
    return tuple(from_text(line.partition("  ")[0]) for line in lines if line.strip())


# --- aggregations ---------------------------------------------------------------------------------


def _tasks_of_laws(aggregation: Found, options: Options) -> Iterator[Task]:
    for law, unclaimed in laws_of(aggregation.item):
        if options.wants(law.id):
            yield _task_of_law(aggregation, law, unclaimed, options)


def _task_of_law(aggregation: Found, law: Law, unclaimed: str, options: Options) -> Task:
    item = aggregation.item

    def run_it() -> CheckResult:
        if law.id == "growth":
            return task.ended(Status.UNCLAIMED, reason=growth(item))
        is_lossy_law = law.id == "law.inverse" and getattr(item, "inverse_is_lossy", False) is True
        unexcused = find_unexcused(law, item, options.profile) if is_lossy_law else None
        fault = unexcused or law.find(item, options.profile)
        if unclaimed:
            holds = law.ability is not None and fault is None
            trials = law.trials(item, options.profile)
            hint = f"; holds in {trials:,} trials, consider claiming it" if holds else ""
            return task.ended(Status.UNCLAIMED, promise=law.promise, reason=unclaimed + hint)
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
