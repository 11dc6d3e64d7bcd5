"""Small plans, for every test of the bench."""

from __future__ import annotations

import pytest

from swagbench.records import Plan


@pytest.fixture
def plan():
    """A plan of one tiny cell, with whatever is given instead."""

    def make(**given):
        tiny = {"processes": 2, "rounds": 2, "round_seconds": 0.001, "budget_seconds": 20}
        tiny |= {"memory_gib": 8, "replays": 2}
        what = {"algorithms": ["two_stacks"], "aggregations": ["sum"], "windows": [4]}
        return Plan(**{**tiny, **what, **given})

    return make
