"""Moments of floats, held against the standard library and SciPy."""

import math
import pickle
import statistics
from fractions import Fraction

import numpy as np
import pytest
import scipy.stats
from hypothesis import assume, given
from hypothesis import strategies as st

import swagbench
from swagbench.aggregations.exact import ExactSum
from swagbench.aggregations.float_sums import CompensatedSum
from swagbench.aggregations.moments import Mean, Std, Variance
from swagbench.aggregations.shape import Kurtosis, Skewness
from swagbench.core import Ability, InputError, abilities
from swagbench.oracle import recompute

NAN, INF = math.nan, math.inf

# Steps of an eighth, so that NumPy's own rounding says little.
plain = st.lists(st.integers(-800, 800).map(lambda eighths: eighths / 8), min_size=2, max_size=30)
wild = st.lists(st.floats(-1e100, 1e100), min_size=2, max_size=20)


def spread(values):
    assume(len({*values}) > 1)
    return values


@given(wild, st.booleans())
def test_a_variance_is_that_of_exact_fractions_as_far_as_is_allowed(values, sample):
    subject = Variance(sample=sample)
    exact = (statistics.variance if sample else statistics.pvariance)(map(Fraction, values))
    truth = subject.truth(values)
    assert truth.exact == exact
    assert truth.explains(recompute(subject, values))
    assert recompute(subject, values) >= 0


@given(wild, st.booleans())
def test_a_standard_deviation_is_that_of_the_standard_library(values, sample):
    subject = Std(sample=sample)
    expected = (statistics.stdev if sample else statistics.pstdev)(map(Fraction, values))
    assert float(subject.truth(values).exact) == pytest.approx(float(expected), rel=1e-15)
    assert subject.explains(values, recompute(subject, values))


@given(plain, st.booleans())
def test_skewness_is_that_of_scipy(values, sample):
    assume(len(spread(values)) > 2)
    expected = scipy.stats.skew(values, bias=not sample)
    assert recompute(Skewness(sample=sample), values) == pytest.approx(expected, rel=1e-9, abs=1e-9)
    assert float(Skewness(sample=sample).truth(values).exact) == pytest.approx(
        expected, rel=1e-9, abs=1e-9
    )


@given(plain, st.booleans())
def test_kurtosis_is_the_excess_one_of_scipy(values, sample):
    assume(len(spread(values)) > 3)
    expected = scipy.stats.kurtosis(values, bias=not sample)
    assert recompute(Kurtosis(sample=sample), values) == pytest.approx(expected, rel=1e-9, abs=1e-9)
    assert float(Kurtosis(sample=sample).truth(values).exact) == pytest.approx(
        expected, rel=1e-9, abs=1e-9
    )


@given(st.floats(-1e150, 1e150), st.integers(2, 40))
def test_equal_values_have_no_spread_and_no_shape(value, count):
    values = [value] * count
    assert [recompute(kind(), values) for kind in (Variance, Std)] == [0.0, 0.0]
    assert [recompute(kind(), values) for kind in (Skewness, Kurtosis)] == [None, None]


@pytest.mark.parametrize(
    ("kind", "fewest"), [(Variance, 2), (Std, 2), (Skewness, 3), (Kurtosis, 4)]
)
def test_a_sample_needs_so_many_values(kind, fewest):
    values = [1.0, 2.0, 4.0, 8.0]
    answers = [recompute(kind(sample=True), values[:count]) for count in range(1, 5)]
    assert [answer is None for answer in answers] == [count < fewest for count in range(1, 5)]


@pytest.mark.parametrize("kind", [Variance, Std, Skewness, Kurtosis])
@pytest.mark.parametrize("bad", [NAN, INF, -INF])
def test_what_is_not_finite_makes_nan_and_leaves(kind, bad):
    window = swagbench.algorithm("two_stacks")(kind())
    for value in (bad, 1.0, 2.0, 4.0, 9.0):
        window.push(value)
    assert math.isnan(window.eval())
    window.pop()
    assert window.eval() == pytest.approx(recompute(kind(), [1.0, 2.0, 4.0, 9.0]))


@pytest.mark.parametrize("kind", [Variance, Std, Skewness, Kurtosis])
def test_it_is_of_a_sample_or_not(kind):
    with pytest.raises(InputError, match=r"sample is 1; it is True or False$"):
        kind(sample=1)


@given(wild)
def test_a_mean_is_as_good_as_the_sum_that_it_is_made_over(values):
    exact = float(sum(map(Fraction, values)) / len(values))
    assert Mean().explains(values, recompute(Mean(), values))
    assert recompute(Mean(ExactSum()), values) == pytest.approx(exact, rel=3e-16)
    compensated = recompute(Mean(CompensatedSum()), values)
    assert Mean(CompensatedSum()).explains(values, compensated)


def test_a_mean_has_an_inverse_where_its_sum_has_one():
    assert Ability.UNCOMBINE not in abilities(Mean())
    assert Ability.UNCOMBINE not in abilities(Mean(CompensatedSum()))
    exact = pickle.loads(pickle.dumps(Mean(ExactSum())))  # noqa: S301 - our own
    assert Ability.UNCOMBINE in abilities(exact)
    whole = exact.combine(exact.unit(NAN), exact.unit(0.1))
    assert exact.finalize(exact.uncombine(whole, exact.unit(NAN))) == 0.1


@pytest.mark.parametrize("over", [3, "float_sum", Variance()])
def test_a_mean_is_over_one_of_the_sums(over):
    with pytest.raises(InputError, match=r"; it is over one of the sums of floats$"):
        Mean(over)


def test_variance_agrees_with_numpy_on_a_large_offset():
    values = [1e9 + eighths / 8 for eighths in range(100)]
    assert recompute(Variance(), values) == pytest.approx(np.var(values), rel=1e-6)
