"""Combine calls per slide are exactly those of the published counts, machine-free."""

import pytest

from swagbench import aggregation, algorithm
from swagbench.core import card_of
from swagbench.counting import Counting
from swagbench.verify.cost import count_slides
from swagbench.verify.probes import probe_for

SIZES = [*range(1, 65), *(2**k + step for k in range(7, 11) for step in (-1, 0, 1))]
each_size = pytest.mark.parametrize("size", SIZES)


def slides(name, size):
    """The mean and the largest number of combine calls of slides of a full window."""
    return count_slides(algorithm(name), probe_for(card_of(algorithm(name)).needs), size)


@pytest.mark.parametrize("size", SIZES[:67])
def test_recompute_combines_n_times_each_slide(size):
    assert slides("recompute", size) == (size, size)


@each_size
def test_subtract_on_evict_combines_twice_each_slide(size):
    assert slides("subtract_on_evict", size) == (2, 2)


@each_size
def test_two_stacks_combines_3n_less_1_times_a_period_and_n_plus_2_times_at_worst(size):
    # A period flips n values, combines for n pushes, and for all evals but the one that finds the
    # front empty. With one value the flip's own eval is the one that finds the front empty.
    assert slides("two_stacks", size) == ((3 * size - 1) / size, size + 2 if size > 1 else 2)


@each_size
def test_flatfit_combines_4n_less_6_times_a_period_and_n_less_1_times_at_worst(size):
    # The papers count 3 a slide; this is 4 in the limit.
    assert slides("flatfit", size) == (max(0, 4 * size - 6) / size, size - 1)


@each_size
def test_sorted_window_never_combines(size):
    assert slides("sorted_window", size) == (0, 0)


@pytest.mark.parametrize(
    ("name", "published"),
    [
        ("recompute", "0, 0, n, n, n, n"),
        ("subtract_on_evict", "1, 1, 0, 2, 2, n + 1"),
        ("two_stacks", "1, n, 1, 3, n + 2, n + 1"),
        ("flatfit", "0, 0, n, 4, n, n"),
        ("sorted_window", "0, 0, 0, 0, 0, 0"),
    ],
)
def test_a_card_promises_what_is_published(name, published):
    card = card_of(algorithm(name))
    bounds = card.push, card.pop, card.eval, card.slide_mean, card.slide_max, card.partials
    assert ", ".join(map(str, bounds)) == published


def test_counting_counts_and_passes_the_rest_on():
    counting = Counting(aggregation("float_sum"))
    assert counting.combine(counting.unit(3), counting.empty()) == 3.0
    assert counting.uncombine(3.0, 1.0) == 2.0
    assert counting.explains([1.0], 1.0)
    assert counting.inverse_is_lossy
    assert (counting.take(), counting.take()) == (2, 0)


def test_counting_offers_no_ability_of_its_own():
    assert not hasattr(Counting(aggregation("mean")), "uncombine")
