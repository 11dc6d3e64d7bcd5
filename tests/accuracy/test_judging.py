"""One answer, and all answers of a row, against what is right for their windows."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from swagbench import aggregation, algorithm
from swagbench.accuracy.judging import (
    VALUES_JUDGED,
    Judge,
    WrongCount,
    answers,
    judged,
    to_judge,
    trial,
)
from swagbench.aggregations.floats import Truth
from swagbench.registry import algorithm_ids
from swagbench.streams import stream

FINITE = st.floats(allow_nan=False, allow_infinity=False, width=32)
ALL_THAT_SUM = ("amta", "block_scan", "daba", "flatfit", "two_stacks", "recompute")


@given(st.lists(FINITE, min_size=1, max_size=20), st.floats())
def test_a_judge_says_what_the_truth_says_however_often_it_is_asked(values, answer):
    for name in ("float_sum", "compensated_sum", "mean"):
        summary = aggregation(name)
        truth, judge = summary.truth(values), Judge(summary, values)
        for given_answer in (answer, math.fsum(values), answer):
            verdict = judge.verdict(given_answer)
            assert verdict.is_explained == truth.explains(given_answer)
            assert verdict.error == truth.relative_error(given_answer)
            assert verdict.is_impossible == truth.is_impossible(given_answer)


@given(st.lists(FINITE, min_size=1, max_size=20))
def test_of_an_exact_answer_nothing_but_itself_is_explained(values):
    judge = Judge(aggregation("exact_sum"), values)
    right = math.fsum(values)
    assert judge.verdict(right) == (True, False, 0.0)
    for wrong in (math.nextafter(right, math.inf), math.nan, None, "0"):
        verdict = judge.verdict(wrong)
        assert not verdict.is_explained
        assert verdict.error > 0


def test_the_error_of_a_wrong_exact_answer_is_its_distance():
    judge = Judge(aggregation("exact_sum"), [2.0, 2.0])
    assert judge.verdict(5.0).error == 0.25
    assert judge.verdict(math.nan).error == math.inf


def test_a_window_without_an_answer_explains_none_and_nothing_else():
    judge = Judge(aggregation("exact_variance(sample=True)"), [1.0])
    assert judge.verdict(None).is_explained
    assert not judge.verdict(0.0).is_explained
    assert judge.right() == "no answer"


def test_the_right_answer_is_told_as_the_nearest_float():
    assert Judge(aggregation("float_sum"), [0.1, 0.2]).right() == "0.30000000000000004"
    assert Judge(aggregation("float_sum"), [1e308, 1e308]).right() == "inf"
    assert Judge(aggregation("mean"), [math.nan]).right() == "nan"
    assert Judge(aggregation("exact_sum"), [0.5]).right() == "0.5"


def test_verdicts_of_numpys_answers_are_plain():
    for one in (Judge(aggregation("float_sum"), [1.0]), Judge(aggregation("exact_sum"), [1.0])):
        verdict = one.verdict(np.float64(-1.0))
        assert [type(part) for part in verdict] == [bool, bool, float]
        assert verdict.is_explained is False


@given(st.integers(1, 10**6), st.integers(1, 10**5))
def test_as_many_are_judged_as_can_be_the_last_among_them(count, size):
    numbers = to_judge(count, size)
    assert numbers[-1] == count - 1
    assert numbers[0] < numbers.step
    assert math.gcd(numbers.step, size) == 1
    assert (len(numbers) - 1) * size <= VALUES_JUDGED
    if count * size <= VALUES_JUDGED:
        assert len(numbers) == count


def test_of_small_windows_every_answer_is_judged_and_of_others_every_kth():
    assert to_judge(2048, 97) == range(2048)
    assert to_judge(2048, 256) == range(1, 2048, 3)


@pytest.mark.parametrize("name", ALL_THAT_SUM)
def test_answer_number_i_is_for_the_window_that_begins_with_value_i(name):
    values = [float(number) for number in range(40)]
    given_answers = list(answers(algorithm(name), aggregation("float_sum"), values, 7))
    assert given_answers == [sum(values[i : i + 7]) for i in range(34)]


def test_a_batch_that_gives_too_few_or_too_many_answers_says_so():
    class TooFew(algorithm("block_scan")):
        def roll(self, values, size):
            return super().roll(values, size)[:-1]

    with pytest.raises(WrongCount, match="gave 33 answers for 34 windows"):
        answers(TooFew, aggregation("float_sum"), [1.0] * 40, 7)


@pytest.mark.parametrize("name", [*ALL_THAT_SUM, "subtract_on_evict"])
@pytest.mark.parametrize("summary", ["exact_sum", "exact_mean", "exact_variance"])
def test_what_is_exact_is_explained_whatever_the_stream(name, summary):
    for source in ("wide_range", "spikes", "mostly_zeros"):
        made = trial(aggregation(summary), stream(source).take(60), 8)
        tally = judged(algorithm(name), aggregation(summary), made)
        assert (tally.judged, tally.unexplained, tally.worst_error) == (53, 0, 0.0)


@pytest.mark.parametrize("name", sorted(set(algorithm_ids()) & {*ALL_THAT_SUM}))
@pytest.mark.parametrize("summary", ["float_sum", "compensated_sum", "mean"])
def test_what_is_contained_is_explained_whatever_the_stream(name, summary):
    for source in ("lognormal", "wide_range", "huge_offset"):
        made = trial(aggregation(summary), stream(source).take(80), 8)
        assert judged(algorithm(name), aggregation(summary), made).unexplained == 0


def test_an_answer_below_what_its_values_can_give_is_counted():
    class Variance:
        """By the textbook formula, Σx² - (Σx)²/n, which cancels to less than nothing."""

        def empty(self):
            return 0, 0.0, 0.0

        def unit(self, value):
            return 1, value, value * value

        def combine(self, older, newer):
            return tuple(one + other for one, other in zip(older, newer, strict=True))

        def finalize(self, agg):
            count, total, squares = agg
            return (squares - total * total / count) / count

        def explains(self, values, answer):
            return self.truth(values).explains(answer)

        def truth(self, values):
            mean = sum(map(Fraction, values)) / len(values)
            exact = sum((Fraction(value) - mean) ** 2 for value in values) / len(values)
            return Truth(exact=exact, allowed=exact / 1000, least=0.0)

    made = trial(Variance(), stream("huge_offset").take(200), 8)
    tally = judged(algorithm("recompute"), Variance(), made)
    negative = sum(one < 0 for one in answers(algorithm("recompute"), Variance(), made.values, 8))
    assert negative > 0
    assert tally.impossible == negative
    assert tally.unexplained >= negative
    assert tally.worst_error > 1
