import math
import statistics
import subprocess
import sys
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import swagbench
from swagbench.core import InputError, abilities
from swagbench.oracle import is_same, recompute
from swagbench.registry import aggregation_ids

# Each is found once: finding looks through all that is installed.
aggregation = cache(swagbench.aggregation)

NAN, INF = math.nan, math.inf

numbers = st.lists(st.integers() | st.floats())
finite = st.lists(st.floats(-1e300, 1e300), max_size=40)
# Halves and sums of these are exact doubles: no rounding blurs a comparison.
plain = st.lists(st.floats(width=32, allow_nan=False, allow_infinity=False), min_size=1)


def is_nan(value):
    return value != value  # noqa: PLR0124


def ways(name, values):
    """The answer by combining, and by picking from the sorted values."""
    subject = aggregation(name)
    yield recompute(subject, values)
    yield subject.pick(sorted(values, key=subject.sort_key))


@pytest.mark.parametrize(
    ("name", "offers"),
    [
        ("sum", "commutes exact ufunc uncombine"),
        ("count", "commutes exact ufunc uncombine"),
        ("float_sum", "commutes ufunc uncombine"),
        ("compensated_sum", "commutes"),
        ("mean", "commutes"),
        ("min", "commutes exact idempotent order selects ufunc"),
        ("max", "commutes exact idempotent order selects ufunc"),
        ("median", "commutes exact order"),
        ("quantile", "commutes exact order"),
        ("collect", "exact uncombine"),
        ("affine", "exact"),
        ("expression", "exact"),
        ("distinct_count", "commutes exact idempotent"),
    ],
)
def test_an_aggregation_offers_what_it_can_keep(name, offers):
    assert " ".join(sorted(one.value for one in abilities(aggregation(name)))) == offers


def test_to_list_what_there_is_takes_no_numpy():
    code = (
        "import sys; from swagbench import catalogue; catalogue.aggregation_table();"
        "catalogue.algorithm_table(); sys.exit('numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0  # noqa: S603


# --- each against a definition of its own ---------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("sum", 0),
        ("count", 0),
        ("float_sum", 0.0),
        ("compensated_sum", 0.0),
        ("mean", None),
        ("min", None),
        ("max", None),
        ("median", None),
        ("quantile", None),
        ("collect", ()),
        ("affine", (1, 0)),
        ("expression", "0"),
        ("distinct_count", 0.0),
    ],
)
def test_an_empty_window_has_an_answer(name, answer):
    given_answer = recompute(aggregation(name), [])
    assert (given_answer, type(given_answer)) == (answer, type(answer))


@given(st.lists(st.integers()))
def test_sum_is_exact_at_any_size(values):
    assert recompute(aggregation("sum"), values) == sum(values)


@given(st.lists(st.none() | st.integers() | st.text()))
def test_count_is_the_number_of_values_of_any_kind(values):
    assert recompute(aggregation("count"), values) == len(values)


@given(finite)
def test_float_sum_adds_in_order(values):
    total = 0.0
    for value in values:
        total += value
    assert recompute(aggregation("float_sum"), values) == total


@given(finite, finite)
def test_compensated_sum_is_as_good_as_fsum_within_its_bound(leaving, staying):
    # What is added and taken away again must leave no more than the bound behind.
    values = [*staying, *leaving, *(-value for value in leaving)]
    compensated = aggregation("compensated_sum")
    assert compensated.explains(values, recompute(compensated, values))
    assert compensated.explains(values, math.fsum(values))


@given(st.lists(st.integers(-(2**40), 2**40), min_size=1))
def test_mean_is_the_sum_over_the_number(values):
    assert recompute(aggregation("mean"), values) == sum(values) / len(values)


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


@given(plain)
def test_median_is_that_of_the_standard_library(values):
    assert set(ways("median", values)) == {statistics.median(values)}


@given(plain, st.floats(0, 1))
def test_quantile_is_linear_between_neighbours_as_in_numpy(values, q):
    expected = np.quantile(np.array(values), q)
    size = max(map(abs, values))
    for answer in ways(f"quantile({q!r})", values):
        assert answer == pytest.approx(expected, rel=1e-12, abs=1e-12 * size)
        assert min(values) <= answer <= max(values)


@given(plain)
def test_the_outermost_quantiles_are_the_extrema(values):
    assert set(ways("quantile(0)", values)) == {min(values)}
    assert set(ways("quantile(1)", values)) == {max(values)}


@given(numbers.map(lambda values: [*values, NAN]).flatmap(st.permutations), st.floats(0, 1))
def test_a_quantile_of_nan_is_nan(values, q):
    assert all(map(is_nan, ways(f"quantile({q!r})", values)))


def test_a_quantile_knows_infinities_and_does_not_overflow():
    assert list(ways("median", [-INF, 1.0, INF])) == [1.0, 1.0]
    assert list(ways("median", [INF, INF])) == [INF, INF]
    assert list(ways("median", [1.0, INF])) == [INF, INF]
    assert list(ways("median", [-1.7e308, 1.7e308])) == [0.0, 0.0]
    assert list(ways("median", [1.5e308, 1.7e308])) == [1.6e308, 1.6e308]
    assert aggregation("median").definition([1.5e308, 1.7e308]) == 1.6e308


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


