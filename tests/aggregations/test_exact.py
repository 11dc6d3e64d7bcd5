"""Floats added without loss: whatever the order, and whatever was there before."""

import math
from fractions import Fraction

import pytest
from brackets import combined
from hypothesis import example, given
from hypothesis import strategies as st

from swagbench.aggregations.exact import ONE, ExactMean, ExactSum, ExactVariance, nearest
from swagbench.aggregations.floats import divided
from swagbench.core import InputError
from swagbench.oracle import fold, is_same, recompute
from swagbench.registry import algorithm

NAN, INF = math.nan, math.inf

finite = st.floats(allow_nan=False, allow_infinity=False)
# Near what cancels, near overflow, and below the smallest normal number.
hard = st.sampled_from([1e16, -1e16, 1.0, 1e308, -1e308, 1.7e308, 5e-324, -5e-324, 2.2e-308, 0.1])
any_float = st.floats() | st.sampled_from([NAN, INF, -INF])


@given(st.lists(finite | hard, max_size=30), st.randoms(use_true_random=False))
def test_an_exact_sum_is_fsum_in_any_order(values, rng):
    given_sum = ExactSum().finalize(combined(ExactSum(), values, rng))
    try:
        expected = math.fsum(values)
    except OverflowError:  # on the way, at least: fsum gives up where the sum may yet be finite
        expected = divided(*sum(map(Fraction, values)).as_integer_ratio())
    assert repr(given_sum) == repr(expected)


@given(st.lists(any_float, max_size=12), st.randoms(use_true_random=False))
def test_nan_and_infinities_add_up_as_they_do_in_floats(values, rng):
    small = [value if not math.isfinite(value) else 1.0 for value in values]
    assert is_same(sum(small, 0.0), ExactSum().finalize(combined(ExactSum(), small, rng)))


@pytest.mark.parametrize("kind", [ExactSum, ExactMean, ExactVariance])
@given(st.lists(any_float | hard, max_size=8), st.lists(any_float | hard, max_size=8))
@example([NAN, 1e308, INF, -INF], [1.0])
@example([-1.5], [NAN])
def test_what_leaves_leaves_no_trace(kind, leaving, staying):
    subject = kind()
    whole = subject.combine(fold(subject, leaving), fold(subject, staying))
    rest = subject.uncombine(whole, fold(subject, leaving))
    assert rest == fold(subject, staying)
    assert is_same(subject.finalize(rest), recompute(subject, staying))


@given(st.lists(finite | hard, min_size=1, max_size=20))
def test_an_exact_mean_is_the_rational_one_rounded_once(values):
    expected = sum(map(Fraction, values)) / len(values)
    assert recompute(ExactMean(), values) == expected.numerator / expected.denominator


@given(st.lists(finite | hard, min_size=2, max_size=12), st.booleans())
def test_an_exact_variance_is_the_rational_one_rounded_once(values, sample):
    mean = sum(map(Fraction, values)) / len(values)
    squares = sum((value - mean) ** 2 for value in map(Fraction, values))
    exact = squares / (len(values) - sample)
    answer = recompute(ExactVariance(sample=sample), values)
    assert answer == divided(exact.numerator, exact.denominator)
    assert answer >= 0


@given(finite | hard, st.integers(2, 50))
def test_equal_values_have_no_variance_however_large_they_are(value, count):
    assert recompute(ExactVariance(), [value] * count) == 0.0


@pytest.mark.parametrize("values", [[NAN], [INF], [1.0, -INF], [NAN, 1.0, INF]])
def test_of_what_is_not_finite_there_is_no_variance(values):
    assert math.isnan(recompute(ExactVariance(), values))


def test_answers_of_few_values():
    assert [recompute(kind(), []) for kind in (ExactSum, ExactMean, ExactVariance)] == [
        *(0.0, None, None)
    ]
    assert recompute(ExactVariance(), [3.0]) == 0.0
    assert recompute(ExactVariance(sample=True), [3.0]) is None


@given(st.integers(-(2**200), 2**200), st.integers(0, 1950))
@example(2**64 + 2**11, 1000)
@example(2**53 + 1, 0)
def test_a_float_from_units_is_the_nearest(high, zeros):
    for units in (high << zeros, (high << zeros) + 1, (high << zeros) - 1):
        assert nearest(units) == divided(units, ONE)


@pytest.mark.parametrize("value", ["1", None, 1j, 10**400])
def test_what_is_no_float_is_refused(value):
    with pytest.raises((TypeError, OverflowError)):
        ExactSum().unit(value)


@pytest.mark.parametrize("sample", [1, 0, None, "yes"])
def test_a_variance_is_of_a_sample_or_not(sample):
    with pytest.raises(InputError, match=r"; it is True or False$"):
        ExactVariance(sample=sample)


def test_subtract_on_evict_is_right_on_floats():
    window = algorithm("subtract_on_evict")(ExactSum())
    for value in (NAN, INF, 1e20, 1.0):
        window.push(value)
    window.pop()
    assert window.eval() == INF
    window.pop()
    assert window.eval() == 1e20
    window.pop()
    assert window.eval() == 1.0
