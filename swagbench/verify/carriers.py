"""Carriers: the aggregation of an arena in other clothes, each of which shows one kind of misuse.

They wrap the aggregation, never the window, and pass on what it offers. Where combining gives one
of its two arguments (a selection, or one side is empty), so does the wrapped one: the same object.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

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


class LookedInside(Exception):
    """An algorithm did with a value or an aggregate what only the aggregation may do."""


def _refuse(operation: str) -> Callable[..., NoReturn]:
    def refuse(*_: object) -> NoReturn:
        raise LookedInside(f"an algorithm may hold values and aggregates, not use {operation}")

    return refuse


class Box:
    """Something that can only be held: comparing, hashing, measuring or testing it raises."""

    __slots__ = ("__weakref__", "content", "holds", "shelf")

    def __init__(
        self, content: Any, holds: tuple[Box, ...] = (), shelf: Boxed | None = None
    ) -> None:
        self.content = content
        self.holds = holds
        self.shelf = shelf
        if shelf is not None:
            shelf.count += 1

    def __del__(self) -> None:
        if self.shelf is not None:
            self.shelf.count -= 1

    __eq__ = __ne__ = _refuse("==")
    __lt__ = __le__ = __gt__ = __ge__ = _refuse("<")
    __hash__ = _refuse("hash()")
    __bool__ = _refuse("its truth value")
    __len__ = _refuse("len()")
    __iter__ = __getitem__ = __contains__ = _refuse("its items")
    __add__ = __radd__ = __iadd__ = __sub__ = __rsub__ = __mul__ = _refuse("arithmetic")
    __int__ = __float__ = __index__ = _refuse("its number")


class Boxed:
    """Values and aggregates come in boxes; `count` is the number of boxed aggregates alive.

    With `remembers`, a box of an aggregate holds the boxes of all values in it, so that a value is
    alive as long as anything made of it is.
    """

    def __init__(self, aggregation: Any, *, remembers: bool = False) -> None:
        self._aggregation = aggregation
        self._remembers = remembers
        self.count = 0
        if hasattr(aggregation, "uncombine"):
            self.uncombine = self._uncombine
        if hasattr(aggregation, "pick"):
            self.sort_key, self.pick = self._sort_key, self._pick

    def empty(self) -> Box:
        return Box(self._aggregation.empty(), shelf=self)

    def unit(self, value: Box) -> Box:
        return Box(self._aggregation.unit(value.content), self._of(value), self)

    def combine(self, older: Box, newer: Box) -> Box:
        agg = self._aggregation.combine(older.content, newer.content)
        for part in (older, newer):
            if agg is part.content:
                return part
        return Box(agg, older.holds + newer.holds, self)

    def _uncombine(self, whole: Box, oldest: Box) -> Box:
        agg = self._aggregation.uncombine(whole.content, oldest.content)
        gone = {id(box) for box in oldest.holds}
        return Box(agg, tuple(box for box in whole.holds if id(box) not in gone), self)

    def finalize(self, agg: Box) -> Any:
        return self._aggregation.finalize(agg.content)

    def _sort_key(self, value: Box) -> Any:
        return self._aggregation.sort_key(value.content)

    def _pick(self, ordered: Any) -> Any:
        return self._aggregation.pick([value.content for value in ordered])

    def __getattr__(self, name: str) -> Any:
        return getattr(self._aggregation, name)

    def _of(self, value: Box) -> tuple[Box, ...]:
        return (value,) if self._remembers else ()


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
