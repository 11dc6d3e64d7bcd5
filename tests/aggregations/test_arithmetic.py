"""Sums and counts of integers."""

from hypothesis import given
from hypothesis import strategies as st

from swagbench.oracle import recompute
from swagbench.registry import aggregation


@given(st.lists(st.integers()))
def test_sum_is_exact_at_any_size(values):
    assert recompute(aggregation("sum"), values) == sum(values)


@given(st.lists(st.none() | st.integers() | st.text()))
def test_count_is_the_number_of_values_of_any_kind(values):
    assert recompute(aggregation("count"), values) == len(values)
