"""Windows over time: any algorithm, with values that leave by age."""

from __future__ import annotations

from collections import deque
from typing import Any, Generic

from swagbench.core import Algorithm, InputError, Out, Value


class TimeWindow(Generic[Value, Out]):
    """The values of the last `span` units of time, and one answer about them.

    At time t the window holds the values with times in (t - span, t]: closed on the right, open on
    the left. A value leaves when its age reaches the span. Times never go back; equal times are
    welcome, and of those `eval` sees the ones pushed so far.

    Args:
        algorithm: makes the window that does the work.
        aggregation: what is asked about the values.
        span: in the unit of the times (any that can be subtracted: seconds, or datetime with
            timedelta); more than nothing.

    Raises:
        InputError: the span is not more than nothing.
        MissingAbility: the algorithm needs what the aggregation lacks.

    >>> from swagbench import algorithm, aggregation
    >>> window = TimeWindow(algorithm("two_stacks"), aggregation("sum"), span=10)
    >>> for time, value in [(0, 1), (5, 2), (10, 4), (10, 8)]:
    ...     window.push(time, value)
    >>> window.eval(), len(window)
    (14, 3)
    >>> window.advance(15)
    >>> window.eval()
    12
    """

    __slots__ = ("_now", "_times", "span", "window")

    def __init__(self, algorithm: Algorithm, aggregation: object, span: Any) -> None:
        if not span > type(span)():
            raise InputError(f"span is {span!r}; a window over time needs one of more than nothing")
        self.window = algorithm(aggregation)
        self.span = span
        self._times: deque[Any] = deque()
        self._now: Any = None

    def push(self, time: Any, value: Value) -> None:
        """Advance to `time`, then add a value. Amortized one push and one pop of the window.

        If the value cannot be added, the window has still advanced.

        Raises:
            ValueError: `time` is before the latest one; nothing has changed.
        """
        self.advance(time)
        self.window.push(value)
        self._times.append(time)

    def advance(self, time: Any) -> None:
        """Let the values leave whose age reaches the span by `time`.

        Raises:
            ValueError: `time` is before the latest one; nothing has changed.
        """
        if not (time == time if self._now is None else time >= self._now):  # noqa: PLR0124 - NaN
            raise ValueError(f"time {time!r} is before {self._now!r}; times never go back")
        self._now = time
        # By age, as a sum of times and span could round a value in or out.
        while self._times and time - self._times[0] >= self.span:
            self.window.pop()
            self._times.popleft()

    def eval(self) -> Out:
        """The answer for the values of the last span."""
        answer: Out = self.window.eval()
        return answer

    def __len__(self) -> int:
        return len(self._times)
