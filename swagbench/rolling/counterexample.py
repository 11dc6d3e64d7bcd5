"""A wrong answer with the shortest input that was found for it, and what it depends on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from swagbench.poison import NOT_FOUND, find_poisoner, shown
from swagbench.rolling.judging import Verdict, aligned, judged, trial_of
from swagbench.rolling.policies import Policy
from swagbench.rolling.questions import Question
from swagbench.rolling.shortest import Fails, shortest

Rolling = Callable[[list[Any], int], Sequence[Any]]
"""A rolling function: answers for all values, or for the full windows alone."""


class Counterexample(NamedTuple):
    """Values and a window size; the answer for the last window is wrong. `cause` is in words."""

    values: list[Any]
    size: int
    right: str
    given: Any
    cause: str

    def in_words(self) -> str:
        """All of it in a sentence or two."""
        told = f"right {self.right}, given {shown(self.given)}"
        return (
            f"Shortest found: the last window of {self.size} in {self.values}: {told}; {self.cause}"
        )


def answers_of(function: Rolling, values: Sequence[Any], size: int) -> list[Any]:
    """The answers for the full windows, as plain numbers.

    Raises:
        InputError: they are too many or too few.
    """
    return [*map(plain, aligned(function(list(values), size), len(values), size))]


def plain(answer: Any) -> Any:
    """An answer as a plain number: what is NumPy's own is asked for it."""
    item = getattr(answer, "item", None)
    return item() if callable(item) else answer


def counterexample(
    function: Rolling,
    asked: Question,
    policies: Sequence[Policy],
    values: Sequence[Any],
    size: int,
    *,
    wrong: Verdict,
) -> Counterexample:
    """The shortest input found, begun with values whose last answer is as wrong as that."""
    fails = last_is_wrong(function, asked, policies, wrong)
    values = list(values)
    if fails(values, size):
        values, size = shortest(fails, values, size)
    begin = len(values) - size
    judge = trial_of(asked, values[begin:], size).judges[0]
    try:
        cause = find_poisoner(lambda first: fails(values[first:], size), begin, values).words
    except Exception as error:  # noqa: BLE001 - other people's code
        cause = f"{NOT_FOUND}{type(error).__name__}: {error}"
    return Counterexample(
        values, size, judge.right(), answers_of(function, values, size)[-1], cause
    )


def last_is_wrong(
    function: Rolling, asked: Question, policies: Sequence[Policy], wrong: Verdict
) -> Fails:
    """Whether the answer for the last of the windows is wrong in that way; an error is not."""

    def fails(values: list[Any], size: int) -> bool:
        window = values[len(values) - size :]
        judge = trial_of(asked, window, size).judges[0]
        try:
            answer = answers_of(function, values, size)[-1]
        except Exception:  # noqa: BLE001 - other people's code, asked what nobody else asks it
            return False
        return judged(asked, judge, window, answer, policies).verdict is wrong

    return fails
