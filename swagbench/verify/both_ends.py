"""Both ends: a window that also grows at its old end and shrinks at its new one.

Words have two more letters: ``A`` pushes a value before all others, ``B`` pops the newest one. The
values are numbers, so that each is older than those above it: the new end counts up, the old one
down.
"""

from __future__ import annotations

import random
import weakref
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

from swagbench.boxed import Box, Boxed
from swagbench.counting import Counting
from swagbench.verify.checking import NO_ERROR, Check, Profile, Subject, Wrong, told
from swagbench.verify.conformance import difference
from swagbench.verify.containment import kept
from swagbench.verify.cost import GROWTH_SIZES, PERIODS, at_most, mean_kept
from swagbench.verify.empties import refused
from swagbench.verify.exceptions import EXCEPTIONS, raising
from swagbench.verify.probes import Arena, FreeMonoid, FreeMonoidInFull
from swagbench.verify.tracked import Tracked
from swagbench.verify.words import (
    ASK,
    POP,
    PUSH,
    asked_after_each,
    asked_now_and_then,
    sizes_up_to,
)

PUSH_OLDEST, POP_NEWEST = "A", "B"
PUSHES, POPS = PUSH + PUSH_OLDEST, POP + POP_NEWEST
OTHER_SLIDE = POP_NEWEST + PUSH_OLDEST + ASK
METHODS = {
    PUSH: "push",
    PUSH_OLDEST: "push_oldest",
    POP: "pop",
    POP_NEWEST: "pop_newest",
    ASK: "eval",
}


def first_number(arena: Arena) -> int:
    """The number of the first value at the new end; the first one at the old end is 1 less.

    A number in the decimals of a key is none below zero.
    """
    return 500_000 if hasattr(arena, "sort_key") else 0


def in_full(subject: Subject) -> Subject:
    """The subject, with tuples for runs: what leaves the new end leaves a gap in the numbers."""
    arena = subject.arena
    if isinstance(arena, FreeMonoidInFull):
        return replace(subject, arena=type(arena)())
    if isinstance(arena, FreeMonoid):
        return replace(subject, arena=FreeMonoidInFull.like(arena))
    return subject


class AtBothEnds(Tracked):
    """A window beside the values that it should hold, both open at both ends."""

    def __init__(self, subject: Subject, aggregation: Any = None) -> None:
        super().__init__(subject, aggregation, first=first_number(subject.arena))
        self.next_oldest = self.pushed - 1
        self._pops_from_empty = "empty.pop" not in subject.card.waives

    def number(self, letter: str) -> int:
        """The number of the value that a letter pushes next."""
        return self.next_oldest if letter == PUSH_OLDEST else self.pushed

    def take(self, letter: str) -> tuple[str, str] | None:
        if letter in POPS and not self.held:
            pop = getattr(self.window, METHODS[letter])
            return refused(self, pop) if self._pops_from_empty else None
        window: Any = self.window
        if letter == POP_NEWEST:
            window.pop_newest()
            self.held.pop()
        elif letter == PUSH_OLDEST:
            value = self.arena.value(PUSH, self.next_oldest)
            window.push_oldest(value)
            self.held.appendleft(value)
            self.next_oldest -= 1
        else:
            return super().take(letter)
        return None

    def settle(self) -> tuple[str, str] | None:
        """Ask, drain from both ends in turn, and refill at both."""
        for letter in settling(len(self.held)):
            if wrong := self.take(letter):
                return wrong
        return self.measure()


def settling(held: int) -> str:
    """What shows whatever is wrong inside a window of so many values."""
    drain = (POP_NEWEST + POP) * held
    return ASK + asked_after_each(drain[:held] + PUSHES * 2 + POPS * 2)


# --- answers --------------------------------------------------------------------------------------


def _test_answers(subject: Subject, word: str) -> Wrong | None:
    subject = in_full(subject)
    wrong = _followed(subject, word)
    mistaken = getattr(subject.arena, "wrong", None)
    return wrong._replace(note=difference(*mistaken)) if wrong and mistaken else wrong


