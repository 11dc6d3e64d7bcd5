from __future__ import annotations

import math
import random
from fractions import Fraction
from itertools import pairwise
from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from swagbench.intervals import Interval, fewest, of_median, of_ratio, of_unpaired_ratio

ANY = 0
"""The confidence that any number of values has."""

times = st.floats(1, 1e6)
rounds = st.lists(st.lists(times, min_size=1, max_size=6), min_size=1, max_size=5)


def missed(count, cut):
    """How likely the true median is beyond the sorted value number `cut` (from 0) from either end.

    Each of `count` values is below it or above it like a coin; of all ways they can fall those are
    counted that leave no more than `cut` on a side.
    """
    ways = [math.comb(count, below) for below in range(count + 1)]
    outside = [ways[below] for below in range(count + 1) if min(below, count - below) <= cut]
    return Fraction(sum(outside), 2**count)


@pytest.mark.parametrize("count", range(1, 17))
@pytest.mark.parametrize("confidence", [0.5, 0.9, 0.95, 0.99])
def test_the_interval_is_the_narrowest_that_misses_no_more_often_than_it_may(count, confidence):
    low, _, high = of_median(range(count), confidence)
    cut = int(low)
    assert high == count - 1 - cut
    error = Fraction(1) - Fraction(confidence)
    assert cut == 0 or missed(count, cut) <= error
    assert missed(count, cut + 1) > error or 2 * (cut + 1) >= count


@given(st.lists(times, min_size=1, max_size=60))
def test_more_confidence_takes_no_narrower_an_interval(values):
    intervals = [of_median(values, confidence) for confidence in (0.5, 0.9, 0.95, 0.9999)]
    for less, more in pairwise(intervals):
        assert more.low <= less.low
        assert less.high <= more.high


@given(st.lists(times, min_size=1, max_size=60), st.sampled_from([0.5, 0.95, 0.9999]))
def test_the_median_is_inside_its_interval_whatever_order_values_come_in(values, confidence):
    low, middle, high = of_median(values, confidence)
    assert low <= middle == median(values) <= high
    assert of_median(values[::-1], confidence) == (low, middle, high)


def test_intervals_of_medians_hold_as_often_as_they_say():
    source = random.Random(7)
    held = 0
    for _ in range(1000):
        low, _, high = of_median([source.lognormvariate(0, 2) for _ in range(15)])
        held += low <= 1 <= high
    assert held >= 940


@given(rounds)
def test_what_is_compared_with_itself_is_as_long_as_itself(some):
    assert of_ratio(some, some, ANY) == Interval(1, 1, 1)


@given(rounds, st.floats(0.1, 10))
def test_what_takes_so_many_times_as_long_in_each_round_has_that_ratio(some, times_as_long):
    longer = [[times_as_long * each for each in process] for process in some]
    assert of_ratio(some, longer, ANY) == pytest.approx((times_as_long,) * 3)


@given(rounds, rounds, st.floats(0.1, 10))
def test_who_takes_so_many_times_as_long_has_the_whole_interval_multiplied(some, others, times):
    longer = [[times * each for each in process] for process in others]
    expected = [times * each for each in of_ratio(some, others, ANY)]
    assert of_ratio(some, longer, ANY) == pytest.approx(expected)


@given(rounds, rounds)
def test_the_other_way_round_a_ratio_is_inverted(some, others):
    there, back = of_ratio(some, others, ANY), of_ratio(others, some, ANY)
    assert there.inverse() == pytest.approx(back)


@given(rounds, rounds)
def test_only_rounds_of_the_same_block_are_compared(some, others):
    ratios = [
        others[process][block] / some[process][block]
        for process in range(min(len(some), len(others)))
        for block in range(min(len(some[process]), len(others[process])))
    ]
    assert of_ratio(some, others, ANY).middle == pytest.approx(
        math.exp(median(map(math.log, ratios)))
    )


def test_what_disturbs_both_in_a_block_disturbs_no_ratio():
    source = random.Random(3)
    disturbed = [[source.lognormvariate(5, 1) for _ in range(5)] for _ in range(3)]
    slower = [[1.05 * each for each in process] for process in disturbed]
    assert of_ratio(disturbed, slower) == pytest.approx((1.05,) * 3)


def test_without_a_block_in_common_there_is_no_ratio():
    assert of_ratio([[1.0]], [[]]) is None
    assert of_ratio([], [[1.0]]) is None


@given(st.lists(times, min_size=2, max_size=30), st.lists(times, min_size=2, max_size=30))
def test_the_unpaired_ratio_is_that_of_the_medians_and_between_the_extremes(before, after):
    low, middle, high = of_unpaired_ratio(before, after, ANY)
    assert low <= middle * (1 + 1e-12)
    assert middle <= high * (1 + 1e-12)
    assert middle == pytest.approx(median(after) / median(before))


@given(st.lists(times, min_size=2, max_size=30), st.lists(times, min_size=2, max_size=30))
def test_the_unpaired_ratio_is_inverted_the_other_way_round(before, after):
    there, back = of_unpaired_ratio(before, after, ANY), of_unpaired_ratio(after, before, ANY)
    assert there.inverse() == pytest.approx(back)


def test_unpaired_ratios_hold_as_often_as_they_say():
    source = random.Random(11)
    held = 0
    for _ in range(1000):
        before = [source.lognormvariate(0, 1) for _ in range(15)]
        after = [2 * source.lognormvariate(0, 1) for _ in range(25)]
        low, _, high = of_unpaired_ratio(before, after)
        held += low <= 2 <= high
    assert held >= 940


def test_no_values_have_no_median():
    with pytest.raises(ValueError, match="no values"):
        of_median([])


@pytest.mark.parametrize("confidence", [0.5, 0.95, 0.9997, 0.999999])
def test_of_fewer_values_no_interval_can_have_the_confidence(confidence):
    count = fewest(confidence)
    # All of them fall on one side of the true median as often as so many coins do.
    assert (
        Fraction(2, 2**count) <= Fraction(1) - Fraction(confidence) < Fraction(2, 2 ** (count - 1))
    )


@pytest.mark.parametrize("confidence", [0.95, 0.9997])
def test_too_few_blocks_have_no_ratio(confidence):
    count = fewest(confidence)
    for blocks, known in ((count - 1, False), (count, True)):
        some = [[1.0] * (blocks - 3), [1.0] * 3]
        assert (of_ratio(some, some, confidence) is not None) is known


@pytest.mark.parametrize("confidence", [0.95, 0.9997])
def test_too_few_times_have_no_unpaired_ratio(confidence):
    count = fewest(1 - (1 - confidence) / 2)
    enough, few = [1.0] * count, [1.0] * (count - 1)
    assert of_unpaired_ratio(enough, enough, confidence) == (1, 1, 1)
    for before, after in ((enough, few), (few, enough), ([], enough)):
        assert of_unpaired_ratio(before, after, confidence) is None


@given(times, times)
def test_a_ratio_is_as_far_off_as_it_is_the_other_way_round(one, other):
    ratio = Interval(one / other, one / other, one / other)
    assert ratio.off == pytest.approx(ratio.inverse().off, abs=1e-9)
    assert ratio.off >= 0
