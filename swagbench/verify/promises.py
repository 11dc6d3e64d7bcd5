"""Promises: all that there are, in the order they are checked in, and which an algorithm makes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fnmatch import fnmatchcase
from typing import Any

from swagbench.core import Card, Guarantee, InputError, card_of, has_both_ends, is_batch
from swagbench.verify import (
    batch,
    both_ends,
    conformance,
    containment,
    cost,
    empties,
    manners,
    sharing,
)
from swagbench.verify.checking import Check, Profile, Subject
from swagbench.verify.exceptions import BASIC_PROMISE, EXCEPTIONS
from swagbench.verify.laws import LAWS
from swagbench.verify.over_time import OVER_TIME
from swagbench.verify.probes import PROBES, probes_for
from swagbench.verify.steady import STEADY

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
    STEADY,
    sharing.COPY,
    manners.LENGTH,
    manners.RETURNS,
    manners.DETERMINISTIC,
    manners.REENTRANT,
    OVER_TIME,
    *both_ends.ENDS,
)
"""What is asked of an algorithm once, in the arena that tells most."""

REAL_CHECKS = (conformance.SMALL, conformance.SIZES, conformance.DRAWN, containment.POISON)
"""What is asked of it with every aggregation that it serves."""

BATCH_CHECKS = (batch.ORACLE, batch.OPAQUE, batch.UNCHANGED, batch.REFUSES, batch.BUDGET)
"""What is asked of a batch instead, in the arena that tells most."""

REAL_BATCH_CHECKS = (batch.ORACLE, batch.POISON, batch.UNCHANGED)
"""What is asked of a batch with every aggregation."""

FLOAT_CHECKS = (containment.POISON, batch.POISON, batch.UNCHANGED)
"""What of a real aggregation is asked with floats, if it takes them, and not with its examples."""

REFUSAL = "refusal"
REFUSES = "An aggregation that lacks what the algorithm needs is refused with a TypeError."

GROWTH: dict[str, Callable[[Subject], str]] = {
    cost.AMORTIZED.id: cost.growth_of_calls,
    cost.WORST.id: cost.growth_of_worst,
    cost.EVAL.id: cost.growth_of_eval,
    cost.PARTIALS.id: cost.growth_of_partials,
    cost.DRAIN.id: cost.growth_of_partials,
    cost.SLIDES.id: cost.growth_of_partials,
    batch.BUDGET.id: batch.growth_of_calls,
    both_ends.BUDGET.id: both_ends.growth_of_calls,
}

BOUNDS = {
    cost.AMORTIZED.id: ("slide_mean",),
    cost.WORST.id: ("push", "pop", "slide_max"),
    cost.EVAL.id: ("eval",),
    cost.PARTIALS.id: ("partials",),
    cost.DRAIN.id: ("partials",),
    cost.SLIDES.id: ("partials",),
    batch.BUDGET.id: ("slide_mean",),
    both_ends.BUDGET.id: ("push", "pop", "eval", "slide_mean", "partials"),
}
"""What of a card each of these is about; where nothing is stated, the growth is told instead."""

WAIVED_AS = {both_ends.RELEASE.id: containment.RELEASE.id}
"""What is declined together with another promise, of which it is the same at both ends."""


def applies(check: Check, subject: Subject) -> bool:
    """Whether there is anything to try: a function to raise, an order to tie in, another end."""
    if check in both_ends.ENDS:
        return has_both_ends(subject.algorithm)
    if check is conformance.WEAK_ORDER:
        return hasattr(subject.arena, "sort_key")
    family, _, function = check.id.partition(".")
    return family != "exceptions" or hasattr(subject.aggregation, function)


def unclaimed(check: Check, subject: Subject, *, counts: bool = True) -> str | None:
    """Why a promise is not made, with what was counted instead; None if it is made."""
    card = subject.card
    not_made = {
        "waived": WAIVED_AS.get(check.id, check.id) in card.waives,
        "nothing is guaranteed after an exception": (
            _is_of_exceptions(check) and card.guarantee is Guarantee.NONE
        ),
        "": check is manners.REENTRANT and not card.reentrant,
    }
    for reason, is_so in not_made.items():
        if is_so:
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


def _is_of_exceptions(check: Check) -> bool:
    return check is both_ends.RAISED or check.id in {one.id for one in EXCEPTIONS.values()}


def promise_of(check: Check, card: Card) -> str:
    """What is promised, which depends on the guarantee that a card gives."""
    is_basic = _is_of_exceptions(check) and card.guarantee is Guarantee.BASIC
    return BASIC_PROMISE if is_basic else check.promise


def all_check_ids() -> list[str]:
    """The names of all checks, of windows first, without what only some aggregations bring."""
    checks = (*PROBE_CHECKS, conformance.DRAWN, *BATCH_CHECKS, *REAL_BATCH_CHECKS)
    ids = [REFUSAL, *(check.id for check in checks), *(law.id for law in LAWS)]
    return list(dict.fromkeys(ids))


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
    subjects = [Subject(algorithm, probe, card) for probe in probes_for(card) or PROBES[:1]]
    claimed = [
        check.id
        for subject in subjects
        for check in (BATCH_CHECKS if is_batch(algorithm) else PROBE_CHECKS)
        if applies(check, subject) and unclaimed(check, subject, counts=False) is None
    ]
    if is_batch(algorithm):
        claimed.append(batch.POISON.id)
    elif profile.drawn:
        claimed.append(conformance.DRAWN.id)
    return [REFUSAL, *dict.fromkeys(claimed)]
