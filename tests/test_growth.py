from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from swagbench.core import Bound
from swagbench.growth import SHAPES, Order, claimed, fit, verdict

WINDOWS = [(1, 16, 256, 4096, 65536), (2, 32, 1024), tuple(2**power for power in range(1, 15))]
COSTS = (3, 9, 14, 25, 33)
windows = st.sampled_from(WINDOWS)
growing = st.sampled_from([Order.LOGARITHMIC, Order.ROOT, Order.LINEAR])


@given(windows, growing, st.floats(0.1, 1000), st.floats(0, 0.5), st.integers(0, 2**32))
def test_what_grows_like_something_is_found_to_through_some_noise(sizes, order, b, share, seed):
    noise = [1 + 0.03 * math.sin(seed + 7 * place) for place in range(len(sizes))]
    least = SHAPES[order](2)
    costs = [
        b * (share * least + SHAPES[order](max(2, size))) * off
        for size, off in zip(sizes, noise, strict=True)
    ]
    found = fit(sizes, costs)
    assert found.order is order
    assert found.error < 0.1


@given(windows, st.floats(0.1, 1000), st.integers(0, 2**32))
def test_what_hardly_grows_is_constant(sizes, cost, seed):
    costs = [cost * (1 + 0.2 * math.sin(seed + place)) for place in range(len(sizes))]
    assert fit(sizes, costs).order is Order.CONSTANT


@given(st.permutations([*zip(WINDOWS[0], COSTS, strict=True)]), st.floats(1e-3, 1e3))
def test_neither_the_order_of_windows_nor_the_unit_matters(both, unit):
    sizes, costs = zip(*both, strict=True)
    expected = fit(WINDOWS[0], COSTS)
    found = fit(sizes, [unit * cost for cost in costs])
    assert found.order is expected.order
    assert found.error == pytest.approx(expected.error)


@pytest.mark.parametrize(
    ("counts", "order"),
    [
        ([3, 3, 3, 3, 3], Order.CONSTANT),
        ([3 - 1 / n for n in WINDOWS[0]], Order.CONSTANT),
        ([n - 1 for n in WINDOWS[0]], Order.LINEAR),
        ([2 * math.log2(n) + 2 for n in WINDOWS[0]], Order.LOGARITHMIC),
        ([math.sqrt(n) + 1 for n in WINDOWS[0]], Order.ROOT),
        ([0, 0, 0, 0, 0], Order.CONSTANT),
    ],
)
def test_combine_calls_of_known_algorithms(counts, order):
    assert fit(WINDOWS[0], counts).order is order


@pytest.mark.parametrize("sizes", [[1, 100], [64, 64, 64, 64], [16, 32, 64], [1, 2, 4, 8, 15], []])
def test_of_few_windows_or_a_narrow_range_nothing_is_said(sizes):
    assert fit(sizes, [float(size) for size in sizes]) is None


def test_what_a_bound_claims_is_its_fastest_term():
    assert claimed(Bound(3)) is Order.CONSTANT
    assert claimed(Bound(-1, log2=2)) is Order.LOGARITHMIC
    assert claimed(Bound(3, sqrt=2, log2=1)) is Order.ROOT
    assert claimed(Bound(16, n=1 / 16, sqrt=2)) is Order.LINEAR


def test_a_count_above_its_bound_contradicts_it():
    assert verdict(Bound(3), [1, 1024], [2, 5.25]) == "5.25 counted at 1,024, 3 claimed at most"
    assert verdict(Bound(3), [1, 1024], [2, 3]) == ""


def test_counts_that_rise_to_their_limit_contradict_nothing():
    counts = [1, 3.94, 4]
    assert fit([1, 32, 1024], counts).order is Order.CONSTANT
    assert verdict(Bound(4), [1, 32, 1024], counts) == ""


def test_a_count_that_grows_faster_than_its_bound_contradicts_it_even_below_it():
    assert verdict(Bound(10**9), WINDOWS[0], WINDOWS[0]) == "grows like n, claimed constant"
    assert verdict(Bound(0, n=1), WINDOWS[0], WINDOWS[0]) == ""


@given(windows, growing)
def test_a_bound_that_is_kept_to_the_full_is_not_contradicted(sizes, order):
    bound = {
        Order.LOGARITHMIC: Bound(2, log2=3),
        Order.ROOT: Bound(2, sqrt=3),
        Order.LINEAR: Bound(2, n=3),
    }[order]
    assert verdict(bound, sizes, [bound.at(size) for size in sizes]) == ""
