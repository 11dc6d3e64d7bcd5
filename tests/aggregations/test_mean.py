"""The mean of floats, and which answers are explained."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from swagbench.oracle import recompute
from swagbench.registry import aggregation

NAN, INF = math.nan, math.inf


@given(st.lists(st.integers(-(2**40), 2**40), min_size=1))
def test_mean_is_the_sum_over_the_number(values):
    assert recompute(aggregation("mean"), values) == sum(values) / len(values)


@pytest.mark.parametrize(
    ("values", "explained", "unexplained"),
    [
        ([], [None], [0.0, NAN]),
        ([1.0, 2.0], [1.5], [1.5000001, None, INF]),
        ([1.0, NAN], [NAN], [1.0, None]),
        ([1.0, INF], [INF], [1.0, NAN]),
        ([1e308, 1e308], [1e308, INF], [1e307]),
        ([5e-324, 0.0], [0.0, 5e-324], [1e-300]),
    ],
)
def test_what_explains_a_mean(values, explained, unexplained):
    explains = aggregation("mean").explains
    assert [answer for answer in explained if not explains(values, answer)] == []
    assert [answer for answer in unexplained if explains(values, answer)] == []
