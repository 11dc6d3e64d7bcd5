"""Containment: nothing that has left a window shows in its answers, or is kept alive by it."""

from __future__ import annotations

import gc
import math
import weakref
from collections.abc import Iterator
from typing import Any

from swagbench.boxed import Box, Boxed
from swagbench.core import Guarantee
from swagbench.verify.carriers import Hooked
from swagbench.verify.checking import NO_ERROR, Check, Profile, Subject, Wrong, told
from swagbench.verify.conformance import check_answers
from swagbench.verify.probes import FreeMonoid, Real
from swagbench.verify.tracked import Tracked
from swagbench.verify.words import ASK, POP, PUSH, VALUES, asked_after_each, valid_words

POISONS = (math.nan, math.inf, -math.inf, 1e20, 1e308, -1e308)
"""Values that a sum of floats does not get rid of by subtracting them again."""


class Poisoned(Real):
    """A real aggregation of floats: u pushes 1.0, 2.0, …, the letters A, B, … push the poisons."""

    def __init__(self, id: str, aggregation: Any, spec: str = "") -> None:  # noqa: A002 - a name
        super().__init__(id, aggregation, spec)
        self.letters = VALUES[: len(POISONS)]

    def value(self, letter: str, index: int) -> float:
        return 1.0 + index % 4 if letter == PUSH else POISONS[VALUES.index(letter)]


def _poisoned_words(subject: Subject, profile: Profile) -> Iterator[str]:
    """Every short word in which one push brings a poison, and some in which two do."""
    kinds = len(POISONS) if isinstance(subject.arena, Poisoned) else 1
    length = {"fast": 2, "default": 4}.get(profile.name, 6)
    for shorter in range(2, length + 1, 2):
        for word in valid_words(shorter):
            held = 2 * word.count(PUSH) - len(word)
            whole = word + POP * held + PUSH * 2
            for index, letter in enumerate(word):
                if letter == PUSH:
                    for poison in VALUES[:kinds]:
                        yield asked_after_each(whole[:index] + poison + whole[index + 1 :])
    for first in VALUES[:kinds]:
        for second in VALUES[:kinds]:
            yield asked_after_each(first + second + PUSH + POP * 3 + PUSH)


def _test_poison(subject: Subject, word: str) -> Wrong | None:
    if isinstance(subject.arena, Poisoned):
        return check_answers(subject, word)
    return _test_raising_value(subject, word)


class _Toxic(Exception):
    """A value was used that cannot be."""


def _test_raising_value(subject: Subject, word: str) -> Wrong | None:
    """A value that raises wherever it is used: once it has left, all must be well again.

    While it is in the window, operations may raise; a push that does has not happened.
    """
    tried = _Intoxicated(subject)
    step = 0
    try:
        for step, letter in enumerate(word, start=1):
            if letter == POP and not tried.held:
                continue  # What should have been there could not be pushed.
            if wrong := tried.take_with_care(letter):
                return Wrong(step, *wrong)
        while tried.toxic & {*tried.held}:
            tried.take(POP)
    except _Toxic:
        # Stuck for good, as the value raises whenever it is used; or nothing is promised now.
        return None
    wrong = tried.settle()
    return None if wrong is None else Wrong(step + 1, *wrong)


class _Intoxicated(Tracked):
    """A window with an aggregation that refuses to use the values that letters A, B, … pushed."""

    def __init__(self, subject: Subject) -> None:
        self.toxic: set[Any] = set()
        self.is_strong = subject.card.guarantee is Guarantee.STRONG
        super().__init__(subject, Hooked(subject.aggregation, self._refuse))

    def _refuse(self, name: str, arguments: tuple[Any, ...]) -> None:
        if name == "sort_key" and arguments[0] in self.toxic:
            raise _Toxic
        # Combined with nothing it is only passed on.
        if name == "combine" and all(arguments) and any(map(self._is_toxic, arguments)):
            raise _Toxic

    def _is_toxic(self, agg: Any) -> bool:
        return any(_holds(agg, value, self.arena) for value in self.toxic)

    def take_with_care(self, letter: str) -> tuple[str, str] | None:
        value = None if letter in POP + ASK else self.arena.value(letter, self.pushed)
        if letter in VALUES:
            self.toxic.add(value)
        try:
            return self.take(letter)
        except _Toxic:
            if not self.toxic & {*self.held, value}:
                return NO_ERROR, "a value that has left was used"
            if letter == POP or not self.is_strong:
                raise
            self.toxic.discard(value)
            return None


def _holds(agg: Any, value: Any, arena: Any) -> bool:
    """Whether an aggregate of a probe was made of a value, as far as it shows."""
    if isinstance(arena, FreeMonoid):
        return bool(agg) and agg[0] <= value < agg[1]
    return value in agg


# --- release --------------------------------------------------------------------------------------


def _released_words(_subject: Subject, profile: Profile) -> Iterator[str]:
    for shorter in (3, 5 if profile.name == "fast" else 7):
        yield from valid_words(shorter)
        yield from map(asked_after_each, valid_words(shorter))
    for size in (9, 16, 33):
        yield PUSH * size + (POP + PUSH + ASK) * (size + 2) + POP * size
        yield PUSH * size + (POP + PUSH) * (size + 2) + POP * size


def _test_release(subject: Subject, word: str) -> Wrong | None:
    """Values and aggregates as objects that are seen to be gone."""
    arena = subject.arena
    step = pushed = 0
    alive: list[tuple[int, weakref.ref[Box]]] = []
    gone: list[tuple[int, weakref.ref[Box]]] = []
    try:
        window = subject.algorithm(Boxed(arena.aggregation, remembers=True))
        for step, letter in enumerate(word, start=1):
            if letter == ASK:
                window.eval()
            elif letter == POP:
                window.pop()
                gone.append(alive.pop(0))
            else:
                box = Box(arena.value(letter, pushed))
                alive.append((pushed, weakref.ref(box)))
                window.push(box)
                del box
                pushed += 1
            if wrong := kept(gone):
                return Wrong(step, *wrong)
    except Exception as error:  # noqa: BLE001 - whatever a plug-in raises is what it gave
        return Wrong(step, NO_ERROR, told(error))
    return None


def kept(gone: list[tuple[int, weakref.ref[Box]]]) -> tuple[str, str] | None:
    """The number of the first value that is gone and still there, as what is wrong; or None."""
    if any(one() is not None for _, one in gone):
        gc.collect()
    for number, one in gone:
        if one() is not None:
            return "what has left is free", f"value {number} is still held"
    return None


POISON = Check(
    id="containment.poison",
    promise="A value that poisons answers (NaN, infinity, one that raises) leaves without a trace.",
    words=_poisoned_words,
    test=_test_poison,
)
RELEASE = Check(
    id="release",
    promise="What has left is kept alive neither by itself nor within an aggregate.",
    words=_released_words,
    test=_test_release,
)
