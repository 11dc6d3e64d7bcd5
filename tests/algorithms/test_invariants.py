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
    follow(algorithm, arena, (PUSH * 50 + (POP + PUSH + ASK) * 60 + (POP + ASK) * 50) * 2, check)


@each_case
def test_the_invariant_holds_on_a_long_walk(algorithm, arena):
    follow(algorithm, arena, walk(1_500, seed=4), check)


# --- the check can fail ---------------------------------------------------------------------------


def changed(held):
    """Something like what a slot holds, but wrong, as often as there is something to change."""
    if isinstance(held, bool | str) or held is None:
        return
    if isinstance(held, int):
        yield held + 1
    elif isinstance(held, deque | list):
        for index, one in enumerate(held):
            for other in changed(one):
                copy = held.copy()
                copy[index] = other
                yield copy
        if held:
            copy = held.copy()
            copy.pop()
            yield copy
    elif isinstance(held, tuple) and held and all(isinstance(one, int) for one in held):
        yield held[0], held[1] + 1
    elif isinstance(held, tuple) and held and all(isinstance(one, float) for one in held):
        yield (held[0] + 1,)
    elif isinstance(held, tuple):
        for index, one in enumerate(held):
            for other in changed(one):
                yield (*held[:index], other, *held[index + 1 :])


def is_refused(window, values):
    try:
        window.check_invariant(values)
    except (AssertionError, ArithmeticError, LookupError):
        return True
    return False


UNUSED = {"_stretch", "_leaps", "_empty", "aggregation"}
"""Slots of which some wrong contents do no harm: they are not read before they are set anew."""


@each_case
def test_whatever_is_changed_inside_breaks_the_invariant(algorithm, arena):
    word = PUSH * 20 + (POP + PUSH + ASK) * 7 + PUSH + ASK
    seen = set()

    def look(window, values):
        names = [name for one in type(window).__mro__ for name in getattr(one, "__slots__", ())]
        for name in {*names} - UNUSED:
            right = getattr(window, name)
            for wrong in changed(right):
                setattr(window, name, wrong)
                assert is_refused(window, values), f"{name}: {right} changed to {wrong}"
                seen.add(name)
            setattr(window, name, right)
        check(window, values)

    follow(algorithm, arena, word, look)
    assert seen