VALUES = {
    "sum": st.integers(),
    "count": st.none() | st.integers() | st.text(),
    "min": st.integers() | st.floats(),
    "max": st.integers() | st.floats(),
    "median": st.integers(-(2**60), 2**60) | st.floats(),
    "quantile": st.integers(-(2**60), 2**60) | st.floats(),
    "collect": st.integers() | st.text(),
    "affine": st.tuples(st.integers(), st.integers()),
    "expression": st.integers() | st.text(min_size=1),
    "distinct_count": st.text(),
}


@pytest.mark.parametrize("name", VALUES)
@given(st.data())
def test_the_definition_that_it_states_is_what_combining_gives(name, data):
    values = data.draw(st.lists(VALUES[name], max_size=12))
    subject = aggregation(name)
    # As text: the sign of zero and the type count too.
    assert repr(subject.definition(values)) == repr(recompute(subject, values))


def test_every_exact_one_states_a_definition_and_every_other_explains():
    for name in aggregation_ids():
        subject = aggregation(name)
        assert hasattr(subject, "definition") is not hasattr(subject, "explains")


# --- answers that are not exact -------------------------------------------------------------------


@pytest.mark.parametrize("name", ["float_sum", "compensated_sum", "mean"])
@given(st.lists(st.floats(), min_size=1, max_size=12), st.randoms(use_true_random=False))
def test_whatever_the_order_of_additions_the_answer_is_explained(name, values, rng):
    subject = aggregation(name)
    aggs = [subject.unit(value) for value in rng.sample(values, len(values))]
    while len(aggs) > 1:
        at = rng.randrange(len(aggs) - 1)
        aggs[at : at + 2] = [subject.combine(aggs[at], aggs[at + 1])]
    assert subject.explains(values, subject.finalize(aggs[0]))


@pytest.mark.parametrize("name", ["float_sum", "compensated_sum"])
@pytest.mark.parametrize(
    ("values", "explained", "unexplained"),
    [
        ([1.0, 2.0], [3.0], [3.0000001, 2.9999999, INF, NAN]),
        ([], [0.0, -0.0], [5e-324, NAN]),
        ([1.0, NAN], [NAN], [1.0, INF, -INF]),
        ([1.0, INF, -INF], [NAN], [1.0, INF, -INF]),
        ([NAN, INF], [NAN], [INF]),
        ([1.0, INF, INF], [INF], [1.0, -INF, NAN]),
        ([1.0, -INF], [-INF], [1.0, INF, NAN]),
        # Finite values that may overflow on the way.
        ([1e308, 1e308, -1e308], [1e308, INF, NAN], [0.0, 2e307]),
        # Ints count as the floats they are, however large their sum.
        ([2**53, 1, 2**1000], [float(2**1000)], [0.0]),
    ],
)
def test_what_explains_an_answer(name, values, explained, unexplained):
    explains = aggregation(name).explains
    assert [answer for answer in explained if not explains(values, answer)] == []
    assert [answer for answer in unexplained if explains(values, answer)] == []


def test_the_bound_of_a_float_sum_is_twice_the_theorems_and_no_more():
    # 2 n u Σ|x| is 12 u here, three units in the last place of 3.0.
    explains, unit = aggregation("float_sum").explains, math.ulp(3.0)
    assert explains([1.0, 2.0], 3 + 3 * unit)
    assert explains([1.0, 2.0], 3 - 3 * unit)
    assert not explains([1.0, 2.0], 3 + 4 * unit)
    assert not explains([1.0, 2.0], 3 - 4 * unit)


def test_a_compensated_sum_may_not_lose_what_a_naive_one_may():
    values = [1e20, 1.0, -1e20]
    assert aggregation("float_sum").explains(values, 0.0)
    assert not aggregation("compensated_sum").explains(values, 0.0)
    assert recompute(aggregation("compensated_sum"), values) == 1.0


@pytest.mark.parametrize(
    ("values", "explained", "unexplained"),
    [
        ([], [None], [0.0, NAN]),
        ([1.0, 2.0], [1.5], [1.5000001, None, INF]),
        ([1.0, NAN], [NAN], [1.0, None]),
        ([1.0, INF], [INF], [1.0, NAN]),
        ([1e308, 1e308], [1e308, INF], [1e307]),
        ([5e-324, 0.0], [0.0, 5e-324], [1e-300]),
    ],
)
def test_what_explains_a_mean(values, explained, unexplained):
    explains = aggregation("mean").explains
    assert [answer for answer in explained if not explains(values, answer)] == []
    assert [answer for answer in unexplained if explains(values, answer)] == []


def test_subtraction_leaves_behind_what_addition_lost():
    float_sum = aggregation("float_sum")
    assert float_sum.uncombine(float_sum.combine(1e20, 1.0), 1e20) == 0.0
    assert is_nan(float_sum.uncombine(float_sum.combine(NAN, 1.0), NAN))


# --- arguments ------------------------------------------------------------------------------------


@pytest.mark.parametrize("q", [-0.1, 1.1, math.nan, math.inf, True, "0.5", None, [0.5]])
def test_q_is_a_number_from_0_to_1(q):
    with pytest.raises(InputError, match=r"a quantile's q is a number from 0 to 1$"):
        type(aggregation("quantile"))(q)
