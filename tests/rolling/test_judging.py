"""Verdicts on single answers: right, right by a policy, tiny or gross."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from swagbench import InputError
from swagbench.accuracy.judging import Judge
from swagbench.rolling.judging import Verdict, aligned, judged, outcome, trial_of
from swagbench.rolling.policies import POLICIES, policy
from swagbench.rolling.questions import QUESTIONS, MiddleOfTwo, judging, question

FINITE = st.floats(allow_nan=False, allow_infinity=False)


def verdict(asked, values, answer, *policies):
    one = QUESTIONS[asked]
    judge = Judge(judging(one, values), values)
    return judged(one, judge, values, answer, [policy(name) for name in policies])


@pytest.mark.parametrize(
    ("asked", "values", "answer", "said"),
    [
        ("sum", [2.0, 1.0, 1.0], 4.0, Verdict.RIGHT),
        ("sum", [2.0, 1.0, 1.0], 2.0, Verdict.GROSS),
        ("sum", [2.0, 1.0, 1.0], 4.000001, Verdict.TINY),
        ("sum", [0.0, 0.0], 4.4e-16, Verdict.TINY),
        ("sum", [0.0, 0.0], 1.0, Verdict.GROSS),
        ("sum", [0.0, 0.0], math.nan, Verdict.GROSS),
        ("sum", [1.0, math.inf], math.inf, Verdict.RIGHT),
        ("sum", [2**62, 2**62], 2**63, Verdict.RIGHT),
        ("sum", [2**62, 2**62], -(2**63), Verdict.GROSS),
        ("variance", [1.0], math.nan, Verdict.RIGHT),
        ("variance", [1.0], None, Verdict.RIGHT),
        ("variance", [1e16, 1e16, 1e16], 2.25e23, Verdict.GROSS),
        ("variance", [1.0, 1.0], -1e-30, Verdict.TINY),
        ("max", [1.0, 2.0], 2, Verdict.RIGHT),
        ("max", [1.0, 2.0], 5.0, Verdict.GROSS),
        ("max", [math.nan, 2.0], math.nan, Verdict.RIGHT),
        ("sum", [1.0], "one", Verdict.GROSS),
        ("sum", [1.0], None, Verdict.GROSS),
    ],
)
def test_an_answer_is_judged_by_its_window_alone(asked, values, answer, said):
    assert verdict(asked, values, answer).verdict is said


@pytest.mark.parametrize(
    ("name", "asked", "values", "answer", "not_this"),
    [
        ("infinity_missing", "sum", [1.0, math.inf], math.nan, 1.0),
        ("nan_missing", "sum", [1.0, math.nan], None, 1.0),
        ("nan_skipped", "sum", [1.0, math.nan], 1.0, 2.0),
        ("nan_skipped", "sum", [math.nan], None, 1.0),
        ("nan_greatest", "min", [1.0, math.nan], 1.0, 2.0),
        ("nan_greatest", "median", [1.0, 2.0, math.nan], 2.0, 1.0),
        ("nan_undefined", "max", [1.0, math.nan], 1.0, None),
        ("integers_as_floats", "sum", [2**53, 1], float(2**53), 1.0),
        ("integers_wrap", "sum", [2**62, 2**62], -(2**63), 0),
        ("integers_wrap", "product", [2**62, 4], 0, 1),
        ("upper_median", "median", [1.0, 2.0], 2.0, 3.0),
        ("sum_of_nothing", "sum", [], None, 1.0),
        ("one_has_no_spread", "std", [3.0], 0.0, 1.0),
    ],
)
def test_a_policy_makes_right_what_it_says_and_no_more(name, asked, values, answer, not_this):
    said = verdict(asked, values, answer, name)
    assert (said.verdict, said.policy) == (Verdict.POLICY, name)
    assert verdict(asked, values, answer).verdict.is_wrong
    if not_this is not None:
        assert verdict(asked, values, not_this, name).verdict.is_wrong


@pytest.mark.parametrize("name", [one for one in POLICIES if one != "integers_as_floats"])
@given(values=st.lists(FINITE, min_size=2, max_size=5))
def test_of_plain_floats_no_policy_says_anything_but_of_the_middle(name, values):
    for asked in QUESTIONS:
        if (name, asked) != ("upper_median", "median"):
            assert POLICIES[name].reads(asked, values) is None


@given(low=FINITE, high=FINITE)
def test_every_formula_for_the_middle_of_two_is_explained(low, high):
    truth = MiddleOfTwo().truth([low, high])
    low, high = sorted((low, high))
    for answer in ((low + high) / 2, low / 2 + high / 2, low + (high - low) / 2):
        assert truth.explains(answer)
    if abs(high) < 1e300:
        assert not truth.explains(high + abs(high) / 1000 + 1)


@given(values=st.lists(FINITE, min_size=1, max_size=9))
def test_a_median_of_many_is_one_of_them_or_between_two(values):
    truth = MiddleOfTwo().truth(values)
    assert min(values) <= truth.exact <= max(values)


def test_an_outcome_counts_and_points_at_the_first_of_each_kind():
    asked = question("sum")
    trial = trial_of(asked, [1.0, 1.0, 1.0, 1.0], 1)
    found = outcome(asked, trial, [1.0, 1.0 + 1e-12, 2.0, 3.0], [])
    assert (found.judged, found.wrong, found.gross) == (4, 3, 2)
    assert (found.first, found.first_gross, found.worst) == (1, 2, 2)
    assert found.worst_error == 2.0


@given(count=st.integers(0, 20), size=st.integers(1, 20))
def test_answers_for_all_values_or_for_the_full_windows_are_told_apart(count, size):
    full = [*range(max(0, count - size + 1))]
    padded = [None] * (count - len(full)) + full
    assert aligned(padded, count, size) == full
    assert aligned(full, count, size) == full
    with pytest.raises(InputError):
        aligned([0] * (count + 1), count, size)
