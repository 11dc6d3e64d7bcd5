"""Bounds of answers in floats: no way to combine leads further, and not all answers pass."""

import math
from random import Random

import pytest
from bound_usage import STREAMS, bracketed, subjects, usage, worst_usage

SUBJECTS = subjects()


@pytest.mark.parametrize("stream", STREAMS)
@pytest.mark.parametrize("name", SUBJECTS)
def test_no_way_to_combine_leads_further_than_is_allowed(name, stream):
    subject, kind = SUBJECTS[name]
    assert worst_usage(subject, kind, stream, sizes=(2, 3, 5, 33, 130), seed=7) <= 1


@pytest.mark.parametrize("name", ["float_sum", "mean", "variance", "std", "skewness", "kurtosis"])
def test_one_value_more_or_less_is_not_explained(name):
    subject, rng = SUBJECTS[name][0], Random(1)
    values = STREAMS["normal"](rng, 33)
    for others in (values[1:], [*values, 3.0], [*values[:-1], values[-1] + 0.01]):
        answer = bracketed(subject, others, "in turn", rng)
        assert not subject.truth(values).explains(answer)


@pytest.mark.parametrize("name", ["covariance", "correlation", "slope"])
def test_one_pair_more_or_less_is_not_explained(name):
    subject, rng = SUBJECTS[name][0], Random(2)
    xs, ys = STREAMS["normal"](rng, 33), STREAMS["normal"](rng, 33)
    values = [*zip(xs, ys, strict=True)]
    for others in (values[1:], [*values, (3.0, -1.0)]):
        answer = bracketed(subject, others, "in turn", rng)
        assert not subject.truth(values).explains(answer)


@pytest.mark.parametrize(
    "name", ["geometric_mean", "harmonic_mean", "log_sum_exp", "float_product"]
)
def test_a_value_a_little_beside_is_not_explained(name):
    subject, values = SUBJECTS[name][0], [1.5, 2.0, 0.25, 7.0]
    answer = bracketed(subject, [*values[:3], 7.000001], "in turn", Random(3))
    assert not subject.truth(values).explains(answer)


def test_the_textbooks_variance_is_not_explained_where_it_cancels():
    values = STREAMS["offset"](Random(4), 100)
    textbook = math.fsum(x * x for x in values) / 100 - (math.fsum(values) / 100) ** 2
    truth = SUBJECTS["variance"][0].truth(values)
    assert not truth.explains(textbook)
    assert usage(SUBJECTS["variance"][0], values, Random(5)) <= 1


def test_what_cannot_be_is_told():
    truth = SUBJECTS["variance"][0].truth([1.0, 1.0, 1.0])
    assert truth.is_impossible(-1e-300)
    assert not truth.is_impossible(0.0)
    assert SUBJECTS["float_sum"][0].truth([1.0, 0.0]).is_impossible(-0.5)
    assert not SUBJECTS["float_sum"][0].truth([1.0, -2.0]).is_impossible(-0.5)
