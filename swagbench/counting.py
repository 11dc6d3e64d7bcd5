"""Counts combine calls: exact, and the same on every machine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Counting:
    """An aggregation that counts the calls of ``combine`` and ``uncombine``, as `calls`.

    The aggregation is wrapped, never the window, so that what is counted is what is measured. All
    else that the aggregation offers is passed on.

    >>> from swagbench import aggregation, algorithm
    >>> counting = Counting(aggregation("sum"))
    >>> algorithm("two_stacks")(counting).push(1)
    >>> counting.calls
    1
    """

    def __init__(self, aggregation: Any) -> None:
        self._aggregation = aggregation
        self.calls = 0
        if hasattr(aggregation, "uncombine"):
            self.uncombine = self._counted(aggregation.uncombine)
        self.combine = self._counted(aggregation.combine)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._aggregation, name)

    def take(self) -> int:
        """The calls since the last take."""
        calls, self.calls = self.calls, 0
        return calls

    def _counted(self, function: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
        def counted(older: Any, newer: Any) -> Any:
            self.calls += 1
            return function(older, newer)

        return counted
