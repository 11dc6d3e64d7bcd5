"""The verdict on what is built in: every algorithm keeps its promises, every aggregation its laws.

These are the tests that ``tox -e mutation`` runs on mutants: what they let live is a missing check.
"""

import pytest

from swagbench.checks import check_aggregation, check_window, each_check_of
from swagbench.records import Status
from swagbench.registry import aggregation_ids, algorithm_ids

# A test of each check, so that a mutant is dead at the first one that sees it.
CHECKS = {one.id: one for algorithm in algorithm_ids() for one in each_check_of(algorithm)}


@pytest.mark.parametrize("one", CHECKS.values(), ids=CHECKS.keys())
def test_every_algorithm_keeps_all_that_it_promises(one, pytestconfig):
    profile = pytestconfig.getoption("--swagbench-profile", "default")
    rows = check_window(
        one.algorithm, *aggregation_ids(), checks=one.check, profile=profile, timeout=60
    )
    assert {row.status for row in rows} <= {*Status} - {row for row in Status if row.is_broken}


@pytest.mark.parametrize("aggregation", aggregation_ids())
def test_every_aggregation_keeps_its_laws(aggregation):
    rows = check_aggregation(aggregation, timeout=60)
    assert "consider claiming" not in " ".join(row.reason for row in rows)


@pytest.mark.parametrize(
    "aggregation",
    ["quantile(0)", "quantile(0.25)", "quantile(1)", "distinct_count(4)", "distinct_count(16)"],
)
def test_aggregations_keep_their_laws_whatever_they_are_made_with(aggregation):
    # In its default profile a large sketch takes ten seconds.
    profile = "fast" if aggregation == "distinct_count(16)" else "default"
    check_aggregation(aggregation, profile=profile, timeout=60)
