import datetime as dt
import math
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import swagbench
from swagbench.core import abilities
from swagbench.oracle import fold, is_same, recompute

RANGE, MIN_COUNT, FIRST, LAST, ARG_MIN, ARG_MAX = map(
    swagbench.aggregation, ("range", "min_count", "first", "last", "arg_min", "arg_max")
)
ALL = (RANGE, MIN_COUNT, FIRST, LAST, ARG_MIN, ARG_MAX)
ORDERED = (RANGE, MIN_COUNT, FIRST, LAST)
ids = {"ids": lambda subject: type(subject).__name__}

NAN, INF = math.nan, math.inf
close = st.integers(-2, 2)
floats = st.sampled_from([0.0, -0.0, 1.0, -1.5, INF, -INF, 1e308, -1e308]) | st.floats(
    allow_nan=False
)
numbers = st.lists(close, max_size=8) | st.lists(st.integers(), max_size=8)
floats_or_nan = st.lists(floats | st.sampled_from([NAN, -NAN]), min_size=1, max_size=8)
anything = st.lists(st.none() | st.integers() | st.floats() | st.text() | st.just(()), max_size=8)


def in_every_way(subject, values, cut=0):
    """The answer of the fold, of the folds of two parts, by definition and from sorted values."""
    older, newer = fold(subject, values[:cut]), fold(subject, values[cut:])
    yield recompute(subject, values)
    yield subject.finalize(subject.combine(older, newer))
    yield subject.definition(values)
    if subject in ORDERED and values:
        yield subject.pick(sorted(values, key=subject.sort_key))


def all_same(expected, answers):
    return all(is_same(expected, answer) for answer in answers)


@pytest.mark.parametrize(
    ("subject", "offers", "answer"),
    [
        (RANGE, "commutes exact idempotent order", None),
        (MIN_COUNT, "commutes exact order", 0),
        (FIRST, "exact idempotent order selects", None),
        (LAST, "exact idempotent order uncombine", None),
        (ARG_MIN, "exact", None),
        (ARG_MAX, "exact", None),
    ],
)
def test_an_aggregation_offers_what_it_can_keep_and_answers_for_nothing(subject, offers, answer):
    assert " ".join(sorted(one.value for one in abilities(subject))) == offers
    assert all_same(answer, in_every_way(subject, []))


# --- range ----------------------------------------------------------------------------------------


@given(numbers.filter(len), st.integers(0, 8))
def test_the_range_is_how_far_two_of_the_values_are_apart_at_most(values, cut):
    expected = max(abs(one - other) for one in values for other in values)
    assert all_same(expected, in_every_way(RANGE, values, cut))


@given(st.lists(floats, min_size=1, max_size=8), st.integers(0, 8))
def test_the_range_of_floats_is_that_of_numpy(values, cut):
    with np.errstate(all="ignore"):
        expected = np.ptp(values)
    assert all_same(expected, in_every_way(RANGE, values, cut))


@given(floats_or_nan, st.integers(0, 8))
def test_the_range_is_nan_as_long_as_the_window_holds_one(values, cut):
    assert all_same(NAN, in_every_way(RANGE, [*values, NAN], cut))
    assert all_same(NAN, in_every_way(RANGE, [NAN, *values], cut))


@pytest.mark.parametrize(
    ("values", "answer"),
    [
        ([INF, 1.0], INF),
        ([-INF, 1.0], INF),
        ([-INF, INF], INF),
        ([INF, INF], NAN),
        ([-INF], NAN),
        ([1e308, -1e308], INF),
        ([-0.0], 0.0),
        ([2**70, -1], 2**70 + 1),
    ],
)
def test_the_range_is_what_the_difference_is(values, answer):
    assert all_same(answer, in_every_way(RANGE, values))


def test_the_range_takes_whatever_can_be_subtracted():
    days = [dt.date(2024, 2, day) for day in (3, 29, 1)]
    assert all_same(dt.timedelta(days=28), in_every_way(RANGE, days))
    assert recompute(RANGE, [Fraction(1, 3), Fraction(1, 2)]) == Fraction(1, 6)


# --- how often the smallest is there --------------------------------------------------------------


@given(numbers.filter(len), st.integers(0, 8))
def test_the_smallest_is_counted_as_often_as_it_is_there(values, cut):
    (_, expected), *_ = sorted(Counter(values).items())
    assert all_same(expected, in_every_way(MIN_COUNT, values, cut))


