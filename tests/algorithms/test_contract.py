"""What every window promises, for every aggregation that it serves."""

import math
from collections import deque
from itertools import count, cycle, islice
from weakref import ref

import pytest

from swagbench.core import Ability, Functions, abilities, card_of
from swagbench.oracle import is_right, is_same, recompute

HISTORY = "uuuuq" + "oqoqoq" + "uuuq" + "ooq" + "uoquoquoquoq" + "uuq" + "ooooq" + "uuqoqoq" + "uoq"
"""Fills, slides, is emptied three times; flips of one to four values are on the way."""


class Flaky:
    """An aggregation of which the call after `calls_left` others raises, whatever it calls."""

    class Error(Exception):
        pass

    def __init__(self, aggregation):
        self.aggregation = aggregation
        self.calls_left = math.inf

    def __getattr__(self, name):
        attribute = getattr(self.aggregation, name)
        if not callable(attribute):
            return attribute

        def flaky(*arguments):
            self.calls_left -= 1
            if self.calls_left < 0:
                # Once: what comes after finds out what is left of the window.
                self.calls_left = math.inf
                raise Flaky.Error
            return attribute(*arguments)

        return flaky


def values_of(aggregation):
    return cycle(aggregation.examples)


def filled(pair, size):
    """A window and the values that it holds."""
    algorithm, aggregation = pair
    window = algorithm(aggregation)
    held = deque(islice(values_of(aggregation), size))
    for value in held:
        window.push(value)
    return window, held


def assert_right(pair, window, held):
    assert len(window) == len(held)
    assert is_right(pair.aggregation, held, window.eval())


def test_an_empty_window_answers_for_no_values(pair):
    window, _ = filled(pair, 0)
    assert len(window) == 0
    assert is_same(recompute(pair.aggregation, []), window.eval())


@pytest.mark.parametrize("used", [0, 3], ids=["new", "emptied"])
def test_a_pop_from_an_empty_window_raises_index_error_and_changes_nothing(pair, used):
    window, held = filled(pair, used)
    while held:
        window.pop()
        held.popleft()
    for _ in range(2):
        with pytest.raises(IndexError):
            window.pop()
    assert_right(pair, window, [])
    held = list(islice(values_of(pair.aggregation), 2))
    for value in held:
        window.push(value)
    assert_right(pair, window, held)
    window.pop()
    assert_right(pair, window, held[1:])


def test_pushes_and_pops_return_none(pair):
    window, held = filled(pair, 1)
    assert window.push(held[0]) is None
    assert window.pop() is None


def test_eval_asked_twice_answers_the_same_and_changes_nothing(pair):
    window, held = filled(pair, 7)
    undisturbed, _ = filled(pair, 7)
    for _ in range(7):
        assert is_same(window.eval(), window.eval())
        window.pop()
        undisturbed.pop()
        held.popleft()
        assert len(window) == len(held)
    assert is_same(window.eval(), undisturbed.eval())


def test_two_windows_share_nothing(pair):
    window, held = filled(pair, 5)
    other, _ = filled(pair, 3)
    other.pop()
    assert_right(pair, window, held)


class Thing:
    """A value that can be ordered and can be seen to be gone."""

    def __init__(self, rank):
        self.rank = rank

    def __lt__(self, other):
        return self.rank < other.rank


def test_what_has_left_is_not_kept_alive(revealing_pair):
    algorithm, aggregation = revealing_pair
    window, seen = algorithm(aggregation), []
    for step in range(60):
        thing = Thing(step)
        seen.append(ref(thing))
        window.push(thing)
        del thing
        window.eval()
        if step % 3:
            window.pop()
            assert sum(thing() is not None for thing in seen) == len(window)


def test_after_an_exception_the_window_is_as_it_was(pair):
    """The strong guarantee, with the exception at each call in turn of whatever is called."""
    algorithm, aggregation = pair
    raised = 0
    for calls in count():
        flaky = Flaky(aggregation)
        window = algorithm(flaky)
        flaky.calls_left = calls
        if not fails_once(pair, window):
            break
        raised += 1
    # Every history evaluates and so calls something.
    assert raised > HISTORY.count("q") // 2


def fails_once(pair, window):
    """Run the history, the step that raises a second time; whether there was one."""
    raised = False
    values = values_of(pair.aggregation)
    held = deque()
    for letter in HISTORY:
        value = next(values) if letter == "u" else None
        try:
            answer = take(window, letter, value)
        except Flaky.Error:
            raised = True
            assert len(window) == len(held)
            answer = take(window, letter, value)
        if letter == "u":
            held.append(value)
        elif letter == "o":
            held.popleft()
        else:
            assert is_right(pair.aggregation, held, answer)
        assert len(window) == len(held)
    return raised


def take(window, letter, value):
    if letter == "u":
        return window.push(value)
    return window.pop() if letter == "o" else window.eval()


def test_a_constructor_refuses_an_aggregation_that_lacks_what_the_card_needs(algorithm):
    class Able:
        """Has every ability, for all that a constructor can see."""

        empty = unit = combine = finalize = uncombine = sort_key = pick = lambda *_: 0
        commutative = selective = idempotent = True

    assert abilities(Able) == set(Ability)
    algorithm(Able)

    plain = Functions(Able.empty, Able.unit, Able.combine, Able.finalize)
    needs = card_of(algorithm).needs
    if not needs:
        algorithm(plain)
        return
    with pytest.raises(TypeError, match=f"^needs ({'|'.join(need.value for need in needs)}),"):
        algorithm(plain)
