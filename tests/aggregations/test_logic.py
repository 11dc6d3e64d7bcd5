import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import swagbench
from swagbench.core import abilities
from swagbench.oracle import fold, recompute

ANY, ALL = map(swagbench.aggregation, ("any", "all"))
ids = {"ids": lambda subject: type(subject).__name__}

false = st.sampled_from([False, 0, 0.0, -0.0, None, "", (), b"", 0j, np.bool_(False)])
true = st.sampled_from([True, -1, math.nan, math.inf, "0", (0,), (None,), 2**70, np.float64(1)])
values_of_any_kind = st.lists(false | true, max_size=8) | st.lists(false) | st.lists(true)


def in_both_ways(subject, values):
    """The answer by combining, and by picking from the sorted values."""
    yield recompute(subject, values)
    if values:
        yield subject.pick(sorted(values, key=subject.sort_key))


@pytest.mark.parametrize(("subject", "answer"), [(ANY, False), (ALL, True)], **ids)
def test_an_aggregation_offers_what_it_can_keep_and_answers_for_nothing(subject, answer):
    offers = " ".join(sorted(one.value for one in abilities(subject)))
    assert offers == "commutes exact idempotent order uncombine"
    assert recompute(subject, []) is answer is subject.definition([])


@given(values_of_any_kind)
def test_any_is_whether_one_of_them_is_true(values):
    number = sum(1 for value in values if value)
    assert all(answer is (number > 0) for answer in in_both_ways(ANY, values))


@given(values_of_any_kind)
def test_all_is_whether_none_of_them_is_false(values):
    number = sum(1 for value in values if not value)
    assert all(answer is (number == 0) for answer in in_both_ways(ALL, values))


@given(values_of_any_kind)
def test_the_one_is_the_other_of_the_opposites(values):
    opposites = [not value for value in values]
    assert recompute(ANY, values) is not recompute(ALL, opposites)


@pytest.mark.parametrize("subject", [ANY, ALL], **ids)
@given(values_of_any_kind, values_of_any_kind)
def test_what_leaves_leaves_no_trace(subject, leaving, staying):
    whole = fold(subject, [*leaving, *staying])
    rest = subject.uncombine(whole, fold(subject, leaving))
    assert subject.finalize(rest) is recompute(subject, staying)


@pytest.mark.parametrize(("subject", "value"), [(ANY, 1), (ALL, 0)], **ids)
def test_of_two_that_decide_one_may_leave(subject, value):
    unit = subject.unit(value)
    one_left = subject.uncombine(subject.combine(unit, unit), unit)
    assert subject.finalize(one_left) is (subject is ANY)
    assert subject.finalize(subject.uncombine(one_left, unit)) is (subject is ALL)


@pytest.mark.parametrize("subject", [ANY, ALL], **ids)
def test_nan_is_true(subject):
    assert recompute(subject, [math.nan]) is True


@pytest.mark.parametrize("subject", [ANY, ALL], **ids)
def test_what_is_neither_true_nor_false_is_refused(subject):
    with pytest.raises(ValueError, match="truth value"):
        subject.unit(np.array([True, False]))
