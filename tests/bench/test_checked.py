from __future__ import annotations

import pytest

from swagbench.bench.checked import WrongAnswer, check
from swagbench.bench.plan import unfinalized
from swagbench.bench.workload import Slides
from swagbench.registry import aggregation, algorithm
from swagbench.streams import stream


def workload(subject, size):
    return Slides(subject, stream("uniform"), size, is_even=False)


def as_it_is(answer):
    return answer


def test_combine_calls_are_counted_over_periods_that_no_clock_decides():
    summed = aggregation("sum")
    counted = [
        check(workload(algorithm("two_stacks"), 16), summed, summed, as_it_is, steps)[1:]
        for steps in (16, 160)
    ]
    assert counted == [(3 - 1 / 16, 18)] * 2


def test_all_that_is_timed_is_checked_to_its_last_slide():
    class WrongInTheEnd(algorithm("two_stacks")):
        slides = 0

        def eval(self):
            WrongInTheEnd.slides += 1
            return super().eval() + (WrongInTheEnd.slides == 1000)

    summed = aggregation("sum")
    with pytest.raises(WrongAnswer, match="wrong at slide 1000: expected"):
        check(workload(WrongInTheEnd, 10), summed, summed, as_it_is, 1000)


def test_without_finalize_the_checker_finalizes():
    mean = aggregation("mean")
    made_with = unfinalized(mean)
    checked = check(workload(algorithm("two_stacks"), 8), mean, made_with, mean.finalize, steps=64)
    assert checked.answers > 2
    with pytest.raises(WrongAnswer):
        check(workload(algorithm("two_stacks"), 8), mean, made_with, lambda _: None, steps=64)
