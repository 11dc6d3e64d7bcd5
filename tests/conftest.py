"""What tests share: every algorithm, and what each can serve."""

from typing import Any, NamedTuple

import pytest
from hypothesis import settings

from swagbench.core import is_batch, is_lossy, refusal
from swagbench.registry import (
    aggregation_ids,
    algorithm_ids,
    find_aggregation,
    find_algorithm,
)

# The same examples in every run, so that a red run is red again; no clock decides anything.
settings.register_profile("repeatable", derandomize=True, database=None, deadline=None)
settings.load_profile("repeatable")


class Pair(NamedTuple):
    """An algorithm and an aggregation that it can serve."""

    algorithm: Any
    aggregation: Any


WINDOWS = [name for name in algorithm_ids() if not is_batch(find_algorithm(name).item)]
"""The ids of all algorithms that make windows."""


def pairs():
    """Every pair with a window that ought to be right: a lossy inverse is known to be wrong."""
    for algorithm_id in WINDOWS:
        algorithm = find_algorithm(algorithm_id).item
        for aggregation_id in aggregation_ids():
            aggregation = find_aggregation(aggregation_id).item
            serves = refusal(algorithm, aggregation) is None
            if serves and not is_lossy(algorithm, aggregation):
                yield f"{algorithm_id}-{aggregation_id}", Pair(algorithm, aggregation)


PAIRS = dict(pairs())


@pytest.fixture(scope="session", params=WINDOWS)
def algorithm(request):
    """Each algorithm that makes windows."""
    return find_algorithm(request.param).item


@pytest.fixture(scope="session", params=WINDOWS)
def revealing_pair(request):
    """Each algorithm with the aggregation that shows most: the window itself, else its minimum."""
    return PAIRS.get(f"{request.param}-collect") or PAIRS[f"{request.param}-min"]
