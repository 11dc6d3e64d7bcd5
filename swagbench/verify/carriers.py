"""Carriers: the aggregation of an arena in other clothes, each of which shows one kind of misuse.

They wrap the aggregation, never the window, and pass on what it offers. Where combining gives one
of its two arguments (a selection, or one side is empty), so does the wrapped one: the same object.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

FUNCTIONS = ("empty", "unit", "combine", "uncombine", "finalize", "sort_key", "pick")


class Hooked:
    """Calls `hook(name, arguments)` before each function of the aggregation."""

    def __init__(self, aggregation: Any, hook: Callable[[str, tuple[Any, ...]], object]) -> None:
        self._aggregation = aggregation
        for name in FUNCTIONS:
            function = getattr(aggregation, name, None)
            if function is not None:
                setattr(self, name, _hooked(name, function, hook))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._aggregation, name)


def _hooked(
    name: str, function: Callable[..., Any], hook: Callable[[str, tuple[Any, ...]], object]
) -> Callable[..., Any]:
    def hooked(*arguments: Any) -> Any:
        hook(name, arguments)
        return function(*arguments)

    return hooked


class Listed:
    """Aggregates are lists, which show what is done to them in place; all are remembered.

    With `shares_empty` there is one empty aggregate, otherwise a new one each time.
    """

    def __init__(self, aggregation: Any, *, shares_empty: bool = False) -> None:
        self._aggregation = aggregation
        self._made: list[tuple[list[Any], tuple[Any, ...]]] = []
        self._empty = self._new(aggregation.empty()) if shares_empty else None
        if hasattr(aggregation, "uncombine"):
            self.uncombine = self._uncombine

    def changed(self) -> str | None:
        """The first aggregate that is not what it was when it was made, told; or None."""
        for agg, as_made in self._made:
            if tuple(agg) != as_made:
                return f"{list(as_made)} has become {agg}"
        return None

    def empty(self) -> list[Any]:
        return self._new(self._aggregation.empty()) if self._empty is None else self._empty

    def unit(self, value: Any) -> list[Any]:
        return self._new(self._aggregation.unit(value))

    def combine(self, older: list[Any], newer: list[Any]) -> list[Any]:
        parts = tuple(older), tuple(newer)
        agg = self._aggregation.combine(*parts)
        for part, made in zip(parts, (older, newer), strict=True):
            if agg is part:
                return made
        return self._new(agg)

    def _uncombine(self, whole: list[Any], oldest: list[Any]) -> list[Any]:
        return self._new(self._aggregation.uncombine(tuple(whole), tuple(oldest)))

    def finalize(self, agg: list[Any]) -> Any:
        return self._aggregation.finalize(tuple(agg))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._aggregation, name)

    def _new(self, agg: tuple[Any, ...]) -> list[Any]:
        made = list(agg)
        self._made.append((made, agg))
        return made


class WithNone:
    """One aggregate is None, which is as good as any other object."""

    def __init__(self, aggregation: Any, agg_of_none: tuple[Any, ...]) -> None:
        self._aggregation = aggregation
        self._none = agg_of_none
        if hasattr(aggregation, "uncombine"):
            self.uncombine = self._uncombine

    def empty(self) -> Any:
        return self._shut(self._aggregation.empty())

    def unit(self, value: Any) -> Any:
        return self._shut(self._aggregation.unit(value))

    def combine(self, older: Any, newer: Any) -> Any:
        return self._shut(self._aggregation.combine(self._open(older), self._open(newer)))

    def _uncombine(self, whole: Any, oldest: Any) -> Any:
        return self._shut(self._aggregation.uncombine(self._open(whole), self._open(oldest)))

    def finalize(self, agg: Any) -> Any:
        return self._aggregation.finalize(self._open(agg))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._aggregation, name)

    def _shut(self, agg: Any) -> Any:
        return None if agg == self._none else agg

    def _open(self, agg: Any) -> Any:
        return self._none if agg is None else agg


class MutableAnswers:
    """Answers are new lists, for the caller to do with as he likes."""

    def __init__(self, aggregation: Any) -> None:
        self._aggregation = aggregation

    def finalize(self, agg: Any) -> list[Any]:
        return list(self._aggregation.finalize(agg))

    def pick(self, ordered: Any) -> list[Any]:
        return list(self._aggregation.pick(ordered))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._aggregation, name)
