"""Covariance, correlation and slope: as defined, and within their bounds."""

import math
import statistics
from fractions import Fraction
from random import Random

import numpy as np
import pytest
from brackets import bracketed
from hypothesis import assume, example, given
from hypothesis import strategies as st

from swagbench.aggregations.paired import Correlation, Covariance, Slope
from swagbench.core import InputError
from swagbench.oracle import fold, recompute
from swagbench.registry import algorithm

NAN, INF = math.nan, math.inf

plain = st.integers(-1000, 1000).map(float)
finite = st.floats(allow_nan=False, allow_infinity=False)
hard = st.sampled_from([1e16, 1e16 + 2, 1.0, 1e9, 1e9 + 1, 1e-200, 5e-324, 0.0, 1e150, 1e308])
SUBJECTS = [Covariance(), Covariance(sample=True), Correlation(), Slope()]


def as_name(subject):
    return type(subject).__name__


@given(st.lists(st.tuples(plain, plain), min_size=2, max_size=20))
def test_covariance_is_that_of_the_standard_library_and_of_numpy(pairs):
    xs, ys = zip(*pairs, strict=True)
    expected = statistics.covariance(xs, ys)
    assert recompute(Covariance(sample=True), pairs) == pytest.approx(expected, abs=1e-9)
    expected = np.cov(xs, ys, bias=True)[0, 1]
    assert recompute(Covariance(), pairs) == pytest.approx(expected, abs=1e-9)
    mean_x, mean_y = (Fraction(sum(one)) / len(one) for one in (xs, ys))
    products = sum((Fraction(x) - mean_x) * (Fraction(y) - mean_y) for x, y in pairs)
    assert Covariance().truth(pairs).exact == products / len(pairs)
    if squares := sum((Fraction(x) - mean_x) ** 2 for x in xs):
        assert Slope().truth(pairs).exact == products / squares


@given(st.lists(st.tuples(plain, plain), min_size=2, max_size=20))
def test_correlation_and_slope_are_those_of_the_standard_library(pairs):
    xs, ys = zip(*pairs, strict=True)
    assume(len(set(xs)) > 1)
    expected = statistics.linear_regression(xs, ys).slope
    assert recompute(Slope(), pairs) == pytest.approx(expected, rel=1e-9, abs=1e-9)
    assert float(Slope().truth(pairs).exact) == pytest.approx(expected, rel=1e-9, abs=1e-9)
    assume(len(set(ys)) > 1)
    expected = statistics.correlation(xs, ys)
    assert recompute(Correlation(), pairs) == pytest.approx(expected, rel=1e-9, abs=1e-9)
    assert float(Correlation().truth(pairs).exact) == pytest.approx(expected, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("subject", SUBJECTS, ids=as_name)
@given(
    st.lists(st.tuples(finite | hard, finite | hard), max_size=10),
    st.randoms(use_true_random=False),
)
@example([(1e16, 1.0), (1e16 + 2, 2.0), (1e16, 3.0)], Random(1))
@example([(1e-200, 1.0), (0.0, 2.0)], Random(1))
def test_whatever_the_brackets_the_answer_is_explained(subject, pairs, rng):
    answer, truth = bracketed(subject, pairs, rng), subject.truth(pairs)
    assert truth.explains(answer)
    assert not truth.is_impossible(answer)


@pytest.mark.parametrize("subject", SUBJECTS, ids=as_name)
@pytest.mark.parametrize("pair", [(NAN, 1.0), (1.0, NAN), (INF, 1.0), (1.0, -INF)])
def test_what_is_not_finite_answers_nan_until_it_has_left(subject, pair):
    window = algorithm("two_stacks")(subject)
    pairs = [(1.0, 3.0), pair, (2.0, 5.0), (4.0, 9.0)]
    for one in pairs:
        window.push(one)
    assert math.isnan(window.eval())
    assert subject.explains(pairs, NAN)
    assert not subject.explains(pairs, 0.0)
    window.pop()
    window.pop()
    assert window.eval() == recompute(subject, pairs[2:])


@pytest.mark.parametrize(
    ("pairs", "covariance", "correlation", "slope"),
    [
        ([], None, None, None),
        ([(1.0, 2.0)], 0.0, None, None),
        ([(1.0, 2.0), (1.0, 3.0)], 0.0, None, None),
        ([(1.0, 2.0), (3.0, 2.0)], 0.0, None, 0.0),
        ([(1.0, 2.0), (3.0, -2.0)], -2.0, -1.0, -2.0),
    ],
)
def test_where_there_is_no_spread_there_is_no_answer(pairs, covariance, correlation, slope):
    expected = (covariance, correlation, slope)
    for subject, answer in zip((Covariance(), Correlation(), Slope()), expected, strict=True):
        given_answer = recompute(subject, pairs)
        assert given_answer == (answer and pytest.approx(answer, rel=1e-15))
        assert subject.explains(pairs, given_answer)
        assert subject.explains(pairs, answer)
        assert subject.explains(pairs, None) is (answer is None)
    assert (recompute(Covariance(sample=True), pairs) is None) is (len(pairs) < 2)


@pytest.mark.parametrize("subject", SUBJECTS, ids=as_name)
@given(st.lists(st.tuples(finite | hard, finite | hard), max_size=6))
def test_nothing_is_an_exact_identity(subject, pairs):
    agg = fold(subject, pairs)
    assert repr(subject.combine(agg, subject.empty())) == repr(agg)
    assert repr(subject.combine(subject.empty(), agg)) == repr(agg)


@given(st.lists(st.tuples(finite | hard, finite | hard), max_size=10))
def test_a_correlation_is_never_beyond_one(pairs):
    answer = recompute(Correlation(), pairs)
    assert answer is None or math.isnan(answer) or -1.0 <= answer <= 1.0


def test_squares_out_of_range_are_told():
    wide = [(1e200, 1.0), (-1e200, 2.0), (0.0, 4.0)]
    for subject in (Correlation(), Slope()):
        assert math.isnan(recompute(subject, wide))
        assert subject.explains(wide, NAN)
    narrow = [(1e-200, 1.0), (-1e-200, 2.0), (0.0, 4.0)]
    for subject in (Correlation(), Slope()):
        assert recompute(subject, narrow) is None
        assert subject.explains(narrow, None)


@pytest.mark.parametrize("subject", SUBJECTS, ids=as_name)
def test_what_came_from_outside_is_seen(subject):
    pairs = [(1.0, 3.0), (2.0, 5.0), (4.0, 8.0)]
    answer = recompute(subject, pairs)
    assert subject.explains(pairs, answer)
    for other in (answer + 1e-12, answer - 1e-12, NAN, None):
        assert not subject.explains(pairs, other)


@pytest.mark.parametrize("sample", [1, None, "yes"])
def test_a_covariance_is_of_a_sample_or_not(sample):
    with pytest.raises(InputError, match=r"; it is True or False$"):
        Covariance(sample)


@pytest.mark.parametrize("value", [1.0, (1.0,), (1.0, 2.0, 3.0), ("a", 1.0), None])
def test_what_is_no_pair_is_refused(value):
    for subject in SUBJECTS:
        with pytest.raises((TypeError, ValueError)):
            subject.unit(value)
