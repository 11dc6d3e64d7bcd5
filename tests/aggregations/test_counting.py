import copy
import math
import pickle
import statistics
from collections import Counter
from decimal import Decimal
from fractions import Fraction
from functools import reduce

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import swagbench
from swagbench.core import InputError, abilities
from swagbench.oracle import fold, is_same, recompute
from swagbench.registry import find_algorithm

NAN, INF = math.nan, math.inf

MODE, HISTOGRAM, DISTINCT, TOP_K, COUNT_ABOVE = map(
    swagbench.aggregation, ("mode", "histogram", "distinct", "top_k", "count_above")
)
COUNTERS = [MODE, HISTOGRAM, DISTINCT]

# Few different ones, so that there are ties; all of them hashable, some of them equal.
few = st.sampled_from(("a", "b", "", None, 0, 1, 1.0, True, 0.0, -0.0, (1, "x"), NAN))
hashables = st.lists(few, max_size=12)
plain = st.lists(st.sampled_from("abcd"), max_size=12)
# Equal numbers of different types and signs: which of them it is shows in the answer.
tied = st.lists(
    st.sampled_from((0.0, -0.0, 0, 1, True, 1.0, 2, 2.0, INF, -INF, 2**53, 2**53 + 1, NAN)),
    max_size=12,
)
numbers = st.lists(st.integers() | st.floats(), max_size=12)
ks = st.integers(1, 5)


def told(answer):
    """An answer as text: it tells 1 from 1.0 and True, 0.0 from -0.0, and NaN is NaN."""
    return repr(answer)


def in_two_ways(subject, values, cut):
    """The answer of the fold, and that of the folds of two halves."""
    cut = min(cut, len(values))
    halves = fold(subject, values[:cut]), fold(subject, values[cut:])
    yield recompute(subject, values)
    yield subject.finalize(subject.combine(*halves))


@pytest.mark.parametrize(
    ("name", "offers"),
    [
        ("mode", "exact"),
        ("histogram", "commutes exact uncombine"),
        ("distinct", "commutes exact idempotent"),
        ("top_k", "commutes exact order"),
        ("count_above", "commutes exact ufunc uncombine"),
    ],
)
def test_an_aggregation_offers_what_it_can_keep(name, offers):
    subject = swagbench.aggregation(name)
    assert " ".join(sorted(one.value for one in abilities(subject))) == offers


@pytest.mark.parametrize(
    ("subject", "answer"),
    [(MODE, None), (HISTOGRAM, {}), (DISTINCT, 0), (TOP_K, ()), (COUNT_ABOVE, 0)],
)
def test_an_empty_window_has_an_answer(subject, answer):
    given_answer = recompute(subject, [])
    assert (given_answer, type(given_answer)) == (answer, type(answer))


@pytest.mark.parametrize(
    "subject", [*COUNTERS, TOP_K, COUNT_ABOVE], ids=lambda one: type(one).__name__
)
@given(data=st.data())
def test_the_definition_is_the_answer_of_every_bracketing(subject, data):
    values = data.draw(hashables if subject in COUNTERS else tied)
    cut = data.draw(st.integers(0, len(values)))
    expected = told(subject.definition(values))
    assert {told(answer) for answer in in_two_ways(subject, values, cut)} == {expected}


# --- mode -----------------------------------------------------------------------------------------


@given(plain.filter(len))
def test_the_mode_is_that_of_the_standard_library(values):
    assert recompute(MODE, values) == statistics.mode(values)


@given(hashables.filter(len), st.integers(0, 12))
def test_the_mode_is_the_first_of_the_most_frequent(values, cut):
    frequency = [sum(is_same(one, other) for other in values) for one in values]
    first = values[frequency.index(max(frequency))]
    assert {told(answer) for answer in in_two_ways(MODE, values, cut)} == {told(first)}


def test_the_mode_of_equals_is_the_one_that_came_first():
    for values in [(1, 1.0, True), (True, 1, 1.0), (-0.0, 0.0), (0.0, -0.0)]:
        assert told(recompute(MODE, ["x", *values])) == told(values[0])


def test_a_tie_follows_the_window_as_it_slides():
    window = find_algorithm("two_stacks").item(MODE)
    answers = []
    for value in "abab":
        window.push(value)
        answers.append(window.eval())
    window.pop()  # b, a, b
    answers.append(window.eval())
    window.pop()  # a, b: both once, and a is now the older one
    answers.append(window.eval())
    assert "".join(answers) == "aaaaba"


