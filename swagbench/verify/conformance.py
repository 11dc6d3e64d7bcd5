"""Conformance: does a window answer as recompute-from-scratch does, on every history?"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any, NamedTuple

from hypothesis import strategies as st

from swagbench.core import Algorithm
from swagbench.oracle import is_right, recompute
from swagbench.verify.drawing import first_failing
from swagbench.verify.histories import (
    EVAL,
    POP,
    PUSH,
    History,
    describe,
    long_words,
    short_words,
    shortest,
    simplest,
    with_values,
    words_by_size,
)

SHORT_WORDS_LENGTH = 6
LONG_WORDS = 60
PLAIN_EXAMPLES = (3, -1, 0, 7, 1, -20, 5)
"""Values for an aggregation that states no examples."""


class Fault(NamedTuple):
    """A history that ends with a wrong answer: what was expected there and what was given."""

    history: str
    expected: str
    given: str


def examples_of(aggregation: Any) -> Sequence[Any]:
    """The values to try an aggregation with."""
    return tuple(getattr(aggregation, "examples", ())) or PLAIN_EXAMPLES


def find_fault(algorithm: Algorithm, aggregation: Any) -> Fault | None:
    """The shortest history found on which a window is wrong, or None.

    Every word of up to six letters is tried first, the shorter ones first, so that a short fault is
    reported as the shortest there is; then words for a schedule of sizes, then long ones drawn by
    Hypothesis, both cut down until nothing can be left out.
    """
    examples = examples_of(aggregation)

    def wrong_at(history: History) -> tuple[str, str] | None:
        return first_wrong(algorithm, aggregation, history)

    def fails(history: History) -> bool:
        return wrong_at(history) is not None

    for word in chain(short_words(SHORT_WORDS_LENGTH), words_by_size()):
        history = with_values(word, examples)
        if fails(history):
            return _fault(simplest(shortest(history, fails), examples, fails), wrong_at)

    seeds = st.integers(0, 2**32)
    histories = st.builds(lambda word, seed: with_values(word, examples, seed), long_words(), seeds)
    drawn = first_failing(histories, fails, times=LONG_WORDS)
    if drawn is None:
        return None
    return _fault(simplest(shortest(drawn, fails), examples, fails), wrong_at)


def first_wrong(algorithm: Algorithm, aggregation: Any, history: History) -> tuple[str, str] | None:
    """What was expected and what was given at the first wrong step, or None if all are right.

    A pop from an empty window must raise IndexError and change nothing; every step must leave the
    length right.
    """
    window = algorithm(aggregation)
    held: deque[Any] = deque()
    for step in history:
        expected = "no error"
        try:
            if step.letter == PUSH:
                window.push(step.value)
                held.append(step.value)
            elif step.letter == EVAL:
                answer = window.eval()
                if not is_right(aggregation, held, answer):
                    return repr(recompute(aggregation, held)), repr(answer)
            elif held:
                window.pop()
                held.popleft()
            else:
                expected = "IndexError, as the window is empty"
                window.pop()
                return expected, "no error"
            if len(window) != len(held):
                return f"length {len(held)}", f"length {len(window)}"
        except Exception as error:  # noqa: BLE001 - whatever a plug-in raises is what it gave
            if step.letter != POP or held or not isinstance(error, IndexError):
                return expected, f"{type(error).__name__}: {error}"
    return None


def _fault(history: History, wrong_at: Callable[[History], tuple[str, str] | None]) -> Fault:
    """The fault at the first wrong step of a history, which ends there."""
    last = next(end for end in range(1, len(history) + 1) if wrong_at(history[:end]))
    wrong = wrong_at(history[:last])
    assert wrong is not None
    return Fault(describe(history[:last]), *wrong)
