"""Pairs of floats, held against the standard library."""

import math
import statistics
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from swagbench.aggregations.paired import Correlation, Covariance, Slope
from swagbench.core import InputError
from swagbench.oracle import recompute

NAN, INF = math.nan, math.inf

eighths = st.integers(-800, 800).map(lambda number: number / 8)
pairs = st.lists(st.tuples(eighths, eighths), min_size=2, max_size=30)


def apart(values):
    xs, ys = zip(*values, strict=True)
    assume(len({*xs}) > 1 and len({*ys}) > 1)
    return xs, ys


@given(pairs)
def test_a_covariance_of_a_sample_is_that_of_the_standard_library(values):
    xs, ys = apart(values)
    expected = statistics.covariance(xs, ys)
    answer = recompute(Covariance(sample=True), values)
    assert answer == pytest.approx(expected, rel=1e-9, abs=1e-9)
    assert recompute(Covariance(), values) == pytest.approx(
        expected * (len(xs) - 1) / len(xs), rel=1e-9, abs=1e-9
    )


@given(pairs)
def test_a_correlation_is_that_of_the_standard_library(values):
    expected = statistics.correlation(*apart(values))
    assert recompute(Correlation(), values) == pytest.approx(expected, rel=1e-9, abs=1e-9)


@given(pairs)
def test_a_slope_is_that_of_the_standard_library(values):
    expected = statistics.linear_regression(*apart(values)).slope
    assert recompute(Slope(), values) == pytest.approx(expected, rel=1e-9, abs=1e-9)


@given(pairs)
def test_the_exact_answers_are_those_of_fractions(values):
    xs, ys = (list(map(Fraction, side)) for side in apart(values))
    x_mean, y_mean = sum(xs) / len(xs), sum(ys) / len(ys)
    products = sum((x - x_mean) * (y - y_mean) for x, y in zip(xs, ys, strict=True))
    assert Covariance().truth(values).exact == products / len(xs)
    assert Slope().truth(values).exact == products / sum((x - x_mean) ** 2 for x in xs)


def test_what_is_constant_has_no_correlation_and_no_slope():
    values = [(1.0, 5.0), (1.0, 7.0)]
    assert recompute(Correlation(), values) is None
    assert recompute(Slope(), values) is None
    assert recompute(Slope(), [(5.0, 1.0), (7.0, 1.0)]) == 0.0
    assert recompute(Covariance(), values) == 0.0


@pytest.mark.parametrize("kind", [Covariance, Correlation, Slope])
@pytest.mark.parametrize("bad", [(NAN, 1.0), (1.0, NAN), (INF, 1.0), (1.0, -INF)])
def test_what_is_not_finite_makes_nan(kind, bad):
    assert math.isnan(recompute(kind(), [(1.0, 2.0), bad, (3.0, 5.0)]))


def test_a_covariance_is_of_a_sample_or_not():
    with pytest.raises(InputError, match=r"sample is 'no'; it is True or False$"):
        Covariance(sample="no")
