from __future__ import annotations

import gc
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from swagbench.bench import latency as module
from swagbench.bench.floor import Floor
from swagbench.bench.latency import Times, latency, measure_latency, ranked, responses
from swagbench.bench.limits import OverBudget
from swagbench.bench.workload import Passage, Slides
from swagbench.records import LOADS, RANKS
from swagbench.registry import aggregation, algorithm
from swagbench.streams import Stream, stream

times = st.lists(st.integers(1, 1000), min_size=1, max_size=300)


def slides(subject, size, *, is_even=False):
    return Slides(subject, stream("uniform"), size, is_even=is_even)


def measured(workload, summary="sum", replays=2, seconds=60.0):
    return measure_latency(workload, aggregation(summary), replays, seconds=seconds, per_step=1e-7)


# --- ranks ----------------------------------------------------------------------------------------


@given(times)
def test_at_a_rank_is_the_first_operation_that_so_many_took_no_longer_than(took):
    found = ranked(took, [0] * len(took))
    for name, share in RANKS.items():
        given_ns = found.ranks[name].ns
        reached = [ns for ns in took if sum(other <= ns for other in took) >= share * len(took)]
        assert given_ns == min(reached)


@given(st.lists(st.tuples(st.integers(1, 50), st.integers(0, 9)), min_size=1, max_size=80))
def test_beside_a_time_are_the_calls_of_an_operation_that_took_it(both):
    found = ranked(*zip(*both, strict=True))
    assert all((one.ns, one.calls) in both for one in found.ranks.values())
    assert found.ranks["max"] == module.Ranked(ns=max(both)[0], calls=max(both)[1])


def test_an_operation_is_slow_beyond_ten_times_the_median():
    assert ranked([10, 10, 10, 100, 101, 5000], [1] * 6).slow == 2


# --- the queue ------------------------------------------------------------------------------------


def served(service, between):
    """When each is done less when it came, one moment after the other."""
    free = 0.0
    for number, each in enumerate(service):
        arrival = number * between
        free = max(free, arrival) + each
        yield free - arrival


@given(times, st.sampled_from([0.1, *LOADS.values()]))
def test_a_response_is_from_arrival_to_end_behind_those_before(service, load):
    between = sum(service) / len(service) / load
    assert responses(service, load) == pytest.approx(
        [*served(service, between)], rel=1e-9, abs=1e-6
    )


@given(times)
def test_nobody_waits_where_there_is_no_load_and_all_wait_longer_under_more(service):
    assert responses(service, 1e-9) == service
    light, heavy = responses(service, 0.5), responses(service, 0.95)
    assert all(less <= more + 1e-9 for less, more in zip(light, heavy, strict=True))


# --- a replay, by a clock that tells what it is asked ---------------------------------------------


class Clock:
    """Goes on by one at each reading, and by whatever an operation takes."""

    def __init__(self):
        self.ns = 0

    def __call__(self):
        self.ns += 1
        return self.ns


@pytest.fixture
def clock(monkeypatch):
    one = Clock()
    monkeypatch.setattr(module.time, "perf_counter_ns", one)
    return one


def flipping(clock, *, disturbances=()):
    """A window whose every eighth pop takes 500; and now and then something comes between."""
    numbers = count()

    class Flipping(algorithm("two_stacks")):
        def __init__(self, summary):
            super().__init__(summary)
            self.pops = 0
            self.replay = next(numbers)

        def pop(self):
            super().pop()
            clock.ns += 500 if self.pops % 8 == 0 else 20
            clock.ns += 10**6 * ((self.replay, self.pops) in disturbances)
            self.pops += 1

    return Flipping


def test_the_dearest_operations_are_told_exactly(clock):
    found = measured(slides(flipping(clock), 8))
    # A reading of the clock is in each.
    assert (found.pop.ranks["p50"].ns, found.pop.ranks["max"].ns) == (21, 501)
    assert found.pop.slow == found.pop.count // 8
    assert (found.push.ranks["max"].ns, found.eval.ranks["max"].ns) == (1, 1)
    assert (found.slide.ranks["p50"].ns, found.slide.ranks["max"].ns) == (23, 503)


