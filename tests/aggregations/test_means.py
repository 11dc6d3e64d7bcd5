"""Geometric and harmonic mean, and the logarithm of a sum of exponentials."""

import math
import statistics
from random import Random

import pytest
from brackets import bracketed
from hypothesis import example, given
from hypothesis import strategies as st
from scipy import special, stats

from swagbench.aggregations.means import GeometricMean, HarmonicMean, LogSumExp
from swagbench.oracle import recompute

NAN, INF = math.nan, math.inf

positive = st.floats(min_value=5e-324, allow_nan=False, allow_infinity=False)
within = st.floats(1e-100, 1e100)
not_negative = st.floats(min_value=0.0) | st.sampled_from([0.0, -0.0, INF, NAN, 1.7e308, 5e-324])
MEANS = [GeometricMean(), HarmonicMean()]


def as_name(subject):
    return type(subject).__name__


@given(st.lists(within, min_size=1, max_size=30))
def test_a_geometric_mean_is_that_of_scipy_and_of_the_standard_library(values):
    answer = recompute(GeometricMean(), values)
    assert answer == pytest.approx(stats.gmean(values), rel=1e-12)
    assert answer == pytest.approx(statistics.geometric_mean(values), rel=1e-12)
    assert float(GeometricMean().truth(values).exact) == pytest.approx(answer, rel=1e-14)


@given(st.lists(within, min_size=1, max_size=30))
def test_a_harmonic_mean_is_that_of_scipy_and_of_the_standard_library(values):
    answer = recompute(HarmonicMean(), values)
    assert answer == pytest.approx(stats.hmean(values), rel=1e-12)
    assert answer == pytest.approx(statistics.harmonic_mean(values), rel=1e-12)
    assert float(HarmonicMean().truth(values).exact) == pytest.approx(answer, rel=1e-13)


@given(st.lists(st.floats(-1e6, 1e6) | st.sampled_from([-INF, INF]), min_size=1, max_size=30))
def test_log_sum_exp_is_that_of_scipy(values):
    answer = recompute(LogSumExp(), values)
    assert answer == pytest.approx(special.logsumexp(values), rel=1e-13, abs=1e-13)
    exact = LogSumExp().truth(values).exact
    assert float(exact) == pytest.approx(answer, rel=1e-13, abs=1e-13)


@pytest.mark.parametrize(
    ("values", "geometric", "harmonic"),
    [
        ([4.0], 4.0, 4.0),
        ([2.0, 8.0], 4.0, 3.2),
        ([0.0, 3.0], 0.0, 0.0),
        ([-0.0, 3.0], 0.0, 0.0),
        ([-2.0, -2.0], NAN, NAN),
        ([-2.0, 0.0], NAN, NAN),
        ([1.0, NAN], NAN, NAN),
        ([1.0, INF], INF, 2.0),
        ([0.0, INF], NAN, 0.0),
        ([INF, INF], INF, INF),
        ([1e308, 1e308], 1e308, 1e308),
        ([1e300, 1e-300], 1.0, 2e-300),
    ],
)
def test_answers_at_the_edges(values, geometric, harmonic):
    for subject, expected in zip(MEANS, (geometric, harmonic), strict=True):
        for answer in (recompute(subject, values), recompute(subject, values[::-1])):
            assert answer == pytest.approx(expected, rel=1e-14, nan_ok=True)
            assert subject.explains(values, answer)


@pytest.mark.parametrize("subject", MEANS, ids=as_name)
def test_of_no_values_there_is_no_mean(subject):
    assert recompute(subject, []) is None
    assert subject.explains([], None)
    assert not subject.explains([], 0.0)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([], -INF),
        ([-INF, -INF], -INF),
        ([-INF, 3.0], 3.0),
        ([INF, 3.0], INF),
        ([INF, INF], INF),
        ([INF, -INF], INF),
        ([NAN, INF], NAN),
        ([NAN, -INF], NAN),
        ([1e308, 1e308], 1e308),
        ([-1e308, 1e308], 1e308),
        ([1000.0, 1000.0], 1000.0 + math.log(2)),
        ([-1000.0, -1000.0], -1000.0 + math.log(2)),
    ],
)
def test_log_sum_exp_at_the_edges(values, expected):
    for answer in (recompute(LogSumExp(), values), recompute(LogSumExp(), values[::-1])):
        assert answer == pytest.approx(expected, rel=1e-15, nan_ok=True)
        assert LogSumExp().explains(values, answer)


@pytest.mark.parametrize("subject", MEANS, ids=as_name)
@given(st.lists(not_negative, max_size=12), st.randoms(use_true_random=False))
@example([5e-324, 5e-324, 1.7e308], Random(1))
@example([1.7976931348623157e308] * 3, Random(1))
def test_whatever_the_brackets_a_mean_is_explained(subject, values, rng):
    answer, truth = bracketed(subject, values, rng), subject.truth(values)
    assert truth.explains(answer)
    assert not truth.is_impossible(answer)


@given(st.lists(st.floats(), max_size=12), st.randoms(use_true_random=False))
@example([700.0, 710.0, -745.0, 1e-300], Random(1))
def test_whatever_the_brackets_log_sum_exp_is_explained(values, rng):
    assert LogSumExp().explains(values, bracketed(LogSumExp(), values, rng))


@given(st.lists(positive, min_size=1, max_size=200), st.randoms(use_true_random=False))
def test_a_geometric_mean_errs_by_a_few_roundings_however_many_values_there_are(values, rng):
    answer = bracketed(GeometricMean(), values, rng)
    exact = GeometricMean().truth(values).exact
    assert abs(answer - exact) <= 10 * exact / 2**53 + 5e-324


@pytest.mark.parametrize(
    ("subject", "answer"), [(GeometricMean(), 2.0), (HarmonicMean(), 12 / 7)], ids=["gm", "hm"]
)
def test_what_came_from_outside_is_seen(subject, answer):
    values = [1.0, 2.0, 4.0]
    assert subject.explains(values, answer)
    for other in (answer * (1 + 1e-14), answer * (1 - 1e-14), NAN, INF, 0.0, None):
        assert not subject.explains(values, other)


def test_what_log_sum_exp_explains_is_near():
    values, answer = [0.0, 0.0], math.log(2)
    assert LogSumExp().explains(values, answer)
    assert not LogSumExp().explains(values, answer + 1e-14)
    assert not LogSumExp().explains(values, INF)
    # What is below the last digit may be left out, what is above may not.
    assert LogSumExp().explains([0.0, -40.0], 0.0)
    assert not LogSumExp().explains([0.0, -30.0], 0.0)


def test_a_reciprocal_that_is_no_float_counts_as_infinite():
    assert recompute(HarmonicMean(), [5e-324, 1.0]) == 0.0
    assert HarmonicMean().explains([5e-324, 1.0], 0.0)
    assert not HarmonicMean().explains([1e-300, 1.0], 0.0)
