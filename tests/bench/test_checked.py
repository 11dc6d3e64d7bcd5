from __future__ import annotations

import pytest

from swagbench.bench.checked import Oracle, WrongAnswer, check
from swagbench.bench.plan import unfinalized
from swagbench.bench.workload import Slides
from swagbench.registry import aggregation, algorithm
from swagbench.streams import Stream, stream


def workload(subject, size):
    return Slides(subject, stream("uniform"), size, is_even=False)


def as_it_is(answer):
    return answer


def test_combine_calls_are_counted_over_periods_that_no_clock_decides():
    summed = aggregation("sum")
    counted = [
        check(workload(algorithm("two_stacks"), 16), Oracle(summed), summed, as_it_is, steps)[1:]
        for steps in (16, 160)
    ]
    assert counted == [(3 - 1 / 16, 18)] * 2


def test_what_filling_has_put_off_is_not_in_the_mean():
    largest = aggregation("max")
    values = stream_with([*range(16, 0, -1), *range(17, 600)])
    work = Slides(algorithm("monotonic_deque"), values, 16, is_even=False)
    found = check(work, Oracle(largest), largest, as_it_is, 64)
    # The first value that is pushed on ends all that are left of those before it.
    assert found.calls_max == 15
    assert found.calls_mean == 1


def test_all_that_is_timed_is_checked_to_its_last_slide():
    class WrongInTheEnd(algorithm("two_stacks")):
        slides = 0

        def eval(self):
            WrongInTheEnd.slides += 1
            return super().eval() + (WrongInTheEnd.slides == 1000)

    summed = aggregation("sum")
    with pytest.raises(WrongAnswer, match="wrong at slide 1000: expected"):
        check(workload(WrongInTheEnd, 10), Oracle(summed), summed, as_it_is, 1000)


def test_without_finalize_the_checker_finalizes():
    mean = aggregation("mean")
    made_with = unfinalized(mean)
    checked = check(
        workload(algorithm("two_stacks"), 8), Oracle(mean), made_with, mean.finalize, steps=64
    )
    assert checked.answers > 2
    with pytest.raises(WrongAnswer):
        check(
            workload(algorithm("two_stacks"), 8), Oracle(mean), made_with, lambda _: None, steps=64
        )


def stream_with(values):
    return Stream("planted", "", float, lambda count: values[:count])


def test_a_wrong_answer_in_floats_names_the_value_that_has_left_and_is_in_it():
    values = [float(number % 7) for number in range(200)]
    values[17] = 1e20
    work = Slides(algorithm("subtract_on_evict"), stream_with(values), 8, is_even=False)
    summed = aggregation("float_sum")
    told = r"wrong at slide 18: .*; value 17 \(1e\+20\), which has left, is in it$"
    with pytest.raises(WrongAnswer, match=told):
        check(work, Oracle(summed), summed, as_it_is, 100)


def test_a_wrong_answer_in_floats_that_its_window_gives_says_so():
    class OneTooMany(algorithm("recompute")):
        def eval(self):
            return super().eval() + 1

    summed = aggregation("float_sum")
    with pytest.raises(WrongAnswer, match=r"; not from outside: the window's own values"):
        check(workload(OneTooMany, 8), Oracle(summed), summed, as_it_is, 64)


def test_a_wrong_answer_stays_one_where_its_poisoner_cannot_be_found():
    class Once(algorithm("subtract_on_evict")):
        made = 0

        def __init__(self, aggregation):
            super().__init__(aggregation)
            Once.made += 1
            if Once.made > 1:
                raise RuntimeError("no second window")

    values = [1e20, *map(float, range(99))]
    work = Slides(Once, stream_with(values), 8, is_even=False)
    summed = aggregation("float_sum")
    told = "; what it depends on was not found: RuntimeError: no second window$"
    with pytest.raises(WrongAnswer, match=told):
        check(work, Oracle(summed), summed, as_it_is, 64)


def test_of_an_exact_answer_no_poisoner_is_sought():
    class OneTooMany(algorithm("recompute")):
        def eval(self):
            return super().eval() + 1

    with pytest.raises(WrongAnswer) as caught:
        check(workload(OneTooMany, 8), Oracle(aggregation("sum")), aggregation("sum"), as_it_is, 64)
    assert ";" not in str(caught.value)
