"""What is run in a cell: a window, filled, and a stream of steps through it.

Two kinds with the same methods. A step of a window of n values is pop, push, eval; a step of a
window over time is push (which lets go what is too old) and eval.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from typing import Any, Protocol

from swagbench.core import Algorithm
from swagbench.time_window import TimeWindow


class Workload(Protocol):
    """Steps through a window, the same ones each time it is made."""

    values: list[Any]
    """The stream, as far as it is prepared."""

    period: int
    """Steps after which an amortized algorithm has paid its bills; rounds are multiples of it."""

    longest: int | None
    """The most steps there are, or None for as many as wanted."""

    whole: int
    """Steps that bring in, and let go, every value of a stream that ends; 0 if it never does."""

    def prepare(self, steps: int) -> None:
        """Make the values for so many steps, outside of anything measured."""
        ...

    def filled(self, aggregation: Any) -> Any:
        """A new window, ready for the first step."""
        ...

    def run(self, window: Any, start: int, stop: int) -> Any:
        """Do the steps from `start` to before `stop`; the last answer."""
        ...

    def held(self, step: int) -> Sequence[Any]:
        """The values in the window after a step, for the oracle."""
        ...

    def oldest(self, step: int) -> int:
        """The number in the stream, from 0, of the oldest value in the window after a step."""
        ...

    def answer_from(self, aggregation: Any, begin: int, step: int) -> Any:
        """The answer after a step if the stream had begun with the value number `begin`."""
        ...

    def mean_size(self) -> float:
        """How many values the window holds, on average over the steps."""
        ...


class Slides:
    """A full window of n values that slides on by one at each step."""

    longest: int | None = None

    def __init__(self, algorithm: Algorithm, stream: Any, size: int, *, is_even: bool) -> None:
        self.algorithm = algorithm
        self.stream = stream
        self.size = size
        self.period = 1 if is_even else size
        self.whole = stream.length() and stream.length() + size
        self.values: list[Any] = []

    def prepare(self, steps: int) -> None:
        if len(self.values) < self.size + steps:
            self.values = self.stream.take(self.size + steps)

    def filled(self, aggregation: Any) -> Any:
        window = self.algorithm(aggregation)
        for value in self.values[: self.size]:
            window.push(value)
        return window

    def run(self, window: Any, start: int, stop: int) -> Any:
        pop, push, ask = window.pop, window.push, window.eval
        answer = None
        for value in self.values[self.size + start : self.size + stop]:
            pop()
            push(value)
            answer = ask()
        return answer

    def held(self, step: int) -> Sequence[Any]:
        return self.values[step + 1 : step + 1 + self.size]

    def oldest(self, step: int) -> int:
        return step + 1

    def answer_from(self, aggregation: Any, begin: int, step: int) -> Any:
        window = self.algorithm(aggregation)
        for value in self.values[begin : begin + self.size]:
            window.push(value)
        # The window that begins with value number b is that after step number b - 1.
        return self.run(window, begin, step + 1) if begin <= step else window.eval()

    def mean_size(self) -> float:
        return self.size


class Passage:
    """One pass of a stream with times through a window over time."""

    def __init__(self, algorithm: Algorithm, stream: Any, seconds: float) -> None:
        self.algorithm = algorithm
        self.seconds = seconds
        self.times: Sequence[float] = stream.times()
        self.values: list[Any] = stream.take(len(self.times))
        self.period = self.whole = len(self.times)
        self.longest: int | None = self.period

    def prepare(self, steps: int) -> None:
        pass

    def filled(self, aggregation: Any) -> Any:
        return TimeWindow[Any, Any](self.algorithm, aggregation, self.seconds)

    def run(self, window: Any, start: int, stop: int) -> Any:
        push, ask = window.push, window.eval
        answer = None
        for time, value in zip(self.times[start:stop], self.values[start:stop], strict=True):
            push(time, value)
            answer = ask()
        return answer

    def held(self, step: int) -> Sequence[Any]:
        return self.values[self.oldest(step) : step + 1]

    def answer_from(self, aggregation: Any, begin: int, step: int) -> Any:
        return self.run(self.filled(aggregation), begin, step + 1)

    def mean_size(self) -> float:
        steps = range(len(self.times))
        return sum(step + 1 - self.oldest(step) for step in steps) / len(steps)

    def oldest(self, step: int) -> int:
        return bisect_right(self.times, self.times[step] - self.seconds, hi=step)


def steps_of_at_least(workload: Workload, steps: float) -> int:
    """Whole periods of at least so many steps, as far as the workload goes."""
    periods = max(1, math.ceil(steps / workload.period))
    return min(periods * workload.period, workload.longest or periods * workload.period)
