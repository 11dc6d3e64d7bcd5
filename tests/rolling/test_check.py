"""The check that a library's own tests call catches what libraries have been wrong about."""

from __future__ import annotations

import planted
import pytest

from swagbench import InputError, check_rolling
from swagbench.rolling.check import RollingWrong
from swagbench.rolling.hostile import COUNT, SIZES, hostile_streams


def test_a_right_function_passes_and_says_how_much_was_judged():
    assert check_rolling(planted.right, "sum") == len(hostile_streams()) * sum(
        COUNT - size + 1 for size in SIZES
    )


@pytest.mark.parametrize(
    ("function", "aggregation", "stream"),
    [
        (planted.subtracts, "sum", "far_apart"),
        (planted.subtracts, "sum", "outliers"),
        (planted.subtracts, "sum", "then_zeros"),
        (planted.subtracts, "sum", "nan"),
        (planted.subtracts, "sum", "infinity"),
        (planted.compensates, "sum", "far_apart"),
        (planted.starts_late, "sum", "integers"),
        (planted.wraps, "sum", "large_integers"),
        (planted.drops_infinity, "sum", "infinity"),
        (planted.keeps_the_largest, "max", "nan"),
    ],
)
def test_a_planted_fault_is_caught_on_its_stream(function, aggregation, stream):
    with pytest.raises(RollingWrong, match=rf"answers on {stream} are wrong. Shortest found"):
        check_rolling(function, aggregation, streams=[stream])


def test_what_is_shown_is_short_and_names_what_has_left():
    with pytest.raises(RollingWrong) as error:
        check_rolling(planted.subtracts, streams=["infinity"])
    assert "the last window of 1 in [-inf, 1.0]: right 1.0, given nan" in str(error.value)
    assert "value 0 (-inf), which has left, is in it" in str(error.value)


def test_a_documented_choice_is_no_fault():
    check_rolling(planted.drops_infinity, streams=["infinity"], policies=["infinity_missing"])
    check_rolling(planted.wraps, streams=["large_integers"], policies=["integers_wrap"])


def test_a_policy_allows_what_it_says_and_nothing_else():
    with pytest.raises(RollingWrong):
        check_rolling(planted.subtracts, streams=["infinity"], policies=["infinity_missing"])


def test_answers_for_all_values_will_do_as_well():
    assert check_rolling(planted.largest, "max", streams=["ties", "large_integers"])


def test_too_many_answers_are_refused_with_the_numbers():
    with pytest.raises(InputError, match=r"gave 7 answers for 240 values; right are 240 or 239"):
        check_rolling(lambda _values, _window: [0.0] * 7, windows=[2])


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"aggregation": "summ"}, "no rolling aggregation is called 'summ'; near: sum"),
        ({"streams": ["calm"]}, "no hostile stream is called 'calm'"),
        ({"policies": ["kind"]}, "no policy is called 'kind'"),
        ({"windows": [0]}, "window 0 is no whole number from 1"),
        ({"windows": [True]}, "window True is no whole number"),
    ],
)
def test_what_is_not_there_is_named(given, message):
    with pytest.raises(InputError, match=message):
        check_rolling(planted.right, **given)


def test_the_function_may_do_what_it_likes_with_its_list():
    def empties(values, window):
        answers = planted.right(values, window)
        values.clear()
        return answers

    assert check_rolling(empties, streams=["ties", "far_apart"])
