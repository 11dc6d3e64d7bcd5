"""A page of a large run must stay small enough to be sent, and quick to open."""

import random

import msgspec
import pytest

from swagbench.records import Status, Twin
from swagbench.report.page import drawings, page
from swagbench.report.tables import FLOOR

MOST_BYTES = 1_500_000
ALGORITHMS = [*(f"algorithm_number_{number}" for number in range(19)), FLOOR]
AGGREGATIONS = [f"aggregation_{number}" for number in range(10)]
WINDOWS = [4**exponent for exponent in range(12)]
CHECKS = [f"part.check_{number}" for number in range(40)]
PROCESSES, BLOCKS, STRETCHES = 3, 5, 187


@pytest.fixture(scope="module")
def large_run(make):
    """A run of 20 algorithms, 10 aggregations and 12 windows in which hardly a figure repeats."""
    source = random.Random(1)

    def near(ns):
        return round(ns * source.lognormvariate(0, 0.05), 3)

    def rounds(ns):
        return [[near(ns) for _ in range(BLOCKS)] for _ in range(PROCESSES)]

    def measures(ns):
        timeline = [near(ns) for _ in range(STRETCHES)]
        latency = msgspec.structs.replace(make.latency(near(ns)), timeline_ns=timeline)
        facts = {"combine_calls_mean": near(3), "bytes_per_value": near(20)}
        return {**facts, "rounds_ns": rounds(ns), "latency": latency}

    cells = [
        make.timed(name, ns, window, spread=ns / 20, aggregation=aggregation, measures=measures(ns))
        for aggregation in AGGREGATIONS
        for window in WINDOWS
        for name in ALGORITHMS
        for ns in [near(300 * window**0.1)]
    ]
    twins = [
        Twin(cell=cell.params, rounds_ns=rounds(cell.extra_info.ns_per_slide))
        for cell in cells[:: len(ALGORITHMS)]
    ]
    checks = [
        make.checked(name, aggregation, check, status=status)
        for name in ALGORITHMS
        for aggregation in AGGREGATIONS
        for check in CHECKS
        for status in [Status.PASSED]
    ]
    failures = [
        make.checked(name, history="push 1, pop", status=Status.FAILED, given="1", expected="2")
        for name in ALGORITHMS
    ]
    return make.run(*cells, *checks, *failures, twins=twins)


def test_a_page_of_a_large_run_is_small_enough_to_be_sent(large_run):
    assert len(page(large_run, drawings(large_run)).encode()) < MOST_BYTES
