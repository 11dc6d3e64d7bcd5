"""Cards are checked, not believed: combine calls and partials, counted, machine-free.

Every window of every size up to 300, and of those next to a power of two, is filled, slides on for
whole periods and is drained; and long random histories are taken. What a card promises holds at
each step, and is no more than what is needed somewhere.
"""

from collections import defaultdict

import pytest

from swagbench import aggregation, algorithm
from swagbench.boxed import Box, Boxed
from swagbench.core import card_of, is_batch
from swagbench.counting import Counting
from swagbench.registry import algorithm_ids, find_algorithm
from swagbench.verify.cost import PERIODS, count_slides
from swagbench.verify.probes import WeakOrders
from swagbench.verify.serving import arenas_for
from swagbench.verify.words import ASK, POP, PUSH, walk

SIZES = [*range(301), *(2**power + step for power in (9, 10) for step in (-1, 0, 1))]
WINDOWS = [name for name in algorithm_ids() if not is_batch(find_algorithm(name).item)]
EXPENSIVE = {"recompute": 130}
"""Sizes up to which those are tried that combine all values at each question."""

each_window = pytest.mark.parametrize("name", WINDOWS)


def sawtooth(index):
    """Keys that rise 40 times and then fall below all that were there: none of them is equal."""
    rises, height = divmod(index, 41)
    return float(-41 * rises + height)


class Ledger:
    """A window of which combine calls are counted, and the partials that are held."""

    def __init__(self, algorithm, arena, value=None):
        self.boxed = Boxed(arena.aggregation)
        self.counting = Counting(self.boxed)
        self.window = algorithm(self.counting)
        self.value = value or (lambda index: arena.value(PUSH, index))
        # Where values are compared a push costs more or less: that takes longer to even out.
        self.periods = PERIODS if hasattr(arena, "sort_key") else 2
        self.held = self.pushed = 0
        self.rows = [("partials", 0, self.boxed.count)]
        self.counting.take()

    def take(self, letter):
        """One operation; the combine calls that it took."""
        size = self.held
        if letter == PUSH:
            self.window.push(Box(self.value(self.pushed)))
            self.pushed += 1
            self.held += 1
        elif letter == POP:
            self.window.pop()
            self.held -= 1
        else:
            self.window.eval()
        calls = self.counting.take()
        self.rows.append(({PUSH: "push", POP: "pop", ASK: "eval"}[letter], size, calls))
        self.rows.append(("partials", self.held, self.boxed.count))
        return calls

    def fill_slide_and_drain(self, size):
        for _ in range(size):
            self.take(PUSH)
        slides = [sum(map(self.take, POP + PUSH + ASK)) for _ in range(self.periods * size)]
        if size:
            steady = slides[size:]
            self.rows.append(("slide_mean", size, sum(steady) / len(steady)))
            self.rows.append(("slide_max", size, max(slides)))
        for letter in ASK + (POP * 3 + ASK) * (size // 3) + POP * (size % 3) + ASK:
            self.take(letter)
        return self.rows


def ledgers(name):
    """All that is tried with an algorithm, in each arena that it is to be tried in."""
    algorithm = find_algorithm(name).item
    for arena in arenas_for(algorithm, card_of(algorithm)):
        for size in SIZES:
            if size <= EXPENSIVE.get(name, max(SIZES)):
                yield Ledger(algorithm, arena).fill_slide_and_drain(size)
        for seed in range(3):
            drawn = Ledger(algorithm, arena)
            for letter in walk(3_000, seed):
                drawn.take(letter)
            yield drawn.rows
        if isinstance(arena, WeakOrders):
            yield Ledger(algorithm, arena, sawtooth).fill_slide_and_drain(41)


@pytest.mark.once
@each_window
def test_a_card_holds_at_every_step_and_promises_no_less_than_it_could(name):
    card = card_of(find_algorithm(name).item)
    least_slack = defaultdict(lambda: float("inf"))
    for rows in ledgers(name):
        for what, size, counted in rows:
            slack = getattr(card, what).at(size) - counted
            assert slack >= 0, f"{what} of a window of {size}: {counted}, {getattr(card, what)}"
            least_slack[what] = min(least_slack[what], slack)
    # By the bound of either part: SlickDeque is two algorithms.
    assert max(least_slack.values()) <= 1


CONSTANT = ("daba", "daba_lite", "deamortized_two_stacks", "okasaki")


@pytest.mark.parametrize("name", CONSTANT)
def test_no_operation_of_the_deamortized_ones_depends_on_the_size(name):
    card = card_of(algorithm(name))
    bounds = card.push, card.pop, card.eval, card.slide_max
    assert [bound for bound in bounds if bound.n or bound.log2 or bound.sqrt] == []


# --- exact counts ---------------------------------------------------------------------------------


def slides(name, size):
    """The mean and the largest number of combine calls of slides of a full window."""
    window = algorithm(name)
    return count_slides(window, arenas_for(window, card_of(window))[0], size)


each_size = pytest.mark.parametrize("size", [*range(1, 34), 63, 64, 65, 255, 256, 257])


@pytest.mark.parametrize("name", ["two_stacks", "two_stacks_lite", "two_stacks_ring"])
@each_size
def test_two_stacks_combine_3n_less_1_times_a_period_and_n_plus_2_times_at_worst(name, size):
    # A period flips n values, combines for n pushes, and for all evals but the one that finds the
    # front empty. With one value the flip's own eval is the one that finds the front empty.
    assert slides(name, size) == ((3 * size - 1) / size, size + 2 if size > 1 else 2)


@each_size
def test_flatfit_combines_3n_less_5_times_a_period_and_n_less_1_times_at_worst(size):
    # A period has one long way of n - 1 stops, two stops a slide after that, and fewer in the first
    # slides of it.
    few = {1: 0, 2: 2, 3: 4.5}
    assert slides("flatfit", size) == (few.get(size, 3 * size - 5) / size, size - 1)


def test_counting_counts_and_passes_the_rest_on():
    counting = Counting(aggregation("float_sum"))
    assert counting.combine(counting.unit(3), counting.empty()) == 3.0
    assert counting.uncombine(3.0, 1.0) == 2.0
    assert counting.explains([1.0], 1.0)
    assert counting.inverse_is_lossy
    assert (counting.take(), counting.take()) == (2, 0)


def test_counting_offers_no_ability_of_its_own():
    assert not hasattr(Counting(aggregation("mean")), "uncombine")