def test_the_aggregate_of_a_mode_does_not_tell_what_an_inverse_would_have_to_know():
    one, other = fold(MODE, "aba"), fold(MODE, "aab")
    assert [*one.items()] == [*other.items()]
    assert recompute(MODE, "ba") != recompute(MODE, "ab")


# --- histogram ------------------------------------------------------------------------------------


@given(plain, st.integers(0, 12))
def test_a_histogram_counts_each_value(values, cut):
    for answer in in_two_ways(HISTOGRAM, values, cut):
        assert answer == Counter(values)
        assert type(answer) is dict


@given(hashables, hashables)
def test_what_leaves_a_histogram_leaves_no_trace(leaving, staying):
    whole, oldest = fold(HISTOGRAM, [*leaving, *staying]), fold(HISTOGRAM, leaving)
    assert HISTOGRAM.uncombine(whole, oldest) == fold(HISTOGRAM, staying)
    assert recompute(HISTOGRAM, staying) == HISTOGRAM.finalize(HISTOGRAM.uncombine(whole, oldest))


@given(hashables)
def test_no_count_in_a_histogram_is_zero(values):
    aggs = [HISTOGRAM.unit(value) for value in values]
    rest = reduce(HISTOGRAM.uncombine, aggs, fold(HISTOGRAM, values))
    assert rest == {}


@given(hashables, hashables)
def test_a_histogram_refuses_that_more_leaves_than_is_there(values, more):
    there, leaving = (Counter(map(told, map(_one_key, run))) for run in (values, more))
    whole, oldest = fold(HISTOGRAM, values), fold(HISTOGRAM, more)
    if leaving <= there:
        HISTOGRAM.uncombine(whole, oldest)
    else:
        with pytest.raises(ValueError, match=r"cannot leave \d+ times: it is there \d+ times"):
            HISTOGRAM.uncombine(whole, oldest)


def _one_key(value):
    """One of equal values to stand for all."""
    return next(one for one in ("a", "b", "", None, 0, 1, (1, "x"), NAN) if is_same(one, value))


def test_a_refusal_names_nan_as_what_it_is():
    with pytest.raises(ValueError, match="nan cannot leave 1 times: it is there 0 times"):
        HISTOGRAM.uncombine(HISTOGRAM.unit("a"), HISTOGRAM.unit(NAN))


def test_an_answer_is_the_callers_to_change():
    agg = fold(HISTOGRAM, "aab")
    HISTOGRAM.finalize(agg).clear()
    assert HISTOGRAM.finalize(agg) == {"a": 2, "b": 1}


# --- distinct -------------------------------------------------------------------------------------


@given(plain, st.integers(0, 12))
def test_distinct_is_the_size_of_the_set(values, cut):
    assert {*in_two_ways(DISTINCT, values, cut)} == {len(set(values))}


@given(hashables, hashables)
def test_distinct_counts_what_is_in_both_parts_once(one, other):
    agg = fold(DISTINCT, one)
    both = DISTINCT.combine(agg, fold(DISTINCT, other))
    assert DISTINCT.combine(agg, both) == both == DISTINCT.combine(both, agg)


# --- what is one value ----------------------------------------------------------------------------


def test_equal_values_are_one():
    values = [1, 1.0, True, Decimal(1), Fraction(1), np.int64(1), np.float32(1)]
    assert recompute(DISTINCT, values) == 1
    assert recompute(HISTOGRAM, values) == {1: 7}


def test_every_nan_is_one_value():
    values = [NAN, -NAN, float("nan"), np.float64("nan"), Decimal("nan"), complex("nan")]
    assert recompute(DISTINCT, values) == 1
    assert recompute(HISTOGRAM, values) == {NAN: len(values)}
    assert recompute(MODE, [1, 2, *values]) is NAN


def pickled(thing):
    return pickle.loads(pickle.dumps(thing))  # noqa: S301


@pytest.mark.parametrize("subject", COUNTERS)
@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickled])
def test_nan_is_the_same_in_a_copy(subject, copied):
    # A float NaN that was pickled is another object, and Python finds it in no dict any more.
    values = [NAN, 1, NAN]
    agg = reduce(subject.combine, [copied(subject.unit(value)) for value in values])
    assert told(subject.finalize(agg)) == told(recompute(subject, values))


@pytest.mark.parametrize("subject", COUNTERS)
@pytest.mark.parametrize("value", [[], {}, set(), ([],), Decimal("sNaN")])
def test_what_has_no_hash_is_refused(subject, value):
    with pytest.raises((TypeError, ArithmeticError)):
        subject.unit(value)