def test_what_comes_between_in_one_replay_only_is_not_in_any_operation(clock):
    disturbed = {(0, 5), (0, 900), (1, 7), (1, 901)}
    found = measured(slides(flipping(clock, disturbances=disturbed), 8))
    assert found.pop.ranks["max"].ns == 501
    assert found.slide.ranks["max"].ns == 503


def test_what_comes_between_in_every_replay_is_the_algorithms(clock):
    disturbed = {(0, 900), (1, 900)}
    found = measured(slides(flipping(clock, disturbances=disturbed), 8))
    assert found.pop.ranks["max"].ns == 10**6 + 21
    assert found.response_ns["95 %"]["max"] > 10**6


def test_the_calls_are_those_of_the_same_operation():
    stacks = measured(slides(algorithm("two_stacks"), 64))
    assert stacks.slide.count == 2048
    assert stacks.pop.ranks["max"].calls == 64
    assert stacks.pop.ranks["p50"].calls == 0
    assert (stacks.push.ranks["max"].calls, stacks.eval.ranks["max"].calls) == (1, 1)
    steady = measured(slides(algorithm("daba_lite"), 64))
    assert max(one.calls for one in steady.pop.ranks.values()) <= 2


def test_the_history_covers_whole_periods_and_the_time_line_all_of_it():
    found = measured(slides(algorithm("two_stacks"), 1500))
    assert found.slide.count == 3000
    assert found.stretch * len(found.timeline_ns) >= 3000
    assert len(found.timeline_ns) <= 200
    assert max(found.timeline_ns) == found.slide.ranks["max"].ns


@given(st.lists(st.integers(1, 1000), min_size=1, max_size=1000))
def test_each_point_of_the_time_line_is_the_dearest_slide_of_its_stretch(took):
    zeros = [0] * len(took)
    found = latency(Times(None, took, zeros), took, Times(None, zeros, zeros), 1)
    for place, dearest in enumerate(found.timeline_ns):
        assert dearest == max(took[place * found.stretch : (place + 1) * found.stretch])


def test_over_time_there_is_no_pop_of_its_own():
    seconds = [*range(100)]
    timed = Stream("timed", "", int, lambda number: [*range(number)], times=lambda: seconds)
    found = measured(Passage(algorithm("two_stacks"), timed, 10))
    assert found.pop is None
    assert found.push.count == found.eval.count == found.slide.count == 100
    assert found.push.ranks["max"].calls > 1


def test_the_floor_combines_nothing():
    found = measured(slides(Floor, 16))
    assert {one.calls for one in found.slide.ranks.values()} == {0}


# --- limits ---------------------------------------------------------------------------------------


def test_of_replays_that_do_not_fit_there_are_fewer_and_one_alone_is_none():
    with pytest.raises(OverBudget, match="for single operations, has 0 s"):
        measured(slides(algorithm("two_stacks"), 16), seconds=1e-9)


def test_where_all_slides_cost_the_same_a_few_stand_for_all():
    work = slides(algorithm("recompute"), 16, is_even=True)
    found = measure_latency(work, aggregation("sum"), 2, seconds=10.0, per_step=1.0)
    assert found.slide.count == 16


@pytest.mark.parametrize("is_on", [True, False])
def test_garbage_collection_is_as_it_was_whatever_happens(is_on):
    class Raising(algorithm("two_stacks")):
        def eval(self):
            assert not gc.isenabled()
            raise RuntimeError

    was_on = gc.isenabled()
    try:
        (gc.enable if is_on else gc.disable)()
        with pytest.raises(RuntimeError):
            measured(slides(Raising, 4))
        assert gc.isenabled() is is_on
    finally:
        (gc.enable if was_on else gc.disable)()
