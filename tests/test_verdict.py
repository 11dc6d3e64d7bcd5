"""The verdict on what is built in: every algorithm keeps its promises, every aggregation its laws.

With those of block scan and of units, these are the tests that ``tox -e mutation`` runs on mutants:
what they let live is a missing check.
"""

import math
import statistics
import sys

import pytest

from swagbench.checks import check_aggregation, check_window, each_check_of
from swagbench.core import InputError
from swagbench.oracle import fold, recompute
from swagbench.records import Status
from swagbench.registry import aggregation, aggregation_ids, algorithm_ids

# A test of each check, so that a mutant is dead at the first one that sees it.
CHECKS = {one.id: one for algorithm in algorithm_ids() for one in each_check_of(algorithm)}


@pytest.mark.parametrize("one", CHECKS.values(), ids=CHECKS.keys())
def test_every_algorithm_keeps_all_that_it_promises(one, pytestconfig):
    profile = pytestconfig.getoption("--swagbench-profile", "default")
    rows = check_window(one.algorithm, checks=one.check, profile=profile, timeout=60)
    assert not any(row.status.is_broken for row in rows)
    # What a window never calls cannot raise, and a fast round draws no values.
    rows = [row for row in rows if row.check == one.check]
    never_called = any(row.reason.endswith("is never called") for row in rows)
    assert not rows or never_called or Status.PASSED in {row.status for row in rows}


@pytest.mark.parametrize("spec", aggregation_ids())
def test_every_aggregation_keeps_its_laws(spec):
    rows = check_aggregation(spec, timeout=60)
    assert "consider claiming" not in " ".join(row.reason for row in rows)


@pytest.mark.parametrize(
    "spec",
    [
        *("quantile(0)", "quantile(0.25)", "quantile(1)", "skip_missing(median)"),
        *("distinct_count(4)", "distinct_count(16)", "distinct_count_plus_plus(4)"),
        *("variance(True)", "std(True)", "skewness(True)", "kurtosis(True)", "covariance(True)"),
        *("exact_variance(True)", "mean(compensated_sum)", "mean(exact_sum)"),
    ],
)
def test_aggregations_keep_their_laws_whatever_they_are_made_with(spec):
    check_aggregation(spec, timeout=60)


# --- what no law can ask, as it is about one aggregation ------------------------------------------


@pytest.mark.parametrize(
    "spec",
    [
        *("quantile(True)", "quantile('0')", "quantile(1.5)"),
        *("distinct_count(3)", "distinct_count(17)", "distinct_count('4')"),
    ],
)
def test_what_an_aggregation_cannot_be_made_with_is_refused(spec):
    with pytest.raises(InputError, match=r"a quantile's q is|HyperLogLog takes"):
        aggregation(spec)


@pytest.mark.parametrize(
    ("spec", "values", "answer", "is_explained"),
    [
        ("float_sum", [1e308, -1e308], 1e300, False),
        ("float_sum", [sys.float_info.max], math.inf, False),
        ("compensated_sum", [1.0, 1e20, -1e20], 0.0, False),
        ("compensated_sum", [1e20, -1.5, 0.1, 1.5, -1e20, -0.1], "its own", True),
        ("mean", [2**53 + 1], "its own", True),
        ("mean", [1.0], None, False),
        ("mean", [], None, True),
    ],
)
def test_what_floats_can_and_cannot_have_answered(spec, values, answer, is_explained):
    subject = aggregation(spec)
    given = recompute(subject, values) if answer == "its own" else answer
    assert subject.explains(values, given) is is_explained


def test_a_small_count_without_an_empty_register_is_not_corrected():
    sketch = aggregation("distinct_count(4)")
    values = [f"user-{number}" for number in range(280, 323)]
    registers = sketch.registers(fold(sketch, values))
    assert min(registers) > 0
    harmonic = 1 / statistics.fmean(2.0 ** -int(register) for register in registers)
    # 0.673 is the constant of the paper for 16 registers.
    assert recompute(sketch, values) == pytest.approx(0.673 * 16 * harmonic)
