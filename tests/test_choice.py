"""Which algorithm, by what was measured of all."""

from __future__ import annotations

import msgspec
import pytest

from swagbench.choice import choose
from swagbench.comparison import Contest
from swagbench.core import InputError
from swagbench.records import Ranked

HERE = Contest("sum", "uniform", "16")


@pytest.fixture
def one(make):
    """A contestant: ns on average and of the worst slide, bytes at the peak, and rounds."""

    def measured(name, ns, worst, peak=10.0, *, calls=3, has_latency=True):
        latency = make.latency()
        dearest = {**latency.slide.ranks, "max": Ranked(ns=float(worst), calls=calls)}
        slide = msgspec.structs.replace(latency.slide, ranks=dearest)
        facts = {
            "latency": msgspec.structs.replace(latency, slide=slide) if has_latency else None,
            "peak_bytes_per_value": float(peak),
            "combine_calls_max": calls,
            "rounds_ns": [[ns * (1 + 0.002 * block) for block in range(10)]] * 3,
        }
        return make.timed(name, ns, measures=facts)

    return measured


@pytest.fixture
def run(make, one):
    """Stacks are fast and stop now and then; daba is steady; a deque is small; floor is nobody."""
    return make.run(
        one("stacks", 300, 48_000, 18, calls=1026),
        one("daba", 570, 1_100, 24, calls=5),
        one("okasaki", 700, 1_000, 20, calls=5),
        one("deque", 450, 2_500, 9, calls=16),
        one("floor", 80, 100, 8, calls=0),
        make.untimed("subtract", "n/a", reason="needs uncombine"),
        make.untimed("lossy", "wrong"),
        make.untimed("elsewhere", "wrong", 64),
    )


@pytest.mark.parametrize(
    ("asked", "chosen"),
    [
        ({}, "stacks"),
        ({"by_worst": True}, "daba"),
        ({"small": True}, "deque"),
        ({"by_worst": True, "small": True}, "deque"),
    ],
)
def test_what_is_asked_for_decides(run, asked, chosen):
    found = choose(run, HERE, **asked)
    assert found.algorithm == found.ranked[0].params.algorithm == chosen
    assert {each.params.algorithm for each in found.ranked} == {
        "stacks",
        "daba",
        "okasaki",
        "deque",
    }


def test_reasons_have_the_figures_in_them(run):
    first, fastest, *left_out = choose(run, HERE, by_worst=True).reasons
    assert first == (
        "daba takes 570 ns a slide, its worst 1,100 ns (5 combine calls), and 24 bytes a value at"
        " the peak; the fastest of 2 with a worst slide as small (the others: okasaki)."
    )
    assert fastest == (
        "stacks is the fastest on average, 300 ns (daba takes 1.90 times that); its worst slide"
        " takes 48,000 ns (1,026 combine calls)."
    )
    assert left_out == [
        "Left out: subtract (cannot serve it).",
        "Left out: lossy (answers wrongly).",
    ]


def test_who_is_fast_and_not_steady_is_said_to_be(run):
    told = choose(run, HERE).reasons
    assert "okasaki has the least worst slide, 1,000 ns (5 combine calls)," in told[1]


def test_who_takes_too_much_memory_is_named(run):
    told = choose(run, HERE, small=True).reasons
    assert (
        "Left out: stacks, daba, okasaki (more than 1.5 times the memory of the smallest)." in told
    )


def test_of_those_not_separated_the_steadier_is_taken(make, one):
    found = choose(make.run(one("hasty", 300, 9000), one("calm", 300.5, 500)), HERE)
    assert found.algorithm == "calm"
    assert "not separated from the fastest (the others: hasty)" in found.reasons[0]


def test_without_single_operations_the_most_combine_calls_decide(make, one):
    cells = [
        one("hasty", 300, 0, calls=1026, has_latency=False),
        one("calm", 600, 0, calls=5, has_latency=False),
    ]
    found = choose(make.run(*cells), HERE, by_worst=True)
    assert found.algorithm == "calm"
    assert "its worst 5 combine calls" in found.reasons[0]


def test_where_nothing_was_measured_nothing_is_chosen(make):
    lonely = make.run(make.timed("floor"), make.untimed("a", "error"))
    with pytest.raises(InputError, match="nothing was measured of sum on uniform at 16"):
        choose(lonely, HERE)
