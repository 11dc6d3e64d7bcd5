"""The judgement of a rolling function's answers: right, right by a policy, or wrong.

Right is what `swagbench.accuracy.judging` says: the one right answer, or what the values in the
window can give added in any order. A missing answer is written NaN as well as None.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, NamedTuple

from swagbench.accuracy.judging import Judge, Trial, trial
from swagbench.core import InputError
from swagbench.rolling.policies import ANYTHING, NOTHING, Policy
from swagbench.rolling.questions import Question, judging

GROSS = 1e-6
"""A wrong answer is gross if it is off by more than this share of the exact one, or, where that is
0, by more than this; otherwise tiny."""


class Verdict(Enum):
    """What is to be said of an answer; of several, of the worst of them."""

    RIGHT = "right"
    POLICY = "policy"
    TINY = "tiny"
    GROSS = "gross"

    @property
    def is_wrong(self) -> bool:
        return self in (Verdict.TINY, Verdict.GROSS)


class Judged(NamedTuple):
    """One answer: its verdict, the policy that makes it right, and how far it is from exact."""

    verdict: Verdict
    policy: str
    error: float


_RIGHT = Judged(Verdict.RIGHT, "", 0.0)


def judged(
    asked: Question, judge: Judge, values: Sequence[Any], answer: Any, policies: Iterable[Policy]
) -> Judged:
    """One answer for a window that holds `values`, by the judge of that window. O(policies)."""
    said = judge.verdict(answer)
    if said.is_explained or (_is_none(answer) and judge.verdict(None).is_explained):
        return _RIGHT
    for policy in policies:
        read = policy.reads(asked.id, values)
        if read is ANYTHING or (read is not None and _is_right_for(asked, read, answer)):
            return Judged(Verdict.POLICY, policy.id, 0.0)
    is_gross = said.error > GROSS
    if math.isinf(said.error) and isinstance(answer, int | float) and judge.is_zero:
        is_gross = not abs(answer) <= GROSS
    return Judged(Verdict.GROSS if is_gross else Verdict.TINY, "", said.error)


def _is_right_for(asked: Question, read: Sequence[Any], answer: Any) -> bool:
    if read is NOTHING:
        return _is_none(answer)
    judge = Judge(judging(asked, read), read)
    if judge.verdict(answer).is_explained or (not read and _is_none(answer)):
        return True
    # What NaN was read as: see `nan_greatest`.
    return _is_none(answer) and (
        judge.verdict(math.inf).is_explained or judge.verdict(None).is_explained
    )


def _is_none(answer: Any) -> bool:
    return answer is None or (isinstance(answer, float) and math.isnan(answer))


@dataclass(slots=True)
class Outcome:
    """What came of judging a function's answers, one after the other.

    `first` and `first_gross` are numbers of windows, from 0, and `given` the answers there.
    """

    judged: int = 0
    by_policy: Counter[str] = field(default_factory=Counter)
    wrong: int = 0
    gross: int = 0
    worst_error: float = 0.0
    first: int | None = None
    first_gross: int | None = None

    @property
    def worst(self) -> int | None:
        """The window to show: the first gross one, or else the first wrong one."""
        return self.first if self.first_gross is None else self.first_gross

    @property
    def verdict(self) -> Verdict:
        """The worst verdict on any of the answers."""
        if self.wrong:
            return Verdict.GROSS if self.gross else Verdict.TINY
        return Verdict.POLICY if self.by_policy else Verdict.RIGHT

    def as_policy(self, policy: str) -> Outcome:
        """The same, its wrong answers right by a policy that says nothing about them."""
        by_policy = self.by_policy + Counter({policy: self.wrong})
        return Outcome(judged=self.judged, by_policy=by_policy)

    def add(self, number: int, said: Judged) -> None:
        """Count the verdict on the answer for the window of a number."""
        self.judged += 1
        if said.verdict is Verdict.POLICY:
            self.by_policy[said.policy] += 1
        if not said.verdict.is_wrong:
            return
        self.wrong += 1
        self.worst_error = max(self.worst_error, said.error)
        if self.first is None:
            self.first = number
        if said.verdict is Verdict.GROSS:
            self.gross += 1
            if self.first_gross is None:
                self.first_gross = number


def trial_of(asked: Question, values: Sequence[Any], size: int, *, judged_from: int = 0) -> Trial:
    """A stream through full windows of one size, with the judges of its windows."""
    return trial(judging(asked, values), values, size, judged_from=judged_from)


def outcome(
    asked: Question, trial: Trial, answers: Sequence[Any], policies: Sequence[Policy]
) -> Outcome:
    """All judged answers of a trial; `answers` has one for each full window."""
    found = Outcome()
    values, size = trial.values, trial.size
    for number, judge in trial.judges.items():
        window = values[number : number + size]
        found.add(number, judged(asked, judge, window, answers[number], policies))
    return found


def aligned(answers: Sequence[Any], count: int, size: int) -> Sequence[Any]:
    """Of answers for every value, or for the full windows alone, those for the full windows.

    Raises:
        InputError: they are neither.

    >>> aligned([None, 3, 5], 3, 2), aligned([3, 5], 3, 2)
    ([3, 5], [3, 5])
    """
    full = max(0, count - size + 1)
    if len(answers) == count:
        return answers[count - full :]
    if len(answers) == full:
        return answers
    raise InputError(f"gave {len(answers)} answers for {count} values; right are {count} or {full}")
