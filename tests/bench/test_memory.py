from __future__ import annotations

from swagbench.bench.floor import Floor
from swagbench.bench.memory import measure_memory
from swagbench.bench.workload import Slides
from swagbench.registry import aggregation, algorithm
from swagbench.streams import stream

POINTER_BYTES = 8


def bytes_per_value(subject, summary, size=4096):
    workload = Slides(subject, stream("ascending"), size, is_even=False)
    return measure_memory(workload, aggregation(summary))


def test_a_deque_takes_a_pointer_a_value_and_little_more():
    assert POINTER_BYTES <= bytes_per_value(Floor, "sum").at_rest < POINTER_BYTES + 2


def test_values_made_beforehand_do_not_count_and_new_aggregates_do():
    # The largest of a run is one of the values; a sum is a new number.
    largest = bytes_per_value(algorithm("two_stacks"), "max").at_rest
    summed = bytes_per_value(algorithm("two_stacks"), "sum").at_rest
    assert largest < summed


def test_the_peak_is_never_below_what_is_held_at_rest():
    for name in ("flatfit", "recompute", "subtract_on_evict", "two_stacks"):
        memory = bytes_per_value(algorithm(name), "sum", size=64)
        assert memory.peak >= memory.at_rest
