"""The floor: what the interpreter alone costs."""

from __future__ import annotations

from collections import deque
from typing import Any

from swagbench.registry import Found


class Floor:
    """A window that keeps values and answers nothing; timed beside the others for comparison."""

    __slots__ = ("_values",)

    def __init__(self, _aggregation: object) -> None:
        self._values: deque[Any] = deque()

    def push(self, value: Any) -> None:
        self._values.append(value)

    def pop(self) -> None:
        self._values.popleft()

    def eval(self) -> None:
        return None

    def __len__(self) -> int:
        return len(self._values)


FLOOR = Found("floor", "floor", Floor)
