import math
import statistics
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

import swagbench
from swagbench.oracle import is_right, is_same, recompute

# Each is found once: finding looks through all that is installed.
aggregation = cache(swagbench.aggregation)

NAN = math.nan
ints = st.lists(st.integers())


@given(ints)
def test_recompute_is_the_definition(values):
    definitions = {
        "sum": sum(values),
        "count": len(values),
        "collect": tuple(values),
        "max": max(values, default=None),
        "median": statistics.median(values) if len(values) % 2 else None,
    }
    for name, expected in definitions.items():
        if expected is not None:
            assert recompute(aggregation(name), values) == expected


@given(st.recursive(st.integers() | st.just(NAN), lambda inner: st.tuples(inner, inner)))
def test_an_answer_is_the_same_as_its_copy_where_nan_equals_nan(answer):
    def copy(part):
        if isinstance(part, tuple):
            return tuple(map(copy, part))
        # Another NaN, so that identity does not decide.
        return float("nan") if part != part else part  # noqa: PLR0124

    assert is_same(answer, copy(answer))
    assert not is_same(answer, (copy(answer), 0))


@pytest.mark.parametrize(
    ("expected", "given_answer"),
    [
        (NAN, 0.0),
        (0.0, NAN),
        ((1, NAN), (1, 0.0)),
        ((1, NAN), (NAN, 1)),
        ((NAN,), (NAN, NAN)),
        ((NAN,), [NAN]),
        ((), None),
        (None, 0),
    ],
)
def test_nan_hides_no_difference(expected, given_answer):
    assert not is_same(expected, given_answer)


class Rough:
    """A sum that calls right whatever is near it."""

    def explains(self, values, answer):
        return abs(sum(values) - answer) < 1


def test_an_aggregation_with_a_rule_decides_by_it():
    assert is_right(Rough(), [1, 2], 3.5)
    assert not is_right(Rough(), [1, 2], 4)


def test_without_a_rule_only_the_recomputed_answer_is_right():
    assert is_right(aggregation("sum"), [1, 2], 3)
    assert not is_right(aggregation("sum"), [1, 2], 3.5)