# --- top_k ----------------------------------------------------------------------------------------


def in_both_ways(subject, values):
    """The answer by combining, and by picking from the sorted values."""
    yield recompute(subject, values)
    if values:
        yield subject.pick(sorted(values, key=subject.sort_key))


@given(tied, ks)
@example([0.0, -0.0, 0, 1], 2)
def test_the_top_are_the_largest_and_of_equals_the_oldest(values, k):
    # One at a time: the first of those that nothing else is larger than.
    rest, top = [*values], []
    while rest and len(top) < k:
        at = next((at for at, one in enumerate(rest) if one != one), None)  # noqa: PLR0124
        if at is None:
            at = rest.index(max(rest))
        top.append(rest.pop(at))
    for answer in in_both_ways(swagbench.aggregation(f"top_k({k})"), values):
        assert told(answer) == told(tuple(top))


@given(st.lists(st.text(max_size=2)), ks)
def test_the_top_takes_anything_with_an_order(values, k):
    expected = tuple(sorted(values, reverse=True)[:k])
    assert {*in_both_ways(swagbench.aggregation(f"top_k({k})"), values)} == {expected}


@given(st.lists(st.floats(), min_size=1))
def test_the_first_of_the_top_is_the_maximum(values):
    largest = recompute(swagbench.aggregation("max"), values)
    for (answer,) in in_both_ways(swagbench.aggregation("top_k(1)"), values):
        assert told(answer) == told(largest)


def test_nan_takes_a_place_before_infinity():
    assert told(recompute(TOP_K, [1.0, INF, NAN, 2.0, 3.0])) == "(nan, inf, 3.0)"


def test_fewer_than_k_are_all_there():
    assert recompute(swagbench.aggregation("top_k(k=100)"), [1, 3, 2]) == (3, 2, 1)


@pytest.mark.parametrize("k", [0, -1, 1.0, True, None, "3", NAN])
def test_a_bad_k_is_refused_by_name(k):
    with pytest.raises(InputError, match=f"^k is {k!r}; it is a whole number of at least 1$"):
        type(TOP_K)(k)


# --- count_above ----------------------------------------------------------------------------------


@given(numbers, st.integers() | st.floats(allow_nan=False))
def test_what_is_above_is_compared_without_rounding(values, threshold):
    above = [value for value in values if _exact(value) is not None]
    expected = sum(_exact(value) > _exact(threshold) for value in above)
    assert recompute(type(COUNT_ABOVE)(threshold), values) == expected


def _exact(value):
    """A number that compares exactly, beyond all others if it is infinite; None for NaN."""
    if math.isfinite(value):
        return (0, Fraction(value))
    return None if math.isnan(value) else (int(math.copysign(1, value)), 0)


@given(numbers, numbers)
def test_what_leaves_is_not_counted_any_more(leaving, staying):
    whole, oldest = fold(COUNT_ABOVE, [*leaving, *staying]), fold(COUNT_ABOVE, leaving)
    assert COUNT_ABOVE.uncombine(whole, oldest) == fold(COUNT_ABOVE, staying)


def test_the_threshold_and_nan_are_not_above():
    assert recompute(COUNT_ABOVE, [0, 0.0, -0.0, NAN, 5e-324]) == 1
    assert recompute(swagbench.aggregation("count_above(threshold=2.5)"), [2, 2.5, 3]) == 1
    assert recompute(type(COUNT_ABOVE)(-INF), [-INF, -1e308, NAN]) == 1
    assert recompute(type(COUNT_ABOVE)(2**53), [2**53 + 1, float(2**53)]) == 1


@given(numbers)
def test_units_in_an_array_are_those_one_by_one(values):
    units = COUNT_ABOVE.units(values)
    assert (units.tolist(), units.dtype) == ([*map(COUNT_ABOVE.unit, values)], np.int64)


@pytest.mark.parametrize("threshold", [NAN, True, None, "0", 1j, (), Decimal(0)])
def test_a_bad_threshold_is_refused_by_name(threshold):
    with pytest.raises(InputError, match=r"^threshold is .*; it is an int or a float, not NaN$"):
        type(COUNT_ABOVE)(threshold)


@pytest.mark.parametrize("value", ["x", None, (), 1j])
def test_what_is_no_number_is_refused(value):
    with pytest.raises(TypeError):
        COUNT_ABOVE.unit(value)
