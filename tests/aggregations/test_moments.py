"""Mean, variance, standard deviation, skewness and kurtosis: as defined, within their bounds."""

import copy
import math
import pickle
import statistics
from fractions import Fraction
from random import Random

import numpy as np
import pytest
from brackets import bracketed
from hypothesis import example, given
from hypothesis import strategies as st
from scipy import stats

from swagbench.aggregations.deviations import Deviations
from swagbench.aggregations.exact import ExactMean, ExactSum, ExactVariance
from swagbench.aggregations.float_sums import CompensatedSum, FloatSum
from swagbench.aggregations.moments import Mean, Std, Variance
from swagbench.aggregations.shape import Kurtosis, Skewness
from swagbench.core import Ability, InputError, offers
from swagbench.oracle import fold, is_same, recompute
from swagbench.registry import algorithm

NAN, INF = math.nan, math.inf
MOMENTS = [Variance(), Std(), Skewness(), Kurtosis()]
SUMS = [None, FloatSum(), CompensatedSum(), ExactSum()]

finite = st.floats(allow_nan=False, allow_infinity=False)
hard = st.sampled_from([1e16, 1e16 + 2, 1.0, 1e9, 1e9 + 1, 1e-200, 5e-324, -1.5, 0.0, 1e150, 1e308])
# Of whole numbers like these no bound is wide.
plain = st.integers(-1000, 1000).map(float)


def as_name(subject):
    return type(subject).__name__


# --- each against a definition of its own ---------------------------------------------------------


@given(st.lists(plain, min_size=2, max_size=30))
def test_variance_and_deviation_are_those_of_the_standard_library(values):
    exact = [Fraction(value) for value in values]
    for subject, expected in [
        (Variance(), statistics.pvariance(exact)),
        (Variance(sample=True), statistics.variance(exact)),
    ]:
        assert recompute(subject, values) == pytest.approx(float(expected), rel=1e-12, abs=1e-12)
        assert subject.truth(values).exact == expected
    assert recompute(Std(), values) == pytest.approx(np.std(values), rel=1e-12, abs=1e-12)
    expected = np.std(values, ddof=1)
    assert recompute(Std(sample=True), values) == pytest.approx(expected, rel=1e-12, abs=1e-12)


@given(st.lists(plain, min_size=4, max_size=30).filter(lambda values: len(set(values)) > 1))
@pytest.mark.parametrize("sample", [False, True])
def test_skewness_and_kurtosis_are_those_of_scipy(sample, values):
    for subject, defined in [(Skewness(sample), stats.skew), (Kurtosis(sample), stats.kurtosis)]:
        expected = defined(values, bias=not sample)
        assert recompute(subject, values) == pytest.approx(expected, rel=1e-9, abs=1e-9)
        assert float(subject.truth(values).exact) == pytest.approx(expected, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("over", SUMS)
@given(st.lists(plain, min_size=1, max_size=30))
def test_a_mean_over_any_sum_is_the_mean(over, values):
    assert recompute(Mean(over), values) == statistics.fmean(values)


@pytest.mark.parametrize("over", SUMS)
def test_a_mean_errs_as_much_as_its_sum(over):
    values = [1e20, 1.0, -1e20]
    loses = over is None or isinstance(over, FloatSum)
    assert recompute(Mean(over), values) == pytest.approx(0.0 if loses else 1 / 3)
    assert Mean(over).explains(values, 0.0) is loses


def test_a_mean_over_an_exact_sum_gives_back_what_has_left():
    mean = Mean(ExactSum())
    window = algorithm("subtract_on_evict")(mean)
    for value in (NAN, 1e300, 3.0):
        window.push(value)
    window.pop()
    window.pop()
    assert window.eval() == 3.0
    assert [offers(Mean(over), Ability.UNCOMBINE) for over in SUMS] == [False, False, False, True]
    assert not offers(Mean, Ability.UNCOMBINE)


def pickled(subject):
    return pickle.loads(pickle.dumps(subject))  # noqa: S301 - its own


@pytest.mark.parametrize("over", SUMS)
@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, pickled])
def test_a_mean_survives_being_copied(over, again):
    copied = again(Mean(over))
    assert type(copied) is type(Mean(over))
    assert type(copied.over) is type(Mean(over).over)
    assert recompute(copied, [1.0, 2.0]) == 1.5


@pytest.mark.parametrize("over", [3, "float_sum", FloatSum, ExactMean()])
def test_a_mean_is_over_a_sum_of_floats(over):
    with pytest.raises(InputError, match=r"; it is over one of the sums of floats$"):
        Mean(over)


@pytest.mark.parametrize("sample", [1, None, "yes"])
@pytest.mark.parametrize("kind", [Variance, Std, Skewness, Kurtosis])
def test_it_is_of_a_sample_or_not(kind, sample):
    with pytest.raises(InputError, match=r"; it is True or False$"):
        kind(sample)


# --- few values, equal ones, and no numbers -------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "needed"), [(Variance, 2), (Std, 2), (Skewness, 3), (Kurtosis, 4)]
)
def test_a_sample_has_to_be_large_enough(kind, needed):
    values = [1.0, 2.0, 4.0, 8.0]
    subject = kind(sample=True)
    answers = [recompute(subject, values[:count]) for count in range(5)]
    assert [answer is None for answer in answers] == [count < needed for count in range(5)]
    for count, answer in enumerate(answers):
        assert subject.explains(values[:count], answer)
        assert subject.explains(values[:count], None) is (count < needed)


