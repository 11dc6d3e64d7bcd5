"""What keeps the order: the window itself, maps and formulas."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from swagbench.oracle import is_same, recompute
from swagbench.registry import aggregation


@given(st.lists(st.integers() | st.text() | st.floats()))
def test_collect_is_the_window_itself(values):
    assert is_same(recompute(aggregation("collect"), values), tuple(values))


def test_collect_lets_only_its_oldest_part_leave():
    collect = aggregation("collect")
    assert collect.uncombine((1, 2, 1), (1,)) == (2, 1)
    with pytest.raises(ValueError, match="not the oldest part"):
        collect.uncombine((1, 2), (2,))


@given(st.lists(st.tuples(st.integers(), st.integers())), st.integers())
def test_affine_applies_its_maps_oldest_first(maps, x):
    a, b = recompute(aggregation("affine"), maps)
    expected = x
    for slope, offset in maps:
        expected = slope * expected + offset
    modulus = 998244353
    assert (a * x + b - expected) % modulus == 0
    assert 0 <= a < modulus
    assert 0 <= b < modulus


@given(st.lists(st.integers() | st.text(min_size=1), min_size=1))
def test_expression_reads_as_a_sum(values):
    assert recompute(aggregation("expression"), values) == " + ".join(map(str, values))
