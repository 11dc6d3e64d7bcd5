import pytest
from hypothesis import given
from hypothesis import strategies as st

from swagbench.intervals import Interval
from swagbench.report.standings import range_text, ratio_text, standings
from swagbench.report.tables import FLOOR, Group

GROUP = Group("sum", "uniform")
BLOCKS = range(20)


@pytest.fixture
def stand(make):
    """How contestants stand at a window of 16, told by name."""

    def told(*cells, window="16"):
        return {one.algorithm: one for one in standings(make.run(*cells), GROUP, window)}

    return told


@pytest.fixture
def paired(make):
    """A cell that took so many times as long as others in the same blocks, which differ a lot."""

    def cell(algorithm, times, *, ns=None, **place):
        rounds = [[100 * times * (1 + block % 7) for block in BLOCKS]]
        return make.timed(algorithm, ns or 400 * times, measures={"rounds_ns": rounds}, **place)

    return cell


def test_rounds_of_one_block_are_compared_however_much_blocks_differ(paired, stand):
    found = stand(paired("b", 1.05), paired("a", 1))
    assert [*found] == ["a", "b"]
    assert found["a"].ratio == (1, 1, 1)
    assert not found["a"].is_separated
    assert found["b"].ratio == pytest.approx((1.05, 1.05, 1.05))
    assert found["b"].is_separated


@pytest.mark.parametrize("order", [1, -1])
def test_a_ratio_is_beside_the_fastest_whoever_was_measured_first(make, stand, order):
    slower = make.timed("b", 110, measures={"rounds_ns": [[107, 110, 112] * 9]})
    faster = make.timed("a", 100, measures={"rounds_ns": [[100, 100, 100] * 9]})
    ratio = stand(*(slower, faster)[::order])["b"].ratio
    assert ratio == pytest.approx((1.07, 1.1, 1.12))


def test_less_than_the_least_that_counts_separates_nobody(paired, stand):
    found = stand(paired("a", 1), paired("b", 1.009), paired("c", 1.02))
    assert {name: one.is_separated for name, one in found.items()} == {
        "a": False,
        "b": False,
        "c": True,
    }


def test_who_is_found_to_be_slower_is_not_the_fastest_though_its_median_is_less(paired, stand):
    found = stand(paired("a", 1.2, ns=399), paired("b", 1))
    assert [*found] == ["b", "a"]
    assert found["a"].ratio.middle == pytest.approx(1.2)


def test_without_rounds_medians_are_divided_and_there_is_no_interval(make, stand):
    found = stand(make.timed("a", 100, spread=10), make.timed("b", 150, spread=10))
    assert found["b"].ratio == (1.5, 1.5, 1.5)
    assert found["b"].is_separated


@pytest.mark.parametrize(
    ("slower", "is_separated"), [(115, False), (120, False), (121, True), (300, True)]
)
def test_without_rounds_two_whose_quartiles_overlap_or_touch_are_not_separated(
    make, stand, slower, is_separated
):
    found = stand(make.timed("b", slower, spread=10), make.timed("a", 100, spread=10))
    assert found["b"].is_separated is is_separated


def test_the_floor_other_windows_and_what_is_not_finalized_stand_nowhere(make, stand):
    found = stand(
        make.timed("a"),
        make.timed(FLOOR, 1),
        make.timed("b", 1, answer=False),
        make.timed("b", 1, 256),
        make.timed("b", 1, stream="wind"),
    )
    assert [*found] == ["a"]


def test_where_nobody_was_timed_nobody_stands(make, stand):
    assert stand(make.timed(FLOOR), make.untimed("a", "error")) == {}


@given(
    times=st.lists(st.lists(st.floats(1, 1e6), min_size=12, max_size=12), min_size=1, max_size=6)
)
def test_whatever_the_times_all_stand_once_and_the_first_is_separated_from_nobody(make, times):
    cells = [
        make.timed(f"a{number}", sorted(rounds)[6], measures={"rounds_ns": [rounds]})
        for number, rounds in enumerate(times)
    ]
    first, *others = standings(make.run(*cells), GROUP, "16")
    names = {first.algorithm, *(one.algorithm for one in others)}
    assert names == {f"a{number}" for number in range(len(times))}
    assert len(others) == len(times) - 1
    assert not first.is_separated
    assert all(one.ratio.low <= one.ratio.middle <= one.ratio.high for one in others)


@given(st.floats(0.5, 1e6))
def test_a_ratio_is_told_to_a_percent_or_better(ratio):
    assert float(ratio_text(ratio).replace(",", "")) == pytest.approx(ratio, rel=0.011)


def test_a_range_is_told_where_there_is_one():
    assert range_text(Interval(0.98, 1.01, 31.44)) == " (0.98–31.4)"
    assert range_text(Interval(1, 1, 1)) == ""
