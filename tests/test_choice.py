"""Which algorithm, by what was measured of all."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from swagbench.choice import AS_SMALL, AS_STEADY, NobodyTimed, choose
from swagbench.comparison import Contest, Verdict, judge, margin
from swagbench.intervals import of_ratio
from swagbench.records import Ranked

HERE = Contest("sum", "uniform", "16")

FACTS = st.tuples(
    st.floats(50, 5000),  # ns of a slide
    st.floats(100, 150) | st.floats(100, 1e6),  # of the worst
    st.floats(1, 100),  # bytes at the peak
    st.lists(st.floats(0.5, 2), min_size=12, max_size=12),  # its blocks, as shares of the mean
)


@pytest.fixture(scope="session")
def one(make):
    """A contestant: ns on average and of the worst slide, bytes at the peak, and rounds."""

    def measured(name, ns, worst, peak=10.0, *, calls=3, has_latency=True, rounds=None):
        latency = make.latency()
        dearest = {**latency.slide.ranks, "max": Ranked(ns=float(worst), calls=calls)}
        slide = msgspec.structs.replace(latency.slide, ranks=dearest)
        facts = {
            "latency": msgspec.structs.replace(latency, slide=slide) if has_latency else None,
            "peak_bytes_per_value": float(peak),
            "combine_calls_max": calls,
            "rounds_ns": rounds or [[ns * (1 + 0.002 * block) for block in range(10)]] * 3,
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
        "Left out: subtract (cannot serve it: needs uncombine).",
        "Left out: lossy (answers wrongly: for a reason).",
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


@given(
    contestants=st.lists(FACTS, min_size=1, max_size=5, unique_by=lambda facts: facts[0]),
    small=st.booleans(),
    data=st.data(),
)
def test_the_chosen_one_is_what_is_promised_of_it_in_whatever_order_they_come(
    make, one, contestants, small, data
):
    cells = {
        f"a{number}": one(f"a{number}", ns, worst, peak, rounds=[[ns * share for share in blocks]])
        for number, (ns, worst, peak, blocks) in enumerate(contestants)
    }
    run = make.run(*data.draw(st.permutations(list(cells.values()))))
    facts = {name: each.extra_info for name, each in cells.items()}
    small_ones = {
        name
        for name, each in facts.items()
        if not small
        or each.peak_bytes_per_value
        <= AS_SMALL * min(other.peak_bytes_per_value for other in facts.values())
    }

    def mean(name):
        return facts[name].ns_per_slide

    def worst(name):
        return facts[name].latency.slide.ranks["max"].ns

    steady = choose(run, HERE, by_worst=True, small=small)
    least = min(map(worst, small_ones))
    as_steady = [name for name in small_ones if worst(name) <= AS_STEADY * least]
    assert steady.algorithm in as_steady
    assert mean(steady.algorithm) == min(map(mean, as_steady))

    fast = choose(run, HERE, small=small)
    fastest = min(small_ones, key=mean)
    confidence = 1 - 0.05 / max(1, len(cells) * (len(cells) - 1) // 2)

    def is_slower(name):
        ratio = of_ratio(facts[fastest].rounds_ns, facts[name].rounds_ns, confidence)
        return judge(ratio, margin(run, HERE)) is Verdict.SLOWER

    equals = [name for name in small_ones if name == fastest or not is_slower(name)]
    assert fast.algorithm in equals
    assert worst(fast.algorithm) == min(map(worst, equals))
    for choice in (steady, fast):
        assert choice.ranked[0].params.algorithm == choice.algorithm
        assert {each.params.algorithm for each in choice.ranked} == set(cells)


def test_who_has_the_least_median_and_is_slower_in_most_blocks_is_not_alone(make, one):
    # In four blocks of five "late" is faster; disturbed in the fifth, it has the larger median.
    early = [[100.0, 100.0, 100.0, 200.0, 200.0] * 6]
    late = [[95.0, 95.0, 250.0, 190.0, 190.0] * 6]
    cells = one("early", 100, 9000, rounds=early), one("late", 190, 500, rounds=late)
    for order in (cells, cells[::-1]):
        assert choose(make.run(*order), HERE).algorithm == "late"


def test_it_is_chosen_among_those_that_are_named(run):
    found = choose(run, HERE, among=["daba", "deque", "lossy"])
    assert found.algorithm == "deque"
    assert {each.params.algorithm for each in found.ranked} == {"daba", "deque"}
    left_out = [each for each in found.reasons if each.startswith("Left out")]
    assert left_out == ["Left out: lossy (answers wrongly: for a reason)."]


def test_where_nothing_was_measured_nothing_is_chosen(make):
    lonely = make.run(make.timed("floor"), make.untimed("a", "error"))
    with pytest.raises(NobodyTimed, match=r"of sum on uniform at 16. Left out: a \(failed"):
        choose(lonely, HERE)
