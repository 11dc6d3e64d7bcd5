"""Two runs of one machine, and what became of the cells in both."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from swagbench.comparison import Verdict
from swagbench.core import InputError
from swagbench.records import Twin
from swagbench.regressions import compare


def around(ns):
    """Rounds that hardly differ."""
    return [[ns * (1 + 0.001 * number) for number in range(8)] for _ in range(3)]


@pytest.fixture(scope="session")
def run(make):
    """A run of two algorithms and the floor; what is given is another."""

    def made(*, floor=80.0, two_stacks=300.0, daba=600.0, counts=None, rounds=around):
        return make.run(
            make.timed("two_stacks", two_stacks, measures={"rounds_ns": rounds(two_stacks)}),
            make.timed("daba", daba, measures={"rounds_ns": rounds(daba), **(counts or {})}),
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


TURNED = {
    Verdict.SLOWER: Verdict.FASTER,
    Verdict.FASTER: Verdict.SLOWER,
    Verdict.NOT_SEPARATED: Verdict.NOT_SEPARATED,
}


@given(ns=st.floats(30, 3000), floor=st.floats(40, 160), calls=st.integers(0, 9))
def test_the_other_way_round_all_is_turned_round(run, ns, floor, calls):
    one = run(counts={"combine_calls_max": 4})
    other = run(two_stacks=ns, floor=floor, counts={"combine_calls_max": calls})
    there, back = compare(one, other), compare(other, one)
    assert told(back) == {name: TURNED[verdict] for name, verdict in told(there).items()}
    assert [each.rose for each in back.counters] == [not each.rose for each in there.counters]
    assert len(there.counters) == (calls != 4)


@given(factor=st.floats(0.2, 5))
def test_a_machine_that_is_slower_in_all_has_changed_nothing(run, factor):
    slower = run(floor=80 * factor, two_stacks=300 * factor, daba=600 * factor)
    assert set(told(compare(run(), slower)).values()) == {Verdict.NOT_SEPARATED}


@given(factor=st.floats(1.05, 20))
def test_who_alone_became_slower_is_found_however_little_beyond_noise(run, factor):
    assert told(compare(run(), run(two_stacks=300 * factor)))["two_stacks"] is Verdict.SLOWER
    assert told(compare(run(two_stacks=300 * factor), run()))["two_stacks"] is Verdict.FASTER


def test_what_a_contestant_differs_from_its_own_copy_is_noise_in_either_run(run):
    noisy = run(two_stacks=360)
    cell = noisy.benchmarks[0].params
    noisy.swagbench.twins.append(Twin(cell=cell, rounds_ns=around(360 * 1.3)))
    assert told(compare(run(), noisy))["two_stacks"] is Verdict.NOT_SEPARATED
    assert told(compare(noisy, run()))["two_stacks"] is Verdict.NOT_SEPARATED


def test_the_more_cells_there_are_the_wider_is_each_interval(make):
    def many(count):
        rounds = [[100.0 + number for number in range(30)]]
        names = [f"a{number}" for number in range(count)]
        return make.run(*(make.timed(name, measures={"rounds_ns": rounds}) for name in names))

    few, more = (compare(many(count), many(count)).times[0].ratio for count in (1, 100))
    assert more.low < few.low < 1 < few.high < more.high


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


def test_what_had_a_time_and_fails_now_is_told(make, run):
    after = run()
    (lost,) = [one for one in after.benchmarks if one.params.algorithm == "daba"]
    after.benchmarks.remove(lost)
    after.swagbench.unmeasured.append(make.untimed("daba", "error", reason="RuntimeError: no"))
    after.swagbench.unmeasured.append(make.untimed("okasaki", "error", reason="never was"))
    assert [one.reason for one in compare(run(), after).failed] == ["RuntimeError: no"]


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
