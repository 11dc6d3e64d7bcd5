"""Sums that depend on the order: what they add up to, and which answers are explained."""

import math

import pytest
from brackets import bracketed
from hypothesis import given
from hypothesis import strategies as st

from swagbench.oracle import recompute
from swagbench.registry import aggregation

NAN, INF = math.nan, math.inf

finite = st.lists(st.floats(-1e300, 1e300), max_size=40)


def is_nan(value):
    return value != value  # noqa: PLR0124


@given(finite)
def test_float_sum_adds_in_order(values):
    total = 0.0
    for value in values:
        total += value
    assert recompute(aggregation("float_sum"), values) == total


@given(finite, finite)
def test_compensated_sum_is_as_good_as_fsum_within_its_bound(leaving, staying):
    # What is added and taken away again must leave no more than the bound behind.
    values = [*staying, *leaving, *(-value for value in leaving)]
    compensated = aggregation("compensated_sum")
    assert compensated.explains(values, recompute(compensated, values))
    assert compensated.explains(values, math.fsum(values))


@pytest.mark.parametrize("name", ["float_sum", "compensated_sum", "mean"])
@given(st.lists(st.floats(), min_size=1, max_size=12), st.randoms(use_true_random=False))
def test_whatever_the_order_of_additions_the_answer_is_explained(name, values, rng):
    subject = aggregation(name)
    assert subject.explains(values, bracketed(subject, values, rng))


@pytest.mark.parametrize("name", ["float_sum", "compensated_sum"])
@pytest.mark.parametrize(
    ("values", "explained", "unexplained"),
    [
        ([1.0, 2.0], [3.0], [3.0000001, 2.9999999, INF, NAN]),
        ([], [0.0, -0.0], [5e-324, NAN]),
        ([1.0, NAN], [NAN], [1.0, INF, -INF]),
        ([1.0, INF, -INF], [NAN], [1.0, INF, -INF]),
        ([NAN, INF], [NAN], [INF]),
        ([1.0, INF, INF], [INF], [1.0, -INF, NAN]),
        ([1.0, -INF], [-INF], [1.0, INF, NAN]),
        # Finite values that may overflow on the way.
        ([1e308, 1e308, -1e308], [1e308, INF, NAN], [0.0, 2e307]),
        # Ints count as the floats they are, however large their sum.
        ([2**53, 1, 2**1000], [float(2**1000)], [0.0]),
    ],
)
def test_what_explains_an_answer(name, values, explained, unexplained):
    explains = aggregation(name).explains
    assert [answer for answer in explained if not explains(values, answer)] == []
    assert [answer for answer in unexplained if explains(values, answer)] == []


def test_the_bound_of_a_float_sum_is_twice_the_theorems_and_no_more():
    # 2 n u Σ|x| is 12 u here, three units in the last place of 3.0.
    explains, unit = aggregation("float_sum").explains, math.ulp(3.0)
    assert explains([1.0, 2.0], 3 + 3 * unit)
    assert explains([1.0, 2.0], 3 - 3 * unit)
    assert not explains([1.0, 2.0], 3 + 4 * unit)
    assert not explains([1.0, 2.0], 3 - 4 * unit)


def test_a_compensated_sum_may_not_lose_what_a_naive_one_may():
    values = [1e20, 1.0, -1e20]
    assert aggregation("float_sum").explains(values, 0.0)
    assert not aggregation("compensated_sum").explains(values, 0.0)
    assert recompute(aggregation("compensated_sum"), values) == 1.0


def test_subtraction_leaves_behind_what_addition_lost():
    float_sum = aggregation("float_sum")
    assert float_sum.uncombine(float_sum.combine(1e20, 1.0), 1e20) == 0.0
    assert is_nan(float_sum.uncombine(float_sum.combine(NAN, 1.0), NAN))
