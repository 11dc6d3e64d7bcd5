"""Reproducers: scripts that show a fault with plain Python, without the suite's runner.

Each prints a line ``expected …`` and then ``given …``, or runs into the error
that was not expected.
"""

from __future__ import annotations

from collections import deque

from swagbench.core import is_batch
from swagbench.verify.checking import Check, Subject, Wrong
from swagbench.verify.over_time import OVER_TIME
from swagbench.verify.probes import Real
from swagbench.verify.reproducer import both_ends, retraced, rolled, through
from swagbench.verify.reproducer.aggregations import IN_RUNS
from swagbench.verify.reproducer.moves import moves_of
from swagbench.verify.reproducer.spelled import spelled_out
from swagbench.verify.reproducer.telling import steps_in_words
from swagbench.verify.reproducer.writing import aggregation_lines, steps, window_lines
from swagbench.verify.words import ASK, POP, PUSH

__all__ = ["aggregation_lines", "script_for", "steps_in_words", "window_lines"]

OTHERS_WORD = PUSH * 3 + POP + ASK
"""What an earlier window has seen, where it takes one for the fault to show."""

FAMILIES: dict[str, through.Family] = {
    "oracle.two_instances": retraced.two_windows,
    "opaque": through.opaque,
    "empty.pop": retraced.popped_from_empty,
    "eval.repeatable": retraced.asked_twice,
    "eval.pure": through.asked_or_not,
    "answer.isolated": through.answers_changed,
    "arguments.unchanged": through.listed,
    "empty.shared": through.listed,
    "containment.poison": retraced.poisoned,
    "release": through.released,
    **dict.fromkeys(
        (f"exceptions.{name}" for name in ("empty", "unit", "combine", "uncombine", "finalize")),
        retraced.interrupted,
    ),
    **dict.fromkeys(("exceptions.sort_key", "exceptions.pick"), retraced.interrupted),
    **dict.fromkeys(("budget.amortized", "budget.worst", "budget.eval"), through.spent),
    **dict.fromkeys(("space.partials", "space.drain", "space.slide"), through.kept),
    "space.steady": through.grown,
    "copy": retraced.copied,
    "len": retraced.measured,
    "returns": through.returns,
    "deterministic": through.same_calls,
    "reentrant": retraced.meanwhile,
    OVER_TIME.id: through.over_time,
    **dict.fromkeys(("batch.oracle", "batch.poison"), rolled.answered),
    "batch.unchanged": rolled.rolled_again,
    "batch.refuses": rolled.refused,
    "batch.budget": rolled.spent,
    "batch.opaque": rolled.opaque,
    "ends.oracle": both_ends.answered,
    "ends.exceptions": both_ends.interrupted,
    "ends.release": both_ends.released,
    "ends.budget": both_ends.spent,
}
"""How a check's script is made, where it takes more than the steps and one question."""


def script_for(check: Check, subject: Subject, word: str, wrong: Wrong) -> str:
    """A script that shows what went wrong: it prints what was expected, and then what is given."""
    family = FAMILIES.get(check.id, through.plain)
    if isinstance(subject.arena, Real):
        aggregation = "\n".join(aggregation_lines(subject.arena.aggregation, subject.arena.spec))
        if not is_batch(subject.algorithm):
            family = family if check.id == "eval.pure" else through.plain
    else:
        aggregation, subject, wrong = spelled_out(check, subject, word, wrong)
    others: list[str] = []
    if not is_batch(subject.algorithm) and _may_share(subject.algorithm):
        others = [
            "# Windows of this class may share something: one alone may be right.",
            *steps(subject.arena, moves_of(OTHERS_WORD, "other")),
        ]
        if family is not through.plain:
            # What is left over is seen for certain where it must be adjacent.
            aggregation = IN_RUNS.get(subject.arena.id, aggregation)
    around, body = family(subject, word, wrong)
    lines = [*body]
    if any("with suppress(" in line for line in lines):
        lines = ["from contextlib import suppress", *lines]
    makes = window_lines(subject.algorithm)
    if "import pickle" in around:
        makes = _found_again(makes)
    if around:
        lines = [around.rstrip(), "", *lines]
    return "\n".join([*makes, aggregation.rstrip(), *others, *lines]) + "\n"


def _may_share(algorithm: object) -> bool:
    """Whether windows of a class may share something: a container of the class, or a default.

    Only looked for, not run: what a window before it has left cannot be undone in this process.
    """
    for kind in getattr(algorithm, "__mro__", ()):
        for name, member in vars(kind).items():
            function = getattr(member, "__func__", member)
            shared = [*(getattr(function, "__defaults__", None) or ())]
            # Python's own, such as __annotations__, are no one's containers.
            shared += [] if name.startswith("__") else [member]
            if any(isinstance(one, list | dict | set | deque) for one in shared):
                return True
    return False


def _found_again(makes: list[str]) -> list[str]:
    """pickle finds a class by its module, which a file that is only run has none of."""
    *before, last = makes
    run, opened, name = last.removeprefix("Window = ").rpartition("[")
    if not opened:
        return makes
    return [
        *before,
        "import sys",
        "from types import SimpleNamespace",
        f"names = {run}",
        f"Window = names[{name}",
        "sys.modules[Window.__module__] = SimpleNamespace(**names)  # for pickle to find it again",
    ]