def _followed(subject: Subject, word: str) -> Wrong | None:
    step = 1
    try:
        tracked = AtBothEnds(subject)
        for step, letter in enumerate(word + ASK, start=1):
            if wrong := tracked.take(letter):
                return Wrong(step, *wrong)
        wrong = tracked.measure()
    except Exception as error:  # noqa: BLE001 - whatever a plug-in raises is what it gave
        return Wrong(step, NO_ERROR, told(error))
    return None if wrong is None else Wrong(step, *wrong)


# --- exceptions -----------------------------------------------------------------------------------


def _test_exceptions(subject: Subject, word: str) -> Wrong | None:
    subject = in_full(subject)
    for function in EXCEPTIONS:
        if hasattr(subject.aggregation, function):
            wrong = raising(function, AtBothEnds)(subject, word)
            if wrong is not None:
                return wrong
    return None


# --- release and budget ---------------------------------------------------------------------------


class _Released:
    """A window of values in boxes, which nothing but the window keeps alive.

    A pop where nothing is shows nothing here, and is not taken.
    """

    def __init__(self, subject: Subject, aggregation: Any) -> None:
        self._arena = subject.arena
        self._window: Any = subject.algorithm(aggregation)
        self._newest = first_number(subject.arena)
        self._oldest = self._newest - 1
        self.held: deque[tuple[int, weakref.ref[Box]]] = deque()
        self.gone: list[tuple[int, weakref.ref[Box]]] = []

    def take(self, letter: str) -> None:
        if letter == ASK:
            self._window.eval()
        elif letter == PUSH_OLDEST:
            self.held.appendleft(self._put(self._window.push_oldest, self._oldest))
            self._oldest -= 1
        elif letter not in POPS:
            self.held.append(self._put(self._window.push, self._newest))
            self._newest += 1
        elif self.held and letter == POP:
            self._window.pop()
            self.gone.append(self.held.popleft())
        elif self.held:
            self._window.pop_newest()
            self.gone.append(self.held.pop())

    def _put(self, push: Any, number: int) -> tuple[int, weakref.ref[Box]]:
        box = Box(self._arena.value(PUSH, number))
        push(box)
        return number, weakref.ref(box)


def _test_release(subject: Subject, word: str) -> Wrong | None:
    subject = in_full(subject)
    boxes = _Released(subject, Boxed(subject.aggregation, remembers=True))
    for step, letter in enumerate(word, start=1):
        boxes.take(letter)
        if wrong := kept(boxes.gone):
            return Wrong(step, *wrong)
    return None


def _test_budget(subject: Subject, word: str) -> Wrong | None:
    card = subject.card
    bounds = {**dict.fromkeys(PUSHES, card.push), **dict.fromkeys(POPS, card.pop), ASK: card.eval}
    rows = list(_counted(subject, word))
    for step, (letter, calls, before, held, partials) in enumerate(rows, 1):
        bound = bounds.get(letter)
        if bound is not None and calls > bound.at(before):
            return Wrong(step, at_most(bound, before, "combine calls"), str(calls))
        if card.partials is not None and partials > card.partials.at(held):
            return Wrong(step, at_most(card.partials, held, "partials held"), str(partials))
    return mean_kept(card.slide_mean, word, (calls for _, calls, *_ in rows), OTHER_SLIDE)


def _counted(subject: Subject, word: str) -> Iterator[tuple[str, int, int, int, int]]:
    """Each letter, its combine calls, the values before and after it, and the partials then."""
    subject = in_full(subject)
    boxed = Boxed(subject.aggregation)
    counting = Counting(boxed)
    boxes = _Released(subject, counting)
    counting.take()
    for letter in word:
        before = len(boxes.held)
        boxes.take(letter)
        yield letter, counting.take(), before, len(boxes.held), boxed.count


def growth_of_calls(subject: Subject) -> str:
    """What the dearest operation costs as a window that fills at one end drains at the other."""
    dearest = []
    for size in GROWTH_SIZES:
        counted = _counted(subject, PUSH_OLDEST * size + POP_NEWEST * size)
        dearest.append(str(max(calls for _, calls, *_ in counted)))
    sizes = ", ".join(map(str, GROWTH_SIZES))
    return f"at most {', '.join(dearest)} calls an operation at windows of {sizes}"


# --- words ----------------------------------------------------------------------------------------


