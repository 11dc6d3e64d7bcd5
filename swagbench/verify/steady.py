"""Steady: a window that slides on and on takes no more memory than when it began to."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import Any

from swagbench.verify.checking import Check, Profile, Subject, Wrong
from swagbench.verify.cost import slides_at_end
from swagbench.verify.words import PUSH, SLIDE

FEWEST_SLIDES = 8
ALLOWED_BYTES = 2_000
"""What may come and go in twice the memory: a list is made longer than it needs to be."""


def bytes_held(window: Any, aggregation: Any) -> int:
    """The bytes of a window and all that it holds, but for its class and its aggregation."""
    seen: dict[int, Any] = {}
    stack = [window]
    while stack:
        one = stack.pop()
        if id(one) in seen or one is aggregation:
            continue
        if isinstance(one, type | ModuleType | FunctionType):
            continue
        seen[id(one)] = one
        stack += gc.get_referents(one)
    return sum(map(sys.getsizeof, seen.values()))


def _on_and_on(_subject: Subject, profile: Profile) -> Iterator[str]:
    for size in (1, 8, 64):
        yield PUSH * size + SLIDE * (500 if profile.name == "fast" else 4_000)


def _test_steady(subject: Subject, word: str) -> Wrong | None:
    """A quarter of the slides come before the first look, the others before the second."""
    filled, slides = slides_at_end(word)
    if not filled or slides < FEWEST_SLIDES or word[:filled] != PUSH * filled:
        return None
    window = subject.algorithm(subject.aggregation)
    for index in range(filled):
        window.push(subject.arena.value(PUSH, index))
    before = 0
    for index in range(filled, filled + slides):
        if index == filled + slides // 4:
            before = bytes_held(window, subject.aggregation)
        window.pop()
        window.push(subject.arena.value(PUSH, index))
        window.eval()
    after = bytes_held(window, subject.aggregation)
    if after <= 2 * before + ALLOWED_BYTES:
        return None
    at_first = f"{before:,} bytes after {slides // 4:,} of {slides:,} slides"
    return Wrong(len(word), f"at most twice what it took at first, {at_first}", f"{after:,} bytes")


STEADY = Check(
    id="space.steady",
    promise="However long it slides, a window takes no more memory than before.",
    words=_on_and_on,
    test=_test_steady,
)
