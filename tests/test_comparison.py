"""Who is faster, by rounds of the same blocks."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from swagbench.comparison import (
    LEAST_MARGIN,
    Contest,
    Verdict,
    corrected,
    judge,
    margin,
    noise,
    pairs,
)
from swagbench.intervals import Interval
from swagbench.records import Twin

HERE = Contest("sum", "uniform", "16")
PROCESSES, BLOCKS = 5, 4


def blocks(source, spread=0.1):
    """What disturbs each block, and all that run in it."""
    return [[source.lognormvariate(0, spread) for _ in range(BLOCKS)] for _ in range(PROCESSES)]


def rounds(source, disturbed, *, ns=100.0, spread=0.01):
    """A contestant's rounds in disturbed blocks, each with some noise of its own."""
    return [
        [ns * block * source.lognormvariate(0, spread) for block in process]
        for process in disturbed
    ]


@pytest.fixture
def contest(make):
    """A run of one comparison, of contestants with so many ns a slide, and a twin of the first."""

    def measured(seed, *, spread=0.01, twin_ns=None, **contestants):
        source = random.Random(seed)
        disturbed = blocks(source)
        cells = [
            make.timed(
                name, measures={"rounds_ns": rounds(source, disturbed, ns=ns, spread=spread)}
            )
            for name, ns in contestants.items()
        ]
        first, ns = next(iter(contestants.items()))
        again = rounds(source, disturbed, ns=twin_ns or ns, spread=spread)
        twin = Twin(cell=make.timed(first).params, rounds_ns=again)
        return make.run(*cells, twins=[twin])

    return measured


def verdicts(run, here=HERE):
    return {(pair.one, pair.other): pair.verdict for pair in pairs(run, here)}


def test_five_percent_in_all_blocks_are_told_though_blocks_differ_by_more(contest):
    run = contest(1, quick=100, slow=105)
    assert verdicts(run) == {("quick", "slow"): Verdict.FASTER}
    assert verdicts(contest(1, slow=105, quick=100)) == {("slow", "quick"): Verdict.SLOWER}


def test_of_two_hundred_contests_of_equals_hardly_any_is_told_apart(contest):
    told = [verdicts(contest(seed, spread=0.1, a=100, b=100))["a", "b"] for seed in range(200)]
    assert sum(verdict is not Verdict.NOT_SEPARATED for verdict in told) <= 4


def test_no_difference_counts_that_a_contestant_has_from_itself(contest):
    run = contest(1, quick=100, slow=105, twin_ns=112)
    assert margin(run, HERE) == pytest.approx(0.12, abs=0.02)
    assert set(verdicts(run).values()) == {Verdict.NOT_SEPARATED}


def test_less_than_one_percent_never_counts(contest):
    run = contest(1, spread=1e-6, quick=100, slow=100.9)
    assert set(verdicts(run).values()) == {Verdict.NOT_SEPARATED}
    assert margin(run, HERE) == LEAST_MARGIN


def test_without_a_copy_of_anyone_one_percent_is_what_must_be_exceeded(make):
    a, b, c = (
        make.timed(name, measures={"rounds_ns": [[ns] * BLOCKS] * PROCESSES})
        for name, ns in (("a", 100.0), ("b", 100.9), ("c", 102.0))
    )
    run = make.run(a, b, c)
    assert noise(run) is None
    assert margin(run, HERE) == LEAST_MARGIN
    assert verdicts(run) == {
        ("a", "b"): Verdict.NOT_SEPARATED,
        ("a", "c"): Verdict.FASTER,
        ("b", "c"): Verdict.FASTER,
    }


def test_contests_of_a_run_have_verdicts_and_copies_of_their_own(make):
    def cells(window, **contestants):
        return [
            make.timed(name, window=window, measures={"rounds_ns": [[float(ns)] * 10]})
            for name, ns in contestants.items()
        ]

    windows = [2**power for power in range(4, 15)]
    small = cells(16, a=100, b=105)
    large = [cells(window, a=105, b=100) for window in windows[1:]]
    firsts = [small[0], *(first for first, _ in large)]
    twins = [
        Twin(cell=first.params, rounds_ns=[[ns * first.extra_info.rounds_ns[0][0]] * 10])
        for first, ns in zip(firsts, [1.2, *[1.001] * 10], strict=True)
    ]
    run = make.run(*small, *(cell for both in large for cell in both), twins=twins)
    # One noisy comparison of eleven says nothing of the others: nine of ten are quiet.
    there = Contest("sum", "uniform", "32")
    assert margin(run, HERE) == pytest.approx(0.2)
    assert margin(run, there) == LEAST_MARGIN
    assert verdicts(run) == {("a", "b"): Verdict.NOT_SEPARATED}
    assert verdicts(run, there) == {("a", "b"): Verdict.SLOWER}


