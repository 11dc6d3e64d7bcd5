"""The product of floats: in range on the way, and within its bound."""

import math
from fractions import Fraction
from functools import reduce
from operator import mul
from random import Random

import pytest
from brackets import bracketed
from hypothesis import example, given
from hypothesis import strategies as st

from swagbench.aggregations.float_product import FloatProduct, exact_product, special_product
from swagbench.aggregations.floats import as_float
from swagbench.oracle import is_same, recompute

NAN, INF = math.nan, math.inf

any_float = st.floats() | st.sampled_from([NAN, INF, -INF, 0.0, -0.0, 1e308, 1e-308, 5e-324])


@given(st.lists(st.integers(-16, 16).map(float), max_size=12))
def test_a_product_without_rounding_is_the_product(values):
    assert recompute(FloatProduct(), values) == math.prod(values)


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), max_size=12))
def test_the_truth_is_the_product_of_fractions(values):
    exact, truth = reduce(mul, map(Fraction, values), Fraction(1)), FloatProduct().truth(values)
    if isinstance(truth.exact, Fraction):
        assert abs(truth.exact - exact) <= abs(exact) / 2**190 or abs(exact) < Fraction(1, 2**4000)
    else:
        assert truth.exact == as_float(exact)


@given(st.lists(any_float, max_size=12), st.randoms(use_true_random=False))
@example([1.7976931348623157e308, 1.0000000000000002], Random(1))
@example([5e-324, 0.5], Random(1))
def test_whatever_the_brackets_the_answer_is_explained(values, rng):
    answer, truth = bracketed(FloatProduct(), values, rng), FloatProduct().truth(values)
    assert truth.explains(answer)
    assert not truth.is_impossible(answer)


@given(st.permutations([1e300, 1e300, 1e-300, 1e-300, 2.0]))
def test_nothing_leaves_the_range_on_the_way(values):
    assert recompute(FloatProduct(), values) == pytest.approx(2.0, rel=1e-15)


@given(st.lists(st.sampled_from([0.0, -0.0, 1.0, -2.0, INF, -INF, NAN]), max_size=6))
def test_zeros_infinities_and_nan_are_as_in_ieee_754(values):
    assert is_same(recompute(FloatProduct(), values), math.prod(values, start=1.0))
    expected = special_product(values)
    assert expected is None or is_same(expected, math.prod(values, start=1.0))


@pytest.mark.parametrize(
    ("values", "explained", "unexplained"),
    [
        ([], [1.0], [0.0, None, 1.0000000000000002]),
        ([2.0, 3.0], [6.0], [6.00000000000001, -6.0, NAN, INF]),
        ([1e200, 1e200], [INF], [1e308, NAN, -INF]),
        ([1e200, -1e200], [-INF], [INF, NAN]),
        ([1e-200, 1e-200], [0.0, 5e-324], [1e-323, NAN]),
        ([0.0, 3.0], [0.0, -0.0], [5e-324, NAN]),
        ([0.0, INF], [NAN], [0.0, INF]),
        ([1.0, NAN], [NAN], [1.0]),
        ([1e300] * 40 + [1e-300] * 40, [1.0], [0.0, INF]),
    ],
)
def test_what_explains_a_product(values, explained, unexplained):
    explains = FloatProduct().explains
    assert [answer for answer in explained if not explains(values, answer)] == []
    assert [answer for answer in unexplained if explains(values, answer)] == []


def test_a_long_product_is_kept_short():
    whole, exponent = exact_product([1.1] * 5000)
    assert whole.bit_length() <= 256
    assert math.log2(whole) + exponent == pytest.approx(5000 * math.log2(1.1))