@given(finite | hard, st.integers(1, 40), st.randoms(use_true_random=False))
@example(0.1, 3, Random(1))
def test_equal_values_have_no_spread_whatever_the_brackets(value, count, rng):
    values = [value] * count
    assert bracketed(Variance(), values, rng) == 0.0
    assert bracketed(Std(), values, rng) == 0.0
    assert bracketed(Skewness(), values, rng) is None
    assert bracketed(Kurtosis(), values, rng) is None


@pytest.mark.parametrize("subject", MOMENTS, ids=as_name)
@pytest.mark.parametrize("value", [NAN, INF, -INF])
def test_what_is_not_finite_answers_nan_until_it_has_left(subject, value):
    window = algorithm("two_stacks")(subject)
    for one in (1.0, value, 2.0, 4.0):
        window.push(one)
    assert math.isnan(window.eval())
    assert subject.explains([1.0, value, 2.0, 4.0], NAN)
    assert not subject.explains([1.0, value, 2.0, 4.0], 1.0)
    window.pop()
    window.pop()
    assert is_same(window.eval(), recompute(subject, [2.0, 4.0]))


@pytest.mark.parametrize("subject", MOMENTS, ids=as_name)
@given(st.lists(finite | hard, max_size=9))
def test_nothing_is_an_exact_identity(subject, values):
    agg = fold(subject, values)
    assert subject.combine(agg, subject.empty()) == agg
    assert subject.combine(subject.empty(), agg) == agg


def test_squares_out_of_range_are_told():
    assert recompute(Variance(), [1e200, -1e200]) == INF
    assert Variance().truth([1e200, -1e200]).may_overflow
    assert not Variance().truth([1e100, -1e100]).may_overflow
    assert recompute(Std(), [1e-200, -1e-200]) == 0.0
    assert Std().explains([1e-200, -1e-200], 0.0)
    # What is divided by is rounded to nothing, though the values are not equal.
    assert recompute(Skewness(), [1e-200, -1e-200, 0.0]) is None
    assert Skewness().explains([1e-200, -1e-200, 0.0], None)
    assert not Skewness().explains([1.0, -1.0, 0.0], None)


@pytest.mark.parametrize("subject", [Skewness(), Kurtosis()], ids=as_name)
def test_squares_that_overflow_give_no_number(subject):
    # Cubes may cancel where squares are infinite: 0.0 would be a wrong answer.
    values = [1.2e154, -1.2e154] * 2 + [1.2e154]
    assert not math.isfinite(bracketed(subject, values, Random(1)))


# --- what is explained ----------------------------------------------------------------------------


@pytest.mark.parametrize("subject", MOMENTS, ids=as_name)
@given(st.lists(finite | hard, max_size=12), st.randoms(use_true_random=False))
@example([1e16, 1e16 + 2, 1e16], Random(1))
def test_whatever_the_brackets_the_answer_is_explained(subject, values, rng):
    answer, truth = bracketed(subject, values, rng), subject.truth(values)
    assert truth.explains(answer)
    assert not truth.is_impossible(answer)


@pytest.mark.parametrize(
    ("subject", "answer"),
    [(Variance(), 2 / 3), (Std(), math.sqrt(2 / 3)), (Skewness(), 0.0), (Kurtosis(), -1.5)],
    ids=["Variance", "Std", "Skewness", "Kurtosis"],
)
def test_what_came_from_outside_is_seen(subject, answer):
    values = [1.0, 2.0, 3.0]
    assert subject.explains(values, answer)
    assert not subject.explains(values, answer + 1e-10)
    assert not subject.explains(values, answer - 1e-10)
    assert not subject.explains(values, NAN)


def test_the_bound_of_a_deviation_is_as_stated():
    # 2 n u (|mean| + 3 std), to a thousandth.
    values = [1e9 + 1, 1e9 + 2, 1e9 + 3, 1e9 + 6]
    stated = 2 * 4 * 2.0**-53 * (statistics.fmean(values) + 3 * statistics.pstdev(values))
    assert float(Std().truth(values).allowed) == pytest.approx(stated, rel=1e-3)


def test_a_huge_offset_allows_more_and_a_small_one_does_not():
    noise = [0.5, -0.25, 1.0, 0.125]
    at_0, at_1e9 = (Variance().truth([at + one for one in noise]) for at in (0.0, 1e9))
    assert at_0.exact == at_1e9.exact
    assert at_0.allowed < 1e-14 < at_1e9.allowed < 1e-5


@given(st.lists(finite | hard, min_size=1, max_size=9))
def test_exact_moments_are_those_of_fractions(values):
    about, exact = Deviations.of(values), [Fraction(value) for value in values]
    mean = sum(exact) / len(exact)
    assert about.mean == mean
    for order in (2, 3, 4):
        assert about.moment(order) == sum((one - mean) ** order for one in exact)
    assert about.largest == max(abs(one - mean) for one in exact)
    assert about.squares <= about.root**2


@given(st.lists(plain, min_size=2, max_size=20), st.booleans())
def test_the_exact_one_agrees_with_the_truth(values, sample):
    answer = recompute(ExactVariance(sample=sample), values)
    assert Variance(sample=sample).explains(values, answer)