def test_where_many_comparisons_are_noisy_all_need_more(make):
    cells = [
        make.timed("a", window=2**power, measures={"rounds_ns": [[100.0]]}) for power in range(1, 5)
    ]
    twins = [
        Twin(cell=cell.params, rounds_ns=[[ns]])
        for cell, ns in zip(cells, [110.0, 110.0, 110.0, 100.0], strict=True)
    ]
    run = make.run(*cells, twins=twins)
    assert margin(run, HERE) == pytest.approx(0.1)


def test_of_more_contestants_each_interval_is_wider(contest):
    few = contest(1, a=100, b=101)
    many = contest(1, a=100, b=101, **{f"c{number}": 100 for number in range(20)})
    widths = [
        next(pair.ratio.high / pair.ratio.low for pair in pairs(run, HERE)) for run in (few, many)
    ]
    assert widths[0] < widths[1]
    assert len(pairs(many, HERE)) == 22 * 21 / 2


def test_all_intervals_of_a_comparison_hold_together():
    assert corrected(1) == corrected(0) == pytest.approx(0.95)
    assert 1 - corrected(190) == pytest.approx(0.05 / 190)


def test_the_floor_what_is_not_finalized_and_other_comparisons_stay_apart(make):
    facts = {"rounds_ns": [[1.0] * 6]}
    run = make.run(
        make.timed("a", measures=facts),
        make.timed("b", measures=facts),
        make.timed("floor", measures=facts),
        make.timed("a", measures=facts, answer=False),
        make.timed("c", measures=facts, stream="wind"),
        make.timed("d", 100, 64, measures=facts),
    )
    assert [*verdicts(run)] == [("a", "b")]


@pytest.mark.parametrize(("contestants", "blocks"), [(2, 6), (8, 11), (19, 13)])
def test_too_few_blocks_for_the_number_of_pairs_have_no_verdict(make, contestants, blocks):
    for there, known in ((blocks - 1, False), (blocks, True)):
        cells = [
            make.timed(f"a{number}", measures={"rounds_ns": [[100.0 + number] * there]})
            for number in range(contestants)
        ]
        assert bool(pairs(make.run(*cells), HERE)) is known


@pytest.mark.parametrize("blocks", [1, 2, 3, 5, 6, 11, 15])
def test_however_few_blocks_hardly_a_contest_of_equals_has_a_false_verdict(make, blocks):
    source = random.Random(blocks)
    false = 0
    for _ in range(100):
        cells = [
            make.timed(
                f"a{number}",
                measures={"rounds_ns": [[source.lognormvariate(5, 0.1) for _ in range(blocks)]]},
            )
            for number in range(8)
        ]
        found = pairs(make.run(*cells), HERE)
        false += any(pair.verdict is not Verdict.NOT_SEPARATED for pair in found)
    assert false <= 8


def test_without_rounds_nothing_is_compared(make):
    assert pairs(make.run(make.timed("a"), make.timed("b")), HERE) == []


def test_noise_is_what_contestants_differ_from_their_copies(make):
    differences = [0.001, 0.002, 0.003, 0.004, 0.1]
    cells = [
        make.timed("a", window=2**power, measures={"rounds_ns": [[100.0]]}) for power in range(5)
    ]
    twins = [
        Twin(cell=cell.params, rounds_ns=[[100 * (1 + off)]])
        for cell, off in zip(cells, differences, strict=True)
    ]
    found = noise(make.run(*cells, twins=twins))
    assert (found.pairs, found.typical) == (5, pytest.approx(0.003))
    assert found.worst == pytest.approx(0.1)
    assert found.typical < found.most < found.worst
    assert not found.is_quiet
    assert noise(make.run(*cells, twins=twins[:4])).is_quiet
    assert noise(make.run(*cells)) is None


def test_of_one_copy_all_that_is_said_of_noise_is_its_difference(make):
    cell = make.timed("a", measures={"rounds_ns": [[100.0]]})
    found = noise(make.run(cell, twins=[Twin(cell=cell.params, rounds_ns=[[101.0]])]))
    assert found == (1, *[pytest.approx(0.01)] * 3)


def test_a_copy_of_a_cell_that_has_no_time_says_nothing(make):
    twin = Twin(cell=make.timed("gone").params, rounds_ns=[[1.0]])
    assert noise(make.run(make.timed("a"), twins=[twin])) is None


@given(st.floats(0.5, 2), st.floats(1, 1.2), st.floats(0, 0.1))
def test_a_verdict_turns_round_with_the_ratio(middle, width, least):
    ratio = Interval(middle / width, middle, middle * width)
    turned = {
        Verdict.FASTER: Verdict.SLOWER,
        Verdict.SLOWER: Verdict.FASTER,
        Verdict.NOT_SEPARATED: Verdict.NOT_SEPARATED,
    }
    assert judge(ratio.inverse(), least) is turned[judge(ratio, least)]
