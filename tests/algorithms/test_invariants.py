"""Every window keeps the invariant of its docstring at every step; and the check of it can fail."""

from collections import deque

import pytest

from swagbench.core import card_of, is_batch
from swagbench.registry import algorithm_ids, find_algorithm
from swagbench.verify.serving import arenas_for
from swagbench.verify.words import (
    ASK,
    POP,
    PUSH,
    asked_after_each,
    valid_words,
    walk,
    words_by_size,
)

WINDOWS = [
    find_algorithm(name).item for name in algorithm_ids() if not is_batch(find_algorithm(name).item)
]
CASES = [(one, arena) for one in WINDOWS for arena in arenas_for(one, card_of(one))]
each_case = pytest.mark.parametrize(
    ("algorithm", "arena"), CASES, ids=lambda one: getattr(one, "__name__", type(one).__name__)
)


def follow(algorithm, arena, word, look):
    """Take a word; after each step, look at the window and the values that it should hold."""
    window, held = algorithm(arena.aggregation), deque()
    look(window, [])
    pushed = 0
    for letter in word:
        if letter == ASK:
            window.eval()
        elif letter == POP:
            window.pop()
            held.popleft()
        else:
            value = arena.value(PUSH, pushed)
            window.push(value)
            held.append(value)
            pushed += 1
        look(window, list(held))


def check(window, values):
    window.check_invariant(values)
    window.check_invariant()


@each_case
def test_the_invariant_holds_after_every_step_of_every_short_word(algorithm, arena):
    for length in range(8):
        for word in valid_words(length):
            follow(algorithm, arena, asked_after_each(word), check)
    for word in valid_words(6, PUSH + POP + ASK):
        follow(algorithm, arena, word, check)


@each_case
def test_the_invariant_holds_at_every_size(algorithm, arena):
    for word in words_by_size(16):
        follow(algorithm, arena, word, check)
    follow(algorithm, arena, (PUSH * 36 + (POP + PUSH + ASK) * 40 + (POP + ASK) * 36) * 2, check)


@each_case
def test_the_invariant_holds_on_a_long_walk(algorithm, arena):
    follow(algorithm, arena, walk(150, seed=4), check)


# --- the check can fail ---------------------------------------------------------------------------


def changed(held):
    """What a slot holds made wrong, once for every number in it."""
    if isinstance(held, int | float):
        yield held + 1
    elif isinstance(held, deque | list):
        for index, one in enumerate(held):
            for wrong in changed(one):
                copy = held.copy()
                copy[index] = wrong
                yield copy
    elif isinstance(held, tuple):
        for index, one in enumerate(held):
            for wrong in changed(one):
                yield (*held[:index], wrong, *held[index + 1 :])


def is_refused(window, values):
    try:
        assert len(window) == len(values)
        window.check_invariant(values)
    except (AssertionError, LookupError, ValueError):
        return True
    return False


UNSEEN = {"_stretch", "_leaps", "_empty", "aggregation"}
"""Slots that may hold what is not read again: a leap of what has left, the stretch of no front."""


@each_case
def test_whatever_is_changed_inside_breaks_the_invariant(algorithm, arena):
    word = PUSH * 9 + (POP + PUSH + ASK) * 12 + PUSH * 12 + (POP + PUSH + ASK) * 6
    seen = set()

    def look(window, values):
        names = [name for one in type(window).__mro__ for name in getattr(one, "__slots__", ())]
        for name in {*names} - UNSEEN:
            right = getattr(window, name)
            for wrong in changed(right):
                setattr(window, name, wrong)
                assert is_refused(window, values), f"{name}: {right} changed to {wrong}"
                seen.add(name)
            setattr(window, name, right)
        check(window, values)

    follow(algorithm, arena, word, look)
    assert seen
