"""The pass before any timing: are the answers right, and how many combine calls do they take?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from swagbench.bench.workload import Workload, steps_of_at_least
from swagbench.core import Ability, offers
from swagbench.counting import Counting
from swagbench.oracle import is_right, is_same, recompute
from swagbench.poison import NOT_FOUND, find_poisoner

COUNTED_STEPS = 64
VALUES_RECOMPUTED = 100_000
"""How many values the oracle may fold for one cell: answers are checked as often as that allows."""
CHECKS = range(6, 257)


class WrongAnswer(Exception):
    """A contestant's answer is not the oracle's; there will be no time for it."""


class Oracle:
    """What is right after each step of a stream, worked out once for all contestants."""

    def __init__(self, aggregation: Any) -> None:
        self.aggregation = aggregation
        self._expected: dict[int, Any] = {}

    def expected(self, workload: Workload, step: int) -> Any:
        """The recomputed answer after a step."""
        if step not in self._expected:
            self._expected[step] = recompute(self.aggregation, workload.held(step))
        return self._expected[step]

    def is_right(self, workload: Workload, step: int, answer: Any) -> bool:
        """Whether an answer is right after a step, by the aggregation's own rule if it has one."""
        if hasattr(self.aggregation, "explains"):
            return is_right(self.aggregation, workload.held(step), answer)
        return is_same(self.expected(workload, step), answer)


class Checked(NamedTuple):
    """What the pass found: answers compared, and exact combine calls per step."""

    answers: int
    calls_mean: float
    calls_max: int


def check(
    workload: Workload, oracle: Oracle, made_with: Any, read: Callable[[Any], Any], steps: int
) -> Checked:
    """Run all that will be timed, comparing answers with the oracle's: the first, and at distances.

    Combine calls are counted over a number of steps that no clock decides.

    Args:
        workload: what is run.
        oracle: knows what is right.
        made_with: what the window is made with, where that differs.
        read: makes the final answer of what eval gives.
        steps: how many will be timed in a round.

    Raises:
        WrongAnswer: says at which step, what was expected and what was given.
    """
    # What filling has put off may be paid in a first period: a card promises it of later ones.
    first = 0 if workload.longest else workload.period
    counted = first + steps_of_at_least(workload, COUNTED_STEPS)
    steps = max(steps, counted)
    workload.prepare(steps)
    checked = _checked_steps(steps, len(workload.held(steps - 1)))
    counting = Counting(made_with)
    window = workload.filled(counting)
    counting.take()
    calls = []
    done = 0
    for step in checked:
        while done < min(step, counted):
            workload.run(window, done, done + 1)
            calls.append(counting.take())
            done += 1
        workload.run(window, done, step)
        answer = read(workload.run(window, step, step + 1))
        compare(workload, oracle, made_with, read, step=step, answer=answer)
        if step < counted:
            calls.append(counting.take())
        done = step + 1
    steady = calls[first:]
    return Checked(len(checked), sum(steady) / len(steady), max(calls))


def compare(
    workload: Workload,
    oracle: Oracle,
    made_with: Any,
    read: Callable[[Any], Any],
    *,
    step: int,
    answer: Any,
) -> None:
    """Raise WrongAnswer unless `answer` is right after a step.

    Where answers are not exact it says which value, that has left, the answer depends on.
    """
    if oracle.is_right(workload, step, answer):
        return
    expected = oracle.expected(workload, step)
    told = f"wrong at slide {step + 1}: expected {expected!r}, given {answer!r}"
    if not offers(oracle.aggregation, Ability.EXACT):

        def is_wrong(begin: int) -> bool:
            given = read(workload.answer_from(made_with, begin, step))
            return not oracle.is_right(workload, step, given)

        try:
            told += f"; {find_poisoner(is_wrong, workload.oldest(step), workload.values).words}"
        except Exception as error:  # noqa: BLE001 - a contestant may raise anything, and time be up
            told += f"; {NOT_FOUND}{type(error).__name__}: {error}"
    raise WrongAnswer(told)


def _checked_steps(steps: int, size: int) -> list[int]:
    """The first two steps, the last, and others between, as many as the oracle can afford."""
    affordable = VALUES_RECOMPUTED // max(1, size)
    count = min(max(affordable, CHECKS.start), CHECKS.stop, steps)
    spread = [round(index * (steps - 1) / max(1, count - 1)) for index in range(count)]
    return sorted({*spread, 0, min(1, steps - 1)})
