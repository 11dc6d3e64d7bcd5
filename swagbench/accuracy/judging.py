"""The judgement of one row: every answer against what is right for its window, worked out once."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Any, NamedTuple

from swagbench.aggregations.floats import Truth, as_float
from swagbench.core import Ability, is_batch, offers
from swagbench.oracle import is_same, recompute
from swagbench.poison import shown

VALUES_JUDGED = 200_000
"""How many values, all windows of a row together, are looked at; answers are judged as often as
that allows: every one of 2,048 with windows up to 97 values, every third with windows of 256. What
is right for a window of 256 takes about 0.2 ms to work out, and the truths are most of the work."""


class Verdict(NamedTuple):
    """Of one answer: whether its window explains it, is it impossible, and how wrong is it."""

    is_explained: bool
    is_impossible: bool
    error: float


class Judge:
    """What is right for one window: by the aggregation's `truth`, or the recomputed answer alone.

    Answers come again and again from one algorithm after another, so verdicts are kept.
    """

    __slots__ = ("_known", "_right", "_truth")

    def __init__(self, aggregation: Any, values: Sequence[Any]) -> None:
        self._known: dict[float, Verdict] = {}
        self._right: Any = None
        if is_exact(aggregation):
            self._right = recompute(aggregation, values)
            self._truth = Truth(exact=_exactly(self._right))
        else:
            self._truth = aggregation.truth(values)

    def verdict(self, answer: Any) -> Verdict:
        """What is to be said of an answer."""
        if type(answer) is not float:
            return self._judge(answer)
        known = self._known.get(answer)
        if known is None:
            known = self._judge(answer)
            if not math.isnan(answer):  # which is never found again
                self._known[answer] = known
        return known

    def _judge(self, answer: Any) -> Verdict:
        truth = self._truth
        # Answers may be NumPy's: what is kept of them are plain bools and floats.
        is_impossible = bool(truth.is_impossible(answer))
        if self._right is None:
            error = float(truth.relative_error(answer))
            return Verdict(bool(truth.explains(answer)), is_impossible, error)
        is_explained = is_same(self._right, answer)
        error = 0.0 if is_explained else float(truth.relative_error(answer)) or math.inf
        return Verdict(is_explained, is_impossible, error)

    @property
    def is_zero(self) -> bool:
        """Whether the exact answer is 0."""
        return self._truth.exact == 0

    def right(self) -> str:
        """The right answer, as text: the float nearest to it."""
        if self._right is not None:
            return shown(self._right)
        exact = self._truth.exact
        if exact is None:
            return "no answer"
        return repr(as_float(exact) if isinstance(exact, Fraction) else exact)


def is_exact(aggregation: Any) -> bool:
    """Whether the recomputed answer is the only right one."""
    return offers(aggregation, Ability.EXACT)


def _exactly(answer: Any) -> Fraction | float | None:
    """An answer as a number, if it is one, for its distance from others."""
    if not isinstance(answer, int | float):
        return None
    return Fraction(answer) if math.isfinite(answer) else float(answer)


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """A stream through full windows of one size: answer number i is for ``values[i : i + size]``.

    `judges` are there for the answers that are judged, by their number.
    """

    values: Sequence[Any]
    size: int
    judges: dict[int, Judge]

    @property
    def answers(self) -> int:
        """How many answers there are to give."""
        return len(self.values) - self.size + 1


def trial(aggregation: Any, values: Sequence[Any], size: int, *, judged_from: int = 0) -> Trial:
    """A trial with the judges of its windows, from that of number `judged_from` on."""
    count = len(values) - size + 1
    numbers = to_judge(count, size)
    judges = {
        number: Judge(aggregation, values[number : number + size])
        for number in numbers
        if number >= judged_from
    }
    return Trial(values=values, size=size, judges=judges)


def to_judge(count: int, size: int) -> range:
    """The numbers of the answers to judge, of `count` for windows of `size`.

    All, or every k-th up to the last one, where k has no divisor in common with the size: so no
    phase of an algorithm that works in periods of the window is always passed over.

    >>> to_judge(2048, 256), to_judge(16384, 4096), to_judge(-5, 16)
    (range(1, 2048, 3), range(207, 16384, 337), range(0, 0))
    """
    if count < 1:
        return range(0)
    step = math.ceil(count * size / VALUES_JUDGED)
    while math.gcd(step, size) > 1:
        step += 1
    return range((count - 1) % step, count, step)


class WrongCount(Exception):
    """A batch gave more or fewer answers than there are windows."""


def answers(algorithm: Any, aggregation: Any, values: Sequence[Any], size: int) -> Iterable[Any]:
    """The answers for all windows of `size` values, asked one after the other, or as a batch.

    Raises:
        WrongCount: they are not as many as there are windows.
    """
    if not is_batch(algorithm):
        return _slid(algorithm(aggregation), values, size)
    given: Sequence[Any] = algorithm(aggregation).roll(values, size)
    wanted = max(0, len(values) - size + 1)
    if len(given) != wanted:
        raise WrongCount(f"gave {len(given)} answers for {wanted} windows")
    return given


def _slid(window: Any, values: Sequence[Any], size: int) -> Iterator[Any]:
    push, pop, ask = window.push, window.pop, window.eval
    for value in islice(values, size):
        push(value)
    yield ask()
    for value in islice(values, size, None):
        pop()
        push(value)
        yield ask()


class Tally:
    """What comes of judging one answer after another; `first` is the number of the first bad one.

    `given` is that answer.
    """

    def __init__(self, trial: Trial) -> None:
        self._judges = trial.judges
        self.judged = self.unexplained = self.impossible = 0
        self.worst_error = 0.0
        self.first: int | None = None
        self.given: Any = None

    def add(self, number: int, answer: Any) -> None:
        """Judge the answer of a number, if it is to be judged."""
        judge = self._judges.get(number)
        if judge is None:
            return
        is_explained, is_impossible, error = judge.verdict(answer)
        self.judged += 1
        self.impossible += is_impossible
        self.worst_error = max(self.worst_error, error)
        if not is_explained:
            self.unexplained += 1
            if self.first is None:
                self.first, self.given = number, answer


def judged(algorithm: Any, aggregation: Any, trial: Trial) -> Tally:
    """All answers of an algorithm in a trial."""
    tally = Tally(trial)
    for number, answer in enumerate(answers(algorithm, aggregation, trial.values, trial.size)):
        tally.add(number, answer)
    return tally


def is_wrong_from(algorithm: Any, aggregation: Any, trial: Trial, number: int, begin: int) -> bool:
    """Whether the answer of a number is not explained either if the stream begins at `begin`."""
    answer = None
    values = trial.values[begin : number + trial.size]
    for answer in answers(algorithm, aggregation, values, trial.size):  # noqa: B007 - the last
        pass
    return not trial.judges[number].verdict(answer).is_explained
