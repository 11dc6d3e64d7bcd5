from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from swagbench.bench.workload import Passage, Slides, steps_of_at_least
from swagbench.registry import aggregation, algorithm
from swagbench.streams import Stream

COUNTING_UP = Stream("up", "0, 1, 2, …", int, lambda count: list(range(count)))


def timed(times):
    """A stream of one value a time: its position."""
    return Stream("timed", "", int, lambda count: list(range(count)), times=lambda: times)


@given(size=st.integers(1, 20), step=st.integers(0, 50))
def test_the_values_held_after_a_slide_are_those_in_the_window(size, step):
    workload = Slides(algorithm("recompute"), COUNTING_UP, size, is_even=False)
    workload.prepare(step + 1)
    window = workload.filled(aggregation("collect"))
    assert list(workload.run(window, 0, step + 1)) == workload.held(step)
    assert len(workload.held(step)) == size


@given(gaps=st.lists(st.integers(0, 5), min_size=1, max_size=40), seconds=st.integers(1, 12))
def test_the_values_held_in_a_span_are_those_in_the_window(gaps, seconds):
    times = [sum(gaps[: index + 1]) for index in range(len(gaps))]
    workload = Passage(algorithm("recompute"), timed(times), seconds)
    for step in range(len(times)):
        window = workload.filled(aggregation("collect"))
        assert list(workload.run(window, 0, step + 1)) == workload.held(step)


@given(size=st.integers(1, 100), wanted=st.floats(0, 1000))
def test_a_round_covers_whole_periods(size, wanted):
    workload = Slides(algorithm("two_stacks"), COUNTING_UP, size, is_even=False)
    steps = steps_of_at_least(workload, wanted)
    assert steps % size == 0
    assert steps >= max(size, wanted)


def test_an_algorithm_whose_slides_all_cost_the_same_needs_no_whole_period():
    workload = Slides(algorithm("recompute"), COUNTING_UP, 1000, is_even=True)
    assert steps_of_at_least(workload, 3) == 3


def test_a_passage_ends_with_its_stream():
    workload = Passage(algorithm("two_stacks"), timed([1, 2, 3]), 2)
    assert steps_of_at_least(workload, 1000) == 3


@given(size=st.integers(1, 8), step=st.integers(0, 30), data=st.data())
def test_a_stream_of_slides_that_begins_later_ends_with_the_same_window(size, step, data):
    workload = Slides(algorithm("recompute"), COUNTING_UP, size, is_even=False)
    workload.prepare(step + 1)
    assert workload.held(step)[0] == workload.oldest(step)
    begin = data.draw(st.integers(0, workload.oldest(step)))
    answer = workload.answer_from(aggregation("collect"), begin, step)
    assert list(answer) == workload.held(step)


@given(gaps=st.lists(st.integers(0, 5), min_size=1, max_size=30), data=st.data())
def test_a_passage_that_begins_later_ends_with_the_same_window(gaps, data):
    times = [sum(gaps[: index + 1]) for index in range(len(gaps))]
    workload = Passage(algorithm("recompute"), timed(times), 7)
    step = data.draw(st.integers(0, len(times) - 1))
    assert workload.held(step)[0] == workload.oldest(step)
    begin = data.draw(st.integers(0, workload.oldest(step)))
    answer = workload.answer_from(aggregation("collect"), begin, step)
    assert list(answer) == workload.held(step)
