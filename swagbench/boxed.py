"""Boxes: values and aggregates that can only be held, and are counted while they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn


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
