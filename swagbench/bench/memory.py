"""Space: aggregates held, counted, and bytes per value, each in a pass of its own.

Bytes are what tracemalloc sees, not the size of the process.
"""

from __future__ import annotations

import copy
import gc
import tracemalloc
from typing import Any, NamedTuple

from swagbench.bench.workload import Workload, steps_of_at_least
from swagbench.boxed import Box, Boxed

MOMENTS = 8


class Memory(NamedTuple):
    """Bytes that a window takes beside the values themselves, per value that it holds."""

    at_rest: float
    peak: float


def measure_memory(workload: Workload, aggregation: Any) -> Memory:
    """Fill a window and run a whole period. The values were made before, so they do not count.

    `at_rest` is what is held between steps, on average over moments of the period (two stacks are
    small just after their front is used up), `peak` the most at any time, within a step too.
    """
    steps = steps_of_at_least(workload, MOMENTS)
    workload.prepare(steps)
    gc.collect()
    held: list[int] = []
    size = workload.mean_size()
    tracemalloc.start()
    try:
        window = workload.filled(aggregation)
        for moment in range(MOMENTS):
            workload.run(window, steps * moment // MOMENTS, steps * (moment + 1) // MOMENTS)
            held.append(tracemalloc.get_traced_memory()[0])
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    return Memory(sum(held) / MOMENTS / size, peak / size)


class Partials(NamedTuple):
    """Aggregates held between slides: on average, and the most. Exact."""

    mean: float
    most: int


def count_partials(workload: Workload, aggregation: Any) -> Partials:
    """Count the aggregates that are alive after each slide of a whole period.

    Each comes in a box, and a box is counted while it is there.
    """
    steps = steps_of_at_least(workload, MOMENTS)
    workload.prepare(steps)
    boxed = Boxed(aggregation)
    in_boxes = copy.copy(workload)
    in_boxes.values = [Box(value) for value in workload.values]
    window = in_boxes.filled(boxed)
    held = []
    for step in range(steps):
        in_boxes.run(window, step, step + 1)
        held.append(boxed.count)
    return Partials(sum(held) / steps, max(held))