def _valid_words(length: int, held: int = 0) -> Iterator[str]:
    """Every word of the four operations that never pops from an empty window."""
    if not length:
        yield ""
        return
    for letter in PUSHES + POPS * bool(held):
        for rest in _valid_words(length - 1, held + (1 if letter in PUSHES else -1)):
            yield letter + rest


def _by_size(size: int) -> Iterator[str]:
    """Filled at one end, or at both in turn; drained from one, or both; and slid on both ways."""
    for fill, drain in product((PUSH, PUSH_OLDEST, PUSHES), (POP, POP_NEWEST, POPS)):
        yield (fill * size)[:size] + (drain * size)[:size]
    one_way, the_other = POP + PUSH, POP_NEWEST + PUSH_OLDEST
    for slide in (one_way, the_other, one_way + the_other):
        yield PUSH * size + slide * (size + 2) + (POPS * size)[:size]


def _walk(steps: int, seed: int) -> str:
    """One long word in phases, each of which grows or shrinks the window mostly at one end."""
    draw = random.Random(seed).random
    parts: list[str] = []
    while len(parts) < steps:
        pushes, at_old_end = 0.2 + 0.6 * draw(), 0.05 + 0.9 * round(draw())
        for _ in range(1 + int(draw() * (30 if draw() < 0.8 else 300))):
            letters = PUSHES if draw() < pushes else POP_NEWEST + POP
            parts.append(letters[draw() < at_old_end])
            if draw() < 0.3:
                parts.append(ASK)
    return "".join(parts)


def _all_words(_subject: Subject, profile: Profile) -> Iterator[str]:
    length, largest = {"fast": (5, 17), "default": (7, 128)}.get(profile.name, (9, 512))
    for letters in product(PUSHES + POPS, repeat=3):
        yield asked_after_each("".join(letters))
    for shorter in range(3, length + 1, 2):
        yield from map(asked_after_each, _valid_words(shorter))
    for shorter in range(1, length):
        yield from _valid_words(shorter)
    for size in sizes_up_to(largest):
        for word in _by_size(size):
            yield asked_now_and_then(word, 1 + size // 16)
    yield _walk(profile.walk_steps // 10, profile.seed)


def _few_words(_subject: Subject, profile: Profile) -> Iterator[str]:
    length, sizes = {"fast": (3, (5,)), "default": (4, (4, 5, 7))}.get(
        profile.name, (6, (4, 5, 6, 7, 8, 9))
    )
    for shorter in range(1, length + 1):
        yield from map(asked_after_each, _valid_words(shorter))
    for size in sizes:
        yield from _by_size(size)


def _moderate_words(_subject: Subject, profile: Profile) -> Iterator[str]:
    length, largest = {"fast": (4, 9), "default": (6, 33)}.get(profile.name, (8, 129))
    yield from map(asked_after_each, _valid_words(length))
    yield from _valid_words(length)
    for size in sizes_up_to(largest):
        yield from map(asked_after_each, _by_size(size))


def _counted_words(subject: Subject, profile: Profile) -> Iterator[str]:
    yield from _moderate_words(subject, profile)
    for size in sizes_up_to(16):
        yield PUSH * size + OTHER_SLIDE * (PERIODS * size)


def _check(name: str, promise: str, words: Any, test: Any, longest_known: int = 1_000) -> Check:
    return Check(
        id=f"ends.{name}",
        promise=promise,
        words=words,
        test=test,
        pops_from_empty=True,
        longest_known=longest_known,
        letters=PUSH_OLDEST + POP_NEWEST,
    )


ORACLE = _check(
    "oracle",
    "Answers stay right whatever is pushed and popped at both ends.",
    _all_words,
    _test_answers,
)
RAISED = _check(
    "exceptions",
    "An operation at either end that raises leaves the window as it was.",
    _few_words,
    _test_exceptions,
    longest_known=12,
)
RELEASE = _check(
    "release",
    "What has left at either end is kept alive neither by itself nor within an aggregate.",
    _moderate_words,
    _test_release,
)
BUDGET = _check(
    "budget",
    "At either end nothing takes more combine calls, or leaves more partials, than the card says.",
    _counted_words,
    _test_budget,
)
ENDS = (ORACLE, RAISED, RELEASE, BUDGET)
"""What is asked of windows that are open at both ends, beside what is asked of all."""
