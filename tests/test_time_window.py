import math
from datetime import UTC, datetime, timedelta
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from swagbench import InputError, TimeWindow, aggregation
from swagbench import algorithm as find
from swagbench.core import MissingAbility, refusal
from swagbench.oracle import is_same, recompute

gaps_and_values = st.lists(st.tuples(st.integers(0, 9), st.none() | st.integers(-5, 5)))


def collecting(span):
    """A window over time that shows its values."""
    return TimeWindow(find("two_stacks"), aggregation("collect"), span)


@given(gaps_and_values, st.integers(1, 20))
def test_a_window_holds_the_values_younger_than_its_span(revealing_pair, events, span):
    algorithm, summary = revealing_pair
    window = TimeWindow(algorithm, summary, span)
    pushed = []
    times = accumulate(gap for gap, _ in events)
    for now, (_, value) in zip(times, events, strict=True):
        if value is None:
            window.advance(now)
        else:
            window.push(now, value)
            pushed.append((now, value))
        held = [value for time, value in pushed if now - span < time]
        assert len(window) == len(held)
        assert is_same(recompute(summary, held), window.eval())


def test_times_0_to_40_and_a_period_of_10_give_the_streaming_answers_of_other_libraries(algorithm):
    if refusal(algorithm, aggregation("sum")):
        pytest.skip(f"it cannot serve sum: {refusal(algorithm, aggregation('sum'))}")
    window = TimeWindow(algorithm, aggregation("sum"), 10)
    answers = []
    # river and rolling answer so; pandas too, where it closes the window on the right.
    for time, value in zip((0, 5, 10, 10, 15, 20, 40), (1, 2, 4, 8, 16, 32, 64), strict=True):
        window.push(time, value)
        answers.append(window.eval())
    assert answers == [1, 3, 6, 14, 28, 48, 64]


def test_a_value_leaves_when_its_age_is_exactly_the_span():
    window = collecting(10)
    window.push(0, "a")
    window.advance(9)
    assert window.eval() == ("a",)
    window.advance(10)
    assert (window.eval(), len(window)) == ((), 0)


def test_age_decides_and_not_a_rounded_sum_of_times():
    window = collecting(0.5)
    window.push(0.2, "a")
    # 0.2 + 0.5 rounds to 0.7, yet what lies between those floats is less than 0.5.
    window.advance(0.7)
    assert window.eval() == ("a",)


def test_of_equal_times_eval_sees_the_ones_pushed_so_far():
    window = collecting(1)
    answers = []
    for value in "abc":
        window.push(7, value)
        answers.append("".join(window.eval()))
    assert answers == ["a", "ab", "abc"]
    window.advance(8)
    assert window.eval() == ()


def test_time_passes_without_values():
    window = collecting(5)
    window.advance(-3)
    window.push(0, "a")
    window.advance(4)
    window.advance(4)
    assert window.eval() == ("a",)
    window.advance(1000)
    window.push(1000, "b")
    assert window.eval() == ("b",)


@pytest.mark.parametrize("earlier", [9, -1, math.nan, -math.inf])
def test_time_that_goes_back_is_refused_and_changes_nothing(earlier):
    window = collecting(5)
    window.push(7, "a")
    window.advance(10)
    for attempt in (lambda: window.push(earlier, "b"), lambda: window.advance(earlier)):
        with pytest.raises(ValueError, match="is before 10; times never go back"):
            attempt()
        assert (window.eval(), len(window)) == (("a",), 1)
    # The clock stands where it stood: the next moment is still welcome.
    window.push(10, "c")
    assert window.eval() == ("a", "c")


def test_not_even_the_first_time_may_be_nan():
    window = collecting(5)
    with pytest.raises(ValueError, match="nan"):
        window.push(math.nan, "a")
    window.push(0, "b")
    assert window.eval() == ("b",)


@pytest.mark.parametrize("span", [0, -1, 0.0, math.nan, timedelta(), timedelta(seconds=-1)])
def test_a_span_is_more_than_nothing(span):
    with pytest.raises(InputError, match="needs one of more than nothing"):
        collecting(span)


def test_datetimes_and_timedeltas_are_times_and_spans():
    noon = datetime(2013, 2, 12, 12, tzinfo=UTC)
    window = collecting(timedelta(hours=24))
    window.push(noon, "a")
    window.push(noon + timedelta(hours=23, minutes=59), "b")
    assert window.eval() == ("a", "b")
    window.advance(noon + timedelta(days=1))
    assert window.eval() == ("b",)
    with pytest.raises(ValueError, match="times never go back"):
        window.advance(noon)


def test_an_algorithm_refuses_here_what_it_refuses_elsewhere():
    with pytest.raises(MissingAbility, match="needs uncombine"):
        TimeWindow(find("subtract_on_evict"), aggregation("max"), 10)
