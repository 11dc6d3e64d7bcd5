"""One cell, start to end: checked and counted, timed in rounds, and its memory taken."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable
from typing import Any, Protocol

from swagbench.bench.checked import Checked, check, compare
from swagbench.bench.floor import FLOOR
from swagbench.bench.limits import OverBudget
from swagbench.bench.memory import measure_memory
from swagbench.bench.plan import Contestants, unfinalized
from swagbench.bench.workload import Passage, Slides, Workload, steps_of_at_least
from swagbench.core import card_of
from swagbench.oracle import recompute
from swagbench.records import Cell, Measures, Plan, span_seconds

TRIAL_SECONDS = 0.02
TRIAL_STEPS = 1024
SHORTEST_SECONDS = 1e-7
FEWEST_ROUNDS = 3
MEMORY_PASS_SLOWDOWN = 3


class TimeRounds(Protocol):
    """Times a target in rounds, each after its own setup; the seconds of each round."""

    def __call__(
        self,
        target: Callable[..., None],
        setup: Callable[[], tuple[tuple[Any, ...], dict[str, Any]]],
        rounds: int,
    ) -> list[float]:
        """`setup` gives the positional and keyword arguments that `target` is called with."""
        ...


def measure(cell: Cell, contestants: Contestants, time_rounds: TimeRounds) -> Measures:
    """Measure a cell.

    Raises:
        OverBudget: it would take longer than the plan allows; says how long.
        WrongAnswer: an answer is not the oracle's, before the timing or at the end of a round.
    """
    aggregation = contestants.aggregations[cell.aggregation].item
    made_with = aggregation if cell.answer else unfinalized(aggregation)
    read = _as_it_is if cell.answer else aggregation.finalize
    workload = _workload(cell, contestants)
    steps, rounds, checked_steps = _size(workload, made_with, contestants.plan)

    is_floor = cell.algorithm == FLOOR.id
    checked = (
        Checked(0, 0, 0)
        if is_floor
        else check(workload, aggregation, made_with, read, checked_steps)
    )
    workload.prepare(steps)
    answers: list[Any] = []

    def setup() -> tuple[tuple[Any, ...], dict[str, Any]]:
        window = workload.filled(made_with)
        gc.collect()
        return (window,), {}

    def target(window: Any) -> None:
        answers.append(workload.run(window, 0, steps))

    seconds = time_rounds(target, setup, rounds)
    if not is_floor:
        for answer in answers:
            compare(workload, aggregation, made_with, read, step=steps - 1, answer=read(answer))

    ns_per_slide = [1e9 * each / steps for each in seconds]
    q1, _, q3 = statistics.quantiles(ns_per_slide, n=4, method="inclusive")
    memory = measure_memory(workload, made_with) if cell.answer else None
    return Measures(
        ns_per_slide=statistics.median(ns_per_slide),
        ns_per_slide_q1=q1,
        ns_per_slide_q3=q3,
        slides_per_round=steps,
        window_values=workload.mean_size(),
        answers_checked=checked.answers + (0 if is_floor else len(answers)),
        is_floor=is_floor,
        combine_calls_mean=checked.calls_mean if cell.answer else None,
        combine_calls_max=checked.calls_max if cell.answer else None,
        bytes_per_value=memory.at_rest if memory else None,
        peak_bytes_per_value=memory.peak if memory else None,
    )


def _as_it_is(answer: Any) -> Any:
    return answer


def _workload(cell: Cell, contestants: Contestants) -> Workload:
    algorithm = contestants.algorithm(cell).item
    stream = contestants.stream(cell)
    if cell.window in contestants.plan.spans:
        return Passage(algorithm, stream, span_seconds(cell.window))
    card = card_of(algorithm)
    is_even = card is not None and card.is_even
    return Slides(algorithm, stream, int(cell.window), is_even=is_even)


def _size(workload: Workload, aggregation: Any, plan: Plan) -> tuple[int, int, int]:
    """Steps per round, rounds, and steps to check, from a short trial and the budget.

    What is timed is checked; where a tenth of the budget allows, all of a stream that ends is, so
    that a verdict on it does not depend on how fast the machine is.

    Raises:
        OverBudget: even the fewest rounds would take longer than the budget.
    """
    fill, per_step = _trial(workload, aggregation)
    steps = steps_of_at_least(workload, plan.round_seconds / per_step)
    # A flip costs about as much as filling the window; checking runs at half the speed.
    once = 2 * fill + per_step * (2 + MEMORY_PASS_SLOWDOWN) * min(workload.period, steps)
    round_seconds = 2 * fill + per_step * steps
    rounds = min(plan.rounds, int((plan.budget_seconds - once) / round_seconds) - 1)
    if rounds < FEWEST_ROUNDS:
        needed = once + (FEWEST_ROUNDS + 1) * round_seconds
        raise OverBudget(f"needs about {needed:.0f} s, the budget is {plan.budget_seconds:g} s")
    affordable = workload.whole * per_step <= plan.budget_seconds / 10
    return steps, rounds, max(steps, workload.whole if affordable else 0)


def _trial(workload: Workload, aggregation: Any) -> tuple[float, float]:
    """Seconds to fill a window, and seconds per step but for the first, which may be a flip."""
    steps = steps_of_at_least(workload, TRIAL_STEPS)
    workload.prepare(steps)
    # What is imported or built at the first call is nobody's cost.
    recompute(aggregation, workload.held(0)[:1])
    start = time.perf_counter()
    window = workload.filled(aggregation)
    filled = time.perf_counter()
    workload.run(window, 0, 1)
    begun = now = time.perf_counter()
    done = 1
    while done < steps and now - begun < TRIAL_SECONDS:
        stop = min(2 * done, steps)
        workload.run(window, done, stop)
        done = stop
        now = time.perf_counter()
    # A stream of one value leaves nothing to time, and a clock may not have moved.
    return filled - start, max(now - begun, SHORTEST_SECONDS) / max(1, done - 1)
