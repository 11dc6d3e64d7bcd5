"""Combine calls per slide are exactly those of the published counts, machine-free."""

import pytest

from swagbench import aggregation, algorithm
from swagbench.core import card_of
from swagbench.counting import Counting

SIZES = [*range(1, 65), *(2**k + step for k in range(7, 11) for step in (-1, 0, 1))]


def slides(name, aggregation_name, size, periods=1):
    """Combine calls of each slide of a full window, over whole periods of n slides."""
    counting = Counting(aggregation(aggregation_name))
    window = algorithm(name)(counting)
    for value in range(size):
        window.push(value)
    counting.take()
    calls = []
    for value in range(periods * size):
        window.pop()
        window.push(value)
        window.eval()
        calls.append(counting.take())
    return calls


@pytest.mark.parametrize("size", SIZES)
def test_recompute_combines_n_times_each_slide(size):
    assert set(slides("recompute", "sum", size)) == {size}


@pytest.mark.parametrize("size", SIZES)
def test_subtract_on_evict_combines_twice_each_slide(size):
    assert set(slides("subtract_on_evict", "sum", size)) == {2}


@pytest.mark.parametrize("size", SIZES)
def test_two_stacks_combines_3n_less_1_times_a_period_and_n_plus_2_times_at_worst(size):
    # A period flips n values, combines for n pushes, and for all evals but the one that finds the
    # front empty.
    for period in halves(slides("two_stacks", "sum", size, periods=2)):
        assert sum(period) == 3 * size - 1
        # With one value the flip's own eval is the one that finds the front empty.
        assert max(period) == (size + 2 if size > 1 else 2)


@pytest.mark.parametrize("size", SIZES)
def test_flatfit_combines_4n_less_6_times_a_period_and_n_less_1_times_at_worst(size):
    # The papers count 3 a slide; this is 4 in the limit.
    for period in halves(slides("flatfit", "sum", size, periods=2)):
        assert sum(period) == max(0, 4 * size - 6)
        assert max(period) == size - 1


@pytest.mark.parametrize("size", SIZES)
def test_sorted_window_never_combines(size):
    assert set(slides("sorted_window", "max", size)) == {0}


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


def halves(calls):
    middle = len(calls) // 2
    return calls[:middle], calls[middle:]


def test_counting_counts_and_passes_the_rest_on():
    counting = Counting(aggregation("float_sum"))
    assert counting.combine(counting.unit(3), counting.empty()) == 3.0
    assert counting.uncombine(3.0, 1.0) == 2.0
    assert counting.explains([1.0], 1.0)
    assert counting.inverse_is_lossy
    assert (counting.take(), counting.take()) == (2, 0)


def test_counting_offers_no_ability_of_its_own():
    assert not hasattr(Counting(aggregation("mean")), "uncombine")
