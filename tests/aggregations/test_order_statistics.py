"""Quantiles, by combining and by picking from sorted values."""

import math
import statistics

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from swagbench.core import InputError
from swagbench.oracle import recompute
from swagbench.registry import aggregation

NAN, INF = math.nan, math.inf

numbers = st.lists(st.integers() | st.floats())
# Halves and sums of these are exact doubles: no rounding blurs a comparison.
plain = st.lists(st.floats(width=32, allow_nan=False, allow_infinity=False), min_size=1)


def is_nan(value):
    return value != value  # noqa: PLR0124


def ways(name, values):
    """The answer by combining, and by picking from the sorted values."""
    subject = aggregation(name)
    yield recompute(subject, values)
    yield subject.pick(sorted(values, key=subject.sort_key))


@given(plain)
def test_median_is_that_of_the_standard_library(values):
    assert set(ways("median", values)) == {statistics.median(values)}


@given(plain, st.floats(0, 1))
def test_quantile_is_linear_between_neighbours_as_in_numpy(values, q):
    expected = np.quantile(np.array(values), q)
    size = max(map(abs, values))
    for answer in ways(f"quantile({q!r})", values):
        assert answer == pytest.approx(expected, rel=1e-12, abs=1e-12 * size)
        assert min(values) <= answer <= max(values)


@given(plain)
def test_the_outermost_quantiles_are_the_extrema(values):
    assert set(ways("quantile(0)", values)) == {min(values)}
    assert set(ways("quantile(1)", values)) == {max(values)}


@given(numbers.map(lambda values: [*values, NAN]).flatmap(st.permutations), st.floats(0, 1))
def test_a_quantile_of_nan_is_nan(values, q):
    assert all(map(is_nan, ways(f"quantile({q!r})", values)))


def test_a_quantile_knows_infinities_and_does_not_overflow():
    assert list(ways("median", [-INF, 1.0, INF])) == [1.0, 1.0]
    assert list(ways("median", [INF, INF])) == [INF, INF]
    assert list(ways("median", [1.0, INF])) == [INF, INF]
    assert list(ways("median", [-1.7e308, 1.7e308])) == [0.0, 0.0]
    assert list(ways("median", [1.5e308, 1.7e308])) == [1.6e308, 1.6e308]
    assert aggregation("median").definition([1.5e308, 1.7e308]) == 1.6e308


@pytest.mark.parametrize("q", [-0.1, 1.1, math.nan, math.inf, True, "0.5", None, [0.5]])
def test_q_is_a_number_from_0_to_1(q):
    with pytest.raises(InputError, match=r"a quantile's q is a number from 0 to 1$"):
        type(aggregation("quantile"))(q)
