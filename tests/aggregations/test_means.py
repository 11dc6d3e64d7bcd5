"""Means of other kinds and products, held against the standard library and SciPy."""

import math
import statistics
from fractions import Fraction

import pytest
import scipy.special
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from swagbench.aggregations.float_product import FloatProduct
from swagbench.aggregations.means import GeometricMean, HarmonicMean, LogSumExp
from swagbench.oracle import is_same, recompute

NAN, INF = math.nan, math.inf

positive = st.lists(st.floats(1e-300, 1e300), min_size=1, max_size=20)
any_float = st.lists(st.floats(), max_size=8)


@given(positive)
def test_a_geometric_mean_is_that_of_scipy_and_better(values):
    answer = recompute(GeometricMean(), values)
    assert answer == pytest.approx(scipy.stats.gmean(values), rel=1e-11)
    assert answer == pytest.approx(float(GeometricMean().truth(values).exact), rel=2e-15)


@given(positive)
def test_a_harmonic_mean_is_that_of_the_standard_library(values):
    expected = float(statistics.harmonic_mean([*map(Fraction, values)]))
    assert recompute(HarmonicMean(), values) == pytest.approx(expected, rel=1e-14)


@given(st.lists(st.floats(-1e5, 1e5), min_size=1, max_size=20))
def test_log_sum_exp_is_that_of_scipy(values):
    assert recompute(LogSumExp(), values) == pytest.approx(
        scipy.special.logsumexp(values), rel=1e-13, abs=1e-13
    )


@given(st.lists(st.floats(-1e10, 1e10), max_size=20))
def test_a_product_is_that_of_fractions_wherever_it_goes_on_the_way(values):
    exact = math.prod(map(Fraction, values))
    assert float(FloatProduct().truth(values).exact) == float(exact)
    assert FloatProduct().explains(values, recompute(FloatProduct(), values))


@given(any_float)
def test_zeros_infinities_and_nan_multiply_as_in_floats(values):
    small = [value if not math.isfinite(value) or not value else 1.0 for value in values]
    assert is_same(math.prod(small, start=1.0), recompute(FloatProduct(), small))


def test_a_product_neither_overflows_nor_underflows_on_the_way():
    values = [1e300, 1e300, 1e-300, 1e-300, 3.0]
    assert recompute(FloatProduct(), values) == pytest.approx(3.0, rel=1e-15)
    assert recompute(FloatProduct(), [1e300, -1e300]) == -INF
    assert recompute(FloatProduct(), [1e-300, 1e-300]) == 0.0


@pytest.mark.parametrize(
    ("kind", "values", "answer"),
    [
        (GeometricMean, [4.0, 0.0], 0.0),
        (GeometricMean, [4.0, INF], INF),
        (GeometricMean, [0.0, INF], NAN),
        (GeometricMean, [-1.0, -1.0], NAN),
        (HarmonicMean, [4.0, 0.0], 0.0),
        (HarmonicMean, [INF, INF], INF),
        (HarmonicMean, [4.0, INF], 8.0),
        (HarmonicMean, [1.0, -1.0], NAN),
        (LogSumExp, [-INF, -INF], -INF),
        (LogSumExp, [-INF, 3.0], 3.0),
        (LogSumExp, [INF, 3.0], INF),
        (LogSumExp, [710.0, 710.0], 710.0 + math.log(2)),
        (LogSumExp, [NAN, INF], NAN),
    ],
)
def test_what_stands_at_the_ends_of_floats_has_its_answer(kind, values, answer):
    assert is_same(answer, recompute(kind(), values))
    assert kind().explains(values, answer)
