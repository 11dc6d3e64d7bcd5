"""Two runs of one machine, and what became of the cells in both."""

from __future__ import annotations

import msgspec
import pytest

from swagbench.comparison import Verdict
from swagbench.core import InputError
from swagbench.regressions import compare


def around(ns):
    """Rounds that hardly differ."""
    return [[ns * (1 + 0.001 * number) for number in range(8)] for _ in range(3)]


@pytest.fixture
def run(make):
    """A run of two algorithms and the floor; what is given is another."""

    def made(*, floor=80.0, two_stacks=300.0, counts=None, rounds=around):
        return make.run(
            make.timed("two_stacks", two_stacks, measures={"rounds_ns": rounds(two_stacks)}),
            make.timed("daba", 600, measures={"rounds_ns": rounds(600.0), **(counts or {})}),
            make.timed("floor", floor, measures={"rounds_ns": rounds(floor)}),
        )

    return made


def told(found):
    return {one.cell.algorithm: one.verdict for one in found.times}


def test_the_same_run_twice_has_not_changed(run):
    found = compare(run(), run())
    assert told(found) == dict.fromkeys(("two_stacks", "daba"), Verdict.NOT_SEPARATED)
    assert found.counters == found.only_before == found.only_after == []


@pytest.mark.parametrize(("ns", "verdict"), [(360, Verdict.SLOWER), (240, Verdict.FASTER)])
def test_what_became_slower_or_faster_is_told_and_nothing_else(run, ns, verdict):
    found = compare(run(), run(two_stacks=ns))
    assert told(found) == {"two_stacks": verdict, "daba": Verdict.NOT_SEPARATED}
    (one,) = [one for one in found.times if one.cell.algorithm == "two_stacks"]
    assert one.ratio.low < ns / 300 < one.ratio.high
    assert (one.before_ns, one.after_ns) == (300, ns)


def test_what_the_floor_differs_is_the_machine(run):
    found = compare(run(), run(two_stacks=360, floor=100))
    assert told(found)["two_stacks"] is Verdict.NOT_SEPARATED


def test_without_rounds_no_difference_is_known(run):
    found = compare(run(rounds=lambda _: []), run(two_stacks=900))
    assert set(told(found).values()) == {Verdict.NOT_SEPARATED}


def test_an_exact_counter_that_is_another_is_told_however_little(run):
    before = {"combine_calls_mean": 4.0, "combine_calls_max": 7, "partials_max": 20}
    after = {"combine_calls_mean": 4.001, "combine_calls_max": 6, "partials_max": 20}
    found = compare(run(counts=before), run(counts=after))
    changed = {one.counter: one.rose for one in found.counters}
    assert changed == {"combine_calls_mean": True, "combine_calls_max": False}


def test_a_mean_that_was_added_in_another_order_is_the_same(run):
    counts = [{"combine_calls_mean": mean} for mean in (0.1 + 0.2, 0.3)]
    assert compare(run(counts=counts[0]), run(counts=counts[1])).counters == []


def test_what_is_in_one_run_only_is_named(make, run):
    more = run()
    more.benchmarks.append(make.timed("okasaki", 700))
    assert [cell.algorithm for cell in compare(run(), more).only_after] == ["okasaki"]
    assert [cell.algorithm for cell in compare(more, run()).only_before] == ["okasaki"]


def test_runs_of_different_machines_or_pythons_are_refused_unless_asked(run):
    other = run(two_stacks=360)
    other.machine_info["cpu"]["brand_raw"] = "Abacus"
    other.machine_info["python_version"] = "3.13.0"
    expected = r"processor A Processor → Abacus, Python 3.11.7 → 3.13.0; --anyway"
    with pytest.raises(InputError, match=expected):
        compare(run(), other)
    assert told(compare(run(), other, anyway=True))["two_stacks"] is Verdict.SLOWER


def test_runs_without_a_cell_in_common_are_refused(make, run):
    with pytest.raises(InputError, match="no cell in common"):
        compare(run(), make.run(make.timed("okasaki")))


def test_comparing_changes_neither_run(run):
    before, after = run(), run(two_stacks=360)
    kept = msgspec.json.encode([before, after])
    compare(before, after)
    assert msgspec.json.encode([before, after]) == kept
