"""Extrema: ties, NaN, and the sign of zero."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from swagbench.oracle import recompute
from swagbench.registry import aggregation

NAN, INF = math.nan, math.inf


def is_nan(value):
    return value != value  # noqa: PLR0124


def ways(name, values):
    """The answer by combining, and by picking from the sorted values."""
    subject = aggregation(name)
    yield recompute(subject, values)
    yield subject.pick(sorted(values, key=subject.sort_key))


@pytest.mark.parametrize(("name", "definition"), [("min", min), ("max", max)])
@given(
    st.lists(st.sampled_from((0.0, -0.0, 1, True, 1.0, NAN, -NAN, INF, -INF, 2**70)), min_size=1)
)
def test_an_extremum_is_the_oldest_nan_or_the_oldest_of_equals(name, definition, values):
    # Python's own min and max keep the first of equals. Identity tells 0.0 from -0.0, 1 from True.
    expected = next(filter(is_nan, values), definition(values))
    assert all(answer is expected for answer in ways(name, values))


@pytest.mark.parametrize(("name", "definition"), [("min", min), ("max", max)])
@given(st.lists(st.text(), min_size=1))
def test_an_extremum_takes_anything_with_an_order(name, definition, values):
    assert set(ways(name, values)) == {definition(values)}


@pytest.mark.parametrize("name", ["min", "max"])
def test_of_zeros_the_older_sign_stays(name):
    for values in [(0.0, -0.0), (-0.0, 0.0)]:
        assert [math.copysign(1, answer) for answer in ways(name, values)] == [
            math.copysign(1, values[0])
        ] * 2
