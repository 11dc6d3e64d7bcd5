"""Two stacks as a deque, counted and looked into at both ends; the rest is asked of all windows."""

import random

import pytest

from swagbench import algorithm
from swagbench.counting import Counting
from swagbench.verify.both_ends import POP_NEWEST, POPS, PUSH_OLDEST, PUSHES, AtBothEnds
from swagbench.verify.checking import Subject
from swagbench.verify.cost import count_slides
from swagbench.verify.probes import FreeMonoidInFull
from swagbench.verify.words import ASK, POP, PUSH

DEQUE = algorithm("two_stacks_deque")
SUBJECT = Subject(DEQUE, FreeMonoidInFull())
SIZES = [*range(1, 301), *(2**power + step for power in (9, 10) for step in (-1, 0, 1))]
IN_THE_LONG_RUN = {PUSH: 2, PUSH_OLDEST: 2, POP: 1, POP_NEWEST: 1, ASK: 1}


def counted(word):
    """Each letter of a word, the window before it, and the combine calls that it takes."""
    counting = Counting(SUBJECT.aggregation)
    tracked = AtBothEnds(SUBJECT, counting)
    for letter in word:
        counting.take()
        size = len(tracked.held)
        assert tracked.take(letter) is None
        yield letter, size, counting.take()
        tracked.window.check_invariant(list(tracked.held))
        tracked.window.check_invariant()


def drawn(seed, length=600):
    """Operations with a taste, which changes now and then; some pop from an empty window."""
    draws = random.Random(seed)
    while length:
        taste = [draws.random() ** 2 for _ in range(5)]
        run = min(length, draws.randrange(1, 80))
        yield from draws.choices([*PUSHES, *POPS, ASK], taste, k=run)
        length -= run


@pytest.mark.parametrize("seed", range(40))
def test_the_invariant_and_the_card_hold_in_any_history_and_in_the_long_run(seed):
    card = DEQUE.card
    bounds = {**dict.fromkeys(PUSHES, card.push), **dict.fromkeys(POPS, card.pop), ASK: card.eval}
    spent = allowed = 0
    for letter, size, calls in counted(drawn(seed)):
        assert calls <= bounds[letter].at(size)
        spent += calls
        allowed += IN_THE_LONG_RUN[letter]
        assert spent <= allowed


@pytest.mark.parametrize("fill", PUSHES)
@pytest.mark.parametrize("drain", [*POPS, POPS])
@pytest.mark.parametrize("size", [*range(1, 20), 31, 32, 33])
def test_a_side_that_is_empty_takes_half_over_for_n_less_3_calls(fill, drain, size):
    steps = [*counted(fill * size + (drain * size)[:size])]
    pops = [(before, calls) for letter, before, calls in steps if letter in POPS and calls]
    assert all(calls == before - 3 for before, calls in pops)
    # Half of what is left each time, if it is all drained at one end; in turn, once.
    assert len(pops) <= (1 if drain == POPS else size.bit_length())


@pytest.mark.parametrize("size", SIZES)
def test_slides_take_n_less_2_and_two_for_each_of_half_a_period(size):
    few = {1: (0, 0), 2: (1, 1)}
    calls = [*slides(size, POP, PUSH)]
    period = size // 2 + 1
    total, most = few.get(size, ((size - 2 + 2 * (size // 2)) / period, size - 1))
    assert sum(calls[:period]) / period == total
    assert max(calls) == most
    assert calls == [*slides(size, POP_NEWEST, PUSH_OLDEST)]
    assert count_slides(DEQUE, SUBJECT.arena, size).mean <= 4


def slides(size, pop, push):
    """The combine calls of each slide of two periods towards one end."""
    counting = Counting(SUBJECT.aggregation)
    tracked = AtBothEnds(SUBJECT, counting)
    for _ in range(size):
        tracked.take(push)
    for _ in range(2 * (size // 2 + 1)):
        counting.take()
        for letter in pop + push + ASK:
            tracked.take(letter)
        yield counting.take()