@given(floats_or_nan, st.integers(0, 8))
def test_where_there_is_nan_all_of_them_are_counted(values, cut):
    values = [*values, NAN]
    expected = int(np.isnan(values).sum())
    assert all_same(expected, in_every_way(MIN_COUNT, values, cut))


def test_values_that_are_equal_are_counted_together():
    assert all_same(2, in_every_way(MIN_COUNT, [0.0, -0.0, 1.0], 1))
    assert all_same(3, in_every_way(MIN_COUNT, [3, 3.0, 4, Fraction(3)], 2))
    assert all_same(2, in_every_way(MIN_COUNT, ["a", "b", "a"], 1))


# --- the two ends ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("subject", "at"), [(FIRST, 0), (LAST, -1)], **ids)
@given(anything.filter(len), st.integers(0, 8))
def test_a_value_at_an_end_is_given_as_it_is(subject, at, values, cut):
    assert all(answer is values[at] for answer in in_every_way(subject, values, cut))


@given(anything, anything)
def test_the_newest_value_leaves_last(leaving, staying):
    rest = LAST.uncombine(fold(LAST, [*leaving, *staying]), fold(LAST, leaving))
    assert rest == fold(LAST, staying)
    assert LAST.finalize(rest) is (staying[-1] if staying else None)


def test_none_is_a_value_at_an_end():
    assert all_same(None, in_every_way(FIRST, [None, 3], 1))
    assert all_same(None, in_every_way(LAST, [3, None], 1))
    assert all_same(3, in_every_way(FIRST, [3, None], 1))
    assert all_same(3, in_every_way(LAST, [None, 3], 1))


# --- where the smallest and the largest stand -----------------------------------------------------


@pytest.mark.parametrize(("subject", "numpys"), [(ARG_MIN, np.argmin), (ARG_MAX, np.argmax)], **ids)
@given(floats_or_nan, st.integers(0, 8))
def test_the_position_is_that_of_numpy(subject, numpys, values, cut):
    assert all_same(int(numpys(values)), in_every_way(subject, values, cut))


@pytest.mark.parametrize(("subject", "extreme"), [(ARG_MIN, min), (ARG_MAX, max)], **ids)
@given(st.lists(close, min_size=1, max_size=8) | st.lists(st.text(), min_size=1), st.integers(0, 8))
def test_of_equal_values_the_oldest_one_has_the_position(subject, extreme, values, cut):
    assert all_same(values.index(extreme(values)), in_every_way(subject, values, cut))


@pytest.mark.parametrize("subject", [ARG_MIN, ARG_MAX], **ids)
@given(st.integers(1, 9), st.data())
def test_ties_go_to_the_oldest_however_the_parts_are_cut(subject, size, data):
    # Parts of all sizes: a rule that asks which part is longer would differ.
    cut = data.draw(st.integers(0, size))
    assert all_same(0, in_every_way(subject, [7] * size, cut))


@pytest.mark.parametrize("subject", [ARG_MIN, ARG_MAX], **ids)
@pytest.mark.parametrize("same", [NAN, 0.0, "text", -0.0])
def test_one_object_that_is_there_twice_stands_where_it_came_first(subject, same):
    assert all_same(0, in_every_way(subject, [same, same], 1))


def test_numbers_that_are_equal_only_as_floats_are_told_apart():
    assert all_same(1, in_every_way(ARG_MAX, [2**53, 2**53 + 1], 1))
    assert all_same(0, in_every_way(ARG_MIN, [2**53, 2**53 + 1], 1))


# --- what is taken --------------------------------------------------------------------------------


@pytest.mark.parametrize("subject", [RANGE, MIN_COUNT, ARG_MIN, ARG_MAX], **ids)
@pytest.mark.parametrize("value", [None, object(), {}, 1j])
def test_what_has_no_order_is_refused_at_once(subject, value):
    with pytest.raises(TypeError):
        subject.unit(value)


@pytest.mark.parametrize("value", ["text", (1, 2)])
def test_what_has_an_order_but_no_difference_has_no_range(value):
    with pytest.raises(TypeError):
        RANGE.unit(value)


@pytest.mark.parametrize("subject", ALL, **ids)
def test_a_window_that_slides_is_right_at_every_step(subject):
    window = swagbench.algorithm("two_stacks")(subject)
    values = [3.0, -1.0, -1.0, 7.0, 7.0, NAN, 0.0, -0.0, 2.0, INF, 2.0, 2.0, 2.0]
    for at, value in enumerate(values):
        window.push(value)
        if at >= 4:
            window.pop()
        held = values[max(0, at - 3) : at + 1]
        assert is_same(subject.definition(held), window.eval())
