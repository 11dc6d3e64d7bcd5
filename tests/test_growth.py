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
noises = st.floats(0.97, 1.03)


@given(windows, growing, st.floats(0.1, 1000), st.floats(0, 0.5), st.data())
def test_what_grows_like_something_is_found_to_through_some_noise(sizes, order, b, share, data):
    noise = data.draw(st.lists(noises, min_size=len(sizes), max_size=len(sizes)))
    least = SHAPES[order](2)
    costs = [
        b * (share * least + SHAPES[order](max(2, size))) * off
        for size, off in zip(sizes, noise, strict=True)
    ]
    found = fit(sizes, costs)
    assert found.order is order
    assert found.error < 0.1


@given(st.sampled_from([WINDOWS[0], WINDOWS[2]]), growing, st.floats(0, 2), st.data())
def test_over_a_wide_range_a_fixed_part_hides_no_growth(sizes, order, share, data):
    noise = data.draw(st.lists(noises, min_size=len(sizes), max_size=len(sizes)))
    fixed = share * SHAPES[order](16)
    costs = [(fixed + SHAPES[order](size)) * off for size, off in zip(sizes, noise, strict=True)]
    assert fit(sizes, costs).order is order


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


def test_a_term_that_is_taken_off_a_bound_claims_no_growth():
    assert claimed(Bound(3, n=-1)) is Order.CONSTANT
    assert claimed(Bound(3, n=-1, log2=2)) is Order.LOGARITHMIC


def test_what_caches_add_is_no_growth():
    assert fit([16, 256, 4096, 65536], [300, 310, 320, 330]).order is Order.CONSTANT


def test_orders_are_ranked_from_the_slowest_and_told_with_their_error():
    assert sorted(Order, key=lambda order: order.rank) == list(Order)
    assert Order.CONSTANT.rank < Order.LOGARITHMIC.rank < Order.ROOT.rank < Order.LINEAR.rank
    assert str(fit([16, 256, 4096], [97, 100, 103])) == "constant (±2 %)"


def test_a_count_above_its_bound_contradicts_it():
    assert verdict(Bound(3), [1, 1024], [2, 5.25]) == "5.25 counted at 1,024, 3 claimed at most"
    assert verdict(Bound(3), [1, 1024], [2, 3]) == ""


def test_a_count_just_above_its_bound_does_not_read_like_it():
    found = verdict(Bound(3), [4096], [3 + 1 / 4096])
    assert found == "3.000244141 counted at 4,096, 3 claimed at most"


def test_large_counts_are_told_in_full():
    found = verdict(Bound(0, n=1), [65536], [65537])
    assert found == "65,537 counted at 65,536, 65,536 claimed at most"


def test_what_rounding_adds_to_a_count_contradicts_nothing():
    assert verdict(Bound(3), [1024], [3 + 1e-10]) == ""
    assert verdict(Bound(3), [1024], [3 + 1e-8]) != ""


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


@pytest.mark.parametrize("sizes", WINDOWS)
@pytest.mark.parametrize(
    "bound", [Bound(-1, log2=1), Bound(-1, log2=2), Bound(-4, log2=2), Bound(-1, sqrt=1)], ids=str
)
def test_nor_is_one_that_something_is_taken_off(bound, sizes):
    assert verdict(bound, sizes, [bound.at(size) for size in sizes]) == ""


@pytest.mark.parametrize(
    ("costs", "order"),
    [
        ([9, 19], Order.LOGARITHMIC),  # a little is taken off
        ([11, 21.5], Order.LOGARITHMIC),  # a little noise
        ([8.5625, 13.9765625], Order.LOGARITHMIC),  # a fixed part beside it
        ([60_000, 814_000], Order.LINEAR),  # a fixed part that is larger than what grows at first
    ],
)
def test_of_two_windows_the_slowest_growth_that_is_not_clearly_off_is_told(costs, order):
    assert fit([1, 32, 1024], [1, *costs]).order is order


@given(windows, st.data())
def test_whatever_costs_do_there_is_a_growth_that_is_closest(sizes, data):
    some = st.just(0.0) | st.floats(1e-3, 1e9)
    costs = data.draw(st.lists(some, min_size=len(sizes), max_size=len(sizes)))
    assert fit(sizes, costs).order in Order


def test_costs_that_are_far_apart_are_no_trouble():
    assert fit([2, 32, 1024], [0.0, 1.0, 94906266.0]).order is Order.LINEAR


@pytest.mark.parametrize("sizes", WINDOWS)
def test_what_grows_faster_than_any_is_told_as_the_fastest(sizes):
    assert fit(sizes, [size**2 for size in sizes]).order is Order.LINEAR


@pytest.mark.parametrize("sizes", WINDOWS)
def test_what_becomes_less_is_constant(sizes):
    assert fit(sizes, [1000 / size for size in sizes]).order is Order.CONSTANT
