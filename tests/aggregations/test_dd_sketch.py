"""Quantiles by counts in buckets: within the error that is promised, whatever the order."""

import math
import sys
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from swagbench.aggregations.dd_sketch import SMALLEST_NORMAL, DDSketch
from swagbench.core import InputError
from swagbench.oracle import fold, is_same, recompute
from swagbench.registry import algorithm

NAN, INF = math.nan, math.inf
LARGEST = sys.float_info.max

normal = st.floats(allow_nan=False, allow_infinity=False, allow_subnormal=False)
any_float = st.floats() | st.sampled_from([NAN, INF, -INF, 0.0, -0.0, 1.0, 1.001])
accuracies = st.sampled_from([1e-6, 0.0001, 0.001, 0.01, 0.05, 0.5])
qs = st.sampled_from([0, 1, 0.5, 0.9, 0.99]) | st.floats(0, 1)


def is_within(answer, value, accuracy):
    """Whether an answer has at most the relative error, and a hundred roundings of its own."""
    error = abs(Fraction(answer) - Fraction(value))
    return error <= (Fraction(accuracy) + Fraction(100, 2**53)) * abs(Fraction(value))


@given(st.lists(normal, min_size=1, max_size=30), qs, accuracies)
@example([LARGEST], 1, 0.5)
@example([-LARGEST], 0, 1e-6)
@example([SMALLEST_NORMAL], 0, 0.01)
def test_the_answer_is_within_the_relative_error_of_the_lower_quantile(values, q, accuracy):
    answer = recompute(DDSketch(q, accuracy), values)
    assert is_within(answer, sorted(values)[int(q * (len(values) - 1))], accuracy)


@given(st.integers(-2000, 2000), accuracies)
def test_on_the_bound_of_a_bucket_the_error_is_kept(power, accuracy):
    bound = ((1 + accuracy) / (1 - accuracy)) ** (power if accuracy < 0.1 else power / 10)
    for value in (bound, math.nextafter(bound, INF), math.nextafter(bound, 0)):
        assert is_within(recompute(DDSketch(0, accuracy), [value]), value, accuracy)


@given(st.lists(any_float, max_size=20), qs, accuracies)
def test_it_is_its_own_definition_to_the_last_bit(values, q, accuracy):
    subject = DDSketch(q, accuracy)
    assert repr(recompute(subject, values)) == repr(subject.definition(values))
    if values:
        ordered = sorted(values, key=subject.sort_key)
        assert repr(subject.pick(ordered)) == repr(subject.definition(values))


@given(st.lists(any_float, max_size=8), st.lists(any_float, max_size=8))
def test_what_leaves_leaves_no_trace(leaving, staying):
    subject = DDSketch()
    older, newer = fold(subject, leaving), fold(subject, staying)
    whole = subject.combine(older, newer)
    assert whole == subject.combine(newer, older) == fold(subject, [*staying, *leaving])
    assert subject.uncombine(whole, older) == newer
    assert whole == fold(subject, [*leaving, *staying])  # not changed by what left


def test_the_rank_is_the_lower_one_of_two_in_the_middle():
    assert recompute(DDSketch(0.5), [100.0, 1.0]) == recompute(DDSketch(0.5), [1.0])
    assert recompute(DDSketch(0.5), [100.0, 1.0, 10.0]) == recompute(DDSketch(0), [10.0])


@given(st.floats(-2.2e-308, 2.2e-308))
def test_what_is_below_the_smallest_normal_float_is_zero(value):
    assert repr(recompute(DDSketch(), [value])) == "0.0"


def test_infinities_are_themselves_and_at_the_ends():
    values = [INF, 1.0, -INF, 2.0, -3.0]
    answers = [recompute(DDSketch(place / 4), values) for place in range(5)]
    assert answers[0] == -INF
    assert answers[4] == INF
    assert [round(answer) for answer in answers[1:4]] == [-3, 1, 2]


def test_nan_is_the_answer_as_long_as_it_is_there():
    window = algorithm("subtract_on_evict")(DDSketch(0))
    for value in (NAN, INF, 1.0):
        window.push(value)
    answers = []
    while len(window):
        answers.append(window.eval())
        window.pop()
    assert is_same(
        tuple(answers), (NAN, DDSketch().definition([1.0]), DDSketch().definition([1.0]))
    )
    assert window.eval() is None


def test_there_are_as_few_buckets_as_the_accuracy_allows():
    values = [1.001**number for number in range(7000)]  # three powers of ten
    # ln 1000 over ln 1.01/0.99, and one at the end.
    assert len(fold(DDSketch(), values)) == pytest.approx(math.log(values[-1]) / 0.02, abs=2)


@pytest.mark.parametrize("value", ["1", None, 1j, 10**400, b""])
def test_what_is_no_float_is_refused(value):
    with pytest.raises((TypeError, OverflowError)):
        DDSketch().unit(value)


@pytest.mark.parametrize("q", [-0.1, 1.1, NAN, True, "0.5", None])
def test_q_is_a_number_from_0_to_1(q):
    with pytest.raises(InputError, match=r"a quantile's q is a number from 0 to 1$"):
        DDSketch(q)


@pytest.mark.parametrize("accuracy", [0, 1e-7, 0.51, 1, NAN, True, "0.1", None])
def test_an_accuracy_is_a_number_in_range(accuracy):
    with pytest.raises(InputError, match=r"; it is a number from 0.000001 to 0.5$"):
        DDSketch(accuracy=accuracy)
